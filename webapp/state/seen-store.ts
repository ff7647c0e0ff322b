import type { SessionSummary } from '../../server/protocol/app-state.js';
import { Store } from './store.js';

const KEY = 'acdeck.seen';
/** More than this many are not remembered; what was seen longest ago goes first. */
const MOST = 1_000;

interface Seen {
  /** What happened before this device was first here counts as seen. */
  readonly since: number | null;
  readonly at: ReadonlyMap<string, number>;
}

/** Until when a person has seen each session, on this device. */
export class SeenStore extends Store<Seen> {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>) {
    super(readSeen(storage) ?? { since: null, at: new Map() });
    this.#storage = storage;
  }

  isUnread({ id, updatedAt }: SessionSummary): boolean {
    return updatedAt > (this.value.at.get(id) ?? this.value.since ?? Infinity);
  }

  /** At the first meeting nothing is news. */
  meet(sessions: readonly SessionSummary[]): void {
    if (this.value.since !== null) return;
    this.#keep({ since: Math.max(0, ...sessions.map(({ updatedAt }) => updatedAt)), at: this.value.at });
  }

  /** The person has this session before their eyes. */
  see({ id, updatedAt }: Pick<SessionSummary, 'id' | 'updatedAt'>): void {
    if ((this.value.at.get(id) ?? 0) >= updatedAt) return;
    const at = new Map(this.value.at);
    at.delete(id);
    at.set(id, updatedAt);
    for (const old of [...at.keys()].slice(0, -MOST)) at.delete(old);
    this.#keep({ since: this.value.since, at });
  }

  #keep(seen: Seen): void {
    this.set(seen);
    try {
      this.#storage.setItem(KEY, JSON.stringify({ since: seen.since, at: [...seen.at] }));
    } catch {
      // A full storage only costs the survival of a reload.
    }
  }
}

function readSeen(storage: Pick<Storage, 'getItem'>): Seen | null {
  try {
    const { since, at } = JSON.parse(storage.getItem(KEY) ?? '{}') as { since?: unknown; at?: [string, number][] };
    return typeof since === 'number' && Array.isArray(at) ? { since, at: new Map(at) } : null;
  } catch {
    return null;
  }
}
