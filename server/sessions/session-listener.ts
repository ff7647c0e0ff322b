import type { AgentUpdate } from '../protocol/events.js';
import type { SessionListener } from './agent-port.js';
import type { EventLog } from './log/event-log.js';
import type { StorageHealth } from './log/storage-health.js';
import type { PermissionDesk } from './permission-desk.js';
import type { QuestionDesk } from './question-desk.js';
import type { SessionRow } from './store/event-store.js';
import type { PromptUploads } from './upload-port.js';

/** The parts of a session that an agent's words go to. */
export interface ListeningSession {
  readonly log: EventLog;
  readonly permissions: PermissionDesk;
  readonly questions: QuestionDesk;
  readonly row: SessionRow;
  readonly isClosed: boolean;
}

/** What a listener needs besides its session. */
export interface ListenerParts {
  readonly health: StorageHealth;
  readonly uploads?: PromptUploads;
}

/** What a session makes of what its agent says and asks, until it is closed. */
export function sessionListener(
  session: ListeningSession,
  { health, uploads }: ListenerParts,
): Omit<SessionListener, 'onExit'> {
  return {
    onUpdate: (update) => {
      if (!session.isClosed) session.log.append({ type: 'agent_update', update: withoutName(update, session) });
    },
    keepPicture: (picture) => (session.isClosed ? null : (uploads?.keepPicture(session.row.id, picture) ?? null)),
    onPermission: async (request, signal) =>
      session.isClosed ? { outcome: 'cancelled' } : session.permissions.ask(request, signal),
    onQuestion: async (question, signal) =>
      session.isClosed ? { action: 'cancel' } : session.questions.ask(question, signal),
    onTerminal: (event) => {
      if (session.isClosed) return;
      if (event.type === 'terminal_output') session.log.append(event);
      else session.log.record(event);
    },
    whenReady: () => health.whenReady(),
  };
}

/** A name that a person gave stays, whatever the agent would call the session; so does its own after it has begun anew. */
function withoutName(update: AgentUpdate, { row: { names }, log }: ListeningSession): AgentUpdate {
  const isNamed = names.person !== null || (names.agent !== null && log.transcript.memory === 'lost');
  if (update.sessionUpdate !== 'session_info_update' || !isNamed) return update;
  const { title: _title, ...rest } = update as AgentUpdate & { title?: unknown };
  return rest as AgentUpdate;
}
