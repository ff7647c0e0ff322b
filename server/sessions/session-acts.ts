import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { Done } from '../protocol/rpc.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { QuestionAnswer } from './agent-port.js';
import type { AgentTies } from './agent-ties.js';
import type { CommandBook } from './command-book.js';
import type { OpenSessions } from './open-sessions.js';
import { changeQueued, checkPrompt, holdQueue, queuedPrompt } from './prompt-queue.js';
import type { Session } from './session.js';
import { cleanTitle } from './session-names.js';
import type { Act, PermissionAnswerArgs } from './session-service.js';
import type { PromptUploads } from './upload-port.js';

export interface SessionActsParts {
  readonly book: CommandBook;
  readonly sessions: OpenSessions;
  readonly ties: AgentTies;
  readonly uploads: PromptUploads | undefined;
}

/** The acts of people inside one session: each is done once, and only where the session is ours to change. */
export class SessionActs {
  protected readonly book: CommandBook;
  protected readonly sessions: OpenSessions;
  protected readonly ties: AgentTies;
  protected readonly uploads: PromptUploads | undefined;

  constructor(parts: SessionActsParts) {
    this.ties = parts.ties;
    this.book = parts.book;
    this.sessions = parts.sessions;
    this.uploads = parts.uploads;
  }

  prompt(act: Act, sessionId: string, content: ContentBlock[]): Done {
    return this.act(act, sessionId, (session) => {
      checkPrompt(content, sessionId, this.uploads);
      const done = session.turns.prompt(act, content);
      session.resume();
      return done;
    });
  }

  cancel(act: Act, sessionId: string): Done {
    return this.act(act, sessionId, (session) => session.turns.cancel(act));
  }

  answerPermission(act: Act, ...[sessionId, permissionId, optionId, extras]: PermissionAnswerArgs): Done {
    return this.act(act, sessionId, ({ permissions }) => permissions.answer(act, permissionId, optionId, extras));
  }

  answerQuestion(act: Act, sessionId: string, questionId: string, answer: QuestionAnswer): Done {
    return this.act(act, sessionId, ({ questions }) => questions.answer(act, questionId, answer));
  }

  editQueued(act: Act, sessionId: string, promptId: string, content: ContentBlock[]): Done {
    return this.act(act, sessionId, ({ log }) => {
      checkPrompt(content, sessionId, this.uploads);
      return changeQueued(log, act, { type: 'prompt_edited', promptId, content });
    });
  }

  moveQueued(act: Act, sessionId: string, promptId: string, before: string | null): Done {
    return this.act(act, sessionId, ({ log }) => {
      if (before !== null) queuedPrompt(log.transcript, before);
      return changeQueued(log, act, { type: 'prompt_moved', promptId, before });
    });
  }

  removeQueued(act: Act, sessionId: string, promptId: string): Done {
    return this.act(act, sessionId, ({ log }) => changeQueued(log, act, { type: 'prompt_removed', promptId }));
  }

  pauseQueue(act: Act, sessionId: string, paused: boolean): Done {
    return this.act(act, sessionId, (session) => {
      const done = holdQueue(session.log, act, paused);
      session.resume();
      return done;
    });
  }

  sendNow(act: Act, sessionId: string, promptId: string): Done {
    return this.act(act, sessionId, (session) => {
      const done = session.turns.sendNow(act, promptId);
      session.resume();
      return done;
    });
  }

  setMode(act: Act, sessionId: string, modeId: string): Done {
    return this.act(act, sessionId, (session) => session.settings.setMode(act, modeId));
  }

  setOption(act: Act, sessionId: string, optionId: string, value: string | boolean): Done {
    return this.act(act, sessionId, (session) => session.settings.setOption(act, optionId, value));
  }

  runShell(act: Act, sessionId: string, command: string): Done {
    return this.act(act, sessionId, ({ shell }) => shell.run(act, command));
  }

  stopShell(act: Act, sessionId: string, terminalId: string): Done {
    return this.act(act, sessionId, ({ shell }) => shell.stop(act, terminalId));
  }

  rename(act: Act, sessionId: string, title: string): Done {
    return this.act(act, sessionId, (session) => {
      const clean = cleanTitle(title);
      if (clean === null) throw new RpcError('bad_request', 'A title needs at least one visible character.');
      const done = session.log.commit([{ type: 'session_renamed', title: clean }], act.cmdId);
      this.ties.rename(session, clean);
      return done;
    });
  }

  updateFromAgent(act: Act, sessionId: string): Done {
    return this.act(act, sessionId, (session) => this.ties.update(act, session));
  }

  protected act<T>(act: Act, sessionId: string, perform: (session: Session) => T): T {
    return this.book.once(act, () => perform(this.sessions.writable(sessionId)));
  }
}
