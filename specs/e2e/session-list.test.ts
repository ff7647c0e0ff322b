import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { TestApp } from './app.rig.js';
import type { AppPage } from './app-page.rig.js';
import { faultsOf } from './axe.rig.js';

/** The row of a session, and the heading above it. */
const rowIn = ({ page }: AppPage, name: string): Locator => page.locator('session-list nav li', { hasText: name });
const under = ({ page }: AppPage, heading: string, name: string): Locator =>
  page.locator('session-list nav').locator(`h3:has-text("${heading}") + ul`).locator('li', { hasText: name });
const endOfTurn = ({ page }: AppPage): Locator => page.locator('turn-footer').first();

describe('the list of sessions', () => {
  let app: TestApp;
  let [one, two, other] = [] as unknown as [AppPage, AppPage, AppPage];
  before(async () => {
    app = await TestApp.start();
    const device = await app.newDevice();
    one = await app.open(device);
    two = await app.open(device);
    other = await app.open();
  });
  after(() => app.stop());

  it('[SL18] is the same in two tabs and another browser: unread, name, pin and archive', async () => {
    await one.prompt('whale');
    // Seen to its end, so that it isn't news.
    await endOfTurn(one).waitFor();
    const tabs = [one, two, other];
    for (const tab of [two, other, one]) await tab.newSession();
    await other.prompt('markdown');
    await other.waitForText(/markdown/);
    await endOfTurn(other).waitFor();
    for (const tab of tabs) await under(tab, 'Today', 'whale').waitFor();
    const act = async (tab: AppPage, name: string) => {
      await rowIn(tab, 'whale').hover();
      await tab.page.getByRole('button', { name, exact: true }).click();
    };
    await act(one, 'Rename whale');
    await one.page.getByLabel('Session name').fill('Blue whale');
    await one.page.keyboard.press('Enter');
    for (const tab of tabs) await rowIn(tab, 'Blue whale').waitFor();
    await act(two, 'Pin Blue whale');
    for (const tab of tabs) await under(tab, 'Pinned', 'Blue whale').waitFor();
    await act(other, 'Archive Blue whale');
    for (const tab of tabs) await rowIn(tab, 'Blue whale').waitFor({ state: 'detached' });
    await other.page.getByRole('button', { name: 'Undo' }).click();
    for (const tab of tabs) await under(tab, 'Pinned', 'Blue whale').waitFor();
    assert.deepEqual(await faultsOf(one.page), []);
  });

  it('[SL18] shows a session as read everywhere once somebody looked', async () => {
    const witness = await app.witness();
    const { sessions } = await witness.api.Sessions.list();
    const whale = sessions.find(({ title }) => title === 'Blue whale')!;
    await witness.api.Sessions.mark('mark-whale', [whale.id], { unread: true });
    for (const tab of [one, two, other]) await under(tab, 'Unread', 'Blue whale').waitFor();
    await rowIn(two, 'Blue whale').locator('.open').click();
    for (const tab of [one, two, other]) {
      await under(tab, 'Pinned', 'Blue whale').waitFor();
      await under(tab, 'Unread', 'Blue whale').waitFor({ state: 'detached' });
    }
    assert.equal(await rowIn(one, 'Blue whale').count(), 1);
  });
});
