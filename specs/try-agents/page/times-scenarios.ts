import { setTimeout } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { expect } from '../checks.js';
import { LONG_TASK } from '../delegation-scenarios.js';
import { sentences } from '../directives.js';
import { quote, story } from '../turn-story.js';
import { withTools } from './own-tool-scenarios.js';
import type { PageTrial } from './page-trial.js';
import { shownText } from './shown-text.js';

const AWAY_MS = 20_000;
const LOOK_MS = 100;
/** So long it runs before the kill. */
const RUNS_MS = 2_000;
/** What lies between a call, its reply and our own clock. */
const LEEWAY_S = 3;

/** A server that was killed while a command ran doesn't count the time in which it wasn't there. */
export async function timesAfterKill(page: PageTrial): Promise<string> {
  page.put('long.sh', 'touch begun.txt\nsleep 120\n');
  const began = Date.now();
  const n = await page.begin(sentences.run('sh long.sh'));
  if (!page.agent.neverAsks && (await page.nextRequest()) !== null) await page.answer('Allow');
  while (!page.has('begun.txt') && !page.isIdle) await setTimeout(LOOK_MS);
  expect(page.has('begun.txt'), `it did not run; ${story(page.trial.talk.turnOf(n))}`);
  const words = await killAndCompare(page, began);
  page.remove('begun.txt');
  return words;
}

/** The same while another agent works for it. */
export async function taskTimesAfterKill(outer: PageTrial): Promise<string> {
  if (outer.agent.takesNoTools) return 'takes no tools';
  return await withTools(outer, async (page) => {
    const { talk } = page.trial;
    const began = Date.now();
    const n = await page.begin(sentences.delegate(LONG_TASK, 'slow'));
    const isGiven = () => talk.turnOf(n).entries.some((entry) => entry.kind === 'delegation' && entry.sentAs !== null);
    const isNext = () => isGiven() || talk.isIdle || talk.transcript.pending.length > 0;
    for (await talk.tab.until(isNext); !isGiven() && !talk.isIdle; await talk.tab.until(isNext)) {
      await page.nextRequest();
      await page.answer('Allow');
    }
    expect(!talk.isIdle, `it did not wait for the task; ${story(talk.turnOf(n))}`);
    return await killAndCompare(page, began);
  });
}

/** Kills the server after a while, starts it again later, and holds the times on the page against our own. */
async function killAndCompare(page: PageTrial, began: number): Promise<string> {
  await setTimeout(RUNS_MS);
  const seconds = (Date.now() - began) / 1000;
  await page.restart('SIGKILL', () => setTimeout(AWAY_MS));
  const times = await shownTimes(page);
  await page.picture('after-kill');
  const words = [...times, `killed after ${seconds.toFixed(1)} s`].map((time) =>
    typeof time === 'string' ? time : `${time.what} ${time.seconds} s`,
  );
  const all = times.map((time) => time.seconds ?? Number.NaN);
  const isOne = Math.max(...all) - Math.min(...all) <= LEEWAY_S;
  const isWrong = !isOne || Math.max(...all) > seconds + LEEWAY_S;
  expect(!isWrong, `the times are ${words.join(', ')}: ${quote(await page.app.text())}`);
  return words.join(', ');
}

/** How long the page says that the last call, the last task and the last reply took. */
async function shownTimes({ app }: PageTrial): Promise<{ what: string; seconds: number | null }[]> {
  const footer = app.conversation.locator('turn-footer').last();
  await footer.waitFor();
  const parts: [string, Locator][] = [
    ['call', app.conversation.locator('tool-card .tool-line').last()],
    ['task', app.conversation.locator('delegation-card').last()],
    ['reply', footer],
  ];
  const times: { what: string; seconds: number | null }[] = [];
  for (const [what, part] of parts) {
    if ((await part.count()) > 0) times.push({ what, seconds: secondsIn(await shownText(part)) });
  }
  return times;
}

function secondsIn(text: string): number | null {
  const [, minutes = '0', seconds] = /(?:(\d+) min )?\b([\d.]+) s\b/.exec(text) ?? [];
  return seconds === undefined ? null : Number(minutes) * 60 + Number(seconds);
}
