import { idbResult } from '../../rpc/idb-result.js';

/** A text that somebody began to edit and has not saved. */
export interface KeptEdit {
  readonly text: string;
  /** What the file held then. */
  readonly base: string;
  /** Of the file as it was when the edit was begun. */
  readonly revision: string;
  readonly at: number;
}

/** Where unsaved texts are kept, by path. Rejects where this browser keeps nothing. */
export interface EditShelf {
  read(path: string): Promise<KeptEdit | null>;
  write(path: string, edit: KeptEdit): Promise<void>;
  remove(path: string): Promise<void>;
  /** The paths of all that is kept. */
  list(): Promise<string[]>;
}

const DATABASE = 'acdeck-edits';
const STORE = 'edits';

/** The origin's database, because a file may be larger than what other storage takes; one folder sees only its own. */
export function browserEdits(folder: string, factory: IDBFactory | undefined = globalThis.indexedDB): EditShelf {
  const keyOf = (path: string) => `${folder}\n${path}`;
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
    read: async (path) => (await run<KeptEdit | undefined>('readonly', (store) => store.get(keyOf(path)))) ?? null,
    write: async (path, edit) => void (await run('readwrite', (store) => store.put(edit, keyOf(path)))),
    remove: async (path) => void (await run('readwrite', (store) => store.delete(keyOf(path)))),
    list: async () => {
      const range = IDBKeyRange.bound(keyOf(''), keyOf('\uffff'));
      const keys = await run('readonly', (store) => store.getAllKeys(range));
      return keys.map((key) => String(key).slice(keyOf('').length));
    },
  };
}
