import type { SessionSummary } from '../../protocol/api/app-state.js';
import type { SessionDirectory } from '../list/session-directory.js';
import type { Act } from '../log/act.js';
import type { AppLog } from '../log/app-log.js';
import type { Session } from '../session/session.js';
import { briefingFrom } from './briefing.js';
import type { OpenSessions } from './open-sessions.js';

export interface HandOverParts {
  readonly app: AppLog;
  readonly sessions: OpenSessions;
  readonly directory: SessionDirectory;
  readonly newId: () => string;
}

/** Goes on with a conversation in a new session of another agent: both say where the other one is. */
export class HandOver {
  readonly #parts: HandOverParts;

  constructor(parts: HandOverParts) {
    this.#parts = parts;
  }

  /** What the other agent would be told, for the person to change. */
  briefing(session: Session): string {
    return briefingFrom(session.log.transcript, session.agent.name);
  }

  begin({ cmdId, by }: Act, session: Session, wish: { agentId: string; text: string }): SessionSummary {
    const { sessions, directory, app, newId } = this.#parts;
    const summary = directory.create(wish.agentId, cmdId);
    const next = sessions.get(summary.id);
    const agent = app.current.agents.find(({ id }) => id === wish.agentId)?.name ?? wish.agentId;
    const { title } = session.summary;
    next.log.record({
      ...{ type: 'notice_shown', severity: 'info' },
      notice: { code: 'taken_over', agent: session.agent.name, sessionId: session.id, title },
    });
    session.log.record({
      ...{ type: 'notice_shown', severity: 'info' },
      notice: { code: 'handed_over', agent, sessionId: next.id },
    });
    next.turns.prompt({ cmdId: newId(), by }, [{ type: 'text', text: wish.text }]);
    next.agent.connectSoon();
    return summary;
  }
}
