import { messageWords } from '../../../webapp/components/messages/words.js';
import { appWords } from '../../../webapp/state/app/words.js';
import { eventually } from '../../e2e/eventually.rig.js';
import { expect } from '../checks.js';
import { sentences } from '../directives.js';
import { quote } from '../turn-story.js';
import type { PageTrial } from './page-trial.js';

const SINCE = 'typed since then';

/** When a message that was edited is sent, its Undo is over, and takes nothing that was typed since. */
export async function lateUndo(page: PageTrial): Promise<string> {
  const { app } = page;
  const words = sentences.say('to be edited');
  await page.turn(words, 'Deny');
  await app.composer.fill('an old draft');
  const message = app.conversation.getByRole('article').filter({ hasText: words }).last();
  await message.hover();
  await message.getByRole('button', { name: messageWords.more }).click();
  await app.page.getByRole('menuitem', { name: messageWords.edit, exact: true }).click();
  await eventually(
    () => app.composer.inputValue(),
    (text) => text === words,
    'The message should be in the field',
  );
  await page.turn(words, 'Deny');
  await app.composer.fill(SINCE);
  const undo = app.page.getByRole('button', { name: appWords.undo, exact: true });
  const isOver = (await undo.count()) === 0;
  if (!isOver) await undo.click();
  const left = await app.composer.inputValue();
  await app.composer.fill('');
  expect(left.includes(SINCE), `Undo left ${quote(left)}`);
  return isOver ? 'no Undo is left' : 'Undo leaves what was typed';
}
