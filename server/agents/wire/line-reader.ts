/** Longer lines are skipped: no message needs more, and one without an end would eat the memory. */
export const LINE_LIMIT = 16 * 1024 * 1024;
/** What is kept of a line that isn't a message. */
const GARBAGE_LIMIT = 4096;

/** One line of an agent's output. */
export type WireLine =
  | { kind: 'message'; message: Record<string, unknown>; bytes: number }
  | { kind: 'batch'; message: unknown[] }
  | { kind: 'garbage'; text: string }
  /** Too long; `head` is how it began. */
  | { kind: 'oversized'; head: string; bytes: number };

/** Cuts a byte stream into JSON messages, no matter what else the agent writes there and no matter where the pieces are cut. */
export class LineReader {
  readonly #limit: number;
  #parts: Uint8Array[] = [];
  #bytes = 0;

  constructor(limit = LINE_LIMIT) {
    this.#limit = limit;
  }

  /** Takes the next bytes and gives back the lines that they complete. */
  *push(chunk: Uint8Array): Generator<WireLine> {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      this.#add(chunk.subarray(start, end));
      start = end + 1;
      yield* this.#take();
    }
    this.#add(chunk.subarray(start));
  }

  /** The stream is over: what is left is the last line. */
  *end(): Generator<WireLine> {
    yield* this.#take();
  }

  #add(part: Uint8Array): void {
    if (part.length === 0) return;
    const wasWithin = this.#bytes <= this.#limit;
    this.#bytes += part.length;
    if (this.#bytes <= this.#limit) this.#parts.push(part);
    // Only the head of a line that became too long is kept, once.
    else if (wasWithin) this.#parts = [Buffer.concat([...this.#parts, part]).subarray(0, GARBAGE_LIMIT)];
  }

  *#take(): Generator<WireLine> {
    const bytes = this.#bytes;
    const line = this.#parts.length === 1 ? Buffer.from(this.#parts[0]!) : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#bytes = 0;
    // Invalid UTF-8 becomes U+FFFD, and the rest of the line is still good.
    const text = line
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trim();
    if (bytes > this.#limit) yield { kind: 'oversized', head: text.slice(0, GARBAGE_LIMIT), bytes };
    else if (text) yield* parseLine(text, bytes);
  }
}

function* parseLine(text: string, bytes: number): Generator<WireLine> {
  const value = parseJson(text);
  if (value !== undefined) {
    yield classify(value, text, bytes);
    return;
  }
  const glued = splitGlued(text).map(parseJson);
  if (glued.length > 1 && glued.every(isMessage)) {
    for (const message of glued) yield { kind: 'message', message, bytes };
    return;
  }
  yield { kind: 'garbage', text: text.slice(0, GARBAGE_LIMIT) };
}

function classify(value: unknown, text: string, bytes: number): WireLine {
  if (Array.isArray(value)) return { kind: 'batch', message: value };
  if (isMessage(value)) return { kind: 'message', message: value, bytes };
  return { kind: 'garbage', text: text.slice(0, GARBAGE_LIMIT) };
}

/** Agents log JSON to stdout too; only what calls, tells or answers is a message. */
function isMessage(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  if ('method' in value) return typeof value.method === 'string';
  return 'id' in value && ('result' in value || 'error' in value);
}

function parseJson(text: string): unknown {
  if (!text.startsWith('{') && !text.startsWith('[')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Splits a line that is several JSON objects without a newline between them. Gives back nothing if the
 * line is anything else: an object inside of other text may be a log of what was sent already.
 */
function splitGlued(line: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (start < line.length) {
    if (line[start] !== '{') return [];
    const end = endOfObject(line, start);
    if (end < 0) return [];
    pieces.push(line.slice(start, end));
    start = end;
    while (line[start] === ' ') start++;
  }
  return pieces;
}

function endOfObject(line: string, start: number): number {
  let depth = 0;
  let inText = false;
  for (let at = start; at < line.length; at++) {
    const char = line[at];
    if (inText && char === '\\') at++;
    else if (char === '"') inText = !inText;
    else if (!inText && char === '{') depth++;
    else if (!inText && char === '}' && --depth === 0) return at + 1;
  }
  return -1;
}
