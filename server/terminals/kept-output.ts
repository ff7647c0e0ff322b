/** Modes that a program turns on or off once and relies on from then on, and whether a fresh terminal has them on. */
const MODES: ReadonlyMap<string, boolean> = new Map([
  ...['1', '6', '9', '45', '66', '1000', '1002', '1003', '1004', '1005', '1006', '1015', '1016'].map(
    (mode) => [mode, false] as const,
  ),
  ...['47', '1047', '1049', '2004'].map((mode) => [mode, false] as const),
  ...['7', '25'].map((mode) => [mode, true] as const),
]);

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const MODE_CHANGE = /\x1b\[\?([\d;]{1,40})([hl])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const GOOD_CUT = /\n|(?=\x1b)/g;
/** So far from where it has to be, the output is cut at a better place. */
const CUT_REACH = 4_096;

/** The end of what a terminal has shown, and what of its state is older than that. */
export class KeptOutput {
  readonly #most: number;
  #text = '';
  #offset = 0;
  #modes = new Map<string, boolean>();

  constructor(most: number) {
    this.#most = most;
  }

  /** How many characters were there before those that are kept. */
  get offset(): number {
    return this.#offset;
  }

  /** How many characters there were in all. */
  get end(): number {
    return this.#offset + this.#text.length;
  }

  /** Sets a fresh terminal to the modes that held where the kept text begins. */
  get modes(): string {
    const changed = [...this.#modes].filter(([mode, isOn]) => isOn !== MODES.get(mode));
    return changed.map(([mode, isOn]) => `\x1b[?${mode}${isOn ? 'h' : 'l'}`).join('');
  }

  append(text: string): void {
    this.#text += text;
    // Cut in larger steps: each one copies all that is kept.
    if (this.#text.length > this.#most * 1.25) this.#cut(this.#text.length - this.#most);
  }

  /** What was shown from a place on that is still kept, as much as wanted. */
  from(at: number, most: number): string {
    return this.#text.slice(at - this.#offset, at - this.#offset + most);
  }

  /** After a line or before a sequence, so that what is left can be shown by itself. */
  #cut(least: number): void {
    GOOD_CUT.lastIndex = least;
    const found = GOOD_CUT.exec(this.#text);
    const at = found && found.index <= least + CUT_REACH ? found.index + found[0].length : least;
    const dropped = this.#text.slice(0, at);
    for (const [, modes = '', sign] of dropped.matchAll(MODE_CHANGE)) {
      for (const mode of modes.split(';')) if (MODES.has(mode)) this.#modes.set(mode, sign === 'h');
    }
    this.#text = this.#text.slice(at);
    this.#offset += at;
  }
}
