import { textOf } from '../../server/protocol/reduce-turn.js';
import type { AppAct } from './acts.js';
import type { AppContext } from './app-context.js';
import { chipBlocks } from './chip-blocks.js';
import { NEW_SESSION } from './draft-store.js';

type SendPrompt = Extract<AppAct, { type: 'send_prompt' }>;

/** The words stay in the composer until they are safe elsewhere, and so does what hangs on them. */
export function sendPrompt(context: AppContext, { content, chips = [], isNow = false }: SendPrompt): void {
  const { app, outbox, drafts, view, prompts, away } = context;
  // Whoever goes on has read what happened meanwhile.
  away.dismiss();
  const draftId = view.value ?? NEW_SESSION;
  const text = textOf(content);
  const keys = chips.map(({ key }) => key);
  const whole = [...content, ...chipBlocks(chips, app.value?.folder.path ?? '')];
  prompts.remember(text);
  void outbox.sendPrompt(view.value, whole, isNow).then(() => drafts.spend(draftId, text, keys));
}
