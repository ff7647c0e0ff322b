import type { FileHandle } from 'node:fs/promises';

/** One place in this many lines is remembered. */
const STEP = 1_000;
const CHUNK = 256 * 1024;
const NEWLINE = 10;

/** Where the lines of a file begin: counted as far as somebody has asked, remembered in steps. */
export class LineMap {
  /** The offset of line 1, 1 + STEP, 1 + 2 × STEP, … */
  readonly #marks = [0];
  readonly #size: number;
  /** How far the file was counted: the offset, and the line that begins or goes on there. */
  #at = 0;
  #line = 1;
  #endsOpen = false;
  #turn: Promise<void> = Promise.resolve();

  constructor(size: number) {
    this.#size = size;
  }

  /** How many lines there are, once all are counted. */
  get total(): number | null {
    if (this.#at < this.#size) return null;
    return this.#endsOpen ? this.#line : this.#line - 1;
  }

  /** Counts until a line was found or the file ends. */
  countTo(file: FileHandle, line: number): Promise<void> {
    // One after the other: two that read the same part would count it twice.
    const counted = this.#turn.then(() => this.#countTo(file, line));
    this.#turn = counted.catch(() => {});
    return counted;
  }

  /** The nearest remembered place at or before a line. */
  before(line: number): { line: number; offset: number } {
    const step = Math.min(Math.floor((line - 1) / STEP), this.#marks.length - 1);
    return { line: step * STEP + 1, offset: this.#marks[step]! };
  }

  async #countTo(file: FileHandle, line: number): Promise<void> {
    const buffer = Buffer.allocUnsafe(CHUNK);
    while (this.#at < this.#size && this.#line < line) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(CHUNK, this.#size - this.#at), this.#at);
      if (bytesRead === 0) throw new Error('The file became shorter while it was read.');
      this.#count(buffer.subarray(0, bytesRead));
    }
  }

  #count(bytes: Buffer): void {
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, end + 1)) {
      this.#line += 1;
      if ((this.#line - 1) % STEP === 0) this.#marks.push(this.#at + end + 1);
    }
    this.#endsOpen = bytes.at(-1) !== NEWLINE;
    this.#at += bytes.length;
  }
}
