import type { AppState } from '../../../server/protocol/api/app-state.js';
import { UPLOAD_LIMITS } from '../../../server/protocol/api/uploads.js';
import { LIMITS } from '../../../server/protocol/limits.js';
import { promptWords } from '../../../server/protocol/transcript/reduce-turn.js';
import { number } from '../../ui/format.js';
import { whenHolds } from '../base/store.js';
import { chipBlocks, isMention, mentionText } from '../composer/chip-blocks.js';
import { NEW_SESSION } from '../composer/draft-store.js';
import { isConnected } from '../server/connection-store.js';
import { sendingPrompt } from '../session/sending-prompt.js';
import type { AppAct, CopiedPart, UserAct } from './acts.js';
import type { AppContext } from './contexts.js';
import { sessionsBelow } from './session-groups.js';
import { EDITING, UNDO_MS } from './toast-store.js';
import { appWords } from './words.js';

type AppActs = { [T in AppAct['type']]: (context: AppContext, act: Extract<AppAct, { type: T }>) => void };

/** Does what a person asked for. Refusals are shown by the outbox, so nothing is awaited here. */
export function perform(context: AppContext, act: UserAct): void {
  const { outbox, page } = context;
  if (act.type === 'server_command') {
    outbox.postAct(act);
  } else if (act.type === 'session_command') {
    const sessionId = page.view.value;
    if (sessionId !== null) outbox.postAct({ ...act, args: [sessionId, ...act.args] });
  } else {
    const run = APP_ACTS[act.type] as (context: AppContext, act: AppAct) => void;
    run(context, act);
  }
}

const APP_ACTS: AppActs = {
  send_prompt: sendPrompt,
  run_shell: (context, { line }) => void rareActs(context, ({ runShell }) => runShell(context, line)),
  quote: (context, { text }) => {
    const draftId = draftOnScreen(context);
    const { drafts } = context.composer;
    const quoted = quoteInto(drafts.textFor(draftId), text);
    drafts.placeCaret(draftId, quoted.length);
    drafts.write(draftId, quoted);
  },
  ask_agent: ({ outbox }, { sessionId, agentId, text }) =>
    outbox.post('AcpBridge', 'ask_agent', sessionId, agentId, text),
  hand_over: handOver,
  resend_prompt: (context, act) => void promptActs(context, ({ resendPrompt }) => resendPrompt(context, act)),
  edit_prompt: (context, act) => void promptActs(context, ({ editPrompt }) => editPrompt(context, act)),
  copy_link: (context, { sessionId, entry }) => void copy(context, context.page.view.linkTo(sessionId, entry), 'link'),
  write_draft: (context, { text }) => context.composer.drafts.write(draftOnScreen(context), text),
  hold_draft: (context, { isHeld }) => context.composer.drafts.hold(isHeld ? draftOnScreen(context) : null),
  place_caret: (context, { at }) => context.composer.drafts.placeCaret(draftOnScreen(context), at),
  attach_files: (context, act) => void attachFiles(context, act),
  attach_chip: (context, { chip }) => context.composer.drafts.attach(draftOnScreen(context), chip),
  detach_chip: detachChip,
  retry_upload: ({ composer }, { key }) => composer.uploads.retry(key),
  cancel_upload: ({ composer }, { key }) => composer.uploads.remove(key),
  new_session: (context, { agentId }) => newSession(context, agentId),
  use_agent: (context, { agentId }) => useAgent(context, agentId),
  look_for_agents: (context) => void rareActs(context, ({ lookForAgents }) => lookForAgents(context)),
  sign_everyone_out: (context) => void rareActs(context, ({ signEveryoneOut }) => signEveryoneOut(context)),
  sign_out_programs: (context) => void rareActs(context, ({ signOutPrograms }) => signOutPrograms(context)),
  open_session: (context, { sessionId }) => openSession(context, sessionId),
  open_beside: ({ page: { view, settings } }, { sessionId }) => {
    view.showBeside(sessionId);
    settings.readAddress();
  },
  close_beside: ({ page: { view } }, { sessionId }) => view.closeBeside(sessionId),
  delete_session: (context, { sessionId, title }) => deleteSession(context, sessionId, title),
  delete_sessions: (context, { sessionIds }) => deleteSessions(context, sessionIds),
  mark_sessions: markSessions,
  trust_folder: ({ outbox, server: { startup } }, { fingerprint, isTrusted }) => {
    if (isTrusted) startup.dismiss();
    outbox.post('Settings', 'trust_folder', fingerprint, isTrusted);
  },
  run_with_npx: ({ outbox, server: { startup } }, { agentId }) => {
    startup.dismiss();
    outbox.post('Settings', 'run_with_npx', agentId);
  },
  open_sign_in: ({ agents: { signIn }, server: { startup } }, { agentId }) => {
    startup.dismiss();
    signIn.open(agentId);
  },
  close_sign_in: ({ agents }) => agents.signIn.close(),
  answer_sign_in: (context, act) => void rareActs(context, ({ answerSignIn }) => answerSignIn(context, act)),
  retry_command: ({ outbox }, { cmdId }) => outbox.retry(cmdId),
  discard_command: ({ outbox }, { cmdId }) => outbox.discard(cmdId),
  change_settings: ({ settings, outbox }, { change }) => {
    void settings.choose(change, outbox.send('Settings', 'update', change));
  },
  remove_rule: (context, { rule }) => void rareActs(context, ({ removeRule }) => removeRule(context, rule)),
  set_preference: ({ preferences }, { change }) => preferences.choose(change),
  show_logs: ({ page }, { agentId }) => page.settings.show('logs', { about: agentId ?? null }),
  open_settings: ({ page }, { section, row }) => page.settings.show(section ?? '', { row: row ?? null }),
  close_settings: (context) => {
    if (context.page.view.value) openSession(context, context.page.view.value);
    else context.page.settings.leave();
  },
  show_work: ({ work, preferences }, { tab, changes, goal }) => {
    if (changes) preferences.choose({ changes });
    work.panel.show(tab, goal ?? null);
  },
  open_file: ({ work }, { path, line, ...part }) => work.panel.openFile(path, line, part),
  close_work: ({ work }) => work.panel.close(),
  show_terminal: (context, { terminalId }) => showTerminal(context, terminalId),
  open_terminal: (context) => void openTerminal(context),
  show_commands: ({ work }) => work.panel.showTerminal(null),
  retry_connection: ({ browser }) => browser.retryConnection(),
  dismiss_startup: ({ server }) => server.startup.dismiss(),
  dismiss_recap: ({ sessions }) => sessions.away.dismiss(),
  answer_offer: ({ notices: { offer }, preferences }, { isWanted }) => {
    offer.withdraw();
    preferences.choose(isWanted ? { notifications: true } : { isNotifyRefused: true });
  },
  reload: ({ browser }) => browser.reload(),
  copy: (context, { text, what }) => void copy(context, text, what),
};

function draftOnScreen({ page }: AppContext): string {
  return page.view.value ?? NEW_SESSION;
}

function showTerminal(context: AppContext, terminalId?: string): void {
  const { work, server } = context;
  const terminals = server.app.value?.terminals ?? [];
  const isThere = (id: string | null | undefined) => terminals.find((terminal) => terminal.id === id);
  const shown = isThere(terminalId) ?? isThere(work.panel.value.terminal) ?? terminals.at(-1);
  if (!shown) return void openTerminal(context);
  work.panel.showTerminal(shown.id);
  work.terminals.want(shown.id);
}

/** Its size is that of a common screen until it is drawn; why it could not be opened is said where it would be. */
async function openTerminal({ work, outbox }: AppContext): Promise<void> {
  work.panel.show('terminals');
  if (work.terminals.value.isOpening) return;
  const opened = await work.terminals.follow(outbox.send('AcpBridge', 'open_terminal', { cols: 80, rows: 24 }));
  if (opened) work.panel.showTerminal(opened.id);
}

/** Anyone who opens a session wants to see it, not the settings. */
function openSession({ page: { view, settings } }: AppContext, sessionId: string): void {
  view.show(sessionId);
  settings.readAddress();
}

function newSession(context: AppContext, agentId: string | null): void {
  context.outbox.send('Sessions', 'create', agentId).then(
    (session) => {
      openSession(context, session.id);
      // Anyone who takes another agent is done with the start of the first one.
      if (agentId !== null) context.server.startup.dismiss();
    },
    () => {},
  );
}

/** The conversation goes on where the other agent is. */
function handOver(context: AppContext, { sessionId, agentId, text }: Extract<AppAct, { type: 'hand_over' }>): void {
  context.outbox.send('Sessions', 'hand_over', sessionId, agentId, text).then(
    (session) => openSession(context, session.id),
    () => {},
  );
}

/** What was written so far goes to that agent; so do new sessions. */
function useAgent(context: AppContext, agentId: string): void {
  const { outbox } = context;
  const { view } = context.page;
  if (view.value === null) {
    newSession(context, agentId);
    return;
  }
  outbox.post('Settings', 'set_default_agent', agentId);
  outbox.send('Sessions', 'use_agent', view.value, agentId).then(
    (session) => {
      openSession(context, session.id);
      context.server.startup.dismiss();
    },
    () => {},
  );
}

/** Undo instead of a question: the session is only hidden at first. */
function deleteSession(context: AppContext, sessionId: string, title: string): void {
  const { outbox } = context;
  const { app } = context.server;
  const { hidden } = context.sessions;
  const { toasts } = context.notices;
  const show = () => hidden.show(sessionId);
  hidden.hide(sessionId, UNDO_MS, () => void outbox.send('Sessions', 'delete', sessionId).catch(show));
  const action = { label: appWords.undo, run: show };
  const tasks = sessionsBelow(app.value?.sessions ?? [], sessionId).length;
  const text = deletedWords(app.value, sessionId, title);
  toasts.show({
    text: tasks > 0 ? `${text.replace(/\.$/, '')}. ${appWords.withTasks(tasks)}` : text,
    action,
    ms: UNDO_MS,
  });
}

/** Several at once are announced by their number. */
function deleteSessions({ outbox, sessions, notices: { toasts } }: AppContext, ids: readonly string[]): void {
  const { hidden } = sessions;
  if (ids.length === 0) return;
  for (const parts of inParts(ids)) {
    const show = () => hidden.showAll(parts);
    hidden.hideAll(parts, UNDO_MS, () => void outbox.send('Sessions', 'delete_many', parts).catch(show));
  }
  const action = { label: appWords.undo, run: () => hidden.showAll(ids) };
  toasts.show({ text: appWords.deletedMany(ids.length), action, ms: UNDO_MS });
}

/** What was put away leaves the list at once, so it can be taken back from here. */
function markSessions(
  { outbox, notices: { toasts } }: AppContext,
  { sessionIds, mark }: Extract<AppAct, { type: 'mark_sessions' }>,
): void {
  for (const parts of inParts(sessionIds)) outbox.post('Sessions', 'mark', parts, mark);
  if (!mark.archived || sessionIds.length === 0) return;
  const run = () => {
    for (const parts of inParts(sessionIds)) outbox.post('Sessions', 'mark', parts, { archived: false });
  };
  toasts.show({ text: appWords.archived(sessionIds.length), action: { label: appWords.undo, run }, ms: UNDO_MS });
}

/** As many as the server takes in one act. */
function inParts(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / LIMITS.manySessions);
  return Array.from({ length: count }, (_, n) => ids.slice(n * LIMITS.manySessions, (n + 1) * LIMITS.manySessions));
}

async function copy(
  { browser, notices: { toasts } }: AppContext,
  text: string,
  what: CopiedPart = 'text',
): Promise<void> {
  try {
    await browser.copy(text);
    toasts.show({ text: appWords.copied[what], tone: 'success' });
  } catch {
    toasts.show({ text: appWords.copyBlocked, tone: 'error' });
  }
}

/** Words as a quotation after what is written already, with room for what is said about them. */
function quoteInto(draft: string, text: string): string {
  const before = draft.trimEnd();
  const quoted = text.trim().replace(/^/gm, '> ').replace(/ +$/gm, '');
  return `${before}${before ? '\n\n' : ''}${quoted}\n\n`;
}

type SendPrompt = Extract<AppAct, { type: 'send_prompt' }>;

/** The words stay in the composer until they are safe elsewhere, and so does what hangs on them. */
function sendPrompt(context: AppContext, { content, chips = [], isNow = false }: SendPrompt): void {
  const { outbox } = context;
  const { drafts, prompts } = context.composer;
  const { app } = context.server;
  const { view } = context.page;
  // Anyone who goes on has read what happened meanwhile, and finds the way without a tour.
  context.sessions.away.dismiss();
  context.notices.toasts.withdraw(EDITING);
  if (!context.preferences.value.isTourDone) context.preferences.choose({ isTourDone: true });
  const draftId = view.value ?? NEW_SESSION;
  const text = promptWords(content);
  const keys = chips.map(({ key }) => key);
  const whole = [...content, ...chipBlocks(chips, app.value?.folder.path ?? '')];
  prompts.remember(text);
  const spend = () => drafts.spend(draftId, text, keys);
  const isSafe = outbox.sendPrompt(view.value, whole, isNow);
  if (isInConversation(context)) spend();
  else void isSafe.then(spend);
}

/** Whether what was just sent is shown in the conversation already, and so needs no other place on screen. */
function isInConversation({ page: { view }, sessions, server: { app, connection }, outbox }: AppContext): boolean {
  const sessionId = view.value;
  if (sessionId === null) return false;
  const session = app.value?.sessions.find(({ id }) => id === sessionId);
  const agent = app.value?.agents.find(({ id }) => id === session?.agentId) ?? null;
  const { transcript } = sessions.stores.open(sessionId).value;
  const facts = { sessionId, transcript, outbox: outbox.value, isConnected: isConnected(connection.value), agent };
  return sendingPrompt(facts) !== null;
}

/** Sends files on their way; each becomes a chip of the draft when the server has it. */
async function attachFiles(
  { page: { view }, composer: { uploads, drafts }, notices: { toasts } }: AppContext,
  { files }: Extract<AppAct, { type: 'attach_files' }>,
): Promise<void> {
  // A page that has just been opened does not know its session yet.
  if (view.value === null) await whenHolds([view], () => view.value !== null);
  const sessionId = view.value!;
  const here = uploads.value.filter((pending) => pending.sessionId === sessionId).length;
  const kept = drafts.chipsFor(sessionId).filter(({ kind }) => kind === 'upload').length;
  const room = Math.max(0, UPLOAD_LIMITS.perPrompt - here - kept);
  uploads.add(sessionId, files.slice(0, room));
  if (files.length <= room) return;
  toasts.show({ text: appWords.tooManyFiles(number(UPLOAD_LIMITS.perPrompt)), tone: 'error' });
}

/** Takes a chip away, and with it what it stands for. */
function detachChip(context: AppContext, { chip }: Extract<AppAct, { type: 'detach_chip' }>): void {
  const { uploads, drafts } = context.composer;
  const draftId = draftOnScreen(context);
  drafts.detach(draftId, [chip.key]);
  if (chip.kind === 'upload') uploads.discard(chip.upload.id);
  if (isMention(chip)) drafts.write(draftId, drafts.textFor(draftId).replace(mentionText(chip), ''));
}

/** How a deletion is announced: an agent may have its own session behind ours, and that goes too or stays. */
export function deletedWords(app: AppState | null, sessionId: string, title: string): string {
  const session = app?.sessions.find(({ id }) => id === sessionId);
  const agent = app?.agents.find(({ id }) => id === session?.agentId);
  if (!session || !agent) return appWords.deleted.here(title);
  if (session.copy) return appWords.deleted.copy(title);
  if (session.origin) return appWords.deleted.inAgent(title, agent.name);
  if (agent.deletesSessions) return appWords.deleted.everywhere(title, agent.name);
  return appWords.deleted.maybeKept(title, agent.name);
}

/** What is done with an earlier message, and what people seldom do, loads when it is first wanted. */
const promptActs = lateActs(() => import('./prompt-acts.js'));
const rareActs = lateActs(() => import('./rare-acts.js'));

function lateActs<Acts>(load: () => Promise<Acts>) {
  return async ({ notices }: AppContext, run: (acts: Acts) => Promise<void> | void): Promise<void> => {
    const acts = await load().catch(() => null);
    if (acts) await run(acts);
    else notices.toasts.show({ text: appWords.notLoaded, tone: 'error' });
  };
}
