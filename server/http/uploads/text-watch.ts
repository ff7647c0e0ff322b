/** Watches whether what passes by is text: UTF-8 from beginning to end, without a NUL. */
export class TextWatch {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #isText = true;

  take(part: Uint8Array): void {
    if (!this.#isText) return;
    this.#isText = !part.includes(0) && this.#decodes(() => this.#decoder.decode(part, { stream: true }));
  }

  /** The verdict, after the last part. */
  end(): boolean {
    this.#isText &&= this.#decodes(() => this.#decoder.decode());
    return this.#isText;
  }

  #decodes(work: () => string): boolean {
    try {
      work();
      return true;
    } catch {
      return false;
    }
  }
}
