/** A command line as a shell would take it apart. */
export interface SplitCommand {
  /** The words of each simple command, without their quotes. */
  readonly parts: readonly (readonly string[])[];
  /**
   * Whether the parts are all that happens: no substitution, variable, redirection, group, comment, assignment or
   * anything else that a reading of words alone would miss.
   */
  readonly isPlain: boolean;
}

/** Ends a simple command. */
const SEPARATORS = new Set([';', '&', '|', '\n', '\r']);
/** Means more than itself; what comes after it is read as a command of its own, so that nothing hides there. */
const BREAKS = new Set(['(', ')', '<', '>', '`']);
const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/;
const CONTROL = /(?![\t\n])\p{Cc}/u;

/** Takes a command line apart, the way POSIX shells quote. Total: odd input is merely not plain. */
export function splitCommand(text: string): SplitCommand {
  return new Splitter(text).run();
}

/** Reads one character after the other; what it meets decides what the next one means. */
class Splitter {
  readonly #text: string;
  readonly #parts: string[][] = [];
  #words: string[] = [];
  /** Null between words; an empty text is a word that was quoted. */
  #word: string | null = null;
  #isPlain: boolean;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#isPlain = !CONTROL.test(text);
  }

  run(): SplitCommand {
    while (this.#at < this.#text.length) this.#step(this.#text[this.#at++]!);
    this.#endPart();
    return { parts: this.#parts, isPlain: this.#isPlain };
  }

  #step(char: string): void {
    if (char === "'") this.#singleQuoted();
    else if (char === '"') this.#doubleQuoted();
    else if (char === '\\') this.#escaped();
    else if (SEPARATORS.has(char)) this.#endPart();
    else if (BREAKS.has(char)) this.#break();
    else if (char === ' ' || char === '\t') this.#endWord();
    else {
      // A comment would hide what follows, a variable could be anything.
      if (char === '$' || (char === '#' && this.#word === null)) this.#isPlain = false;
      this.#add(char);
    }
  }

  #singleQuoted(): void {
    const end = this.#text.indexOf("'", this.#at);
    if (end < 0) this.#isPlain = false;
    const to = end < 0 ? this.#text.length : end;
    this.#add(this.#text.slice(this.#at, to));
    this.#at = to + 1;
  }

  #doubleQuoted(): void {
    this.#add('');
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at++]!;
      if (char === '"') return;
      const next = this.#text[this.#at] ?? '';
      if (char === '`' || (char === '$' && next === '(')) {
        this.#break();
        return;
      }
      if (char === '$') this.#isPlain = false;
      if (char === '\\' && /["\\$`\n]/.test(next)) this.#escaped();
      else this.#add(char);
    }
    this.#isPlain = false;
  }

  #escaped(): void {
    const next = this.#text[this.#at++];
    // A line that goes on is joined with the next one.
    if (next === undefined || next === '\n' || next === '\r') this.#isPlain = false;
    else this.#add(next);
  }

  #break(): void {
    this.#isPlain = false;
    this.#endPart();
  }

  #add(text: string): void {
    this.#word = (this.#word ?? '') + text;
  }

  #endWord(): void {
    if (this.#word === null) return;
    if (this.#words.length === 0 && ASSIGNMENT.test(this.#word)) this.#isPlain = false;
    this.#words.push(this.#word);
    this.#word = null;
  }

  #endPart(): void {
    this.#endWord();
    if (this.#words.length > 0) this.#parts.push(this.#words);
    this.#words = [];
  }
}
