import { RpcError } from '../../protocol/api/rpc-error.js';
import type { EventStore } from '../store/event-store.js';
import { StorageFault } from '../store/sqlite/storage-fault.js';
import type { Act } from './act.js';
import { storageError } from './storage-error.js';

const MOST_CHARS = 128;

/** Knows which acts of people were done, so that a repeat is answered and not done again. */
export class CommandBook {
  readonly #store: EventStore;

  constructor(store: EventStore) {
    this.#store = store;
  }

  /** Gives the first answer of this act, or does it. Whoever does it records it in the same write as its effect. */
  once<T>({ cmdId }: Act, perform: () => T): T {
    if (!isPlainId(cmdId)) throw new RpcError('bad_request', 'A command needs an id of at most 128 plain characters.');
    const first = saved(() => this.#store.resultOf(cmdId));
    return first === null ? perform() : (JSON.parse(first) as T);
  }
}

/** Whether an id is one that we could have given: such ids need no care in files and messages. */
export function isPlainId(id: string): boolean {
  return id.length <= MOST_CHARS && /^[\x21-\x7e]+$/.test(id);
}

/** Does something with the store; what goes wrong there is told as an `RpcError`. */
export function saved<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof StorageFault) throw storageError(error);
    throw error;
  }
}
