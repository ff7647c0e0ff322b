import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { TestApp } from './app.rig.js';
import { deepText } from './app-page.rig.js';
import { faultsOf } from './axe.rig.js';
import { eventually } from './eventually.rig.js';

/** One of two sessions, by its place. */
class Pane {
  readonly root: Locator;
  readonly composer: Locator;

  constructor(page: Page, side: 'first' | 'second') {
    this.root = page.locator(`session-view[side=${side}]`);
    this.composer = this.root.getByRole('textbox', { name: 'Message', exact: true });
  }

  async says(pattern: RegExp): Promise<void> {
    const log = this.root.getByRole('log', { name: 'Conversation' });
    await eventually(
      () => deepText(log),
      (text) => pattern.test(text),
      `It should say ${pattern}`,
    );
  }

  button(name: string): Locator {
    return this.root.getByRole('button', { name, exact: true });
  }

  async isActive(): Promise<boolean> {
    return (await this.root.getAttribute('beside')) === null;
  }
}

describe('two sessions in one window', () => {
  let app: TestApp;
  let page: Page;
  let [first, second] = [] as unknown as [Pane, Pane];
  const sent = async (text: RegExp) => {
    const { sessions } = await (await app.witness()).api.Sessions.list();
    return sessions.find(({ title }) => text.test(title));
  };

  before(async () => {
    app = await TestApp.start();
    const device = await app.newDevice(app.browser, { viewport: { width: 1440, height: 900 } });
    const tab = await app.open(device);
    await tab.prompt('whale');
    await tab.waitForIdle();
    await tab.newSession();
    await tab.prompt('markdown');
    await tab.waitForIdle();
    page = tab.page;
    [first, second] = [new Pane(page, 'first'), new Pane(page, 'second')];
  });
  after(() => app.stop());

  it('[SL24] are opened from the list, each with its own conversation and composer', async () => {
    const row = page.locator('session-list nav li', { hasText: 'whale' });
    await row.locator('.open').click({ modifiers: ['Alt'] });
    await second.composer.waitFor();
    await first.says(/markdown/);
    await second.says(/whale/);
    await eventually(() => second.isActive(), Boolean, 'The new one should have the focus');
    assert.deepEqual(await faultsOf(page), []);
  });

  it('[SL25] what is written, sent and stopped belongs to the one in which it was done', async () => {
    await first.composer.fill('long 100000');
    await eventually(() => first.isActive(), Boolean, 'The first one should be worked in');
    await first.button('Send').click();
    await first.says(/⟦3⟧/);
    await second.composer.fill('a draft for the whale');
    assert.equal(await second.button('Stop').count(), 0);
    await first.button('Stop').click();
    await first.button('Stop').waitFor({ state: 'detached' });
    await eventually(
      () => second.composer.inputValue(),
      (text) => text === 'a draft for the whale',
      'The draft stays',
    );
    assert.equal(await first.composer.inputValue(), '');
    assert.ok(await sent(/^whale/));
  });

  it('[SL25] a request is answered in the one that asks', async () => {
    await second.composer.fill('edit a file');
    await second.button('Send').click();
    const request = (pane: Pane) => pane.root.getByRole('group', { name: 'Permission request' });
    await request(second).waitFor();
    assert.equal(await request(first).count(), 0);
    await first.composer.focus();
    await request(second)
      .getByRole('button', { name: /^Allow(?: ?,|$)/ })
      .click();
    await second.says(/has a new line/);
    await eventually(() => first.isActive(), Boolean, 'The caret should be back where the person was writing');
  });

  it('[SL25] [CO1] a dropped file belongs to the one below the pointer, or else to the one that is worked in', async () => {
    const drop = async (place: Locator, name: string) => {
      const dataTransfer = await page.evaluateHandle((fileName) => {
        const data = new DataTransfer();
        data.items.add(new File(['words'], fileName, { type: 'text/plain' }));
        return data;
      }, name);
      for (const type of ['dragenter', 'dragover', 'drop']) await place.dispatchEvent(type, { dataTransfer });
    };
    const removes = (pane: Pane) => pane.root.getByRole('button', { name: /^Remove .*\.txt/ });
    const holds = (expected: readonly [first: number, second: number]) =>
      eventually(
        async () => [await removes(first).count(), await removes(second).count()].join(),
        (counts) => counts === expected.join(),
        `There should be ${expected} files`,
      );
    await first.composer.focus();
    await drop(second.root.getByRole('log', { name: 'Conversation' }), 'second.txt');
    await holds([0, 1]);
    await eventually(() => second.isActive(), Boolean, 'The second one should be worked in');
    await page.keyboard.type('about it');
    assert.deepEqual([await first.composer.inputValue(), await second.composer.inputValue()], ['', 'about it']);
    await second.composer.fill('');
    await first.composer.focus();
    await eventually(() => first.isActive(), Boolean, 'The first one should be worked in again');
    await drop(page.locator('session-list'), 'active.txt');
    await holds([1, 1]);
    for (const pane of [first, second]) await removes(pane).click();
    await holds([0, 0]);
  });

  it('[SL27] are there again after a reload, and one alone where the window is narrow', async () => {
    await first.composer.focus();
    await page.reload();
    await second.composer.waitFor();
    await first.says(/⟦3⟧/);
    await second.says(/has a new line/);
    await eventually(() => first.isActive(), Boolean, 'The one that was worked in still is');
    await page.setViewportSize({ width: 1000, height: 900 });
    await page.locator('session-view[beside]').waitFor({ state: 'detached' });
    assert.equal(await page.locator('session-view').count(), 1);
    await page.keyboard.press('ControlOrMeta+Backslash');
    assert.equal(await page.getByRole('dialog', { name: 'Open a session beside' }).count(), 0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await second.composer.waitFor();
  });

  it('[SL26] Escape leaves the one that is worked in, the key goes from one to the other, a button closes either', async () => {
    await first.composer.focus();
    await page.keyboard.press('ControlOrMeta+Backslash');
    await eventually(() => second.isActive(), Boolean, 'The key should lead to the other one');
    await second.button('Conversation: find, export and more').click();
    await page.getByRole('button', { name: 'Copy whole conversation' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Copy whole conversation' }).waitFor({ state: 'hidden' });
    assert.equal(await page.locator('session-view[beside]').count(), 1, 'a menu closes first');
    await page.keyboard.press('Escape');
    await page.locator('session-view[beside]').waitFor({ state: 'detached' });
    const only = page.getByRole('log', { name: 'Conversation' });
    await eventually(
      () => deepText(only),
      (text) => /has a new line/.test(text),
      'The second one should be left',
    );
    await page.getByRole('button', { name: 'Conversation: find, export and more' }).click();
    await page.getByRole('button', { name: 'Open a session beside…' }).click();
    const layer = page.locator('session-switcher');
    await layer.getByRole('option', { name: /markdown/ }).click();
    await second.composer.waitFor();
    await first.button('Close this session').click();
    await page.locator('session-view[beside]').waitFor({ state: 'detached' });
    await eventually(
      () => deepText(only),
      (text) => /⟦3⟧/.test(text),
      'The one that was opened should be left',
    );
  });
});
