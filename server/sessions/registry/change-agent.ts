import type { SessionSummary } from '../../protocol/api/app-state.js';
import { RpcError } from '../../protocol/api/rpc-error.js';
import type { Clock } from '../../protocol/clock.js';
import type { SessionEvent } from '../../protocol/session/session-event.js';
import { summaryOf } from '../list/session-card.js';
import type { SessionDirectory } from '../list/session-directory.js';
import type { AppLog } from '../log/app-log.js';
import { saved } from '../log/storage-error.js';
import type { Session } from '../session/session.js';
import type { EventStore } from '../store/event-store.js';
import type { OpenSessions } from './open-sessions.js';

export interface ChangeAgentParts {
  readonly store: EventStore;
  readonly app: AppLog;
  readonly sessions: OpenSessions;
  readonly directory: SessionDirectory;
  readonly clock: Clock;
}

/** Gives what was written for one agent to another: each queued prompt goes along, and is in one queue only. */
export class ChangeAgent {
  readonly #parts: ChangeAgentParts;

  constructor(parts: ChangeAgentParts) {
    this.#parts = parts;
  }

  /** The session itself changes hands if no agent has answered in it; otherwise a new one takes its queue. */
  change(session: Session, agentId: string, cmdId: string | null): SessionSummary {
    if (session.turns.isRunning) throw new RpcError('conflict', 'The agent is working.', { code: 'agent_working' });
    return isUntouched(session) ? this.#handOver(session, agentId, cmdId) : this.#moveQueue(session, agentId, cmdId);
  }

  #handOver(session: Session, agentId: string, cmdId: string | null): SessionSummary {
    const { store, app, sessions, clock } = this.#parts;
    session.log.commit([], null);
    const summary = summaryOf({ ...session.row, agentId }, 'idle', true);
    const command = cmdId === null ? undefined : { cmdId, result: JSON.stringify(summary), at: clock.now() };
    saved(() => store.changeSession(session.id, { agentId }, command));
    const { tabs } = session.log;
    const next = sessions.replace(session);
    app.append({ type: 'session_changed', session: summary });
    next.log.announceTo(tabs);
    next.agent.connectSoon();
    return summary;
  }

  #moveQueue(session: Session, agentId: string, cmdId: string | null): SessionSummary {
    const { sessions, directory } = this.#parts;
    const { queue } = session.log.transcript;
    const summary = directory.create(agentId, cmdId);
    const next = sessions.get(summary.id);
    const queued = queue.map(
      ({ promptId, content, by }): SessionEvent => ({ type: 'prompt_queued', promptId, content: [...content], by }),
    );
    if (queued.length > 0) {
      next.log.commit(queued, null);
      session.log.commit(
        queue.map(({ promptId }) => ({ type: 'prompt_removed', promptId })),
        null,
      );
    }
    next.agent.connectSoon();
    return summary;
  }
}

/** Whether no agent has had a part in the session yet. */
export function isUntouched(session: Session): boolean {
  const { turn, agentSessionId } = session.log.transcript;
  return turn.n === 0 && agentSessionId === null && !session.isImporting && !session.turns.isRunning;
}
