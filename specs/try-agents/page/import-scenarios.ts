import { join } from 'node:path';
import type { Download } from 'playwright-core';
import { expect } from '../checks.js';
import { sentences } from '../directives.js';
import { story } from '../turn-story.js';
import type { PageTrial } from './page-trial.js';
import { pageWords } from './page-words.js';

/** An imported conversation gives a changed line the number that it had, or none. */
export async function importKeepsLines(page: PageTrial): Promise<string> {
  const lines = Array.from({ length: 40 }, (_, n) => `row ${n + 1} here`);
  const path = page.put('lines.txt', `${lines.join('\n')}\n`);
  const turn = await page.turn(sentences.replace(path, 'row 21 here', 'row 21 changed'), 'Allow');
  expect(page.read('lines.txt').includes('row 21 changed'), `the file is as it was; ${story(turn)}`);
  const before = await lineNumbers(page);
  const file = join(page.trial.place.root, `${page.agent.id}.json`);
  await (await exportJson(page)).saveAs(file);
  await importFrom(page, file);
  const after = await lineNumbers(page);
  await page.picture('imported');
  await page.visit();
  const isKnown = after.some((n) => n !== '');
  expect(!isKnown || after.join() === before.join(), `lines ${before.join(' ')} are now ${after.join(' ')}`);
  return isKnown ? `lines ${before.join(' ')}` : `none, and in the session ${before.join(' ') || 'none'}`;
}

/** The conversation on screen as a file, by its menu. */
export async function exportJson({ app: { page } }: PageTrial): Promise<Download> {
  await page.getByRole('button', { name: pageWords.conversationMenu }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: pageWords.exportJson, exact: true }).click(),
  ]);
  return file;
}

async function importFrom({ app: { page } }: PageTrial, file: string): Promise<void> {
  await page.getByRole('button', { name: pageWords.conversationMenu }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: pageWords.importConversation }).click(),
  ]);
  await chooser.setFiles(file);
  await page.getByText(pageWords.archived).waitFor();
}

async function lineNumbers(page: PageTrial): Promise<string[]> {
  await page.lastCard();
  return await page.app.conversation.locator('tool-card').last().locator('.diff-number').allTextContents();
}
