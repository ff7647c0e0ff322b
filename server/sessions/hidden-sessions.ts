import type { EventStore } from './store/event-store.js';
import { StorageFault } from './store/storage-fault.js';

const MOST = 1_000;

/** The agents' sessions that people have deleted here; agents that cannot delete go on listing them. */
export class HiddenSessions {
  readonly #store: EventStore;
  readonly #folder: string;
  #ids: Set<string> | null = null;

  constructor(store: EventStore, folder: string) {
    this.#store = store;
    this.#folder = folder;
  }

  has(id: string): boolean {
    return this.#known().has(id);
  }

  add(id: string): void {
    this.#known().add(id);
    this.#save();
  }

  delete(id: string): void {
    if (this.#known().delete(id)) this.#save();
  }

  #known(): Set<string> {
    if (this.#ids) return this.#ids;
    const { hiddenSessions } = this.#store.folders.facts(this.#folder);
    this.#ids = new Set(Array.isArray(hiddenSessions) ? hiddenSessions : []);
    return this.#ids;
  }

  #save(): void {
    try {
      this.#store.folders.remember(this.#folder, { hiddenSessions: [...this.#known()].slice(-MOST) });
    } catch (error) {
      // It is out of sight until the next start; the store says in the page that it cannot be written to.
      if (!(error instanceof StorageFault)) throw error;
    }
  }
}
