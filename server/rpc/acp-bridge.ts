import { z } from 'zod';
import type { QuestionAnswer } from '../ports/agent.js';
import { SIGN_IN_LIMITS } from '../protocol/api/agent-sign-in.js';
import { TERMINAL_LIMITS } from '../protocol/api/own-terminal.js';
import { type FormAction, type FormContent, isAtLeast } from '../protocol/api/rpc.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import { LIMITS } from '../protocol/limits.js';
import { findEntries } from './find-entries.js';
import { editsBefore } from './older-edits.js';
import { actorOf } from './repo.js';
import { permissionExtras } from './rule-schema.js';
import { count, formAnswer, id, line, promptContent, rootId, seq, within } from './schemas.js';
import type { ServedClass } from './served-class.js';

const LOG_LINES = 1_000;

const terminalSize = z.strictObject({ cols: within(TERMINAL_LIMITS.cols), rows: within(TERMINAL_LIMITS.rows) });

/** The agent's side of sessions. */
export const AcpBridge: ServedClass<'AcpBridge'> = {
  get_current_state: {
    args: [id.nullish(), id.nullish(), seq.nullish()],
    run: ({ app, sessions, tab }, sessionId, epoch, sinceSeq) => {
      if (sessionId === undefined || sessionId === null) return app.snapshot(tab);
      const isKnown = typeof epoch === 'string' && typeof sinceSeq === 'number';
      return sessions.sync(tab, sessionId, isKnown ? { epoch, seq: sinceSeq } : null);
    },
  },
  get_entries: {
    args: [id, id, seq, count(LIMITS.snapshotEntries)],
    run: ({ sessions }, ...args) => sessions.entriesBefore(...args),
  },
  find_entries: {
    args: [id, id, line(LIMITS.queryChars).nullable(), seq],
    run: ({ sessions }, sessionId, epoch, query, before) =>
      findEntries(query, before, (until, limit) => sessions.entriesBefore(sessionId, epoch, until, limit)),
  },
  get_events: { args: [id, id, seq], run: ({ sessions }, ...args) => sessions.eventsAfter(...args) },
  get_changes: {
    args: [id, id, seq],
    run: ({ sessions }, sessionId, epoch, before) =>
      editsBefore(before, (until, limit) => sessions.entriesBefore(sessionId, epoch, until, limit)),
  },
  leave: {
    args: [id],
    run: ({ sessions, tab }, sessionId) => {
      sessions.leave(tab, sessionId);
      return null;
    },
  },
  prompt: { args: [promptContent], run: ({ acts, act }, ...args) => acts.prompt(act, ...args) },
  cancel: { args: [], run: ({ acts, act }, sessionId) => acts.cancel(act, sessionId) },
  ask_agent: {
    args: [id, line(LIMITS.delegation.taskChars)],
    run: ({ tasks, act }, ...args) => tasks.ask(act, ...args),
  },
  stop_delegation: {
    args: [id],
    run: ({ tasks, act }, sessionId, delegationId) => tasks.stop(act, sessionId, delegationId),
  },
  force_stop: { args: [], run: ({ acts, act }, sessionId) => acts.forceStop(act, sessionId) },
  answer_permission: {
    args: [id, id, permissionExtras],
    run: ({ acts, act, tab }, sessionId, permissionId, optionId, extras) => {
      // A rule answers more than this request, and a note is a message.
      if ((extras.rule || extras.note) && !isAtLeast(tab.role, extras.rule ? 'owner' : 'full')) {
        throw new RpcError('forbidden', 'This device may only allow or deny.', { code: 'only_allow_or_deny' });
      }
      const given = isAtLeast(tab.role, 'full') ? extras : { ...extras, isOnceOnly: true };
      return acts.answerPermission(act, sessionId, permissionId, optionId, given);
    },
  },
  suggest_rules: { args: [id, id], run: ({ rules }, ...args) => rules.suggest(...args) },
  set_allow_all: { args: [z.boolean()], run: ({ rules, act }, ...args) => rules.setAllowAll(act, ...args) },
  answer_question: {
    args: [id, ...formAnswer],
    run: ({ acts, act }, sessionId, questionId, action, content) =>
      acts.answerQuestion(act, sessionId, questionId, answerOf(action, content)),
  },
  edit_queued: { args: [id, promptContent], run: ({ acts, act }, ...args) => acts.editQueued(act, ...args) },
  move_queued: { args: [id, id.nullable()], run: ({ acts, act }, ...args) => acts.moveQueued(act, ...args) },
  remove_queued: { args: [id], run: ({ acts, act }, ...args) => acts.removeQueued(act, ...args) },
  continue_over_budget: {
    args: [promptContent.nullable()],
    run: ({ acts, act }, ...args) => acts.continueOverBudget(act, ...args),
  },
  pause_queue: { args: [z.boolean()], run: ({ acts, act }, ...args) => acts.pauseQueue(act, ...args) },
  send_now: { args: [id], run: ({ acts, act }, ...args) => acts.sendNow(act, ...args) },
  set_mode: { args: [id], run: ({ acts, act }, ...args) => acts.setMode(act, ...args) },
  set_option: {
    args: [id, z.union([z.string().max(10_000), z.boolean()])],
    run: ({ acts, act }, ...args) => acts.setOption(act, ...args),
  },
  start_agent: { args: [id], run: ({ sessions }, agentId) => sessions.startAgent(agentId) },
  stop_agent: { args: [id], run: ({ sessions }, agentId) => sessions.stopAgent(agentId) },
  restart_agent: { args: [id], run: ({ sessions }, agentId) => sessions.restartAgent(agentId) },
  generate_commit_message: {
    args: [id.nullable(), rootId, id.nullable().optional()],
    run: (call, agentId, rootId, model) =>
      call.repo.writeMessage(actorOf(call), { agentId, model: model ?? null }, rootId),
  },
  run_shell: { args: [line(LIMITS.shellChars)], run: ({ acts, act }, ...args) => acts.runShell(act, ...args) },
  stop_shell: { args: [id], run: ({ acts, act }, ...args) => acts.stopShell(act, ...args) },
  sign_in: {
    args: [id, id, z.string().max(10_000).nullable()],
    run: ({ signIn }, agentId, methodId, consent) => signIn.start(agentId, { methodId, consent }),
  },
  sign_in_cancel: { args: [id], run: ({ signIn }, agentId) => signIn.cancel(agentId) },
  sign_out: { args: [id], run: ({ signIn }, agentId) => signIn.signOut(agentId) },
  sign_in_answer: {
    args: [id, id, ...formAnswer],
    run: ({ signIn }, agentId, questionId, action, content) => {
      signIn.answer(agentId, questionId, answerOf(action, content));
      return null;
    },
  },
  sign_in_output: { args: [id], run: ({ signIn, tab }, agentId) => signIn.watch(tab, agentId) },
  sign_in_input: {
    args: [id, id, z.string().max(SIGN_IN_LIMITS.inputChars)],
    run: ({ signIn }, agentId, attemptId, text) => {
      signIn.input(agentId, attemptId, text);
      return null;
    },
  },
  sign_in_resize: {
    args: [id, id, within(SIGN_IN_LIMITS.cols), within(SIGN_IN_LIMITS.rows)],
    run: ({ signIn }, agentId, attemptId, cols, rows) => {
      signIn.resize(agentId, attemptId, { cols, rows });
      return null;
    },
  },
  open_terminal: {
    args: [terminalSize, rootId],
    run: ({ terminals, act }, size, rootId) => terminals.open(act, size, rootId),
  },
  close_terminal: { args: [id], run: ({ terminals }, terminalId) => terminals.close(terminalId) },
  watch_terminal: {
    args: [id, seq],
    run: ({ terminals, tab }, terminalId, from) => terminals.watch(tab, terminalId, from),
  },
  leave_terminal: {
    args: [id],
    run: ({ terminals, tab }, terminalId) => {
      terminals.leave(tab, terminalId);
      return null;
    },
  },
  type_in_terminal: {
    args: [id, z.string().max(TERMINAL_LIMITS.inputChars)],
    run: ({ terminals, tab }, terminalId, text) => {
      terminals.type(tab, terminalId, text);
      return null;
    },
  },
  resize_terminal: {
    args: [id, within(TERMINAL_LIMITS.cols), within(TERMINAL_LIMITS.rows)],
    run: ({ terminals, tab }, terminalId, cols, rows) => {
      terminals.resize(tab, terminalId, { cols, rows });
      return null;
    },
  },
  confirm_terminal: {
    args: [id, seq],
    run: ({ terminals, tab }, terminalId, offset) => {
      terminals.confirm(tab, terminalId, offset);
      return null;
    },
  },
  get_server_log: {
    args: [seq.nullable(), count(LOG_LINES)],
    run: ({ logs }, after, limit) => logs.serverLog(after, limit),
  },
  get_agent_log: {
    args: [id, seq.nullable(), count(LOG_LINES), z.boolean()],
    run: ({ logs }, agentId, after, limit, withMessages) => logs.agentLog(agentId, { after, limit, withMessages }),
  },
  get_trace: {
    args: [id, z.boolean(), id.nullable(), seq],
    run: ({ logs }, sessionId, withContents, traceId, from) => logs.trace(sessionId, { withContents, traceId, from }),
  },
};

function answerOf(action: FormAction, content: FormContent | null): QuestionAnswer {
  return content === null ? { action } : { action, content };
}
