import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { says, ToldApp, type ToldTurn } from '../rigs/told-app.rig.js';
import type { TestApp } from './app.rig.js';
import { AppPage } from './app-page.rig.js';
import { eventually } from './eventually.rig.js';

const TURNS = 320;
const MOST_ROWS = 120;

/** A turn whose answer can be told from all others. */
const turn = (n: number): ToldTurn => ({
  updates: [says(`Answer ${n}: **done**, see \`src/part${n}.ts\`.\n\n- one\n- two\n\nword${n}word`, `m${n}`)],
  requests: [],
});

const rowsIn = (page: Page) => page.locator('.log-inner > :is(transcript-entry, tool-group)').count();

describe('a long conversation', () => {
  let app: TestApp;

  before(async () => {
    ({ app } = await ToldApp.start({ turns: () => Array.from({ length: TURNS }, (_, n) => turn(n)) }));
    const witness = await app.witness();
    for (let n = 0; n < TURNS; n += 1) {
      await witness.prompt(`turn ${n}`);
      await witness.until(({ transcript }) => transcript?.turn.n === n + 1 && transcript.turn.status === 'idle');
    }
  });
  after(() => app.stop());

  it('[SP3] has few of its rows on the page, and all of them for whoever scrolls', async () => {
    const tab = await app.open();
    const { page } = tab;
    await tab.waitForText(new RegExp(`word${TURNS - 1}word`));
    const met = new Set<string>();
    const look = async () => {
      assert.ok((await rowsIn(page)) <= MOST_ROWS, 'few rows');
      for (const [word] of (await tab.text()).matchAll(/word\d+word/g)) met.add(word);
    };
    const log = page.locator('.log');
    await log.hover();
    await eventually(
      async () => {
        await page.mouse.wheel(0, -2_500);
        await look();
        return met.has('word0word');
      },
      (isThere) => isThere,
      'The first answer should be reached by scrolling up',
    );
    assert.equal(met.size, TURNS, 'no answer was left out on the way up');
    met.clear();
    await eventually(
      async () => {
        await page.mouse.wheel(0, 2_500);
        await look();
        return met.has(`word${TURNS - 1}word`);
      },
      (isThere) => isThere,
      'The last answer should be reached by scrolling down',
    );
    assert.equal(met.size, TURNS, 'no answer was left out on the way down');
  });

  it('[SP4] shows a found message in its place, however far back it is', async () => {
    const tab = await app.open();
    const { page } = tab;
    await tab.waitForText(new RegExp(`word${TURNS - 1}word`));
    await page.keyboard.press('Control+p');
    await page.getByRole('combobox').fill('word7word');
    await page.getByRole('option').filter({ hasText: 'word7word' }).first().click();
    const found = page.locator('transcript-entry', { hasText: 'word7word' });
    await eventually(
      async () => (await found.count()) > 0 && (await isInSight(new AppPage(page), 'word7word')),
      (isThere) => isThere,
      'The found answer should be on the screen',
    );
    assert.ok((await rowsIn(page)) <= MOST_ROWS);
  });
});

/** Whether these words are inside the part of the conversation that can be seen. */
async function isInSight({ page }: AppPage, words: string): Promise<boolean> {
  return await page.evaluate((text) => {
    const view = document.querySelector('.log')!.getBoundingClientRect();
    const entry = [...document.querySelectorAll('transcript-entry')].find((row) => row.textContent?.includes(text));
    const { top = -1, bottom = -1 } = entry?.getBoundingClientRect() ?? {};
    return bottom > view.top && top < view.bottom;
  }, words);
}
