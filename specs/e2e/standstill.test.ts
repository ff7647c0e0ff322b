import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { seeded } from '../../server/testing/seeded.rig.js';
import { launchBrowser } from '../browser.js';
import { ROOT } from '../project-root.js';
import { faultsIn, marksIn } from '../rigs/marks.rig.js';
import { TestApp } from './app.rig.js';

const EVENTS = 20_000;
/** With these bytes each, the events fill all buffers on the way to the tab several times over. */
const EVENT_BYTES = 800;
const FLOOD_AGENT = `node '${join(ROOT, 'specs/rigs/flood-agent.mjs')}'`;

describe('a tab that stands still', () => {
  it('[E14] slows nobody while thousands of events pass, and wakes up to the right state', async (t) => {
    // The agent reports each mark in two events.
    const most = seeded(t, EVENTS).numRuns / 2;
    const app = await TestApp.start({ agent: FLOOD_AGENT, env: () => ({ FLOOD_WEIGHT: `${2 * EVENT_BYTES}` }) });
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
    const rateBefore = await flood(1, most / 10);
    for (const pid of renderers) process.kill(pid, 'SIGSTOP');
    let answers = 0;
    const asking = still.page.evaluate(() => document.title).then(() => answers++);
    const before = witness.seq;
    const rate = await flood(2, most);
    assert.equal(answers, 0, 'the tab stood still');
    t.diagnostic(`${witness.seq - before} events passed; the tab answered ${answers} messages while it stood still`);
    t.diagnostic(`the other tab drew ${rate} events/s meanwhile, and ${rateBefore} events/s before`);
    for (const pid of renderers) process.kill(pid, 'SIGCONT');
    await asking;
    for (const tab of [still, live]) {
      const text = await tab.waitForText(new RegExp(`⟦${most}⟧`));
      const marks = marksIn(text).slice(most / 10);
      assert.deepEqual(faultsIn(marks, most), { lost: 0, duplicated: 0, reordered: 0 });
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
