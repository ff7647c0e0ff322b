import type { SessionSummary } from '../../protocol/api/app-state.js';
import type { ImportedSession } from '../../protocol/api/rpc.js';
import { RpcError } from '../../protocol/api/rpc-error.js';
import type { Clock } from '../../protocol/clock.js';
import { saved } from '../log/storage-error.js';
import { type EventStore, type LogWrite, type SavedState, type StoredEntry, UNTIED } from '../store/event-store.js';
import { blankRow } from './blank-row.js';
import { summaryOf } from './session-card.js';
import { cleanTitle } from './session-names.js';

/** A part of a conversation from elsewhere, which is written down at once. */
export interface CopyPiece {
  readonly events: LogWrite['events'];
  readonly entries: readonly StoredEntry[];
}

/** What is known of such a conversation when all of it was read. */
export interface CopyEnd {
  readonly title: string;
  readonly agentId: string | null;
  /** How many events were left out. */
  readonly dropped: number;
  readonly savedState: SavedState;
}

export type CopySource = AsyncIterator<CopyPiece, CopyEnd>;

export interface CopyWriterOptions {
  readonly store: EventStore;
  readonly folder: string;
  readonly clock: Clock;
  readonly newId: () => string;
  /** The agent that a copy is listed under; the one that the file names may be unknown here. */
  readonly agentFor: (agentId: string | null) => string;
  /** A copy is complete. */
  readonly onCopied: (session: SessionSummary) => void;
}

/** Writes copies of conversations, one at a time and piece by piece. Nobody sees one before it is complete. */
export class CopyWriter {
  readonly #options: CopyWriterOptions;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(options: CopyWriterOptions) {
    this.#options = options;
  }

  /** Writes a copy after those that are being written. */
  write(cmdId: string, read: () => CopySource): Promise<ImportedSession> {
    const source = read();
    const copy = this.#last.then(() => this.#copy(cmdId, source));
    this.#last = copy.catch(() => {});
    return copy;
  }

  close(): void {
    this.#isClosed = true;
  }

  async #copy(cmdId: string, source: CopySource): Promise<ImportedSession> {
    const { store, folder, clock, newId, agentFor, onCopied } = this.#options;
    const at = clock.now();
    const blank = { ...blankRow(newId(), agentFor(null), folder, at), ties: { ...UNTIED, isArchived: true } };
    const row = { ...blank, names: { person: null, agent: null, prompt: '' } };
    const sessionId = row.id;
    saved(() => store.addHidden(row));
    try {
      for (;;) {
        const { value, done } = await source.next();
        this.#checkOpen();
        if (!done) {
          saved(() => store.write({ sessionId, ...value }));
          continue;
        }
        const { title, dropped, savedState } = value;
        const change = { agentId: agentFor(value.agentId), names: { ...row.names, person: cleanTitle(title) } };
        const imported = { session: summaryOf({ ...row, ...change }, 'idle', false), dropped };
        const command = { cmdId, result: JSON.stringify(imported), at };
        saved(() => {
          store.write({ sessionId, events: [], savedState: { ...savedState, entries: [] } });
          store.reveal(sessionId, change, command);
        });
        onCopied(imported.session);
        return imported;
      }
    } catch (error) {
      await source.return?.();
      this.#drop(sessionId);
      throw error;
    }
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new RpcError('unavailable', 'The server is stopping.');
  }

  /** What can't be removed now is removed at the next start. */
  #drop(sessionId: string): void {
    if (this.#isClosed) return;
    try {
      this.#options.store.removeSession(sessionId);
    } catch {
      // Nobody sees it, and the next start removes it.
    }
  }
}
