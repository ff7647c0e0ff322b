const KEY = 'acdeck.folds';
/** Choices beyond this number are forgotten, the oldest first. */
const MOST = 500;

/** Which cards a person has opened or closed by hand; their word outlives updates, scrolling and a reload. */
export class FoldMemory {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly #choices: Map<string, boolean>;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#storage = storage;
    this.#choices = new Map(readChoices(storage));
  }

  /** Undefined where the person has not chosen. */
  choiceFor(sessionId: string, entryId: string): boolean | undefined {
    return this.#choices.get(`${sessionId} ${entryId}`);
  }

  choose(sessionId: string, entryId: string, isOpen: boolean): void {
    const key = `${sessionId} ${entryId}`;
    this.#choices.delete(key);
    this.#choices.set(key, isOpen);
    for (const old of [...this.#choices.keys()].slice(0, -MOST)) this.#choices.delete(old);
    try {
      this.#storage.setItem(KEY, JSON.stringify([...this.#choices]));
    } catch {
      // A full storage only costs the survival of a reload.
    }
  }
}

function readChoices(storage: Pick<Storage, 'getItem'>): [string, boolean][] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
