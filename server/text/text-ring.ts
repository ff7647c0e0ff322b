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

  /** What is kept, fit to be shown. */
  text(): string {
    this.#trim();
    const kept = Buffer.concat(this.#parts);
    // A cut may fall into a character and into a line: neither half is worth showing.
    const whole = this.#cut ? kept.subarray(kept.indexOf(0x0a) + 1) : kept;
    return stripControl(whole.toString('utf8')).trimEnd();
  }

  #trim(): void {
    if (this.#bytes <= this.#size) return;
    const kept = Buffer.concat(this.#parts).subarray(-this.#size);
    this.#parts = [Buffer.from(kept)];
    this.#bytes = kept.length;
    this.#cut = true;
  }
}

/** The last lines of a text. */
export function lastLines(text: string, count: number): string {
  return text.split('\n').slice(-count).join('\n');
}
