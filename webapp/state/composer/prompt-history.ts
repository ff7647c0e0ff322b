const KEY = 'acdeck.history';
const MOST = 50;
const MOST_CHARS = 4_000;

/** What this browser has sent lately, in any session, the newest first. */
export class PromptHistory {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#storage = storage;
  }

  get all(): readonly string[] {
    try {
      const kept: unknown = JSON.parse(this.#storage.getItem(KEY) ?? '[]');
      return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string') : [];
    } catch {
      return [];
    }
  }

  remember(text: string): void {
    const words = text.trim();
    if (words === '' || words.length > MOST_CHARS) return;
    const rest = this.all.filter((other) => other !== words);
    try {
      this.#storage.setItem(KEY, JSON.stringify([words, ...rest].slice(0, MOST)));
    } catch {
      // A full storage only costs the history.
    }
  }
}
