import type { SignedIn } from '../../server/protocol/api/door.js';
import { idbResult } from './idb-result.js';

/** What this browser is at this address: the key that it proves itself with, and how it knows the server again. */
export interface Identity extends SignedIn {
  readonly keys: CryptoKeyPair;
}

/** Where the identity is kept. Rejects where this browser keeps nothing. */
export interface IdentityShelf {
  read(): Promise<Identity | null>;
  write(identity: Identity): Promise<void>;
}

const DATABASE = 'acdeck';
const STORE = 'door';
const ENTRY = 'identity';

/** The origin's database: the only place that keeps a key which no script can read, not even ours. */
export function browserShelf(factory: IDBFactory | undefined = globalThis.indexedDB): IdentityShelf {
  const run = async <T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    if (!factory) throw new Error('There is no database here.');
    const opening = factory.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    const database = await idbResult(opening);
    try {
      return await idbResult(act(database.transaction(STORE, mode).objectStore(STORE)));
    } finally {
      database.close();
    }
  };
  return {
    read: async () => (await run<Identity | undefined>('readonly', (store) => store.get(ENTRY))) ?? null,
    write: async (identity) => void (await run('readwrite', (store) => store.put(identity, ENTRY))),
  };
}
