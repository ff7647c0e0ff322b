import { RpcError } from '../../protocol/api/rpc-error.js';
import type { Clock } from '../../protocol/clock.js';
import { isPlainId } from '../../protocol/plain-id.js';
import { BEGUN, type EventStore } from '../store/event-store.js';
import { StorageFault } from '../store/sqlite/storage-fault.js';
import { saved } from './storage-error.js';

/** Answers that the store could not take; so many are remembered until the server ends. */
const UNSAVED = 1_000;

/**
 * Where a command has its effect. `store`: the handler writes the id with the effect, or the effect ends with the server.
 * `files`: the id can't be part of the same write, so it is written first.
 */
export type EffectPlace = 'store' | 'files';

export interface CommandLedgerParts {
  readonly store: Pick<EventStore, 'resultOf' | 'beginCommand' | 'recordCommand' | 'forgetCommand'>;
  readonly clock: Clock;
}

/**
 * Does each command of a person once, for good: a repeat, known by its id, gets the first answer and has no second effect,
 * also after a restart. A refused command had no effect and may be sent again.
 */
export class CommandLedger {
  readonly #parts: CommandLedgerParts;
  readonly #working = new Map<string, Promise<unknown>>();
  readonly #unsaved = new Map<string, unknown>();

  constructor(parts: CommandLedgerParts) {
    this.#parts = parts;
  }

  /** Gives the first answer of this command, or performs it. What answers at once is answered at once. */
  once<T>(cmdId: string, place: EffectPlace, perform: () => T): T {
    if (!isPlainId(cmdId)) throw new RpcError('bad_request', 'A command needs an id of at most 128 plain characters.');
    if (this.#working.has(cmdId)) return this.#working.get(cmdId) as T;
    if (this.#unsaved.has(cmdId)) return this.#unsaved.get(cmdId) as T;
    const first = saved(() => this.#parts.store.resultOf(cmdId));
    // A server that is gone had begun it: nobody knows how far it came, so nobody does it again.
    if (first === BEGUN)
      throw new RpcError('conflict', 'The server ended while it did this.', { code: 'outcome_unknown' });
    if (first !== null) return JSON.parse(first) as T;
    if (place === 'files') this.#write((store, at) => store.beginCommand(cmdId, at));
    try {
      const result = perform();
      if (result instanceof Promise) return this.#await(cmdId, result) as T;
      this.#keep(cmdId, result);
      return result;
    } catch (error) {
      this.#forget(cmdId);
      throw error;
    }
  }

  #await<T>(cmdId: string, work: Promise<T>): Promise<T> {
    const done = work
      .then(
        (result) => {
          this.#keep(cmdId, result);
          return result;
        },
        (error: unknown) => {
          this.#forget(cmdId);
          throw error;
        },
      )
      .finally(() => this.#working.delete(cmdId));
    this.#working.set(cmdId, done);
    return done;
  }

  /** A handler that has written the id with its effect needs no second write. */
  #keep(cmdId: string, result: unknown): void {
    const isWritten = this.#write((store, at) => {
      if (!store.resultOf(cmdId)) store.recordCommand({ cmdId, result: JSON.stringify(result), at });
    });
    if (isWritten) return;
    this.#unsaved.set(cmdId, result);
    for (const oldest of this.#unsaved.keys()) if (this.#unsaved.size > UNSAVED) this.#unsaved.delete(oldest);
  }

  #forget(cmdId: string): void {
    this.#write((store) => store.forgetCommand(cmdId));
  }

  /** A full disk keeps nobody from stopping an agent or deleting a file; `false` if nothing was written. */
  #write(write: (store: CommandLedgerParts['store'], at: number) => void): boolean {
    try {
      write(this.#parts.store, this.#parts.clock.now());
      return true;
    } catch (error) {
      if (!(error instanceof StorageFault)) throw error;
      return false;
    }
  }
}
