import { draftOf, type PermissionRule } from '../../../server/protocol/api/permission-rule.js';
import { errorText } from '../../codes/error-words.js';
import { NEW_SESSION } from '../composer/draft-store.js';
import { isStartable } from '../server/startable.js';
import type { AppAct } from './acts.js';
import type { AppContext } from './contexts.js';
import { rareWords } from './rare-words.js';
import { appWords } from './words.js';

/** How long a removed rule can be taken back. */
const UNDO_MS = 6_000;

/** Not by the outbox, which would do it again after the next sign-in if the answer were lost. */
export async function signEveryoneOut({ door, notices: { toasts } }: AppContext): Promise<void> {
  try {
    await door.sign_everyone_out();
  } catch (error) {
    toasts.show({ text: errorText(error), tone: 'error' });
  }
}

export async function signOutPrograms({ door, notices: { toasts } }: AppContext): Promise<void> {
  try {
    await door.sign_out_programs();
    toasts.show({ text: rareWords.programsSignedOut, tone: 'success' });
  } catch (error) {
    toasts.show({ text: errorText(error), tone: 'error' });
  }
}

export async function lookForAgents({ server: { app }, agents, notices: { toasts } }: AppContext): Promise<void> {
  const known = new Set(app.value?.agents.filter(isStartable).map(({ id }) => id));
  try {
    const found = await agents.reports.look_for_agents();
    if (found.every((id) => known.has(id))) toasts.show({ text: rareWords.noNewAgent });
  } catch (error) {
    toasts.show({ text: errorText(error), tone: 'error' });
  }
}

/** What was removed can be had again, as a new rule that says the same; one that was paused would then act. */
export function removeRule({ outbox, notices: { toasts } }: AppContext, rule: PermissionRule): void {
  outbox.post('Settings', 'remove_rule', rule.id);
  const action = { label: appWords.undo, run: () => outbox.post('Settings', 'add_rule', draftOf(rule)) };
  toasts.show({ text: rareWords.ruleRemoved, ...(rule.waits ? {} : { action }), ms: UNDO_MS });
}

/** The answer is a secret: it is sent once and kept nowhere. */
export function answerSignIn(
  { agents: { signIn }, notices: { toasts } }: AppContext,
  { agentId, questionId, action, content }: Extract<AppAct, { type: 'answer_sign_in' }>,
): void {
  const refused = (error: unknown) => toasts.show({ text: errorText(error), tone: 'error' });
  signIn.answer(agentId, questionId, action, content).catch(refused);
}

/** The words stay in the composer until the server has begun; a refusal is shown and leaves them there. */
export async function runShell(
  { outbox, composer: { drafts }, page: { view } }: AppContext,
  line: string,
): Promise<void> {
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
    // The outbox has shown why.
  }
}
