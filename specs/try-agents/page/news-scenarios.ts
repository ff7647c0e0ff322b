import { setTimeout } from 'node:timers/promises';
import { expect, seen } from '../checks.js';
import { sentences } from '../directives.js';
import { messageIn, readTrace, type WireLine } from '../wire-trace.js';
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
  await page.visit();
  await page.app.waitForText(new RegExp(`own-${TICKS}`));
  const text = await page.app.text();
  expect(!text.includes(pageWords.continuedElsewhere), 'our own reply is called one from elsewhere');
  const offers = talk.entries.filter((entry) => entry.kind === 'notice' && entry.action === 'update_from_agent');
  expect(offers.length === 0, 'an update from the agent is offered');
  return listsDuringReply(readTrace(place).slice(linesBefore));
}

/** Whether the agent told us of its sessions while it answered, so that there was something to take wrongly. */
function listsDuringReply(lines: readonly WireLine[]): string {
  const said = lines.map(messageIn);
  const end = said.findIndex(({ result }) => result?.stopReason !== undefined);
  const [during, all] = [said.slice(0, end), said].map(
    (part) => part.filter(({ result }) => Array.isArray(result?.sessions)).length,
  );
  return all === 0 ? 'lists no sessions' : `told its list ${during} times while it answered, ${all} in all`;
}
