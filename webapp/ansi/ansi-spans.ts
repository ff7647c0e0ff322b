import Anser from 'anser';
import type { TerminalLine } from './terminal-lines.js';

/** A piece of a line in one style: class names of ours, and colours that have none. */
export interface AnsiSpan {
  readonly text: string;
  readonly classes: readonly string[];
  readonly style: string;
}

/** Beyond this a line is text without styles: a style per character would make a node per character. */
const LONGEST_STYLED = 20_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is the escape character that begins a style
const SEQUENCES = /\u001b\[[\d;]*m/g;
const STYLES = new Set(['bold', 'dim', 'italic', 'underline', 'strikethrough']);
const LEVELS = [0, 95, 135, 175, 215, 255];

/** The line without its styles. */
export function plainLine({ text }: TerminalLine): string {
  return text.includes('\u001b') ? text.replace(SEQUENCES, '') : text;
}

/** The line cut into pieces of one style each. Concealed text is shown: hiding it would help nobody but a trickster. */
export function spansOf(line: TerminalLine): AnsiSpan[] {
  if (line.pen === '' && !line.text.includes('\u001b')) return [{ text: line.text, classes: [], style: '' }];
  if (line.text.length > LONGEST_STYLED) return [{ text: plainLine(line), classes: [], style: '' }];
  const pieces = Anser.ansiToJson(line.pen + line.text, { json: true, use_classes: true, remove_empty: true });
  return pieces.map(spanOf);
}

function spanOf(piece: Anser.AnserJsonEntry): AnsiSpan {
  const styles = piece.decorations.filter((name) => STYLES.has(name)).map((name) => `ansi-${name}`);
  const isInverse = 'isInverted' in piece && piece.isInverted === true;
  if (isInverse) return { text: piece.content, classes: [...new Set(styles), 'ansi-inverse'], style: '' };
  const fg = colourOf(piece.fg, piece.fg_truecolor);
  const bg = colourOf(piece.bg, piece.bg_truecolor);
  const classes = [...new Set(styles), fg ? 'ansi-fg' : '', bg ? 'ansi-bg' : ''].filter(Boolean);
  const style = [fg && `--fg: ${fg}`, bg && `--ground: ${bg}`].filter(Boolean).join('; ');
  return { text: piece.content, classes, style };
}

/** A colour of the theme for the sixteen that have names, else the colour itself. */
function colourOf(name: string | null, truecolor: string | null): string | null {
  if (!name) return null;
  if (name === 'ansi-truecolor') return truecolor ? `rgb(${truecolor})` : null;
  const palette = /^ansi-palette-(\d+)$/.exec(name)?.[1];
  return palette === undefined ? `var(--${name})` : `rgb(${paletteColour(Number(palette))})`;
}

/** Numbers 16 to 231 are a cube of colours, the rest up to 255 are greys. */
function paletteColour(number: number): string {
  if (number >= 232)
    return Array(3)
      .fill(8 + (number - 232) * 10)
      .join(', ');
  const place = number - 16;
  return [Math.floor(place / 36), Math.floor(place / 6) % 6, place % 6].map((level) => LEVELS[level]).join(', ');
}
