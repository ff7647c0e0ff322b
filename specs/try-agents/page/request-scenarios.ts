import { expect } from '../checks.js';
import { numberedRows, rowOf, sentences } from '../directives.js';
import { quote, story } from '../turn-story.js';
import type { PageTrial, PageTurn } from './page-trial.js';
import { pageWords } from './page-words.js';

const ROWS = 80;

/** A request to write shows the whole text, however long it is. */
export async function seesWrite(page: PageTrial): Promise<string> {
  const turn = await page.turn(sentences.writeRows(page.path('rows.txt'), ROWS), 'Allow');
  expect(page.has('rows.txt'), `no file; ${story(turn)}`);
  expect(page.read('rows.txt').trim() === numberedRows(ROWS), 'the file holds something else');
  if (page.agent.neverAsks) return 'never asks';
  const shown = requestIn(turn);
  const missing = Array.from({ length: ROWS }, (_, n) => rowOf(n + 1, ROWS)).filter((row) => !shown.includes(row));
  expect(missing.length === 0, `${missing.length} of ${ROWS} rows are not shown, such as ${quote(missing[0] ?? '')}`);
  expect(shown.includes('rows.txt'), `the file is not named in ${quote(shown)}`);
  return '';
}

/** A request to edit shows what goes and what comes, as a diff. */
export async function seesEdit(page: PageTrial): Promise<string> {
  const path = page.put('seen.txt', 'a line above\nthe old words\na line below\n');
  const turn = await page.turn(sentences.replace(path, 'the old words', 'the new words'), 'Allow');
  expect(page.read('seen.txt').includes('the new words'), `the file is as it was; ${story(turn)}`);
  if (page.agent.neverAsks) return 'never asks';
  const shown = requestIn(turn);
  for (const words of ['the old words', 'the new words', 'seen.txt']) {
    expect(shown.includes(words), `${quote(words)} is not in ${quote(shown)}`);
  }
  expect(
    !/["{]\s*"?(before|after|old_?string|new_?string)"/i.test(shown),
    `bare fields instead of a diff: ${quote(shown)}`,
  );
  return '';
}

const LONG = `echo ${'a-harmless-and-rather-long-word-'.repeat(12)}`;

/** A request to run shows the whole command, and above all its end. */
export async function seesCommand(page: PageTrial): Promise<string> {
  const command = `${LONG} && touch HIDDENEND.txt`;
  const turn = await page.turn(sentences.run(command), 'Allow');
  expect(page.has('HIDDENEND.txt'), `it did not run; ${story(turn)}`);
  if (page.agent.neverAsks) return 'never asks';
  expect(inOneLine(requestIn(turn)).includes(inOneLine(command)), `not all of it is in ${quote(requestIn(turn))}`);
  return '';
}

/** What was denied does not happen, and its card says what it was. */
export async function denied(page: PageTrial): Promise<string> {
  if (page.agent.neverAsks) return 'never asks';
  const run = await page.turn(sentences.run('touch unrun.txt'), 'Deny');
  expect(!page.has('unrun.txt'), 'the command ran all the same');
  expect(run.requests.length > 0, `it did not ask; ${story(run)}`);
  const runCard = await page.lastCard();
  expect(runCard.includes(pageWords.denied), `the card does not say so: ${quote(runCard)}`);
  expect(runCard.includes('touch unrun.txt'), `the card does not say what: ${quote(runCard)}`);
  const write = await page.turn(sentences.write(page.path('unwritten.txt'), 'no'), 'Deny');
  expect(!page.has('unwritten.txt'), 'the file was written all the same');
  expect(write.requests.length > 0, `it did not ask; ${story(write)}`);
  const writeCard = await page.lastCard();
  expect(writeCard.includes(pageWords.denied), `the card does not say so: ${quote(writeCard)}`);
  expect(writeCard.includes('unwritten.txt'), `the card does not say what: ${quote(writeCard)}`);
  return '';
}

/** The words of all requests of a turn, which are as they were when they came. */
function requestIn(turn: PageTurn): string {
  expect(turn.requests.length > 0, `it did not ask; ${story(turn)}`);
  const changed = turn.requests.find((request) => request.includes(pageWords.changed));
  expect(changed === undefined, `it is called changed: ${quote(changed ?? '')}`);
  return turn.requests.join('\n');
}

/** A command is shown one deed per line. */
function inOneLine(text: string): string {
  return text.replace(/\s+/g, '');
}
