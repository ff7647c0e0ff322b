import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { composerWords } from '../../../webapp/components/composer/words.js';
import { expect } from '../checks.js';
import { sentences } from '../directives.js';
import { quote, story } from '../turn-story.js';
import type { PageTrial } from './page-trial.js';
import { pageWords } from './page-words.js';

const NAME = 'paper.pdf';
const PDF =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

/** An attached file keeps its name for the model, and nobody is asked whether the agent may read it. */
export async function attachedFile(page: PageTrial): Promise<string> {
  const before = page.trial.asked.length;
  await attach(page);
  const told = await page.turn(sentences.say('got it'), 'Allow');
  expect(told.text.includes('got it'), `no answer; ${story(told)}`);
  expect(told.requests.length === 0, `asked about what was just attached: ${quote(told.requests.join(' '))}`);
  const names = page.trial.asked.slice(before).flatMap(({ request }) => request?.papers ?? []);
  expect(names.includes(NAME), `the model knows it as ${quote(names.at(-1) ?? 'nothing')}`);
  const read = await page.turn(sentences.readAttached(NAME), 'Allow');
  expect(read.requests.length === 0, `asked whether it may read it: ${quote(read.requests.join(' '))}`);
  const denied = read.permissions.find(({ options, outcome }) => {
    const given = outcome.status === 'answered' ? outcome.optionId : null;
    return options.some(({ optionId, kind }) => optionId === given && kind.startsWith('reject'));
  });
  expect(!denied, `may not read it: ${quote(JSON.stringify(denied?.outcome ?? null))}`);
  expect(!read.text.includes('Nothing is called'), `the model is told the name and no place: ${quote(read.text)}`);
  return quote(read.text);
}

async function attach({ app: { page }, trial }: PageTrial): Promise<void> {
  const file = join(trial.place.root, NAME);
  writeFileSync(file, PDF);
  await page.getByRole('button', { name: composerWords.attach.name, exact: true }).click();
  const menu = page.getByRole('group', { name: composerWords.attach.name });
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    menu.getByText(composerWords.attach.files, { exact: true }).click(),
  ]);
  await chooser.setFiles(file);
  const attached = page.getByRole('list', { name: pageWords.attached }).getByRole('listitem');
  // What is still on its way to the server can't be sent.
  await attached.filter({ hasText: NAME, hasNot: page.getByRole('progressbar') }).waitFor();
}
