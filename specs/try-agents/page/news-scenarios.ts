import { setTimeout } from 'node:timers/promises';
import { expect, seen } from '../checks.js';
import { sentences } from '../directives.js';
import { messageIn, readTrace } from '../wire-trace.js';
import type { PageTrial } from './page-trial.js';
import { pageWords } from './page-words.js';

/** What an agent still writes so soon after a turn of ours counts as ours. */
const SETTLING_MS = 12_000;
const TICKS = 50;

/** A page that is opened while the agent answers, and again afterwards, calls our own reply nobody else's. */
export async function notContinued(page: PageTrial): Promise<string> {
  const { talk, place } = page.trial;
  await page.turn(sentences.say('before'), 'Deny');
  await setTimeout(SETTLING_MS);
  const linesBefore = readTrace(place).length;
  await page.begin(sentences.count(TICKS, 'own'));
  await seen(talk, 'own-3');
  await page.app.page.reload();
  await page.app.waitForConnection();
  await talk.tab.until(() => talk.isIdle);
  for (let time = 0; time < 2; time++) {
    await page.visit();
    await page.app.waitForText(new RegExp(`own-${TICKS}`));
  }
  const text = await page.app.text();
  expect(!text.includes(pageWords.continuedElsewhere), 'our own reply is called one from elsewhere');
  const offers = talk.entries.filter((entry) => entry.kind === 'notice' && entry.action === 'update_from_agent');
  expect(offers.length === 0, 'an update from the agent is offered');
  const lists = readTrace(place)
    .slice(linesBefore)
    .filter((line) => messageIn(line).method === 'session/list').length;
  return lists === 0 ? 'lists no sessions' : `asked for its list ${lists} times`;
}
