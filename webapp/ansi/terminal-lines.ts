import { ControlFilter, type OutputSink } from './control-filter.js';

/** A line with its styles as escape sequences, and those in force where it begins. */
export interface TerminalLine {
  readonly pen: string;
  readonly text: string;
}

/** Lines that are drawn together. */
export const TERMINAL_CHUNK = 100;
const LONGEST_PEN = 400;
const OVERLAP = 512;

/** Turns growing output into lines and reads only what is new. Old lines fall away in whole chunks. */
export class TerminalLines {
  readonly #most: number;
  #source = '';
  #chunks: TerminalLine[][] = [];
  #dropped = 0;
  #pen = '';
  #lineStart = '';
  #line = '';
  /** A return has come: what follows, if anything does, takes the line's place. */
  #returned = false;
  #filter = this.#newFilter();

  constructor(most: number) {
    this.#most = most;
  }

  /** How many lines came before those that are kept; always whole chunks of them. */
  get dropped(): number {
    return this.#dropped;
  }

  /** The lines, in chunks; a full chunk stays the same object. The line being written is the last one, if it has text. */
  update(output: string): readonly (readonly TerminalLine[])[] {
    const fresh = this.#freshPart(output);
    this.#source = output;
    this.#filter.write(fresh);
    const open = { pen: this.#lineStart, text: this.#line };
    if (this.#line === '') return this.#chunks;
    const last = this.#chunks.at(-1);
    if (!last || last.length >= TERMINAL_CHUNK) return [...this.#chunks, [open]];
    return [...this.#chunks.slice(0, -1), [...last, open]];
  }

  /** What has been added; output that has lost its beginning meanwhile still counts as grown. */
  #freshPart(output: string): string {
    const { length } = this.#source;
    if (output.slice(0, length) === this.#source) return output.slice(length);
    const cut = output.length < OVERLAP ? -1 : this.#source.indexOf(output.slice(0, OVERLAP));
    const kept = cut < 0 ? '' : this.#source.slice(cut);
    if (kept !== '' && output.slice(0, kept.length) === kept) return output.slice(kept.length);
    this.#reset();
    return output;
  }

  #reset(): void {
    this.#chunks = [];
    this.#dropped = 0;
    this.#pen = '';
    this.#lineStart = '';
    this.#line = '';
    this.#returned = false;
    this.#filter = this.#newFilter();
  }

  #newFilter(): ControlFilter {
    const sink: OutputSink = {
      text: (text) => this.#add(text),
      newline: () => this.#endLine(),
      carriageReturn: () => {
        this.#returned = true;
      },
      eraseLine: (part) => {
        if (part > 0 || this.#returned) this.#clear();
      },
      style: (parameters) => this.#style(parameters),
    };
    return new ControlFilter(sink);
  }

  #add(text: string): void {
    if (this.#returned) this.#clear();
    this.#line += text;
  }

  #clear(): void {
    this.#returned = false;
    this.#line = '';
    this.#lineStart = this.#pen;
  }

  #style(parameters: string): void {
    const plain = plainParameters(parameters);
    if (plain === null) return;
    const sequence = `\u001b[${plain}m`;
    const isReset = Number(plain.split(';', 1)[0]) === 0;
    this.#pen = isReset ? sequence : newest(this.#pen + sequence);
    if (this.#line === '') this.#lineStart = this.#pen;
    else if (!this.#returned) this.#line += sequence;
  }

  #endLine(): void {
    const line = { pen: this.#lineStart, text: this.#line };
    this.#returned = false;
    this.#line = '';
    this.#lineStart = this.#pen;
    const last = this.#chunks.at(-1);
    if (!last || last.length >= TERMINAL_CHUNK) this.#chunks = [...this.#chunks, [line]];
    else this.#chunks = [...this.#chunks.slice(0, -1), [...last, line]];
    if (this.#chunks.length * TERMINAL_CHUNK <= this.#most + TERMINAL_CHUNK) return;
    this.#dropped += this.#chunks[0]!.length;
    this.#chunks = this.#chunks.slice(1);
  }
}

/** Styles pile up until a reset; of a pile without end the newest count. */
function newest(pen: string): string {
  return pen.length <= LONGEST_PEN ? pen : pen.slice(pen.indexOf('\u001b', pen.length - LONGEST_PEN));
}

const MOST = 32;

/**
 * The parameters of a style in the form that the colour reader knows: colours written with colons become ones with
 * semicolons, kinds and colours of underlines fall away. Null when nothing is left to say.
 */
function plainParameters(parameters: string): string | null {
  if (parameters === '') return '';
  const groups = parameters.split(';').slice(0, MOST);
  const plain: string[] = [];
  for (let i = 0; i < groups.length; i += 1) {
    const group = groups[i]!;
    if (group.includes(':')) plain.push(...fromColons(group));
    else if (group === '58') i += groups[i + 1] === '2' ? 4 : 2;
    else plain.push(group === '' ? '0' : group);
  }
  return plain.length === 0 ? null : plain.join(';');
}

function fromColons(group: string): string[] {
  const [kind, mode, ...rest] = group.split(':');
  if (kind === '4') return [mode === '0' ? '24' : '4'];
  if (kind !== '38' && kind !== '48') return [];
  const numbers = rest.filter((part) => part !== '');
  if (mode === '5' && numbers.length === 1) return [kind, '5', ...numbers];
  // The colour space, which may be before the three, is of no use to us.
  return mode === '2' && numbers.length >= 3 ? [kind, '2', ...numbers.slice(-3)] : [];
}
