import type { PermissionRule } from '../../server/protocol/permission-rule.js';
import { RpcError } from '../../server/protocol/rpc-error.js';
import type { AppAct, SessionAct, UserAct } from './acts.js';
import type { AppContext } from './app-context.js';
import { attachFiles, detachChip } from './attach.js';
import { deletedWords } from './deleted-words.js';
import { NEW_SESSION } from './draft-store.js';
import { sendPrompt } from './send-prompt.js';

type AppActs = { [T in AppAct['type']]: (context: AppContext, act: Extract<AppAct, { type: T }>) => void };
type SessionActs = {
  [T in SessionAct['type']]: (
    outbox: AppContext['outbox'],
    sessionId: string,
    act: Extract<SessionAct, { type: T }>,
  ) => void;
};

/** How long a deleted session can be taken back. */
const UNDO_MS = 6_000;

/** Does what a person asked for. Refusals are shown by the outbox, so nothing is awaited here. */
export function perform(context: AppContext, act: UserAct): void {
  if (act.type in APP_ACTS) {
    const run = APP_ACTS[act.type as AppAct['type']] as (context: AppContext, act: UserAct) => void;
    run(context, act);
    return;
  }
  const sessionId = context.view.value;
  if (sessionId === null) return;
  const run = SESSION_ACTS[act.type as SessionAct['type']] as (o: AppContext['outbox'], s: string, a: UserAct) => void;
  run(context.outbox, sessionId, act);
}

const SESSION_ACTS: SessionActs = {
  stop: (outbox, id) => outbox.post('AcpBridge', 'cancel', id),
  force_stop: (outbox, id) => outbox.post('AcpBridge', 'force_stop', id),
  answer_permission: (outbox, id, { permissionId, optionId, extras }) =>
    outbox.post('AcpBridge', 'answer_permission', id, permissionId, optionId, ...(extras ? [extras] : [])),
  answer_question: (outbox, id, { questionId, action, content }) =>
    outbox.post('AcpBridge', 'answer_question', id, questionId, action, content),
  edit_queued: (outbox, id, { promptId, content }) => outbox.post('AcpBridge', 'edit_queued', id, promptId, content),
  move_queued: (outbox, id, { promptId, before }) => outbox.post('AcpBridge', 'move_queued', id, promptId, before),
  remove_queued: (outbox, id, { promptId }) => outbox.post('AcpBridge', 'remove_queued', id, promptId),
  pause_queue: (outbox, id, { paused }) => outbox.post('AcpBridge', 'pause_queue', id, paused),
  send_now: (outbox, id, { promptId }) => outbox.post('AcpBridge', 'send_now', id, promptId),
  stop_shell: (outbox, id, { terminalId }) => outbox.post('AcpBridge', 'stop_shell', id, terminalId),
  update_from_agent: (outbox, id) => outbox.post('Sessions', 'update_from_agent', id),
  set_mode: (outbox, id, { modeId }) => outbox.post('AcpBridge', 'set_mode', id, modeId),
  set_option: (outbox, id, { optionId, value }) => outbox.post('AcpBridge', 'set_option', id, optionId, value),
};

const APP_ACTS: AppActs = {
  send_prompt: sendPrompt,
  run_shell: (context, { line }) => void runShell(context, line),
  write_draft: ({ drafts, view }, { text }) => drafts.write(view.value ?? NEW_SESSION, text),
  hold_draft: ({ drafts, view }, { isHeld }) => drafts.hold(isHeld ? (view.value ?? NEW_SESSION) : null),
  place_caret: ({ drafts, view }, { at }) => drafts.placeCaret(view.value ?? NEW_SESSION, at),
  attach_files: attachFiles,
  attach_chip: ({ drafts, view }, { chip }) => drafts.attach(view.value ?? NEW_SESSION, chip),
  detach_chip: detachChip,
  retry_upload: ({ uploads }, { key }) => uploads.retry(key),
  cancel_upload: ({ uploads }, { key }) => uploads.remove(key),
  new_session: (context, { agentId }) => newSession(context, agentId),
  open_session: (context, { sessionId }) => openSession(context, sessionId),
  rename_session: ({ outbox }, { sessionId, title }) => outbox.post('Sessions', 'rename', sessionId, title),
  delete_session: (context, { sessionId, title }) => deleteSession(context, sessionId, title),
  restart_agent: ({ outbox }, { agentId }) => outbox.post('AcpBridge', 'restart_agent', agentId),
  trust_folder: ({ outbox, startup }, { fingerprint, isTrusted }) => {
    if (isTrusted) startup.dismiss();
    outbox.post('Settings', 'trust_folder', fingerprint, isTrusted);
  },
  run_with_npx: ({ outbox, startup }, { agentId }) => {
    startup.dismiss();
    outbox.post('Settings', 'run_with_npx', agentId);
  },
  set_default_agent: ({ outbox }, { agentId }) => outbox.post('Settings', 'set_default_agent', agentId),
  dismiss_banner: ({ outbox }, { bannerId }) => outbox.post('Settings', 'dismiss_banner', bannerId),
  open_sign_in: ({ signIn, startup }, { agentId }) => {
    startup.dismiss();
    signIn.open(agentId);
  },
  close_sign_in: ({ signIn }) => signIn.close(),
  start_sign_in: ({ outbox }, { agentId, methodId, consent }) =>
    outbox.post('AcpBridge', 'sign_in', agentId, methodId, consent),
  cancel_sign_in: ({ outbox }, { agentId }) => outbox.post('AcpBridge', 'sign_in_cancel', agentId),
  answer_sign_in: ({ signIn, toasts }, { agentId, questionId, action, content }) => {
    const refused = (error: unknown) => toasts.show({ text: RpcError.from(error).message, tone: 'error' });
    signIn.answer(agentId, questionId, action, content).catch(refused);
  },
  sign_out: ({ outbox }, { agentId }) => outbox.post('AcpBridge', 'sign_out', agentId),
  retry_command: ({ outbox }, { cmdId }) => outbox.retry(cmdId),
  discard_command: ({ outbox }, { cmdId }) => outbox.discard(cmdId),
  set_look: ({ look, outbox }, { change }) => {
    look.follow(change);
    outbox.post('Settings', 'update', change);
  },
  set_allow_all: ({ outbox, view }, { on, sessionId = view.value }) => {
    if (sessionId) outbox.post('AcpBridge', 'set_allow_all', sessionId, on);
  },
  add_rule: ({ outbox }, { rule }) => outbox.post('Settings', 'add_rule', rule),
  edit_rule: ({ outbox }, { ruleId, rule }) => outbox.post('Settings', 'edit_rule', ruleId, rule),
  remove_rule: (context, { rule }) => removeRule(context, rule),
  set_preference: ({ preferences }, { change }) => preferences.choose(change),
  show_logs: ({ settings }) => settings.show('logs'),
  open_settings: ({ settings }, { section }) => settings.show(section ?? ''),
  close_settings: (context) => {
    if (context.view.value) openSession(context, context.view.value);
    else context.settings.leave();
  },
  show_work: ({ work }, { tab }) => work.show(tab),
  open_file: ({ work }, { path, line }) => work.openFile(path, line),
  close_work: ({ work }) => work.close(),
  retry_connection: ({ page }) => page.retryConnection(),
  dismiss_startup: ({ startup }) => startup.dismiss(),
  // The page itself answers to these.
  show_sessions: () => {},
  allow_once: () => {},
  run_command: () => {},
  show_entry: () => {},
  dismiss_recap: ({ away }) => away.dismiss(),
  answer_offer: ({ offer, preferences }, { isWanted }) => {
    offer.withdraw();
    preferences.choose(isWanted ? { notifications: true } : { isNotifyRefused: true });
  },
  reload: ({ page }) => page.reload(),
  copy: (context, { text, what }) => void copy(context, text, what),
};

/** The words stay in the composer until the server has begun; a refusal is told and leaves them there. */
async function runShell({ outbox, drafts, view }: AppContext, line: string): Promise<void> {
  const draftId = view.value ?? NEW_SESSION;
  const command = line.slice(1).trim();
  const isOnItsWay = outbox.value.some(({ method, args }) => method === 'run_shell' && args[1] === command);
  if (command === '' || isOnItsWay) return;
  try {
    const sessionId = view.value ?? (await outbox.send('Sessions', 'create', null)).id;
    await outbox.send('AcpBridge', 'run_shell', sessionId, command);
    view.show(sessionId);
    drafts.spend(draftId, line.trim());
  } catch {
    // The outbox has told why.
  }
}

/** Whoever opens a session wants to see it, not the settings. */
function openSession({ view, settings }: AppContext, sessionId: string): void {
  view.show(sessionId);
  settings.readAddress();
}

function newSession(context: AppContext, agentId: string | null): void {
  context.outbox.send('Sessions', 'create', agentId).then(
    (session) => {
      openSession(context, session.id);
      // Whoever takes another agent is done with the start of the first one.
      if (agentId !== null) context.startup.dismiss();
    },
    () => {},
  );
}

/** Undo instead of a question: the session is only hidden at first. */
function deleteSession({ app, outbox, hidden, toasts }: AppContext, sessionId: string, title: string): void {
  const show = () => hidden.show(sessionId);
  hidden.hide(sessionId, UNDO_MS, () => void outbox.send('Sessions', 'delete', sessionId).catch(show));
  const action = { label: 'Undo', run: show };
  toasts.show({ text: deletedWords(app.value, sessionId, title), action, ms: UNDO_MS });
}

/** What was removed can be had again, as a new rule that says the same. */
function removeRule(
  { outbox, toasts }: AppContext,
  { id, createdAt: _at, createdBy: _by, ...draft }: PermissionRule,
): void {
  outbox.post('Settings', 'remove_rule', id);
  const action = { label: 'Undo', run: () => outbox.post('Settings', 'add_rule', draft) };
  toasts.show({ text: 'Removed the rule', action, ms: UNDO_MS });
}

async function copy({ page, toasts }: AppContext, text: string, what?: string): Promise<void> {
  try {
    await page.copy(text);
    toasts.show({ text: what ? `Copied ${what}` : 'Copied', tone: 'success' });
  } catch {
    toasts.show({ text: 'The browser did not allow copying. Select the text and copy it by hand.', tone: 'error' });
  }
}
