import type { Banner } from '../../protocol/api/app-state.js';
import type { Clock } from '../../protocol/clock.js';
import { StorageFault } from '../store/sqlite/storage-fault.js';
import { storageError } from './storage-error.js';

const RETRY_MS = 1000;
const BANNER = 'storage';

/** Where a trouble of the whole app is shown. */
export interface BannerBoard {
  raise(banner: Banner): void;
  lower(bannerId: string): void;
}

/** Something that holds what it could not write. */
export interface StoreWriter {
  /** Tries again; throws a `StorageFault` if it still cannot. */
  retry(): void;
}

export interface StorageHealthOptions {
  readonly clock: Clock;
  readonly board: BannerBoard;
  /** Throws if nothing can be written. */
  readonly probe: () => void;
}

/**
 * Whether the store takes writes. While it does not, a banner says why, agents are not read from
 * (so that their turns pause), and everything that is held is tried again from time to time.
 */
export class StorageHealth {
  readonly #options: StorageHealthOptions;
  readonly #writers = new Set<StoreWriter>();
  readonly #onRecovered = new Set<() => void>();
  #fault: StorageFault | null = null;
  #ready: { promise: Promise<void>; resolve: () => void } | null = null;
  #stopRetrying: () => void = () => {};

  constructor(options: StorageHealthOptions) {
    this.#options = options;
  }

  get fault(): StorageFault | null {
    return this.#fault;
  }

  /** Settles when writes work again; null while they work. */
  whenReady(): Promise<void> | null {
    return this.#ready?.promise ?? null;
  }

  join(writer: StoreWriter): void {
    this.#writers.add(writer);
  }

  leave(writer: StoreWriter): void {
    this.#writers.delete(writer);
  }

  /** Calls `listener` whenever writes work again after they did not. */
  onRecovered(listener: () => void): void {
    this.#onRecovered.add(listener);
  }

  /** Throws what a person is told who wants something done while nothing can be saved. */
  demand(): void {
    if (this.#fault) throw storageError(this.#fault);
  }

  fail(fault: StorageFault): void {
    if (this.#fault?.message !== fault.message) {
      const about = { code: 'storage', storage: fault.trouble } as const;
      this.#options.board.raise({ id: BANNER, severity: 'error', about });
    }
    if (!this.#fault) this.#ready = newReady();
    this.#fault = fault;
    this.#stopRetrying();
    this.#stopRetrying = this.#options.clock.after(RETRY_MS, () => this.#retry());
  }

  close(): void {
    this.#stopRetrying();
  }

  #retry(): void {
    try {
      this.#options.probe();
      for (const writer of this.#writers) writer.retry();
    } catch (error) {
      this.fail(StorageFault.from(error));
      return;
    }
    const ready = this.#ready;
    this.#fault = null;
    this.#ready = null;
    this.#options.board.lower(BANNER);
    ready?.resolve();
    for (const listener of this.#onRecovered) listener();
  }
}

function newReady(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
