import type { SessionSummary } from '../protocol/app-state.js';
import type { DraftBody } from '../protocol/draft.js';
import type { LoggedEvent } from '../protocol/events.js';
import type { Transcript } from '../protocol/transcript.js';
import type { AppLog } from './app-log.js';
import { rowChangeBy, titleOf } from './session-names.js';
import type { SessionChange, SessionRow, SessionTies } from './store/event-store.js';

/** How a session stands in the list of all tabs; told anew only when that changes. */
export class SessionCard {
  readonly #app: AppLog;
  readonly #isWritable: boolean;
  #row: SessionRow;
  #shown: SessionSummary;

  constructor(app: AppLog, row: SessionRow, isWritable: boolean) {
    this.#app = app;
    this.#row = row;
    this.#isWritable = isWritable;
    this.#shown = summaryOf(row, 'idle', isWritable);
  }

  get row(): SessionRow {
    return this.#row;
  }

  get summary(): SessionSummary {
    return this.#shown;
  }

  /** What events will change in the row; nothing has changed yet. */
  rowChange(events: readonly LoggedEvent[]): SessionChange | null {
    return rowChangeBy(this.#row, events);
  }

  /** The events are written; the list follows. */
  update(events: readonly LoggedEvent[], transcript: Transcript): void {
    this.#row = { ...this.#row, ...rowChangeBy(this.#row, events) };
    const next = summaryOf(this.#row, statusOf(transcript), this.#isWritable);
    const { status, title, updatedAt } = this.#shown;
    if (next.status === status && next.title === title && next.updatedAt === updatedAt) return;
    this.#shown = next;
    this.#app.append({ type: 'session_changed', session: next });
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
  const { id, agentId, cwd, createdAt, updatedAt, names, ties } = row;
  const archived = ties.isArchived ? { archived: true as const } : {};
  return { id, title: titleOf(names), agentId, cwd, createdAt, updatedAt, status, writable, ...archived };
}

function statusOf({ pending, turn }: Transcript): SessionSummary['status'] {
  if (pending.length > 0) return 'waiting';
  return turn.status === 'idle' ? 'idle' : 'running';
}
