/** Goes back and forth in what a person has sent, from an empty field and back to it. */
export class HistoryWalk {
  #past: readonly string[] = [];
  #at = -1;

  /** The next older words, or null if there are none or the person is in the middle of something. */
  older(now: string, past: () => readonly string[]): string | null {
    if (!this.#isAt(now)) this.#at = -1;
    if (this.#at < 0 && now !== '') return null;
    if (this.#at < 0) this.#past = past();
    if (this.#at + 1 >= this.#past.length) return null;
    this.#at += 1;
    return this.#past[this.#at]!;
  }

  /** The next newer words, the empty field at last; null if nobody is walking. */
  newer(now: string): string | null {
    if (this.#at < 0 || !this.#isAt(now)) return null;
    this.#at -= 1;
    return this.#past[this.#at] ?? '';
  }

  #isAt(now: string): boolean {
    return this.#at >= 0 && this.#past[this.#at] === now;
  }
}
