import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Store } from './store.js';

/** Binds what an element needs of a store: the element renders again when that part changes, and only then. */
export class StoreController<T, S> implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #find: () => Store<T> | null | undefined;
  readonly #select: (value: T) => S;
  #store: Store<T> | null = null;
  #seen: S | undefined;
  #unsubscribe: () => void = () => {};

  constructor(host: ReactiveControllerHost, find: () => Store<T> | null | undefined, select: (value: T) => S) {
    this.#host = host;
    this.#find = find;
    this.#select = select;
    host.addController(this);
  }

  /** The selected part as it is now; undefined while there is no store. */
  get value(): S | undefined {
    this.#seen = this.#store ? this.#select(this.#store.value) : undefined;
    return this.#seen;
  }

  hostConnected(): void {
    this.#follow();
  }

  /** The store may come late, or be another one by now. */
  hostUpdate(): void {
    if (this.#find() !== this.#store) this.#follow();
  }

  hostDisconnected(): void {
    this.#unsubscribe();
    this.#store = null;
  }

  #follow(): void {
    this.#unsubscribe();
    this.#store = this.#find() ?? null;
    this.#unsubscribe =
      this.#store?.subscribe(() => {
        if (this.#store && !Object.is(this.#select(this.#store.value), this.#seen)) this.#host.requestUpdate();
      }) ?? (() => {});
  }
}
