import { setTimeout } from 'node:timers/promises';
import { expect } from '../checks.js';
import { sentences } from '../directives.js';
import { quote, story } from '../turn-story.js';
import type { PageTrial } from './page-trial.js';
import { pageWords } from './page-words.js';

const RUNS_S = 12;
const LOOK_MS = 100;
const TELL_MS = 1000;

/** Stop ends a command that runs; where only the agent could end it and does not, its card says so. */
export async function stopEnds(page: PageTrial): Promise<string> {
  const { talk } = page.trial;
  page.put('slow.sh', `touch started.txt\nsleep ${RUNS_S}\ntouch late.txt\n`);
  const n = await page.begin(sentences.run('sh slow.sh'));
  if (!page.agent.neverAsks && (await page.nextRequest()) !== null) {
    await page.readRequest();
    await page.press('Allow');
  }
  await until(() => page.has('started.txt') || page.isIdle);
  expect(page.has('started.txt'), `it did not run; ${story(talk.turnOf(n))}`);
  const began = Date.now();
  await page.app.stopButton.click();
  await talk.tab.until(() => talk.isIdle);
  const took = Date.now() - began;
  const card = await page.lastCard();
  await page.picture('stopped');
  const isSaid = card.includes(pageWords.runsOn);
  await until(() => page.has('late.txt') || Date.now() - began > (RUNS_S + 3) * 1000);
  if (page.has('late.txt')) {
    // The agent may have something to tell of it.
    await setTimeout(TELL_MS);
    throw new Error(isSaid ? 'it ran on, and the card said so' : `it ran on, and the card said ${quote(card)}`);
  }
  const next = await page.turn(sentences.say('still here'), 'Deny');
  expect(next.text.includes('still here'), `the next prompt failed; ${story(next)}`);
  return [`in ${(took / 1000).toFixed(1)} s`, ...(isSaid ? ['the card leaves it open'] : [])].join(', ');
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await setTimeout(LOOK_MS);
}
