/** A run of terminal text in one style. */
export interface AnsiRun {
  readonly text: string;
  /** Class names of ours; terminals have sixteen colours and a few styles. */
  readonly classes: readonly string[];
}

interface Pen {
  readonly colour: string | null;
  readonly styles: readonly string[];
}

const COLOURS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
const STYLES: Record<number, string> = { 1: 'bold', 2: 'dim', 3: 'italic', 4: 'underline' };
const PLAIN: Pen = { colour: null, styles: [] };
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals speak in control characters
const SGR = /\u001b\[([0-9;:]*)m/;

/** Everything that moves, names or asks instead of colouring: OSC, DCS and their kin, and CSI that is not SGR. */
const NOT_COLOUR =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals speak in control characters
  /\u001b[\]P^_X][\s\S]*?(?:\u0007|\u001b\\|$)|\u001b\[[0-9;:?<=>!]*[ -/]*[@-ln-~]|\u001b[^[\]P^_X]|[\u0080-\u009f]|[\u0000-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f\u007f]/g;

/** Terminal output as styled text; the colours are kept, all else that a terminal would obey is dropped. */
export function ansiRuns(output: string): AnsiRun[] {
  const parts = collapseReturns(output.replace(NOT_COLOUR, '')).split(SGR);
  let pen = PLAIN;
  const runs: AnsiRun[] = [];
  for (const [n, part] of parts.entries()) {
    if (n % 2 === 1) pen = changePen(pen, part);
    // What is left of a sequence that was cut off says nothing.
    else if (part) runs.push({ text: part.replaceAll('\u001b', ''), classes: classesOf(pen) });
  }
  return runs;
}

/** The last lines of an output, and how many come before them. */
export function lastLines(output: string, most: number): { text: string; before: number } {
  const lines = output.replace(/\n$/, '').split('\n');
  const before = Math.max(0, lines.length - most);
  return { text: lines.slice(before).join('\n'), before };
}

/** A carriage return begins the line anew: a progress bar shows its last state, as in a terminal. */
function collapseReturns(text: string): string {
  return text.replace(/\r+\n/g, '\n').replace(/[^\n]*\r(?!$)/gm, '');
}

function changePen(pen: Pen, codes: string): Pen {
  const numbers = codes.split(/[;:]/).map(Number);
  let next = pen;
  for (let i = 0; i < numbers.length; i++) {
    const code = numbers[i]!;
    if (code === 38 || code === 48) {
      const isIndexed = numbers[i + 1] === 5;
      if (code === 38) next = { ...next, colour: isIndexed ? indexedColour(numbers[i + 2] ?? 0) : null };
      i += isIndexed ? 2 : 4;
    } else next = applyCode(next, code);
  }
  return next;
}

function applyCode(pen: Pen, code: number): Pen {
  if (code === 0) return PLAIN;
  if (code === 39) return { ...pen, colour: null };
  if (code === 22) return { ...pen, styles: pen.styles.filter((style) => style !== 'bold' && style !== 'dim') };
  if (code === 23) return { ...pen, styles: pen.styles.filter((style) => style !== 'italic') };
  if (code === 24) return { ...pen, styles: pen.styles.filter((style) => style !== 'underline') };
  if (code >= 30 && code <= 37) return { ...pen, colour: COLOURS[code - 30]! };
  if (code >= 90 && code <= 97) return { ...pen, colour: COLOURS[code - 90]! };
  const style = STYLES[code];
  return style && !pen.styles.includes(style) ? { ...pen, styles: [...pen.styles, style] } : pen;
}

/** Of 256 colours the first sixteen have names; the rest would not hold their contrast in both themes. */
function indexedColour(index: number): string | null {
  return index < 16 ? COLOURS[index % 8]! : null;
}

function classesOf({ colour, styles }: Pen): string[] {
  return [...(colour ? [colour] : []), ...styles].map((name) => `ansi-${name}`);
}
