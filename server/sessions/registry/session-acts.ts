import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { PromptUploads } from '../../ports/uploads.js';
import type { Done } from '../../protocol/api/rpc.js';
import { RpcError } from '../../protocol/api/rpc-error.js';
import type { SessionEvent } from '../../protocol/session/session-event.js';
import type { SessionDirectory } from '../list/session-directory.js';
import { cleanTitle } from '../list/session-names.js';
import type { Act } from '../log/act.js';
import { changeQueued, checkPrompt, queuedPrompt } from '../prompts/prompt-queue.js';
import type { Session } from '../session/session.js';
import type { AgentSessions } from './agent-sessions.js';
import type { AgentTies } from './agent-ties.js';
import type { OpenSessions } from './open-sessions.js';

export interface SessionActsParts {
  readonly sessions: OpenSessions;
  readonly directory: SessionDirectory;
  readonly agents: AgentSessions;
  readonly ties: AgentTies;
  /** Null where nothing can be attached. */
  readonly uploads: PromptUploads | null;
}

/** Acts of people inside one session that take more than one of its parts, only where the session is ours to change. */
export class SessionActs {
  readonly #parts: SessionActsParts;

  constructor(parts: SessionActsParts) {
    this.#parts = parts;
  }

  prompt(act: Act, sessionId: string, content: ContentBlock[]): Done {
    const done = this.#act(sessionId, (session) => {
      checkPrompt(content, sessionId, this.#parts.uploads);
      const sent = session.turns.prompt(act, content);
      session.agent.resume();
      return sent;
    });
    // What is used last is what a fresh tab shows.
    this.#parts.directory.show(sessionId);
    return done;
  }

  /** Ends the agent's process, whatever it does. */
  forceStop(act: Act, sessionId: string): Done {
    return this.#act(sessionId, (session) => {
      const done = session.agent.letGo(act);
      this.#parts.agents.restartFor(session);
      return done;
    });
  }

  editQueued(act: Act, sessionId: string, promptId: string, content: ContentBlock[]): Done {
    return this.#act(sessionId, ({ log }) => {
      checkPrompt(content, sessionId, this.#parts.uploads);
      return changeQueued(log, act, { type: 'prompt_edited', promptId, content });
    });
  }

  moveQueued(act: Act, sessionId: string, promptId: string, before: string | null): Done {
    return this.#act(sessionId, ({ log }) => {
      if (before !== null) queuedPrompt(log.transcript, before);
      return changeQueued(log, act, { type: 'prompt_moved', promptId, before });
    });
  }

  removeQueued(act: Act, sessionId: string, promptId: string): Done {
    return this.#act(sessionId, ({ log }) => changeQueued(log, act, { type: 'prompt_removed', promptId }));
  }

  /** What is so already stays so. */
  pauseQueue(act: Act, sessionId: string, paused: boolean): Done {
    return this.#act(sessionId, (session) => {
      const device = act.by.kind === 'device' ? act.by.device : null;
      const change: SessionEvent = paused
        ? { type: 'queue_paused', reason: { code: 'paused', device } }
        : { type: 'queue_resumed' };
      const isSo = (session.log.transcript.queuePaused !== null) === paused;
      const done = session.log.commit(isSo ? [] : [change], act.cmdId);
      session.agent.resume();
      return done;
    });
  }

  /** Goes on although a budget is used up; `content` is what a reply that was cut off is told first. */
  continueOverBudget(act: Act, sessionId: string, content: ContentBlock[] | null): Done {
    return this.#act(sessionId, (session) => {
      if (content) checkPrompt(content, sessionId, this.#parts.uploads);
      const done = session.turns.continueOverBudget(act, content);
      session.agent.resume();
      return done;
    });
  }

  sendNow(act: Act, sessionId: string, promptId: string): Done {
    return this.#act(sessionId, (session) => {
      const done = session.turns.sendNow(act, promptId);
      session.agent.resume();
      return done;
    });
  }

  runShell(act: Act, sessionId: string, command: string): Done {
    const done = this.#act(sessionId, ({ shell }) => shell.run(act, command));
    this.#parts.directory.show(sessionId);
    return done;
  }

  rename(act: Act, sessionId: string, title: string): Done {
    return this.#act(sessionId, (session) => {
      const clean = cleanTitle(title);
      if (clean === null)
        throw new RpcError('bad_request', 'A title needs at least one visible character.', {
          code: 'title_empty',
        });
      const done = session.log.commit([{ type: 'session_renamed', title: clean }], act.cmdId);
      this.#parts.ties.rename(session, clean);
      return done;
    });
  }

  updateFromAgent(act: Act, sessionId: string): Done {
    return this.#act(sessionId, (session) => this.#parts.ties.update(act, session));
  }

  #act<T>(sessionId: string, perform: (session: Session) => T): T {
    return perform(this.#parts.sessions.writable(sessionId));
  }
}
