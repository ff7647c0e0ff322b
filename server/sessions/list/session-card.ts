import type { SessionSummary } from '../../protocol/api/app-state.js';
import type { DraftBody } from '../../protocol/api/draft.js';
import type { LoggedEvent } from '../../protocol/session/session-event.js';
import type { Transcript } from '../../protocol/transcript/transcript.js';
import { sumUsage } from '../../protocol/transcript/usage.js';
import type { AppLog } from '../log/app-log.js';
import type { ListedAs, SessionChange, SessionRow, SessionTies } from '../store/event-store.js';
import { isEmptySession, type RowSurroundings, rowChangeBy, titleOf } from './session-names.js';

interface CardSurroundings extends RowSurroundings {
  readonly isWritable: boolean;
  /** Whether the agent is on its way into the session. */
  readonly isArriving: () => boolean;
}

/** How a session stands in the list of all tabs; told anew only when that changes. */
export class SessionCard {
  readonly #app: AppLog;
  readonly #isWritable: boolean;
  readonly #around: RowSurroundings;
  readonly #isArriving: () => boolean;
  /** A message could be sent if the agent were here. */
  #isWaited = false;
  #row: SessionRow;
  #shown: SessionSummary;

  constructor(app: AppLog, row: SessionRow, { isWritable, isArriving, ...around }: CardSurroundings) {
    this.#app = app;
    this.#row = row;
    this.#isWritable = isWritable;
    this.#isArriving = isArriving;
    this.#around = around;
    this.#shown = summaryOf(row, 'idle', isWritable);
  }

  get row(): SessionRow {
    return this.#row;
  }

  get summary(): SessionSummary {
    return this.#shown;
  }

  /** What events will change in the row; nothing has changed yet. */
  rowChange(events: readonly LoggedEvent[], transcript: Transcript): SessionChange | null {
    return rowChangeBy(this.#row, events, { ...this.#around, transcript });
  }

  /** The events are written; the list follows. */
  update(events: readonly LoggedEvent[], transcript: Transcript): void {
    const change = this.rowChange(events, transcript);
    const status = statusOf(transcript);
    this.#isWaited = status === 'idle' && transcript.queue.length > 0 && transcript.queuePaused === null;
    const isSame = status === this.#shown.status && this.#isOpening === (this.#shown.opening ?? false);
    if (change === null && isSame) return;
    this.#row = { ...this.#row, ...change };
    this.#tell(status, events.at(-1)?.at);
  }

  /** Whether a message waits for nothing but the agent, and that is on its way. */
  get #isOpening(): boolean {
    return this.#isWaited && this.#isArriving();
  }

  /** Where a person has put it in the list. */
  setListing(listing: ListedAs): void {
    this.#row = { ...this.#row, listing };
    this.#tell(this.#shown.status);
  }

  #tell(status: SessionSummary['status'], at?: number): void {
    const { since: before, ...shown } = this.#shown;
    const opening = this.#isOpening ? { opening: true as const } : {};
    const next = { ...summaryOf(this.#row, status, this.#isWritable), ...opening };
    if (JSON.stringify(next) === JSON.stringify(shown)) return;
    const since = status === shown.status ? before : at;
    this.#shown = { ...next, ...(since !== undefined && { since }) };
    this.#app.append({ type: 'session_changed', session: this.#shown });
  }

  setTies(ties: SessionTies): void {
    this.#row = { ...this.#row, ties };
  }

  setDraft(draft: DraftBody): void {
    this.#row = { ...this.#row, draft };
  }
}

/** A session as lists show it. */
export function summaryOf(row: SessionRow, status: SessionSummary['status'], writable: boolean): SessionSummary {
  const { id, agentId, cwd, createdAt, updatedAt, names, ties, parent: above, listing } = row;
  const copy = ties.isArchived ? { copy: true as const } : {};
  const empty = isEmptySession(row) ? { empty: true as const } : {};
  const parent = above ? { parent: { sessionId: above.sessionId, name: above.name } } : {};
  const used = above && listing.usage ? { used: sumUsage(Object.values(listing.usage)) } : {};
  const about = { id, title: titleOf(names), agentId, cwd, createdAt, updatedAt, status, writable };
  return { ...about, ...copy, ...empty, ...parent, ...used, ...listed(listing, updatedAt) };
}

function listed(listing: ListedAs, updatedAt: number): Partial<SessionSummary> {
  const { pinnedAt, archivedAt, seenAt, isFailed, preview, branch } = listing;
  return {
    ...(pinnedAt !== null && { pinnedAt }),
    ...(archivedAt !== null && { archivedAt }),
    ...(seenAt !== null && updatedAt > seenAt && { unread: true as const }),
    ...(isFailed && { failed: true as const }),
    ...(preview !== '' && { preview }),
    ...(branch !== null && { branch }),
  };
}

function statusOf({ pending, turn }: Transcript): SessionSummary['status'] {
  if (pending.length > 0) return 'waiting';
  return turn.status === 'idle' ? 'idle' : 'running';
}
