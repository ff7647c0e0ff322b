import { deepText } from '../../e2e/app-page.rig.js';
import { expect } from '../checks.js';
import { sentences } from '../directives.js';
import { quote, story } from '../turn-story.js';
import type { PageTrial } from './page-trial.js';
import { pageWords } from './page-words.js';

/**
 * The review lists what was created, edited and deleted, each with its diff. What an agent can delete by a command only
 * is listed, or said not to be.
 */
export async function reviewShows(page: PageTrial): Promise<string> {
  const edited = page.put('edited.txt', 'above\nwas like this\nbelow\n');
  const gone = page.put('gone.txt', 'had these words\n');
  const turns = [
    await page.turn(sentences.write(page.path('created.txt'), 'brand new words'), 'Allow'),
    await page.turn(sentences.replace(edited, 'was like this', 'is like that'), 'Allow'),
    await page.turn(sentences.delete(gone), 'Allow'),
  ];
  const [why, isLeft] = [turns[2]!.text, page.has('gone.txt')];
  if (isLeft) turns.push(await page.turn(sentences.run('rm gone.txt'), 'Allow'));
  expect(!page.has('gone.txt'), `nothing was deleted; ${story(turns.at(-1)!)}`);
  expect(page.has('created.txt'), `nothing was created; ${story(turns[0]!)}`);
  const { files: review, words } = await openReview(page);
  expectChange(review, 'created.txt', ['brand new words']);
  expect(page.read('edited.txt').includes('is like that'), `nothing was edited; ${story(turns[1]!)}`);
  expectChange(review, 'edited.txt', ['was like this', 'is like that']);
  if (isLeft && !review.has('gone.txt')) {
    expect(words.includes(pageWords.commandsUnlisted), 'a file is gone by a command, and nothing says so');
    return `deletes by commands, which the review says it does not list: ${quote(why)}`;
  }
  expectChange(review, 'gone.txt', []);
  return /had these words/.test(review.get('gone.txt') ?? '') ? '' : 'of a deleted file the name only';
}

function expectChange(review: ReadonlyMap<string, string>, name: string, words: readonly string[]): void {
  const shown = review.get(name);
  if (shown === undefined) throw new Error(`${name} is not listed among ${[...review.keys()].join(', ') || 'nothing'}`);
  for (const part of words)
    expect(shown.includes(part), `${quote(part)} is not in the diff of ${name}: ${quote(shown)}`);
}

/** The files of the whole session, each with what is shown of it, and all words around them. */
async function openReview(trial: PageTrial): Promise<{ files: Map<string, string>; words: string }> {
  const { page } = trial.app;
  const panel = await trial.openWorkPanel();
  const scope = panel.getByRole('radiogroup', { name: pageWords.scope });
  await scope.getByRole('radio', { name: pageWords.session }).check();
  await panel.getByText(pageWords.searching).waitFor({ state: 'detached' });
  const files = new Map<string, string>();
  for (const file of await panel.locator('change-file').all()) {
    await file.scrollIntoViewIfNeeded();
    const head = file.locator('.change-head');
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
    const name = await deepText(file.locator('.change-base'));
    await file.locator('diff-view, .work-note').first().waitFor();
    await page.waitForTimeout(300);
    files.set(name.trim(), await deepText(file));
  }
  await trial.picture('review');
  const words = await deepText(panel);
  await page.keyboard.press('Escape');
  return { files, words };
}
