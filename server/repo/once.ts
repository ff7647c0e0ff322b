/** Answers of acts are remembered for so many. */
const REMEMBERED = 1_000;

/** Does each act once: a repeat, known by its id, gets the answer of the first. */
export class Once {
  readonly #done = new Map<string, Promise<unknown>>();

  do<T>(cmdId: string, act: () => Promise<T>): Promise<T> {
    const known = this.#done.get(cmdId);
    if (known) return known as Promise<T>;
    const done = act();
    this.#done.set(cmdId, done);
    // What failed may be tried again.
    done.catch(() => this.#done.delete(cmdId));
    for (const old of this.#done.keys()) if (this.#done.size > REMEMBERED) this.#done.delete(old);
    return done;
  }
}
