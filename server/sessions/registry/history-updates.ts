import { AUTH_REQUIRED, NOT_FOUND } from '../../protocol/acp-codes.js';
import type { Done } from '../../protocol/api/rpc.js';
import { RpcError } from '../../protocol/api/rpc-error.js';
import type { Clock } from '../../protocol/clock.js';
import type { SessionEvent } from '../../protocol/session/session-event.js';
import type { QueuedPrompt } from '../../protocol/transcript/transcript.js';
import { summaryOf } from '../list/session-card.js';
import { titleOf } from '../list/session-names.js';
import type { Act } from '../log/act.js';
import type { AppLog } from '../log/app-log.js';
import { saved } from '../log/storage-error.js';
import type { SeatFault } from '../session/agent-seat.js';
import type { Session } from '../session/session.js';
import { seatNotice } from '../session/session-marks.js';
import { type ArchivedAs, type EventStore, type SessionRow, UNTIED } from '../store/event-store.js';
import type { OpenSessions } from './open-sessions.js';

export interface HistoryUpdatesOptions {
  readonly store: EventStore;
  readonly app: AppLog;
  readonly sessions: OpenSessions;
  readonly clock: Clock;
  readonly newId: () => string;
}

/**
 * Takes an agent's history in place of ours. Ours is set aside first, in the same write that makes room for the
 * agent's; so whatever happens between, one of them is in the list and the other is with the agent.
 */
export class HistoryUpdates {
  readonly #options: HistoryUpdatesOptions;

  constructor(options: HistoryUpdatesOptions) {
    this.#options = options;
  }

  /** A person wants what the agent has. */
  update(act: Act, session: Session): Done {
    const { row } = session;
    if (session.turns.isRunning) throw new RpcError('conflict', 'The agent is working.', { code: 'agent_working' });
    if (row.ties.agentSessionId === null)
      throw new RpcError('unavailable', 'The agent has no history of this session.', { code: 'no_history' });
    // Everything is written under the old id before that belongs to another log.
    const done = session.log.commit([], null);
    session.log.compact();
    const archive = row.ties.import ? null : this.#archiveOf(row);
    const from = this.#options.app.current.agents.find(({ id }) => id === row.agentId)?.name ?? row.agentId;
    const pending = row.ties.import ?? { from, archiveId: archive?.id ?? null };
    const fresh = { ...row, ties: { ...row.ties, import: pending } };
    const command = { cmdId: act.cmdId, result: JSON.stringify(done), at: this.#options.clock.now() };
    saved(() => this.#options.store.supersede(fresh, archive, command));
    if (archive) this.#list({ ...row, ...archive }, false);
    this.#replace(session);
    return done;
  }

  /** The history broke off in the middle: it is taken again, from the beginning. */
  beginAgain(session: Session): void {
    const { row } = session;
    saved(() => this.#options.store.supersede(row, null));
    this.#replace(session);
  }

  /** The agent did not give its history: ours is back in its place, or the page says why it is empty. */
  refuse(session: Session, fault: SeatFault): void {
    const { row } = session;
    const archiveId = row.ties.import?.archiveId ?? null;
    if (archiveId !== null && saved(() => this.#options.store.session(archiveId))) {
      this.#reinstate(session, archiveId, fault);
      return;
    }
    session.log.record(...seatNotice(fault, session.log.transcript, true));
    if (fault.code !== NOT_FOUND) return;
    const ties = { ...row.ties, agentSessionId: null, import: null };
    saved(() => this.#options.store.changeSession(row.id, { ties }));
    session.tie(ties);
  }

  #reinstate(session: Session, archiveId: string, fault: SeatFault): void {
    const { store, app } = this.#options;
    const { id, names, draft } = session.row;
    const ties = { ...session.row.ties, import: null };
    this.#options.sessions.forget(archiveId);
    saved(() => store.reinstate(archiveId, { id, names, ties, draft }));
    app.append({ type: 'session_deleted', sessionId: archiveId });
    this.#replace(session).log.record({
      type: 'notice_shown',
      severity: 'error',
      notice: { code: 'update_failed', trouble: fault.trouble },
      action: fault.code === AUTH_REQUIRED ? 'sign_in' : 'update_from_agent',
    });
  }

  /** Every tab that follows the old log is told that there is another. */
  #replace(session: Session): Session {
    const { tabs, transcript } = session.log;
    const next = this.#options.sessions.replace(session);
    const waiting = transcript.queue.map(queuedAgain);
    if (waiting.length > 0) next.log.record(...waiting);
    this.#list(next.row, true);
    next.log.announceTo(tabs);
    return next;
  }

  #archiveOf({ names }: SessionRow): ArchivedAs {
    const { newId, clock } = this.#options;
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    const person = `${titleOf(names)} (${day})`.trim();
    return { id: newId(), names: { ...names, person }, draft: '', ties: { ...UNTIED, isArchived: true } };
  }

  #list(row: SessionRow, writable: boolean): void {
    this.#options.app.append({ type: 'session_changed', session: summaryOf(row, 'idle', writable) });
  }
}

function queuedAgain({ promptId, content, by }: QueuedPrompt): SessionEvent {
  return { type: 'prompt_queued', promptId, content: [...content], by };
}
