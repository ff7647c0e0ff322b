import type { FileHandle } from 'node:fs/promises';
import { REPO_LIMITS } from '../protocol/api/repo.js';

const CHUNK = 128 * 1024;
const NEWLINE = 10;
/** No character of UTF-8 is longer than this. */
const LONGEST_CHARACTER = 4;
const LINE_BYTES = REPO_LIMITS.lineChars * LONGEST_CHARACTER;

/** Where to begin, how many lines to pass over there, and how many to take. */
export interface LineRange {
  offset: number;
  skip: number;
  count: number;
}

/** Lines as text, and how many of them were cut. */
export interface ReadLines {
  lines: string[];
  cut: number;
}

/** Reads some lines of a file; of a very long line only the beginning is kept, and no more than an answer may hold is taken. */
export async function readLines(file: FileHandle, { offset, skip, count }: LineRange): Promise<ReadLines> {
  const taker = new LineTaker(skip, count);
  const buffer = Buffer.allocUnsafe(CHUNK);
  let at = offset;
  while (!taker.isDone) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK, at);
    if (bytesRead === 0) break;
    taker.push(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
  taker.end();
  return { lines: taker.lines, cut: taker.cut };
}

class LineTaker {
  readonly lines: string[] = [];
  cut = 0;
  #skip: number;
  readonly #count: number;
  #room: number = REPO_LIMITS.sliceBytes;
  #parts: Buffer[] = [];
  #length = 0;

  constructor(skip: number, count: number) {
    this.#skip = skip;
    this.#count = count;
  }

  get isDone(): boolean {
    return this.lines.length >= this.#count || this.#room <= 0;
  }

  push(bytes: Buffer): void {
    let start = 0;
    while (start < bytes.length && !this.isDone) {
      const end = bytes.indexOf(NEWLINE, start);
      this.#take(bytes.subarray(start, end < 0 ? bytes.length : end));
      if (end < 0) return;
      this.#endLine();
      start = end + 1;
    }
  }

  /** The file is over: what came last is a line too, unless nothing came. */
  end(): void {
    if (this.#length > 0 && !this.isDone) this.#endLine();
  }

  #take(piece: Buffer): void {
    const room = LINE_BYTES - this.#length;
    // Copied, because the buffer is used again.
    if (this.#skip === 0 && room > 0) this.#parts.push(Buffer.from(piece.subarray(0, room)));
    this.#length += piece.length;
  }

  #endLine(): void {
    if (this.#skip > 0) this.#skip -= 1;
    else this.#keep(Buffer.concat(this.#parts).toString('utf8').replace(/\r$/, ''));
    this.#parts = [];
    this.#length = 0;
  }

  #keep(line: string): void {
    const isLong = line.length > REPO_LIMITS.lineChars || this.#length > LINE_BYTES;
    const kept = isLong ? `${line.slice(0, REPO_LIMITS.lineChars).replace(/[\ud800-\udbff]$/, '')}…` : line;
    if (isLong) this.cut += 1;
    this.#room -= Buffer.byteLength(kept) + 3;
    this.lines.push(kept);
  }
}
