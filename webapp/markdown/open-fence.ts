import type { Tokens } from 'marked';

const OPENING = /^(`{3,}|~{3,})([^\n]*)\n/;

/** Reads a fenced block line by line as it is written, so that a long one is not read again for every chunk. */
export class OpenFence {
  readonly #lang: string;
  readonly #closing: RegExp;
  readonly #mark: string;
  #text: string | null = null;

  private constructor(fence: string, info: string) {
    this.#mark = fence[0]!;
    this.#lang = info.trim();
    this.#closing = new RegExp(`^ {0,3}${this.#mark}{${fence.length},} *$`);
  }

  /** The fence that `src` opens at its very start, and how long its first line is; null where marked must decide. */
  static at(src: string): { fence: OpenFence; length: number } | null {
    const match = OPENING.exec(src);
    if (!match || (match[1]!.startsWith('`') && match[2]!.includes('`'))) return null;
    return { fence: new OpenFence(match[1]!, match[2]!), length: match[0].length };
  }

  /** Takes whole lines from `src`; says how much it took and whether the block has ended. */
  take(src: string): { taken: number; closed: boolean } {
    let taken = 0;
    for (let end = src.indexOf('\n'); end >= 0; end = src.indexOf('\n', taken)) {
      const line = src.slice(taken, end);
      taken = end + 1;
      if (this.#closing.test(line)) return { taken, closed: true };
      this.#text = this.#text === null ? line : `${this.#text}\n${line}`;
    }
    return { taken, closed: false };
  }

  /** The block so far, with the line being written unless it may become the closing fence. */
  token(partial: string): Tokens.Code {
    const mayClose = new RegExp(`^ {0,3}${this.#mark}* *$`).test(partial);
    const shown = mayClose ? null : partial;
    const text = [this.#text, shown].filter((part) => part !== null).join('\n');
    return { type: 'code', raw: '', lang: this.#lang, text };
  }
}
