import { createHash } from 'node:crypto';

/** Where acts are remembered that were done. */
export interface KeyStore {
  resultOf(id: string): string | null;
  recordCommand(record: { readonly cmdId: string; readonly result: string; readonly at: number }): void;
}

/** A request that names its key. */
export interface KeyedRequest {
  readonly callerId: string;
  readonly key: string;
  /** What it asks for, where, and with which body. */
  readonly content: readonly unknown[];
}

interface KeptAnswer {
  readonly digest: string;
  readonly answer: object;
}

/** The same key with another content: nothing was done. */
export class KeyReused extends Error {}

/**
 * Knows the keys by which programs repeat a request. A repeat gets the first answer, also from a later server; a key that was
 * used for something else is refused. A request that was refused may come again with its key, and be another one.
 */
export class KeyBook {
  readonly #store: KeyStore;
  readonly #now: () => number;
  /** Requests at work, by id. */
  readonly #working = new Map<string, { digest: string; answer: Promise<object> }>();

  constructor(store: KeyStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  async once({ callerId, key, content }: KeyedRequest, perform: () => object | Promise<object>): Promise<object> {
    const id = `key-${hash([callerId, key]).slice(0, 40)}`;
    const digest = hash(content);
    const known = this.#working.get(id) ?? readAnswer(this.#store.resultOf(id));
    if (known && known.digest !== digest) throw new KeyReused('This Idempotency-Key was used for another request.');
    if (known) return known.answer;
    const answer = this.#perform(id, digest, perform);
    this.#working.set(id, { digest, answer });
    return answer.finally(() => this.#working.delete(id));
  }

  async #perform(cmdId: string, digest: string, perform: () => object | Promise<object>): Promise<object> {
    const answer = await perform();
    const result = JSON.stringify({ digest, answer } satisfies KeptAnswer);
    this.#store.recordCommand({ cmdId, result, at: this.#now() });
    return answer;
  }
}

function hash(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function readAnswer(stored: string | null): KeptAnswer | null {
  return stored === null ? null : (JSON.parse(stored) as KeptAnswer);
}
