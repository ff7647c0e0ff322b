import type { AcApp } from './components/page/ac-app.js';
import type { AppContext } from './state/app/contexts.js';
import { perform } from './state/app/perform.js';
import { NEW_SESSION } from './state/composer/draft-store.js';

/**
 * Draws the app in the place of the field that was there before any script, and takes over what was typed in it: the
 * words, the caret, and Enter. All of it is one task, so that no key falls in between.
 */
export async function takeEarlyPlace(app: AcApp, context: AppContext): Promise<void> {
  const boot = document.querySelector('.boot');
  const field = boot?.querySelector<HTMLTextAreaElement>('.early-field') ?? null;
  if (field && 'composing' in field.dataset)
    await new Promise((done) => field.addEventListener('compositionend', done));
  const hasWords = field !== null && field.value !== '';
  const sent = field ? adoptWords(context, field) : null;
  app.context = context;
  await app.updateComplete;
  const view = app.querySelector<HTMLElementTagNameMap['session-view']>('session-view:not([beside])');
  await view?.updateComplete;
  const composer = view?.querySelector('prompt-composer');
  await composer?.updateComplete;
  // Where a finger writes, the field has the focus only if somebody has put it there.
  if (hasWords && document.activeElement === field) composer?.focus();
  boot?.remove();
  if (sent !== null && field) sendEarly(context, { sent, typed: field.value, submit: () => composer?.submit() });
}

/** Makes a draft of the words, where the caret of a kept one is; gives what Enter sent, or null. */
function adoptWords(context: AppContext, field: HTMLTextAreaElement): string | null {
  const { value, selectionEnd, dataset } = field;
  if (value === '') return null;
  const { drafts } = context.composer;
  const draftId = context.page.view.value ?? NEW_SESSION;
  const kept = drafts.textFor(draftId);
  const at = kept === '' ? 0 : (drafts.caretFor(draftId) ?? kept.length);
  // With a kept draft around them the words are another message than the one that was seen: the person decides anew.
  const sent = kept === '' ? (dataset.sent ?? null) : null;
  perform(context, { type: 'hold_draft', isHeld: true });
  perform(context, { type: 'write_draft', text: sent ?? kept.slice(0, at) + value + kept.slice(at) });
  perform(context, { type: 'place_caret', at: at + selectionEnd });
  return sent;
}

/** What was typed after Enter stays in the composer. */
function sendEarly(context: AppContext, words: { sent: string; typed: string; submit: () => void }): void {
  words.submit();
  const rest = words.typed.startsWith(words.sent) ? words.typed.slice(words.sent.length) : '';
  const draftId = context.page.view.value ?? NEW_SESSION;
  const { drafts } = context.composer;
  if (rest) drafts.write(draftId, drafts.textFor(draftId) + rest);
}
