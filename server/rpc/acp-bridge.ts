import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { SignInOutput } from '../protocol/agent-sign-in.js';
import type { AppSnapshot } from '../protocol/app-state.js';
import type { OlderEdits } from '../protocol/edits.js';
import type { LogPage, TracePage } from '../protocol/logs.js';
import type { RuleDraft } from '../protocol/permission-rule.js';
import type { AcpBridgeApi, Done, SessionSync } from '../protocol/rpc.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { OlderEntries } from '../protocol/snapshot.js';
import type { Act, PermissionAnswerArgs, SessionService } from '../sessions/session-service.js';
import type { TabPort } from '../sessions/tab-port.js';
import type { AppService } from './app-service.js';
import type { LogService } from './log-service.js';
import { editsBefore } from './older-edits.js';
import type { Served } from './served.js';
import type { SignInService, SignInTab } from './sign-in-service.js';

/** What a facade needs to serve one tab. */
export interface AcpBridgeParts {
  tab: TabPort & SignInTab;
  sessions: SessionService;
  app: AppService;
  signIn: SignInService;
  /** Absent where nothing is logged. */
  logs?: LogService | undefined;
}

/** The agent's side of sessions, as one tab may use it. Arguments were checked by the schemas. */
export class AcpBridge implements Served<Omit<AcpBridgeApi, 'get_current_state'>> {
  readonly #tab: TabPort & SignInTab;
  readonly #sessions: SessionService;
  readonly #app: AppService;
  readonly #signIn: SignInService;
  readonly #logs: LogService | undefined;

  constructor({ tab, sessions, app, signIn, logs }: AcpBridgeParts) {
    this.#logs = logs;
    this.#tab = tab;
    this.#sessions = sessions;
    this.#app = app;
    this.#signIn = signIn;
  }

  get_current_state(
    sessionId?: string | null,
    epoch?: string | null,
    sinceSeq?: number | null,
  ): AppSnapshot | SessionSync {
    if (sessionId === undefined || sessionId === null) return this.#app.snapshot(this.#tab);
    const isKnown = typeof epoch === 'string' && typeof sinceSeq === 'number';
    return this.#sessions.sync(this.#tab, sessionId, isKnown ? { epoch, seq: sinceSeq } : null);
  }

  get_entries(sessionId: string, epoch: string, before: number, limit: number): OlderEntries {
    return this.#sessions.entriesBefore(sessionId, epoch, before, limit);
  }

  get_changes(sessionId: string, epoch: string, before: number): OlderEdits {
    return editsBefore(before, (until, limit) => this.#sessions.entriesBefore(sessionId, epoch, until, limit));
  }

  leave(sessionId: string): null {
    this.#sessions.leave(this.#tab, sessionId);
    return null;
  }

  prompt(cmdId: string, sessionId: string, content: ContentBlock[]): Done {
    return this.#sessions.prompt(this.#act(cmdId), sessionId, content);
  }

  cancel(cmdId: string, sessionId: string): Done {
    return this.#sessions.cancel(this.#act(cmdId), sessionId);
  }

  force_stop(cmdId: string, sessionId: string): Done {
    return this.#sessions.forceStop(this.#act(cmdId), sessionId);
  }

  answer_permission(cmdId: string, ...answer: PermissionAnswerArgs): Done {
    return this.#sessions.answerPermission(this.#act(cmdId), ...answer);
  }

  suggest_rules(sessionId: string, permissionId: string): Promise<RuleDraft[]> {
    return this.#sessions.rules.suggest(sessionId, permissionId);
  }

  set_allow_all(cmdId: string, sessionId: string, on: boolean): Done {
    return this.#sessions.rules.setAllowAll(this.#act(cmdId), sessionId, on);
  }

  answer_question(
    ...[cmdId, sessionId, questionId, action, content]: Parameters<AcpBridgeApi['answer_question']>
  ): Done {
    const answer = content === null ? { action } : { action, content };
    return this.#sessions.answerQuestion(this.#act(cmdId), sessionId, questionId, answer);
  }

  edit_queued(cmdId: string, sessionId: string, promptId: string, content: ContentBlock[]): Done {
    return this.#sessions.editQueued(this.#act(cmdId), sessionId, promptId, content);
  }

  move_queued(cmdId: string, sessionId: string, promptId: string, before: string | null): Done {
    return this.#sessions.moveQueued(this.#act(cmdId), sessionId, promptId, before);
  }

  remove_queued(cmdId: string, sessionId: string, promptId: string): Done {
    return this.#sessions.removeQueued(this.#act(cmdId), sessionId, promptId);
  }

  pause_queue(cmdId: string, sessionId: string, paused: boolean): Done {
    return this.#sessions.pauseQueue(this.#act(cmdId), sessionId, paused);
  }

  send_now(cmdId: string, sessionId: string, promptId: string): Done {
    return this.#sessions.sendNow(this.#act(cmdId), sessionId, promptId);
  }

  set_mode(cmdId: string, sessionId: string, modeId: string): Done {
    return this.#sessions.setMode(this.#act(cmdId), sessionId, modeId);
  }

  set_option(cmdId: string, sessionId: string, optionId: string, value: string | boolean): Done {
    return this.#sessions.setOption(this.#act(cmdId), sessionId, optionId, value);
  }

  restart_agent(cmdId: string, agentId: string): Done {
    return this.#sessions.restartAgent(this.#act(cmdId), agentId);
  }

  run_shell(cmdId: string, sessionId: string, command: string): Done {
    return this.#sessions.runShell(this.#act(cmdId), sessionId, command);
  }

  stop_shell(cmdId: string, sessionId: string, terminalId: string): Done {
    return this.#sessions.stopShell(this.#act(cmdId), sessionId, terminalId);
  }

  sign_in(cmdId: string, agentId: string, methodId: string, consent: string | null): Done {
    return this.#signIn.start(this.#act(cmdId), agentId, { methodId, consent });
  }

  sign_in_cancel(cmdId: string, agentId: string): Done {
    return this.#signIn.cancel(this.#act(cmdId), agentId);
  }

  sign_out(cmdId: string, agentId: string): Done {
    return this.#signIn.signOut(this.#act(cmdId), agentId);
  }

  sign_in_output(agentId: string): SignInOutput | null {
    return this.#signIn.watch(this.#tab, agentId);
  }

  sign_in_answer(...[agentId, questionId, action, content]: Parameters<AcpBridgeApi['sign_in_answer']>): null {
    this.#signIn.answer(agentId, questionId, content === null ? { action } : { action, content });
    return null;
  }

  sign_in_input(agentId: string, attemptId: string, text: string): null {
    this.#signIn.input(agentId, attemptId, text);
    return null;
  }

  sign_in_resize(agentId: string, attemptId: string, cols: number, rows: number): null {
    this.#signIn.resize(agentId, attemptId, { cols, rows });
    return null;
  }

  get_server_log(after: number | null, limit: number): LogPage {
    return this.#requireLogs().serverLog(after, limit);
  }

  get_agent_log(agentId: string, after: number | null, limit: number, withMessages: boolean): LogPage {
    return this.#requireLogs().agentLog(agentId, { after, limit, withMessages });
  }

  get_trace(sessionId: string, withContents: boolean, traceId: string | null, from: number): TracePage {
    return this.#requireLogs().trace(sessionId, { withContents, traceId, from });
  }

  #requireLogs(): LogService {
    if (!this.#logs) throw new RpcError('unavailable', 'This server keeps no logs.');
    return this.#logs;
  }

  #act(cmdId: string): Act {
    const { device, isRemote } = this.#tab;
    return { cmdId, by: { kind: 'device', device }, ...(isRemote ? { isRemote } : {}) };
  }
}
