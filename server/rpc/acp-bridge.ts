import { z } from 'zod';
import type { QuestionAnswer } from '../ports/agent.js';
import { SIGN_IN_LIMITS } from '../protocol/api/agent-sign-in.js';
import { CHANNEL_ROLES, kindOfChannel } from '../protocol/api/channels.js';
import { TERMINAL_LIMITS } from '../protocol/api/own-terminal.js';
import { type FormAction, type FormContent, isAtLeast } from '../protocol/api/rpc.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import { LIMITS } from '../protocol/limits.js';
import { findEntries } from './find-entries.js';
import { editsBefore } from './older-edits.js';
import { actorOf } from './repo.js';
import { permissionExtras } from './rule-schema.js';
import { count, formAnswer, id, line, promptContent, rootId, seq, within } from './schemas.js';
import { call, command, inSession, type ServedClass } from './served-class.js';

const LOG_LINES = 1_000;

const terminalSize = z.strictObject({ cols: within(TERMINAL_LIMITS.cols), rows: within(TERMINAL_LIMITS.rows) });

/** The agent's side of sessions. */
export const AcpBridge: ServedClass<'AcpBridge'> = {
  get_current_state: call(
    'viewer',
    [id.nullish(), id.nullish(), seq.nullish()],
    ({ app, sessions, tab }, name, epoch, sinceSeq) => {
      const kind = kindOfChannel(name ?? null);
      if (!isAtLeast(tab.role, CHANNEL_ROLES[kind])) {
        throw new RpcError('forbidden', 'This device may not see that.');
      }
      if (name === undefined || name === null) return app.snapshot(tab);
      const since = typeof epoch === 'string' && typeof sinceSeq === 'number' ? { epoch, seq: sinceSeq } : null;
      return kind === 'session' ? sessions.sync(tab, name, since) : app.sync(tab, name, since);
    },
  ),
  get_entries: call('viewer', [id, id, seq, count(LIMITS.snapshotEntries)], ({ sessions }, ...args) =>
    sessions.entriesBefore(...args),
  ),
  find_entries: call(
    'viewer',
    [id, id, line(LIMITS.queryChars).nullable(), seq],
    ({ sessions }, sessionId, epoch, query, before) =>
      findEntries(query, before, (until, limit) => sessions.entriesBefore(sessionId, epoch, until, limit)),
  ),
  get_events: call('viewer', [id, id, seq], ({ sessions }, ...args) => sessions.eventsAfter(...args)),
  get_changes: call('viewer', [id, id, seq], ({ sessions }, sessionId, epoch, before) =>
    editsBefore(before, (until, limit) => sessions.entriesBefore(sessionId, epoch, until, limit)),
  ),
  leave: call('viewer', [id], ({ app, sessions, tab }, name) => {
    if (kindOfChannel(name) === 'session') sessions.leave(tab, name);
    else app.leave(tab, name);
    return null;
  }),
  prompt: inSession('full', [promptContent], ({ acts, act }, ...args) => acts.prompt(act, ...args)),
  cancel: inSession('approver', [], ({ sessions, act }, sessionId) => sessions.writable(sessionId).turns.cancel(act)),
  ask_agent: inSession('full', [id, line(LIMITS.delegation.taskChars)], ({ tasks, act }, ...args) =>
    tasks.ask(act, ...args),
  ),
  stop_delegation: inSession('approver', [id], ({ tasks, act }, sessionId, delegationId) =>
    tasks.stop(act, sessionId, delegationId),
  ),
  force_stop: inSession('approver', [], ({ acts, act }, sessionId) => acts.forceStop(act, sessionId)),
  answer_permission: inSession(
    'approver',
    [id, id, permissionExtras],
    ({ sessions, act, tab }, sessionId, permissionId, optionId, extras) => {
      // A rule answers more than this request, and a note is a message.
      if ((extras.rule || extras.note) && !isAtLeast(tab.role, extras.rule ? 'owner' : 'full')) {
        throw new RpcError('forbidden', 'This device may only allow or deny.', { code: 'only_allow_or_deny' });
      }
      const given = isAtLeast(tab.role, 'full') ? extras : { ...extras, isOnceOnly: true };
      return sessions.writable(sessionId).permissions.answer(act, permissionId, optionId, given);
    },
  ),
  suggest_rules: call('owner', [id, id], ({ rules }, ...args) => rules.suggest(...args)),
  set_allow_all: inSession('owner', [z.boolean()], ({ rules, act }, ...args) => rules.setAllowAll(act, ...args)),
  answer_question: inSession(
    'approver',
    [id, ...formAnswer],
    ({ sessions, act }, sessionId, questionId, action, content) =>
      sessions.writable(sessionId).questions.answer(act, questionId, answerOf(action, content)),
  ),
  edit_queued: inSession('full', [id, promptContent], ({ acts, act }, ...args) => acts.editQueued(act, ...args)),
  move_queued: inSession('full', [id, id.nullable()], ({ acts, act }, ...args) => acts.moveQueued(act, ...args)),
  remove_queued: inSession('full', [id], ({ acts, act }, ...args) => acts.removeQueued(act, ...args)),
  continue_over_budget: inSession('full', [promptContent.nullable()], ({ acts, act }, ...args) =>
    acts.continueOverBudget(act, ...args),
  ),
  pause_queue: inSession('full', [z.boolean()], ({ acts, act }, ...args) => acts.pauseQueue(act, ...args)),
  send_now: inSession('full', [id], ({ acts, act }, ...args) => acts.sendNow(act, ...args)),
  set_mode: inSession('full', [id], ({ sessions, act }, sessionId, modeId) =>
    sessions.writable(sessionId).settings.setMode(act, modeId),
  ),
  set_option: inSession(
    'full',
    [id, z.union([z.string().max(10_000), z.boolean()])],
    ({ sessions, act }, sessionId, ...choice) => sessions.writable(sessionId).settings.setOption(act, ...choice),
  ),
  start_agent: command('full', [id], ({ sessions }, agentId) => sessions.startAgent(agentId)),
  stop_agent: command('full', [id], ({ sessions }, agentId) => sessions.stopAgent(agentId)),
  restart_agent: command('full', [id], ({ sessions }, agentId) => sessions.restartAgent(agentId)),
  generate_commit_message: command(
    'full',
    [id.nullable(), rootId, id.nullable().optional()],
    (call, agentId, rootId, model) => call.repo.writeMessage(actorOf(call), { agentId, model: model ?? null }, rootId),
  ),
  run_shell: inSession('owner', [line(LIMITS.shellChars)], ({ acts, act }, ...args) => acts.runShell(act, ...args)),
  stop_shell: inSession('full', [id], ({ sessions, act }, sessionId, terminalId) =>
    sessions.writable(sessionId).shell.stop(act, terminalId),
  ),
  sign_in: command('owner', [id, id, z.string().max(10_000).nullable()], ({ signIn }, agentId, methodId, consent) =>
    signIn.start(agentId, { methodId, consent }),
  ),
  sign_in_cancel: command('owner', [id], ({ signIn }, agentId) => signIn.cancel(agentId)),
  sign_out: command('owner', [id], ({ signIn }, agentId) => signIn.signOut(agentId)),
  sign_in_answer: call('owner', [id, id, ...formAnswer], ({ signIn }, agentId, questionId, action, content) => {
    signIn.answer(agentId, questionId, answerOf(action, content));
    return null;
  }),
  sign_in_output: call('owner', [id], ({ signIn, tab }, agentId) => signIn.watch(tab, agentId)),
  sign_in_input: call(
    'owner',
    [id, id, z.string().max(SIGN_IN_LIMITS.inputChars)],
    ({ signIn }, agentId, attemptId, text) => {
      signIn.input(agentId, attemptId, text);
      return null;
    },
  ),
  sign_in_resize: call(
    'owner',
    [id, id, within(SIGN_IN_LIMITS.cols), within(SIGN_IN_LIMITS.rows)],
    ({ signIn }, agentId, attemptId, cols, rows) => {
      signIn.resize(agentId, attemptId, { cols, rows });
      return null;
    },
  ),
  open_terminal: command('owner', [terminalSize, rootId], ({ terminals, act }, size, rootId) =>
    terminals.open(act, size, rootId),
  ),
  close_terminal: command('owner', [id], ({ terminals }, terminalId) => terminals.close(terminalId)),
  watch_terminal: call('owner', [id, seq], ({ terminals, tab }, terminalId, from) =>
    terminals.watch(tab, terminalId, from),
  ),
  leave_terminal: call('owner', [id], ({ terminals, tab }, terminalId) => {
    terminals.leave(tab, terminalId);
    return null;
  }),
  type_in_terminal: call(
    'owner',
    [id, z.string().max(TERMINAL_LIMITS.inputChars)],
    ({ terminals, tab }, terminalId, text) => {
      terminals.type(tab, terminalId, text);
      return null;
    },
  ),
  resize_terminal: call(
    'owner',
    [id, within(TERMINAL_LIMITS.cols), within(TERMINAL_LIMITS.rows)],
    ({ terminals, tab }, terminalId, cols, rows) => {
      terminals.resize(tab, terminalId, { cols, rows });
      return null;
    },
  ),
  confirm_terminal: call('owner', [id, seq], ({ terminals, tab }, terminalId, offset) => {
    terminals.confirm(tab, terminalId, offset);
    return null;
  }),
  get_server_log: call('owner', [seq.nullable(), count(LOG_LINES)], ({ logs }, after, limit) =>
    logs.serverLog(after, limit),
  ),
  get_agent_log: call(
    'owner',
    [id, seq.nullable(), count(LOG_LINES), z.boolean()],
    ({ logs }, agentId, after, limit, withMessages) => logs.agentLog(agentId, { after, limit, withMessages }),
  ),
  get_trace: call('owner', [id, z.boolean(), id.nullable(), seq], ({ logs }, sessionId, withContents, traceId, from) =>
    logs.trace(sessionId, { withContents, traceId, from }),
  ),
};

function answerOf(action: FormAction, content: FormContent | null): QuestionAnswer {
  return content === null ? { action } : { action, content };
}
