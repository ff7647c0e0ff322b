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

  /** Calls `listener` after every change of the selected part, and of no other; the result ends that. */
  observe<S>(select: (value: T) => S, listener: (part: S) => void): () => void {
    let before = select(this.#value);
    return this.subscribe(() => {
      const part = select(this.#value);
      if (Object.is(part, before)) return;
      before = part;
      listener(part);
    });
  }

  protected set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** What many elements follow, each some parts of it: `follow` then wants a selector, so that one part redraws nothing else. */
export class SharedStore<T> extends Store<T> {
  readonly isShared = true;
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
