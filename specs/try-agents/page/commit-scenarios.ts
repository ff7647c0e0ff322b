import { execFileSync } from 'node:child_process';
import { changesWords } from '../../../webapp/components/changes/words.js';
import { commitWords } from '../../../webapp/components/commit/words.js';
import { eventually } from '../../e2e/eventually.rig.js';
import { expect } from '../checks.js';
import { sentences } from '../directives.js';
import { quote } from '../turn-story.js';
import type { PageTrial } from './page-trial.js';

const DRAFT = 'words of my own ';
/** Slowly, so that the person is back in the message field when it comes. */
const WRITES = sentences.count(12, 'harbour');
const MESSAGE = 'harbour-1 harbour-2';

/** A message that the agent writes for a commit stands in the commit box, and nothing of it in the message field. */
export async function commitMessage(page: PageTrial): Promise<string> {
  if (page.agent.trustsGit) return 'has no repository';
  const git = (...args: string[]) => execFileSync('git', args, { cwd: page.trial.place.folder });
  page.put('staged.txt', `${WRITES}\n`);
  git('add', 'staged.txt');
  const { app } = page;
  const panel = await page.openWorkPanel();
  const scope = panel.getByRole('radiogroup', { name: changesWords.scope });
  const subject = panel.getByRole('textbox', { name: commitWords.subject });
  // Each change of the scope puts another box in the place of the one before.
  for (const [name, state] of [
    ['uncommitted', 'visible'],
    ['session', 'detached'],
    ['uncommitted', 'visible'],
  ] as const) {
    await scope.getByRole('radio', { name: new RegExp(`^${changesWords.scopes[name]}`) }).check();
    await subject.waitFor({ state });
  }
  await app.composer.fill(DRAFT);
  await panel.getByRole('button', { name: commitWords.write }).click();
  await app.composer.click();
  const written = await eventually(
    () => subject.inputValue(),
    (text) => text !== '',
    'The commit box should have a message',
  );
  await page.picture('commit-message');
  const draft = await app.composer.inputValue();
  await app.composer.fill('');
  await subject.fill('');
  git('rm', '--cached', '--quiet', 'staged.txt');
  await page.closeWorkPanel();
  expect(draft === DRAFT, `the message field has ${quote(draft)}`);
  expect(written.includes(MESSAGE), `the box has ${quote(written)}`);
  return quote(written);
}
