/** The questions of one session that an agent waits on; all can be called off at once. */
export class OpenAsks {
  readonly #open = new Set<AbortController>();

  /** Asks, and gives back the fallback if the question is called off, by either side, or nobody can answer. */
  async ask<T>(put: (signal: AbortSignal) => Promise<T>, signal: AbortSignal, fallback: T): Promise<T> {
    const control = new AbortController();
    const callOff = () => control.abort();
    signal.addEventListener('abort', callOff, { once: true });
    if (signal.aborted) callOff();
    this.#open.add(control);
    const calledOff = new Promise<T>((resolve) => {
      control.signal.addEventListener('abort', () => resolve(fallback), { once: true });
      if (control.signal.aborted) resolve(fallback);
    });
    try {
      return await Promise.race([calledOff, put(control.signal)]);
    } catch {
      // Nobody chose anything, and that never means yes.
      return fallback;
    } finally {
      this.#open.delete(control);
      signal.removeEventListener('abort', callOff);
    }
  }

  callOffAll(): void {
    for (const control of this.#open) control.abort();
  }
}
