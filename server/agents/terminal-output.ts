/** The newest bytes of a terminal, as many as the agent wants to keep; the start is cut away. */
export class TerminalOutput {
  readonly #limit: number;
  #parts: Buffer[] = [];
  #bytes = 0;
  #isCut = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(data: Buffer): void {
    this.#parts.push(data);
    this.#bytes += data.length;
    // Twice the limit before it is cut, or every chunk would copy all that is kept.
    if (this.#bytes > this.#limit * 2) this.#trim();
  }

  get truncated(): boolean {
    return this.#isCut || this.#bytes > this.#limit;
  }

  get text(): string {
    this.#trim();
    return Buffer.concat(this.#parts).toString('utf8');
  }

  /** Keeps the end and begins it with a whole character. */
  #trim(): void {
    if (this.#bytes <= this.#limit) return;
    const all = Buffer.concat(this.#parts);
    let start = all.length - this.#limit;
    while (start < all.length && isInsideCharacter(all[start]!)) start++;
    const kept = Buffer.from(all.subarray(start));
    this.#parts = [kept];
    this.#bytes = kept.length;
    this.#isCut = true;
  }
}

function isInsideCharacter(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
