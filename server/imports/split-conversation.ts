import { IMPORT_LIMITS } from '../protocol/api/conversation-file.js';
import { setOwn } from '../protocol/own.js';

/** What a file says besides its events. */
export type ConversationHead = Record<string, unknown>;

/**
 * The JSON of each event in a conversation file, null for one that is too large; the other fields are put into `head`.
 * A file read whole would be many times its size in memory. Throws a `SyntaxError` where it isn't an object in JSON.
 */
export function* splitConversation(json: string, head: ConversationHead): Generator<string | null> {
  const scan = new JsonScan(json);
  scan.expect('{');
  let hasEvents = false;
  for (let isFirst = true; !scan.take('}'); isFirst = false) {
    if (!isFirst) scan.expect(',');
    const name: unknown = JSON.parse(scan.value());
    scan.expect(':');
    if (name !== 'events' || !scan.take('[')) {
      setOwn(head, String(name), JSON.parse(scan.value()));
      continue;
    }
    if (hasEvents) throw new SyntaxError('There are two lists of events.');
    hasEvents = true;
    for (let isStart = true; !scan.take(']'); isStart = false) {
      if (!isStart) scan.expect(',');
      const text = scan.value();
      yield text.length > IMPORT_LIMITS.eventChars ? null : text;
    }
  }
  scan.end();
  head.events = hasEvents;
}

const [QUOTE, BACKSLASH] = [34, 92];

/** Finds where values begin and end, and leaves it to `JSON.parse` whether they are values. */
class JsonScan {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Takes a sign if it comes next. */
  take(sign: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== sign) return false;
    this.#at++;
    return true;
  }

  expect(sign: string): void {
    if (!this.take(sign)) throw new SyntaxError(`There is no ${sign} at ${this.#at}.`);
  }

  end(): void {
    this.#skipSpace();
    if (this.#at < this.#text.length) throw new SyntaxError('There is something after the end.');
  }

  /** The text of the next value. */
  value(): string {
    this.#skipSpace();
    const from = this.#at;
    for (let depth = 0; ; ) {
      const sign = this.#text[this.#at];
      if (sign === undefined) throw new SyntaxError('The file ends too early.');
      if (sign === '"') this.#skipString();
      else if (sign === '{' || sign === '[') {
        depth++;
        this.#at++;
        continue;
      } else if (depth > 0 && (sign === '}' || sign === ']')) {
        depth--;
        this.#at++;
      } else if (depth > 0 && (sign === ',' || sign === ':' || sign <= ' ')) {
        this.#at++;
        continue;
      } else this.#skipWord();
      if (depth === 0) return this.#text.slice(from, this.#at);
    }
  }

  #skipSpace(): void {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at++;
  }

  #skipString(): void {
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === BACKSLASH) this.#at++;
      else if (code === QUOTE) {
        this.#at++;
        return;
      }
    }
    throw new SyntaxError('A text has no end.');
  }

  /** A number, or one of the three words. */
  #skipWord(): void {
    const from = this.#at;
    while (/[\w.+-]/.test(this.#text[this.#at] ?? '')) this.#at++;
    if (this.#at === from) throw new SyntaxError(`There is no value at ${from}.`);
  }
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}
