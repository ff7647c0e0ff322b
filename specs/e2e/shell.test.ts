import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { TestApp } from './app.rig.js';
import type { AppPage } from './app-page.rig.js';

describe('a command in the page', () => {
  let app: TestApp;
  let [one, two] = [] as unknown as [AppPage, AppPage];
  before(async () => {
    app = await TestApp.start();
    [one, two] = [await app.open(), await app.open()];
  });
  after(() => app.stop());

  it('[SH1] [SH3] [SH14] runs in both tabs, outlives a reload, and is stopped from the other one', async () => {
    await one.composer.fill('!echo here: $PWD; sleep 600');
    await one.page.keyboard.press('Enter');
    await Promise.all([one.waitForText(/here: \//), two.waitForText(/here: \//)]);
    await one.page.reload();
    await one.waitForText(/here: \/[\s\S]*Stop command/);
    await two.page.getByRole('button', { name: 'Stop command' }).click();
    const text = await one.waitForText(/Stopped by \S+/);
    assert.ok(text.includes(app.place.folder), 'it ran in the folder');
  });

  it('[SH10] [SH12] puts its output into the next message', async () => {
    await one.composer.fill('!echo 4 failing; exit 3');
    await one.page.getByRole('button', { name: 'Run', exact: true }).click();
    await one.waitForText(/Exit code 3/);
    await one.page.getByRole('button', { name: 'Attach output' }).last().click();
    await one.page.getByRole('button', { name: 'Output of echo 4 failing', exact: false }).first().waitFor();
    await one.prompt('Why?');
    await two.waitForText(/Why\?[\s\S]*output-1\.txt/);
  });
});
