import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { TestApp } from './app.rig.js';
import { faultsOf } from './axe.rig.js';
import { eventually } from './eventually.rig.js';

const screenOf = (page: Page) => page.locator('terminal-screen');
const rowsOf = (page: Page) =>
  screenOf(page)
    .locator('.xterm-rows')
    .evaluate((rows) => [...rows.children].map((row) => row.textContent?.trimEnd()).join('\n'))
    .catch(() => '');
const shows = (page: Page, words: RegExp) =>
  eventually(
    () => rowsOf(page),
    (text) => words.test(text),
    `${words}`,
  );

describe('a terminal of your own', () => {
  let app: TestApp;
  before(async () => {
    app = await TestApp.start({ env: () => ({ SHELL: '/bin/sh', PS1: '$ ' }) });
  });
  after(() => app.stop());

  it('[TM21] [TM23] is opened by a key, shared by two tabs, kept over a reload, and closed', async () => {
    const tab = await app.open();
    const { page } = tab;
    await tab.composer.waitFor();
    await tab.composer.focus();
    await page.keyboard.press('Control+Backquote');
    await shows(page, /\$/);
    await eventually(
      () => page.evaluate(() => document.activeElement?.localName),
      (name) => name === 'terminal-screen',
      'the focus in it',
    );
    await page.keyboard.type('echo he"llo" $((40+2))\n');
    await shows(page, /^hello 42$/m);

    const other = await app.open();
    await other.composer.waitFor();
    await other.page.keyboard.press('Control+Backquote');
    await shows(other.page, /^hello 42$/m);
    await other.page.keyboard.type('echo from the"re"\n');
    await shows(page, /^from there$/m);

    await page.reload();
    await shows(page, /^hello 42\n.*\nfrom there$/m);
    assert.equal((await rowsOf(page)).match(/^hello 42$/gm)?.length, 1, 'nothing is doubled');
    assert.deepEqual(await faultsOf(page), []);

    await screenOf(page).locator('textarea').focus();
    await page.keyboard.press('Control+Backquote');
    await screenOf(page).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Backquote');
    await shows(page, /from there/);
    await screenOf(page).locator('textarea').focus();
    await page.keyboard.type('exit\n');
    await screenOf(page).waitFor({ state: 'detached' });
    await screenOf(other.page).waitFor({ state: 'detached' });
  });

  it('[TM20] has keys for fingers on a phone', async () => {
    const device = await app.newDevice(app.browser, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const { page } = await app.open(device);
    await page.locator('.switch-tab', { hasText: 'Terminal' }).tap();
    await page.getByRole('button', { name: 'New terminal' }).tap();
    await shows(page, /\$/);
    const keys = page.getByRole('toolbar', { name: 'Keys' });
    await page.keyboard.type('sleep 600');
    await page.keyboard.press('Enter');
    await keys.getByRole('button', { name: 'Ctrl', exact: true }).tap();
    await page.keyboard.press('c');
    await page.keyboard.type('echo ba"ck"');
    await page.keyboard.press('Enter');
    await shows(page, /^back$/m);
    await keys.getByRole('button', { name: 'Up' }).tap();
    const box = await screenOf(page).boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 390, 'it fits the width');
  });
});
