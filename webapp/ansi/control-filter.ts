/** What is left of terminal output: text, line ends, returns, erased lines, and colours. */
export interface OutputSink {
  text(text: string): void;
  newline(): void;
  carriageReturn(): void;
  /** `K`: 0 to the end of the line, 1 to its start, 2 all of it. */
  eraseLine(part: number): void;
  /** The parameters of a colour or style. */
  style(parameters: string): void;
}

type State = 'ground' | 'escape' | 'escapeMiddle' | 'control' | 'string' | 'stringEscape';

const LONGEST_PARAMETERS = 256;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const NEXT_CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;
const STRINGS = new Set(['P', 'X', ']', '^', '_', '\u0090', '\u0098', '\u009d', '\u009e', '\u009f']);

/**
 * Reads terminal output piece by piece and passes on what may act. Everything else that a terminal would obey (titles,
 * links, the clipboard, moves, queries, modes) is taken out, also when it is cut off or never ends: such a string ends
 * with its line.
 */
export class ControlFilter {
  readonly #sink: OutputSink;
  #state: State = 'ground';
  #parameters = '';

  constructor(sink: OutputSink) {
    this.#sink = sink;
  }

  write(output: string): void {
    for (let at = 0; at < output.length; ) {
      if (this.#state === 'ground') at = this.#writeText(output, at);
      else if (this.#state === 'string') at = skipString(output, at);
      if (at < output.length) this.#step(output[at]!);
      at += 1;
    }
  }

  #writeText(output: string, from: number): number {
    NEXT_CONTROL.lastIndex = from;
    const end = NEXT_CONTROL.exec(output)?.index ?? output.length;
    if (end > from) this.#sink.text(output.slice(from, end));
    return end;
  }

  #step(char: string): void {
    if (char === '\u0018' || char === '\u001a') this.#state = 'ground';
    else if (this.#state === 'string' || this.#state === 'stringEscape') this.#inString(char);
    else if (char < ' ' || (char >= '\u007f' && char <= '\u009f')) this.#control(char);
    else if (this.#state === 'control') this.#inControl(char);
    else this.#inEscape(char);
  }

  /** Control characters act everywhere, inside other sequences too. */
  #control(char: string): void {
    if (char === '\u001b') this.#state = 'escape';
    else if (char === '\u009b') this.#open();
    else if (STRINGS.has(char)) this.#state = 'string';
    else if (char === '\n') this.#sink.newline();
    else if (char === '\r') this.#sink.carriageReturn();
    else if (char === '\t') this.#sink.text('\t');
    if (char >= '\u0080' && char !== '\u009b' && !STRINGS.has(char)) this.#state = 'ground';
  }

  #open(): void {
    this.#state = 'control';
    this.#parameters = '';
  }

  #inEscape(char: string): void {
    if (this.#state === 'escape' && char === '[') this.#open();
    else if (this.#state === 'escape' && STRINGS.has(char)) this.#state = 'string';
    else if (char <= '/') this.#state = 'escapeMiddle';
    else this.#endWith(char);
  }

  #inControl(char: string): void {
    if (char <= '?') {
      if (this.#parameters.length < LONGEST_PARAMETERS) this.#parameters += char;
      return;
    }
    if (char === 'm' && /^[\d;:]*$/.test(this.#parameters)) this.#sink.style(this.#parameters);
    if (char === 'K' && /^[012]?$/.test(this.#parameters)) this.#sink.eraseLine(Number(this.#parameters));
    this.#endWith(char);
  }

  /** No sequence ends with a letter beyond ASCII: that one is text again. */
  #endWith(char: string): void {
    this.#state = 'ground';
    if (char > '~') this.#sink.text(char);
  }

  #inString(char: string): void {
    if (char === '\n') this.#sink.newline();
    const ends = char === '\u0007' || char === '\u009c' || char === '\n';
    if (this.#state === 'string') this.#state = ends ? 'ground' : char === '\u001b' ? 'stringEscape' : 'string';
    else if (ends || char === '\\') this.#state = 'ground';
    else {
      // An escape that isn't an end of the string begins something new.
      this.#state = 'escape';
      this.#step(char);
    }
  }
}

/** The next place in a string that can matter. */
function skipString(output: string, from: number): number {
  NEXT_CONTROL.lastIndex = from;
  return NEXT_CONTROL.exec(output)?.index ?? output.length;
}
