/** A value that others may watch. Values are immutable: a change is a new one. */
export class Store<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  /** Calls `listener` after every change; the result ends that. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  protected set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Resolves as soon as something holds that depends on these stores. */
export function whenHolds(stores: readonly Pick<Store<unknown>, 'subscribe'>[], holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!holds()) return;
      for (const stop of stops) stop();
      resolve();
    };
    const stops = stores.map((store) => store.subscribe(look));
    look();
  });
}
