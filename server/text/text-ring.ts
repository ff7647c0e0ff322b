import { stripControl } from './strip-control.js';

/** Keeps the newest bytes of a stream of output, never more than its size. */
export class TextRing {
  readonly #size: number;
  #parts: Buffer[] = [];
  #bytes = 0;
  #cut = false;

  constructor(size: number) {
    this.#size = size;
  }

  push(data: Uint8Array | string): void {
    const part = typeof data === 'string' ? Buffer.from(data) : Buffer.from(data);
    this.#parts.push(part);
    this.#bytes += part.length;
    // Twice the size before it is cut: cutting at every push would copy the ring for each line.
    if (this.#bytes > this.#size * 2) this.#trim();
  }

  /** What is kept, fit to be shown; only the last `lines` if given. */
  text(lines?: number): string {
    this.#trim();
    const kept = Buffer.concat(this.#parts);
    // A cut may fall into a character and into a line: neither half is worth showing.
    const whole = this.#cut ? kept.subarray(kept.indexOf(0x0a) + 1) : kept;
    const text = stripControl(whole.toString('utf8')).trimEnd();
    return lines === undefined ? text : text.split('\n').slice(-lines).join('\n');
  }

  #trim(): void {
    if (this.#bytes <= this.#size) return;
    const kept = Buffer.concat(this.#parts).subarray(-this.#size);
    this.#parts = [Buffer.from(kept)];
    this.#bytes = kept.length;
    this.#cut = true;
  }
}
