import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { COMMANDS } from '../../webapp/commands/registry.js';
import { TestApp } from './app.rig.js';
import type { AppPage } from './app-page.rig.js';
import { faultsOf } from './axe.rig.js';
import { eventually } from './eventually.rig.js';

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** What a page shows of itself outside of its own area. */
const signs = (tab: AppPage) =>
  tab.page.evaluate(() => [document.title, document.querySelector('link[rel=icon]')?.getAttribute('href')].join(' '));

/** Whether the focus is where, and can be seen. */
const focusIn = (tab: AppPage) =>
  tab.page.evaluate(() => {
    let active = document.activeElement;
    const part = active?.closest('session-list, [role=log], prompt-composer, work-panel, .docks > *');
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return `${part?.localName ?? 'nowhere'} ${active?.matches(':focus-visible') ? 'seen' : 'unseen'}`;
  });

describe('commands by keyboard', () => {
  let app: TestApp;
  let tab: AppPage;
  before(async () => {
    app = await TestApp.start({ env: () => ({ ACDECK_DEMO_PACE: '0.05' }) });
    tab = await app.open();
    await tab.page.setViewportSize(DESKTOP);
    await app.server.line('ready');
    await tab.prompt('Tell me what you can do.');
    await tab.waitForText(/demo agent/i);
    await tab.waitForIdle();
  });
  after(() => app.stop());

  const layer = (name: string) => tab.page.getByRole('dialog', { name });

  it('[CM4] runs what the palette finds, and gives the focus back', async () => {
    const { page } = tab;
    await tab.composer.focus();
    await page.keyboard.press('Control+k');
    await layer('Commands').waitFor();
    await page.keyboard.type('theme dark');
    await layer('Commands').getByRole('option', { name: 'Theme: dark' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('html[data-theme=dark]').waitFor();
    assert.match(await focusIn(tab), /^prompt-composer/);
    await page.keyboard.press('Control+k');
    await layer('Commands').waitFor();
    await page.keyboard.press('Escape');
    await layer('Commands').waitFor({ state: 'hidden' });
    assert.match(await focusIn(tab), /^prompt-composer/);
  });

  it('[CM6] goes to a session by words that were said in it', async () => {
    const { page } = tab;
    const first = page.url();
    await page.keyboard.press('Control+Shift+o');
    await page.waitForURL((url) => url.href !== first);
    await page.keyboard.press('Control+p');
    await layer('Switch session').waitFor();
    await page.keyboard.type('demo agent');
    const hit = layer('Switch session').getByRole('group', { name: /^In “/ }).getByRole('option').first();
    await hit.waitFor();
    assert.match((await hit.locator('mark').allTextContents()).join(' '), /demo|agent/i);
    await hit.click();
    await page.waitForURL(first);
  });

  it('[CM7] shows every key', async () => {
    await tab.conversation.focus();
    await tab.page.keyboard.press('Shift+?');
    await layer('Keyboard shortcuts').waitFor();
    const titles = await layer('Keyboard shortcuts').locator('dt').allTextContents();
    for (const { title, keys } of COMMANDS) if (keys) assert.ok(titles.includes(title), title);
    await tab.page.keyboard.press('Escape');
  });

  it('[CM8] goes round the parts of the page with F6, with the focus in sight', async () => {
    await tab.composer.focus();
    const visited: string[] = [];
    for (let n = 0; n < 3; n++) {
      await tab.page.keyboard.press('F6');
      visited.push(await focusIn(tab));
    }
    assert.deepEqual(visited, ['session-list seen', 'div seen', 'prompt-composer seen']);
    await tab.page.keyboard.press('Shift+F6');
    assert.equal(await focusIn(tab), 'div seen');
  });

  it('[CM10] opens a page of the settings by its address, and goes back', async () => {
    const { page } = tab;
    const before = page.url();
    await page.keyboard.press('Control+,');
    await page.getByRole('heading', { name: 'Appearance' }).waitFor();
    assert.match(page.url(), /#\/settings/);
    await page.goBack();
    await tab.composer.waitFor();
    assert.equal(page.url(), before);
    await page.goto(`${app.server.origin}/#/settings/appearance`);
    await page.reload();
    await page.getByRole('heading', { name: 'Appearance' }).waitFor();
    await page.getByRole('button', { name: 'Back to the session' }).click();
    await tab.composer.waitFor();
  });

  const choose = (setting: string, name: string) =>
    tab.page.getByRole('radiogroup', { name: setting }).locator('label').filter({ hasText: name }).click();

  it('[LK3] begins with the kept look', async () => {
    const { page } = tab;
    await page.goto(`${app.server.origin}/#/settings/appearance`);
    await choose('Contrast', 'High');
    await page.locator('html[data-contrast=high]').waitFor();
    await page.route('**/assets/index-*.js', (route) => route.abort());
    app.expectTrouble(/ERR_FAILED|Failed to load resource/);
    await page.reload();
    const look = await page.evaluate(() => ({ ...document.documentElement.dataset }));
    assert.deepEqual([look.theme, look.contrast], ['dark', 'high']);
    await page.unroute('**/assets/index-*.js');
    await page.reload();
    await choose('Contrast', 'System');
    await choose('Theme', 'System');
    await page.getByRole('button', { name: 'Back to the session' }).click();
    await tab.composer.waitFor();
  });

  for (const [name, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    it(`[U40] has no faults that axe knows in the layers and the settings, on a ${name}`, async () => {
      const { page } = tab;
      await page.setViewportSize(viewport);
      const screens: readonly (readonly [string, string])[] = [
        ['Control+k', 'Commands'],
        ['Control+p', 'Switch session'],
      ];
      for (const [key, title] of screens) {
        await page.keyboard.press(key);
        await layer(title).getByRole('option').first().waitFor();
        assert.deepEqual(await faultsOf(page), [], title);
        await page.keyboard.press('Escape');
        await layer(title).waitFor({ state: 'hidden' });
      }
      await tab.conversation.focus();
      await page.keyboard.press('Shift+?');
      await layer('Keyboard shortcuts').waitFor();
      assert.deepEqual(await faultsOf(page), [], 'shortcuts');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+,');
      await page.getByRole('heading', { name: 'Appearance' }).waitFor();
      assert.deepEqual(await faultsOf(page), [], 'settings');
      await page.goBack();
      await tab.composer.waitFor();
    });
  }
});

describe('whoever looks elsewhere', () => {
  let app: TestApp;
  let tab: AppPage;
  before(async () => {
    app = await TestApp.start({ env: () => ({ ACDECK_DEMO_PACE: '0.05' }) });
    const device = await app.newDevice();
    await device.addInitScript(() => {
      let state: DocumentVisibilityState = 'visible';
      Object.defineProperty(document, 'visibilityState', { get: () => state });
      Object.assign(globalThis, {
        turnAway: (next: DocumentVisibilityState) => {
          state = next;
          document.dispatchEvent(new Event('visibilitychange'));
        },
      });
    });
    tab = await app.open(device);
    await app.server.line('ready');
  });
  after(() => app.stop());

  const look = (state: 'visible' | 'hidden') =>
    tab.page.evaluate((next) => (Reflect.get(globalThis, 'turnAway') as (state: string) => void)(next), state);

  it('[FB6] sees on the tab that somebody is asked for', async () => {
    await tab.prompt('Edit a file, but ask me first.');
    await tab.permission.waitFor();
    await eventually(
      () => signs(tab),
      (found) => found.startsWith('(1)') && found.endsWith('/favicon-waiting.svg'),
      'The tab should say that somebody is asked for',
    );
    await tab.answer('Allow');
    await tab.waitForIdle();
    await eventually(
      () => signs(tab),
      (found) => !found.startsWith('(') && / data:image\/svg\+xml\S+$/.test(found),
      'The tab should be quiet again',
    );
  });

  it('[FB1] is told what happened meanwhile, [FB2] and led there', async () => {
    const { page } = tab;
    await page.clock.install();
    await look('hidden');
    await tab.prompt('Edit a file, but ask me first.');
    await tab.permission.waitFor();
    // A call that is still on its way would be taken for one that nobody answers.
    await tab.waitForSent();
    await page.clock.fastForward(180_000);
    await look('visible');
    const recap = page.getByRole('group', { name: 'While you were away' });
    await recap.getByRole('button', { name: /1 request waiting/ }).click();
    await eventually(
      () => tab.permission.evaluate((dock) => dock.contains(document.activeElement)),
      (isThere) => isThere,
      'The question should have the focus',
    );
    await recap.getByRole('button', { name: 'Dismiss' }).click();
    await recap.waitFor({ state: 'hidden' });
  });

  it('[LK4] [UX39] sees nothing move without end, if they want less motion', async () => {
    const { page } = tab;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const endless = () =>
      page.evaluate(
        () =>
          document
            .getAnimations()
            .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().iterations === Infinity)
            .length,
      );
    assert.equal(await tab.stopButton.count(), 1, 'a turn runs');
    assert.equal(await endless(), 0);
  });
});
