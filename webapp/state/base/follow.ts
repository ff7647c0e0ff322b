import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Store } from './store.js';

/** What an element follows: the value as it is now; undefined while there is no store. */
export interface Followed<T> {
  readonly value: T | undefined;
}

/** May come late, and may be another one later. */
type FindStore<T> = () => Store<T> | null | undefined;
/** A store of one thing, which is followed as a whole. */
type FindWhole<T> = () => (Store<T> & { readonly isShared?: never }) | null | undefined;

/** Follows a store, or the selected part of it, which a shared one demands: the element is drawn again when that changes, and only then. */
export function follow<T>(host: ReactiveControllerHost, find: FindWhole<T>): Followed<T>;
export function follow<T, S>(host: ReactiveControllerHost, find: FindStore<T>, select: (value: T) => S): Followed<S>;
export function follow<T, S>(
  host: ReactiveControllerHost,
  find: FindStore<T>,
  select?: (value: T) => S,
): Followed<T | S> {
  return new StoreController<T, T | S>(host, find, select ?? ((value) => value));
}

/** As `follow`; a change that `pace` gives a time for is drawn then, together with what else waits for it. */
export function followAtPace<T>(
  host: ReactiveControllerHost,
  find: FindStore<T>,
  pace: (value: T) => Promise<void> | null,
): Followed<T> {
  return new StoreController<T, T>(host, find, (value) => value, pace);
}

class StoreController<T, S> implements ReactiveController, Followed<S> {
  readonly #host: ReactiveControllerHost;
  readonly #find: FindStore<T>;
  readonly #select: (value: T) => S;
  readonly #pace: (value: T) => Promise<void> | null;
  #store: Store<T> | null = null;
  #seen: S | undefined;
  #isConnected = false;
  #isWaiting = false;
  #unsubscribe: () => void = () => {};

  constructor(
    host: ReactiveControllerHost,
    find: FindStore<T>,
    select: (value: T) => S,
    pace: (value: T) => Promise<void> | null = () => null,
  ) {
    this.#host = host;
    this.#find = find;
    this.#select = select;
    this.#pace = pace;
    host.addController(this);
  }

  get value(): S | undefined {
    this.#seen = this.#store ? this.#select(this.#store.value) : undefined;
    return this.#seen;
  }

  hostConnected(): void {
    this.#isConnected = true;
    this.#follow();
    this.#look();
  }

  /** An element that was removed while it waited to be drawn is drawn once more; it must not follow again. */
  hostUpdate(): void {
    if (this.#isConnected && this.#find() !== this.#store) this.#follow();
  }

  hostDisconnected(): void {
    this.#isConnected = false;
    this.#unsubscribe();
  }

  #follow(): void {
    this.#unsubscribe();
    this.#store = this.#find() ?? null;
    this.#unsubscribe = this.#store?.subscribe(() => this.#look()) ?? (() => {});
  }

  #look(): void {
    if (this.#store && !Object.is(this.#select(this.#store.value), this.#seen)) this.#draw(this.#store.value);
  }

  #draw(value: T): void {
    if (this.#isWaiting) return;
    const time = this.#pace(value);
    if (!time) {
      this.#host.requestUpdate();
      return;
    }
    this.#isWaiting = true;
    void time.then(() => {
      this.#isWaiting = false;
      this.#host.requestUpdate();
    });
  }
}
