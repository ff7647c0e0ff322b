import { draftFrom } from '../composer/draft-from.js';
import { findPrompt } from '../session/find-prompt.js';
import type { AppContext } from './contexts.js';
import { EDITING } from './toast-store.js';
import { appWords } from './words.js';

type PromptOf = { readonly sessionId: string; readonly turn: number };

/** Sends a message once more. */
export async function resendPrompt(context: AppContext, { sessionId, turn }: PromptOf): Promise<void> {
  const { outbox, notices, sessions } = context;
  const prompt = await findPrompt(sessions.stores.open(sessionId), turn);
  if (!prompt) {
    notices.toasts.show({ text: appWords.promptGone, tone: 'error' });
    return;
  }
  sessions.away.dismiss();
  await outbox.sendPrompt(sessionId, [...prompt.content], false).catch(() => {});
}

/** What was written there before can be had back. */
export async function editPrompt(context: AppContext, { sessionId, turn }: PromptOf): Promise<void> {
  const { drafts } = context.composer;
  const { toasts } = context.notices;
  const prompt = await findPrompt(context.sessions.stores.open(sessionId), turn);
  if (!prompt) {
    toasts.show({ text: appWords.promptGone, tone: 'error' });
    return;
  }
  const [text, chips] = [drafts.textFor(sessionId), drafts.chipsFor(sessionId)];
  const again = draftFrom(prompt.content, context.server.app.value?.folder.path ?? '');
  drafts.placeCaret(sessionId, again.text.length);
  drafts.replace(sessionId, again.text, again.chips);
  const undo = () => {
    const [written, itsChips] = [drafts.textFor(sessionId), drafts.chipsFor(sessionId)];
    drafts.replace(sessionId, text, chips);
    if (written === again.text) return;
    // Words that were written since are one Undo away, too.
    const redo = () => drafts.replace(sessionId, written, itsChips);
    toasts.show({ text: appWords.draftBack, action: { label: appWords.undo, run: redo }, about: EDITING });
  };
  const said = again.left > 0 ? appWords.editingWithout(again.left) : appWords.editing;
  toasts.show({ text: said, action: { label: appWords.undo, run: undo }, about: EDITING });
}
