import type { Locator } from 'playwright-core';
import { formWords } from '../../../webapp/components/question/words.js';
import { eventually, ONE_TRY } from '../../e2e/eventually.rig.js';
import { expect } from '../checks.js';
import { HELPER, withHelper } from '../delegation-scenarios.js';
import { sentences } from '../directives.js';
import { quote, story } from '../turn-story.js';
import { PageTrial } from './page-trial.js';

const TASK = 'What can you do?';

/** AcDeck's own tools that only tell or ask need no permission; a request to delegate says who gets what. */
export async function ownTools(page: PageTrial): Promise<string> {
  if (page.agent.takesNoTools) return 'takes no tools';
  return await withTools(page, async (inner) => {
    const faults = [...(await listFaults(inner)), ...(await questionFaults(inner))];
    const heads = await headsOf(inner, sentences.delegate(TASK, 'kid'));
    if (heads.length === 0) faults.push('the task was given unasked');
    if (heads.length > 1) faults.push(`asked ${heads.length} times for one task`);
    const untold = heads.filter((head) => !head.includes(HELPER));
    if (untold.length > 0) faults.push(`the head doesn’t say who gets the task: ${untold.map(quote).join(', ')}`);
    expect(faults.length === 0, faults.join('; '));
    return heads.map(quote).join(', ');
  });
}

/** Tries something in a place in which another agent takes tasks. */
export async function withTools({ trial }: PageTrial, run: (page: PageTrial) => Promise<string>): Promise<string> {
  const { place, args } = withHelper(trial.place.another('own-tools'));
  const page = await PageTrial.open(trial.at(place, args));
  try {
    // Some agents connect to servers while they answer for the first time.
    await page.turn(sentences.say('ready'), 'Deny');
    return await run(page);
  } finally {
    await page.close();
  }
}

async function listFaults(page: PageTrial): Promise<string[]> {
  const turn = await page.turn(sentences.listAgents(), 'Allow');
  expect(/asks a person/.test(turn.text), `it got no list; ${story(turn)}`);
  return turn.requests.map((request) => `asked whether it may list agents: ${quote(request)}`);
}

/** The question comes at once, and two choices are two buttons. */
async function questionFaults(page: PageTrial): Promise<string[]> {
  const { talk } = page.trial;
  const faults: string[] = [];
  const n = await page.begin(sentences.askPerson('Which colour?', 'red', 'blue'));
  const next = () => talk.transcript.pending[0]?.kind;
  await talk.tab.until(() => talk.isIdle || next() !== undefined);
  while (next() === 'permission') {
    faults.push(`asked whether it may ask: ${quote(await page.requestHead())}`);
    await page.answer('Allow');
    await talk.tab.until(() => talk.isIdle || next() !== undefined);
  }
  expect(next() === 'question', `no question came; ${story(talk.turnOf(n))}`);
  if (!(await answerQuestion(page))) faults.push('two choices are no buttons');
  while ((await page.nextRequest()) !== null) {
    faults.push(`asked whether it may wait: ${quote(await page.requestHead())}`);
    await page.answer('Allow');
  }
  expect(/answered\W+(?:n\W*)?red/.test(talk.turnOf(n).text), `it did not get the answer; ${story(talk.turnOf(n))}`);
  return faults;
}

/** Says red; gives whether there was a button for it. */
async function answerQuestion(page: PageTrial): Promise<boolean> {
  const { talk } = page.trial;
  const dock = page.app.page.locator('question-dock');
  await dock.getByText('Which colour?').first().waitFor();
  await page.picture('question');
  const red = dock.getByRole('button', { name: 'red', exact: true });
  const hasButtons = (await red.count()) > 0;
  const isAnswered = () => talk.transcript.pending.every(({ kind }) => kind !== 'question');
  if (hasButtons) await eventually(() => pressIfOpen(red), isAnswered, 'The question should be answered');
  else {
    await dock.getByRole('combobox').selectOption('red');
    await dock.getByRole('button', { name: formWords.answer, exact: true }).click();
  }
  await talk.tab.until(isAnswered);
  return hasButtons;
}

/** A press counts only once the choice has stood there for a moment, and takes the choice away. */
async function pressIfOpen(choice: Locator): Promise<void> {
  await choice.click(ONE_TRY).catch(() => {});
}

/** What the requests of a turn are headed, all of which are allowed. */
async function headsOf(page: PageTrial, prompt: string): Promise<string[]> {
  const heads: string[] = [];
  await page.begin(prompt);
  while ((await page.nextRequest()) !== null) {
    heads.push(await page.requestHead());
    await page.answer('Allow');
  }
  return heads;
}
