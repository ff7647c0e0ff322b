import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { commandWords } from '../../webapp/commands/words.js';
import { frameWords } from '../../webapp/components/page/words.js';
import { tourWords } from '../../webapp/components/palette/tour-words.js';
import { TestApp } from './app.rig.js';
import type { AppPage } from './app-page.rig.js';
import { faultsOf } from './axe.rig.js';

describe('the tour on a first visit', () => {
  let app: TestApp;
  let tab: AppPage;
  const offer = () => tab.page.getByRole('button', { name: frameWords.welcome.tour, exact: true });
  const tour = () => tab.page.getByRole('dialog', { name: tourWords.tour, exact: true });

  before(async () => {
    app = await TestApp.start();
    tab = await app.open();
    await app.server.line('ready');
    await tab.waitForSession();
  });
  after(() => app.stop());

  it('[FR5] [FR6] [FR7] is taken by keyboard while the message is being written, and is not offered again', async () => {
    await offer().focus();
    await tab.page.keyboard.press('Enter');
    await tour().getByText(tourWords.steps.composer.title, { exact: true }).waitFor();
    await tour().getByRole('button', { name: tourWords.next, exact: true }).focus();
    await tab.page.keyboard.press('Enter');
    await tour().getByText(tourWords.steps.control.title, { exact: true }).waitFor();
    assert.deepEqual(await faultsOf(tab.page), []);
    await tab.page.keyboard.type('hello');
    assert.equal(await tab.composer.inputValue(), 'hello');
    assert.ok(await tour().isVisible());
    await tab.page.keyboard.press('Enter');
    await tab.waitForText(/You wrote: “hello”/);
    await tour().getByRole('button', { name: tourWords.end, exact: true }).click();
    await tour().waitFor({ state: 'hidden' });
    await tab.newSession();
    await tab.page.locator('welcome-view .card').first().waitFor();
    assert.equal(await offer().count(), 0);
    await tab.page.reload();
    await tab.waitForSession();
    await tab.page.locator('welcome-view .card').first().waitFor();
    assert.equal(await offer().count(), 0);
  });

  it('[FR7] is in the palette, from a phone too', async () => {
    await tab.page.setViewportSize({ width: 390, height: 844 });
    await tab.page.keyboard.press('Control+k');
    await tab.page.getByRole('combobox').fill(commandWords.page.tour);
    await tab.page.keyboard.press('Enter');
    await tour().getByText(tourWords.steps.composer.title, { exact: true }).waitFor();
    for (const { title } of Object.values(tourWords.steps).slice(1)) {
      await tour().getByRole('button', { name: tourWords.next, exact: true }).click();
      await tour().getByText(title, { exact: true }).waitFor();
    }
    assert.deepEqual(await faultsOf(tab.page), []);
    await tab.page.keyboard.press('Escape');
    await tour().waitFor({ state: 'hidden' });
  });
});
