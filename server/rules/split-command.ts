import { isPlainWord } from '../protocol/shell-word.js';

/** A command line as a shell would take it apart. */
export interface SplitCommand {
  /** The words of each simple command, without their quotes. */
  readonly parts: readonly (readonly string[])[];
  /**
   * Whether the parts are all that happens: no substitution, variable, redirection, group, comment, assignment or
   * anything else that a reading of words alone would miss.
   */
  readonly isPlain: boolean;
  /**
   * Whether every shell also gives the programs exactly these words: plain, read alike by all, and without expansions,
   * reserved words or characters that people can't see. `*` and `?` may stay where what they become can't be taken for
   * an option.
   */
  readonly isLiteral: boolean;
  /** Whether fish and PowerShell end quotes and commands where POSIX shells do; if not, other parts may run there. */
  readonly isReadAlike: boolean;
  /** Whether a part reads what another one writes. */
  readonly isPiped: boolean;
}

/** Ends a simple command. */
const SEPARATORS = new Set([';', '&', '|', '\n', '\r']);
/** `|&` is none: for some shells it is an error. */
const OPERATORS = new Set([';', '&', '&&', '|', '||', '\n']);
/** Means more than itself; what comes after it is read as its own command, so that nothing hides there. */
const BREAKS = new Set(['(', ')', '<', '>', '`']);
const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/;
const CONTROL = /(?![\t\n])\p{Cc}/u;
/** Other blanks, invisible and unassigned characters. */
const ODD = /(?![ \t\n])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Words that change how a shell reads what follows, or what it remembers. */
const RESERVED = new Set(
  (
    '! [[ ]] [ { } if then else elif fi case esac for select while until do done in function time coproc ' +
    'declare typeset local export readonly unset let nameref foreach end repeat always nocorrect noglob'
  ).split(' '),
);
/** Quotes for PowerShell, which takes those of printed text for the plain ones. */
const SINGLE_QUOTES = /[‘’‚‛]/;
const DOUBLE_QUOTES = /[“”„]/;
/** In quotes a backslash stays as it is, except before these: POSIX shells, fish and PowerShell differ there. */
const SINGLE_ESCAPES = /\\(?:\\|$)/;
const DOUBLE_ESCAPES = /["\\$`\n]/;
const BLANK = /[ \t\n]/;
/** A pattern for file names that can become neither an option nor a way up. */
const SAFE_GLOB = /^(?!.*(?:^|\/)\.+[*?])[A-Za-z0-9_./][\w./*?@%+,-]*$/;

/** Takes a command line apart, the way POSIX shells quote. Total: odd input is merely not plain. */
export function splitCommand(text: string): SplitCommand {
  return new Splitter(text).run();
}

/** A program with its arguments, as no shell has to read it. */
export function splitWords(words: readonly string[], isPlain: boolean): SplitCommand {
  const joined = words.join(' ');
  // Some agents join the words for a shell.
  const isLiteral = isPlain && !ODD.test(joined) && (!words.every(isPlainWord) || splitCommand(joined).isLiteral);
  return { parts: [words], isPlain, isLiteral, isReadAlike: true, isPiped: false };
}

/** Reads one character after the other; what it meets decides what the next one means. */
class Splitter {
  readonly #text: string;
  readonly #parts: string[][] = [];
  #words: string[] = [];
  /** Null between words; an empty text is a word that was quoted. */
  #word: string | null = null;
  #hasGlob = false;
  #isPlain: boolean;
  #isLiteral: boolean;
  #isReadAlike = true;
  #isPiped = false;
  /** After `&&` or `|` another command has to come. */
  #awaitsMore = false;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#isPlain = !CONTROL.test(text);
    this.#isLiteral = !ODD.test(text);
  }

  run(): SplitCommand {
    while (this.#at < this.#text.length) this.#step(this.#text[this.#at++]!);
    this.#endPart();
    const isLiteral = this.#isPlain && this.#isLiteral && this.#isReadAlike && !this.#awaitsMore;
    const [isPlain, isReadAlike, isPiped] = [this.#isPlain, this.#isReadAlike, this.#isPiped];
    return { parts: this.#parts, isPlain, isLiteral, isReadAlike, isPiped };
  }

  #step(char: string): void {
    if (char === "'" || char === '"') this.#quoted(char);
    else if (char === '\\') {
      // PowerShell keeps it, and fish makes a line break of `\n`.
      this.#isReadAlike = false;
      this.#escaped();
    } else if (SINGLE_QUOTES.test(char) || DOUBLE_QUOTES.test(char)) {
      this.#isReadAlike = false;
      this.#add(char);
    } else if (SEPARATORS.has(char)) this.#separate(char);
    else if (BREAKS.has(char)) this.#break();
    else if (char === ' ' || char === '\t') this.#endWord();
    else {
      // A comment would hide what follows, a variable could be anything.
      if (char === '$' || (char === '#' && this.#word === null)) this.#isPlain = false;
      this.#expand(char);
      this.#add(char);
    }
  }

  /** Characters by which shells make other words of a word. */
  #expand(char: string): void {
    const word = this.#word ?? '';
    const isFirst = this.#word === null;
    if (char === '*' || char === '?') this.#hasGlob = true;
    else if ('[]{}'.includes(char)) this.#isLiteral = false;
    // `=ls` in zsh, `@x` in PowerShell, `%self` and `^x` in fish; there and in zsh `^` may also be a pattern.
    else if ('=@%^,–—―'.includes(char) && isFirst) this.#isLiteral = false;
    else if (char === '~' && (isFirst || /[=:]$/.test(word))) this.#isLiteral = false;
    // An interactive shell looks for an earlier command, unless the mark is a word.
    else if (char === '!' && !(isFirst && BLANK.test(this.#next ?? ' '))) this.#isLiteral = false;
    // PowerShell makes a list at a comma, and cuts an option at its dot.
    else if (char === '-' && word.endsWith(',')) this.#isLiteral = false;
    else if (char === '.' && /^-\w/.test(word)) this.#isLiteral = false;
  }

  get #next(): string | undefined {
    return this.#text[this.#at];
  }

  /** `;`, `&&` and the like; where a command is missing, shells differ or refuse. */
  #separate(char: string): void {
    const start = this.#at - 1;
    while (char !== '\n' && '&|;'.includes(this.#text[this.#at] ?? ' ') && this.#at - start < 3) this.#at++;
    const operator = this.#text.slice(start, this.#at);
    const before = this.#words.length > 0 || this.#word !== null;
    // In the middle of a word it is a character for fish, and the next command's options are this one's.
    if (operator === '&' && this.#word !== null && !BLANK.test(this.#next ?? ' ')) this.#isReadAlike = false;
    this.#endPart();
    if (!OPERATORS.has(operator) || (!before && operator !== '\n')) this.#isLiteral = false;
    if (operator === '|') this.#isPiped = true;
    if (['&&', '||', '|'].includes(operator)) this.#awaitsMore = true;
  }

  #quoted(quote: '"' | "'"): void {
    const isFirst = this.#word === null;
    if (quote === "'") this.#singleQuoted();
    else this.#doubleQuoted();
    // For PowerShell two quotes are one character, and a word that begins with a quote ends with it.
    const next = this.#next ?? ' ';
    if (next === quote || (isFirst && !BLANK.test(next) && !SEPARATORS.has(next))) this.#isReadAlike = false;
  }

  #singleQuoted(): void {
    const end = this.#text.indexOf("'", this.#at);
    if (end < 0) this.#isPlain = false;
    const to = end < 0 ? this.#text.length : end;
    const inside = this.#text.slice(this.#at, to);
    if (SINGLE_ESCAPES.test(inside) || SINGLE_QUOTES.test(inside)) this.#isReadAlike = false;
    this.#add(inside);
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
      if (DOUBLE_QUOTES.test(char)) this.#isReadAlike = false;
      if (char === '!' && !this.#isMereMark(next)) this.#isLiteral = false;
      if (char === '\\' && DOUBLE_ESCAPES.test(next)) {
        this.#isReadAlike = false;
        this.#escaped();
      } else this.#add(char);
    }
    this.#isPlain = false;
  }

  /** Whether an interactive shell leaves a `!` in quotes alone: zsh takes the quote behind it for a sign, if it isn't the last. */
  #isMereMark(next: string): boolean {
    if (next === '"') return !/['"]/.test(this.#text.slice(this.#at + 1));
    return next === '' || BLANK.test(next) || next === '=' || next === '(';
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
    const isFirst = this.#words.length === 0;
    if (isFirst && ASSIGNMENT.test(this.#word)) this.#isPlain = false;
    if (isFirst && RESERVED.has(this.#word)) this.#isLiteral = false;
    if (this.#word === '--%') this.#isLiteral = false;
    if (this.#hasGlob && (isFirst || !SAFE_GLOB.test(this.#word))) this.#isLiteral = false;
    this.#words.push(this.#word);
    this.#word = null;
    this.#hasGlob = false;
  }

  #endPart(): void {
    this.#endWord();
    if (this.#words.length > 0) {
      this.#parts.push(this.#words);
      this.#awaitsMore = false;
    }
    this.#words = [];
  }
}
