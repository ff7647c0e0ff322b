/** What PowerShell 7 would make of a line that is given to it as a script. */
export interface PowerShellReading {
  /** The programs with their arguments, in order. */
  readonly runs: readonly (readonly string[])[];
  /** What else happens: a variable, a redirection, a script block… The line does more than its words, then. */
  readonly more: string | null;
  /** A line that can't be read runs nothing at all. */
  readonly isError: boolean;
}

const SINGLE = /['‘’‚‛]/;
const DOUBLE = /["“”„]/;
const DASHES = /[–—―]/;
/** Ends a bare word. */
const ENDS = /[\s;|&(){}]/;

/**
 * Reads a line by a table of PowerShell's quoting, as its pages on quoting and parsing have it. A backslash is a
 * character like any other; a backtick escapes; printed quotes are quotes; two quotes are one character; a word that
 * begins with a quote ends with it; an option is cut at its first dot.
 */
export function readPowerShell(line: string): PowerShellReading {
  const reader = new Reader(line);
  try {
    reader.run();
  } catch (error) {
    if (error !== UNREADABLE) throw error;
    // What comes after a surprise is not followed, so that it may well be sound.
    if (reader.more === null) return { runs: [], more: null, isError: true };
  }
  return { runs: reader.runs, more: reader.more, isError: false };
}

const UNREADABLE = new Error('PowerShell reports a mistake in the line.');

class Reader {
  readonly runs: string[][] = [];
  more: string | null = null;
  readonly #text: string;
  #words: string[] = [];
  /** Whether the command begins with a string, which is a value and not a program. */
  #isValue = false;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(): void {
    while (this.#at < this.#text.length) this.#step(this.#text[this.#at]!);
    this.#endCommand();
  }

  #step(char: string): void {
    if (char === '\n' || char === ';' || char === '|' || char === '&') this.#separate(char);
    else if (/\s/.test(char)) this.#at++;
    else if (char === '`' && this.#text[this.#at + 1] === '\n') this.#at += 2;
    else if (char === '#') this.#at = this.#indexOf('\n');
    else if (SINGLE.test(char) || DOUBLE.test(char)) this.#string();
    else if ('({@$,'.includes(char)) this.#surprise(char);
    else if (char === ')' || char === '}' || char === '<') throw UNREADABLE;
    else if (char === '~') this.#surprise(char);
    else if (DASHES.test(char)) this.#surprise(char);
    else this.#bareWord();
  }

  #separate(char: string): void {
    const isDouble = char !== '\n' && char !== ';' && this.#text[this.#at + 1] === char;
    // A call of the word that follows.
    if (char === '&' && !isDouble && this.#words.length === 0) this.#surprise('&');
    this.#at += isDouble ? 2 : 1;
    this.#endCommand();
  }

  #endCommand(): void {
    if (this.#isValue && this.#words.length > 1) throw UNREADABLE;
    if (!this.#isValue && this.#words.length > 0) this.runs.push(this.#words);
    this.#words = [];
    this.#isValue = false;
  }

  #string(): void {
    if (this.#words.length === 0) this.#isValue = true;
    this.#words.push(this.#quoted());
    // A member of the value.
    if (/[.[]/.test(this.#text[this.#at] ?? '')) this.#surprise('a member');
  }

  #quoted(): string {
    const quote = SINGLE.test(this.#text[this.#at++]!) ? SINGLE : DOUBLE;
    let inside = '';
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at++]!;
      const next = this.#text[this.#at] ?? '';
      if (quote.test(char)) {
        if (!quote.test(next)) return inside;
        inside += this.#text[this.#at++];
      } else if (quote === DOUBLE && char === '`') inside += this.#text[this.#at++] ?? '';
      else {
        if (quote === DOUBLE && char === '$' && /[\w({:?^$]/.test(next)) this.#note('$');
        inside += char;
      }
    }
    throw UNREADABLE;
  }

  #bareWord(): void {
    const start = this.#at;
    let word = '';
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at]!;
      const next = this.#text[this.#at + 1] ?? '';
      if (ENDS.test(char)) break;
      if (char === '>') {
        this.#surprise('>');
        break;
      }
      if (SINGLE.test(char) || DOUBLE.test(char)) {
        word += this.#quoted();
        continue;
      }
      // An option, `-a` and not `--a`, is cut here.
      if (char === '.' && /^-\w/.test(this.#text.slice(start, this.#at))) break;
      if (char === '`') this.#at++;
      else if (char === '$' && /[\w({]/.test(next)) this.#note('$');
      else if (char === ',' && /[-–—―]/.test(next)) this.#note('a list');
      word += this.#text[this.#at++] ?? '';
    }
    if (word === '--%') this.#note('--%');
    if (this.#words.length === 0 && /^[\d[]/.test(word)) this.#note('a value');
    this.#words.push(word);
  }

  #surprise(what: string): void {
    this.#note(what);
    this.#at++;
  }

  #note(what: string): void {
    this.more ??= what;
  }

  #indexOf(char: string): number {
    const at = this.#text.indexOf(char, this.#at);
    return at < 0 ? this.#text.length : at;
  }
}
