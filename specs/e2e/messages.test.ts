import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { TestApp } from './app.rig.js';
import type { AppPage } from './app-page.rig.js';
import { faultsOf } from './axe.rig.js';
import { eventually } from './eventually.rig.js';

/** The bar of a message, by a part of its words. */
const messageWith = ({ conversation }: AppPage, words: string) =>
  conversation.getByRole('article').filter({ hasText: words }).first();

async function pick(tab: AppPage, words: string, action: string): Promise<void> {
  const message = messageWith(tab, words);
  await message.hover();
  await message.getByRole('button', { name: 'More actions' }).click();
  await tab.page.getByRole('menuitem', { name: action, exact: true }).click();
}

describe('a message', () => {
  let app: TestApp;
  let tab: AppPage;
  before(async () => {
    app = await TestApp.start({ ownBrowser: true });
    const device = await app.newDevice(app.browser, { permissions: ['clipboard-read', 'clipboard-write'] });
    tab = await app.open(device);
    for (const words of ['first words', 'long 40', 'long 40', 'long 40']) {
      await tab.prompt(words);
      await tab.page.locator('turn-footer').last().waitFor();
      await tab.waitForIdle();
    }
  });
  after(() => app.stop());

  it('[MS5] is opened and marked by its link, in another browser too', async () => {
    await pick(tab, 'first words', 'Copy link');
    const link = await tab.page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /#\/s\/[^/]+\/0$/);
    const other = await app.open();
    await other.waitForText(/⟦40⟧/);
    await other.page.goto(link);
    await eventually(
      () => other.page.locator('[data-found]').textContent(),
      (text) => text?.includes('first words') === true,
      'The message should be marked',
    );
    await tab.page.goto('about:blank');
    await tab.page.goto(link);
    await tab.page.locator('[data-found]').filter({ hasText: 'first words' }).waitFor();
    await eventually(
      () => messageWith(tab, 'first words').evaluate((row) => row === document.activeElement),
      (isThere) => isThere,
      'The message should have the focus',
    );
  });

  it('[MS2] [MS7] is edited and sent as a new one, with the keyboard', async () => {
    const { page } = tab;
    await messageWith(tab, 'first words').focus();
    await page.keyboard.press('m');
    await page.getByRole('menu', { name: 'Message actions' }).waitFor();
    assert.deepEqual(await faultsOf(page), []);
    await page.getByRole('menuitem', { name: 'Edit and resend' }).press('Enter');
    await eventually(
      () => tab.composer.inputValue(),
      (text) => text === 'first words',
      'The message should be in the composer',
    );
    await page.getByText('It will be sent as a new one').waitFor();
    await page.keyboard.type(', again');
    await page.keyboard.press('Enter');
    await messageWith(tab, 'first words, again').waitFor();
    await tab.waitForIdle();
  });

  it('[MS8] [MS6] can be gone on with after Stop, in every tab', async () => {
    const other = await app.open();
    await tab.prompt('long 100000');
    await other.stopButton.waitFor();
    await tab.stopButton.click();
    await Promise.all([tab.waitForIdle(), other.waitForIdle()]);
    await other.conversation.getByRole('button', { name: 'Continue', exact: true }).click();
    await Promise.all([tab, other].map((one) => one.waitForText(/Continue where you left off\./)));
    await tab.waitForIdle();
  });
});

describe('a message on a phone', () => {
  let app: TestApp;
  before(async () => {
    app = await TestApp.start();
  });
  after(() => app.stop());

  it('[MS1] [MS14] shows its time, and its buttons when it is tapped', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const tab = await app.open(await app.newDevice(app.browser, phone));
    await tab.composer.fill('first words');
    await tab.sendButton.tap();
    const message = messageWith(tab, 'first words');
    await tab.page.locator('turn-footer').waitFor();
    const opacity = () => message.locator('.said-time').evaluate((time) => getComputedStyle(time).opacity);
    assert.equal(await opacity(), '1');
    const more = message.getByRole('button', { name: 'More actions' });
    assert.equal(await more.isVisible(), false);
    await message.getByText('first words').tap();
    await more.tap();
    await tab.page.getByRole('menuitem', { name: 'Copy link' }).waitFor();
  });
});
