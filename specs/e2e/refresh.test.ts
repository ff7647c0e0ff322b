import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { seeded } from '../../server/testing/seeded.rig.js';
import { agentText, faultsIn, marksIn } from '../rigs/marks.rig.js';
import { SeededRandom } from '../rigs/random.rig.js';
import { NEEDS_BUILD, TestApp } from './app.rig.js';

const REFRESHES = 30;

describe('loading a page anew', () => {
  it('[E13] leaves each part once and in order, many times in one stream', { skip: NEEDS_BUILD }, async (t) => {
    const { seed, numRuns: refreshes } = seeded(t, REFRESHES);
    const app = await TestApp.start();
    t.after(() => app.stop());
    const random = new SeededRandom(seed);
    const [tab, witness] = [await app.open(), await app.witness()];
    await tab.prompt('long 1000000');
    await tab.waitForText(/⟦1⟧/);
    let drawn = 0;
    for (let n = 0; n < refreshes; n++) {
      await tab.page.reload({ waitUntil: 'commit' });
      // Some are cut short while they load or connect, others in the midst of the stream.
      if (n % 3 === 0) await tab.waitForText(/⟦\d+⟧/);
      await sleep(random.between(1, 300));
      if ((await tab.conversation.count()) > 0) drawn += 1;
    }
    await tab.stopButton.click();
    await witness.until(({ transcript }) => transcript?.turn.status === 'idle');
    await tab.waitForIdle();
    const said = agentText(witness.transcript!);
    const last = marksIn(said).at(-1)!;
    const text = await tab.waitForText(new RegExp(`⟦${last}⟧`));
    t.diagnostic(`${drawn} of the refreshes after something was drawn, ${last} parts`);
    assert.deepEqual(faultsIn(marksIn(text), last), { lost: 0, duplicated: 0, reordered: 0 });
    assert.ok(squeeze(text).includes(squeeze(said)), 'the page shows the words of the log');
  });
});

function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}
