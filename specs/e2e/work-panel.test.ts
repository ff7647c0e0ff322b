import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { workWords } from '../../webapp/components/work-panel/words.js';
import { TestApp } from './app.rig.js';
import { type AppPage, deepText } from './app-page.rig.js';
import { eventually } from './eventually.rig.js';

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Work panel' });

/** Presses a key until something holds: buttons of a question take a moment to listen. */
async function pressUntil(page: Page, key: string, holds: () => Promise<boolean>): Promise<void> {
  const press = async () => {
    if (await holds()) return true;
    await page.keyboard.press(key);
    return await holds();
  };
  await eventually(press, (isDone) => isDone, `${key} should do it`);
}

/** Has the demo agent edit its file, by keys only. */
async function editByKeys(tab: AppPage): Promise<void> {
  const { page, composer, permission } = tab;
  await composer.focus();
  // A key that was pressed once too often is in the field.
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('edit a file');
  await page.keyboard.press('Enter');
  await permission.waitFor();
  await page.keyboard.press('Control+Shift+Y');
  await pressUntil(page, 'y', async () => (await permission.count()) === 0);
  await tab.waitForIdle();
}

const hasFocus = (page: Page) =>
  panelOf(page)
    .evaluate((panel) => panel.contains(document.activeElement))
    .catch(() => false);

describe('the work panel', () => {
  let app: TestApp;
  before(async () => {
    app = await TestApp.start({ env: () => ({ ACDECK_DEMO_PACE: '0.05' }) });
  });
  after(() => app.stop());

  it('[WP19] leads from an edit to its review and to its line by the keyboard alone', async () => {
    const tab = await app.open();
    const { page } = tab;
    await editByKeys(tab);
    await editByKeys(tab);

    const bar = page.getByRole('group', { name: 'Changes' });
    await bar.getByText('+1').waitFor();
    await page.keyboard.press('Control+Shift+D');
    await panelOf(page).getByRole('cell', { name: 'Edit number 2' }).waitFor();
    assert.equal(await hasFocus(page), true);
    await page.keyboard.press('Escape');
    await panelOf(page).waitFor({ state: 'detached' });

    await tab.conversation.locator('.diff-name').last().focus();
    await page.keyboard.press('Enter');
    const line = panelOf(page).locator('.file-line.meant');
    await line.waitFor();
    assert.match(await deepText(line), /6\s*- Edit number 2/);
    await page.keyboard.press('Escape');

    await page.keyboard.press('Control+j');
    await panelOf(page).getByText(workWords.terminals.none).waitFor();
    await page.reload();
    await panelOf(page).getByText(workWords.terminals.none).waitFor();
    await page.keyboard.press('Control+j');
    await panelOf(page).waitFor({ state: 'detached' });
  });

  it('[WP19] stands in for the conversation on a phone', async () => {
    const tab = await app.open();
    const { page } = tab;
    await page.setViewportSize({ width: 390, height: 844 });
    await tab.waitForText(/Edit number 2/);
    await page
      .getByRole('tablist', { name: 'Views' })
      .getByRole('tab', { name: /^Changes/ })
      .click();
    await panelOf(page).getByRole('cell', { name: 'Edit number 2' }).waitFor();
    assert.equal(await tab.composer.isVisible(), false);
    await panelOf(page).getByRole('tab', { name: 'Files' }).click();
    await panelOf(page).getByText('Following acdeck-demo.md').waitFor();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `nothing is wider than the screen (${width})`);
    await panelOf(page).getByRole('tab', { name: 'Chat' }).click();
    await tab.composer.waitFor();
  });
});
