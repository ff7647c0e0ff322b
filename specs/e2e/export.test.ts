import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Download } from 'playwright-core';
import { TestApp } from './app.rig.js';
import type { AppPage } from './app-page.rig.js';
import { faultsOf } from './axe.rig.js';

describe('a conversation', () => {
  let app: TestApp;
  let tab: AppPage;
  before(async () => {
    app = await TestApp.start();
    tab = await app.open();
    await tab.prompt('long 30 <img src=x onerror=alert(1)>');
    await tab.waitForText(/⟦30⟧/);
    await tab.waitForIdle();
    await tab.page.locator('turn-footer').waitFor();
  });
  after(() => app.stop());

  const menu = () => tab.page.getByRole('button', { name: 'Conversation: find, export and more' });

  async function download(name: string): Promise<Download> {
    await menu().click();
    const [file] = await Promise.all([
      tab.page.waitForEvent('download'),
      tab.page.getByRole('button', { name, exact: true }).click(),
    ]);
    return file;
  }

  it('[EX4] [EX5] is the same after an export and an import', async () => {
    const file = await download('Export as JSON');
    const path = join(app.place.folder, 'talk.json');
    await file.saveAs(path);
    const said = async () =>
      (await tab.page.locator('transcript-entry').allTextContents()).map((text) => text.replace(/\s+/g, ' '));
    const before = await said();
    const address = tab.page.url();
    await menu().click();
    const [chooser] = await Promise.all([
      tab.page.waitForEvent('filechooser'),
      tab.page.getByRole('button', { name: 'Import a conversation…' }).click(),
    ]);
    await chooser.setFiles(path);
    await tab.page.getByText('This is an archived copy of the session. It is read-only.').waitFor();
    assert.notEqual(tab.page.url(), address);
    await tab.waitForText(/⟦30⟧/);
    await tab.page.locator('turn-footer').waitFor();
    assert.deepEqual(await said(), before);
    assert.deepEqual(await faultsOf(tab.page), []);
  });

  it('[EX3] is a page that opens without a network, asks for nothing and runs nothing', async () => {
    const file = await download('Export as HTML');
    const path = join(app.place.folder, 'talk.html');
    await file.saveAs(path);
    assert.doesNotMatch(await readFile(path, 'utf8'), /<script/i);
    const offline = await app.browser.newContext({ offline: true });
    const page = await offline.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('dialog', (dialog) => assert.fail(`It runs: ${dialog.message()}`));
    await page.goto(`file://${path}`);
    assert.ok((await page.locator('main').textContent())?.includes('⟦30⟧'));
    assert.deepEqual(asked, [`file://${path}`]);
    await offline.close();
  });

  it('[EX7] is alone on paper', async () => {
    const { page } = tab;
    await page.emulateMedia({ media: 'print' });
    for (const part of ['aside', 'prompt-composer', '.topbar', '.message-bar', '.work-switch'])
      for (const one of await page.locator(part).all()) assert.equal(await one.isVisible(), false, part);
    assert.ok(await page.getByText('⟦30⟧').first().isVisible());
    const heights = await page.evaluate(() => [
      document.documentElement.scrollHeight,
      document.querySelector('.log-inner')!.clientHeight,
    ]);
    assert.ok(heights[0]! >= heights[1]!, 'the whole conversation is part of the page');
    await page.emulateMedia({ media: 'screen' });
  });
});
