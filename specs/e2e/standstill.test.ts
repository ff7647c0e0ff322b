import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../browser.js';
import { ROOT } from '../read-sources.js';
import { faultsIn, marksIn } from '../rigs/marks.rig.js';
import { TestApp } from './app.rig.js';

/** `ACDECK_STANDSTILL_EVENTS=50000 npm test -- specs/e2e/standstill.test.ts` takes longer. */
const EVENTS = Number(process.env.ACDECK_STANDSTILL_EVENTS ?? 20_000);
const FLOOD_AGENT = `node '${join(ROOT, 'specs/rigs/flood-agent.mjs')}'`;
/** The agent tells of each mark in two events. */
const MARKS = EVENTS / 2;

describe('a tab that stands still', () => {
  it(`[E14] slows nobody while ${EVENTS} events pass, and wakes up to the right state`, async (t) => {
    const app = await TestApp.start({ agent: FLOOD_AGENT });
    const other = await launchBrowser({ own: true });
    t.after(async () => {
      await other.close();
      await app.stop();
    });
    const [live, still] = [await app.open(), await app.open(await app.newDevice(other))];
    const witness = await app.witness();
    const renderers = await renderersOf(other);
    assert.ok(renderers.length > 0, 'the processes of the tab were found');
    const flood = async (turn: number, marks: number) => {
      const started = performance.now();
      await live.prompt(`flood ${marks}`);
      await witness.until(({ transcript }) => transcript?.turn.n === turn && transcript.turn.status === 'idle');
      await live.waitForText(new RegExp(`⟦${marks}⟧`));
      return Math.round((2_000 * marks) / (performance.now() - started));
    };
    const rateBefore = await flood(1, MARKS / 10);
    for (const pid of renderers) process.kill(pid, 'SIGSTOP');
    let answers = 0;
    const asking = still.page.evaluate(() => document.title).then(() => answers++);
    const before = witness.seq;
    const rate = await flood(2, MARKS);
    assert.equal(answers, 0, 'the tab stood still');
    t.diagnostic(`${witness.seq - before} events passed; the tab answered ${answers} messages while it stood still`);
    t.diagnostic(`the other tab drew ${rate} events/s meanwhile, and ${rateBefore} events/s before`);
    for (const pid of renderers) process.kill(pid, 'SIGCONT');
    await asking;
    for (const tab of [still, live]) {
      const text = await tab.waitForText(new RegExp(`⟦${MARKS}⟧`));
      const marks = marksIn(text).slice(MARKS / 10);
      assert.deepEqual(faultsIn(marks, MARKS), { lost: 0, duplicated: 0, reordered: 0 });
    }
  });
});

/** The processes that run the pages of a browser. */
async function renderersOf(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}
