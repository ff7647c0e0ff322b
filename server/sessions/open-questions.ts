/** What an agent waits for: each question gets one answer, whoever gives it. */
export class OpenQuestions<T> {
  readonly #open = new Map<string, (answer: T) => void>();

  get ids(): string[] {
    return [...this.#open.keys()];
  }

  /** Opens a question; the promise settles with its answer. */
  open(id: string): Promise<T> {
    return new Promise((resolve) => this.#open.set(id, resolve));
  }

  /** Answers a question if nobody has. */
  settle(id: string, answer: T): void {
    const resolve = this.#open.get(id);
    this.#open.delete(id);
    resolve?.(answer);
  }
}
