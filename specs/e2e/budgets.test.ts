import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { dockWords } from '../../webapp/components/docks/words.js';
import { settingsWords } from '../../webapp/components/settings/words.js';
import type { AppPage } from './app-page.rig.js';
import { faultsOf } from './axe.rig.js';
import { eventually } from './eventually.rig.js';
import { LedApp } from './led-app.rig.js';

/** A person sets budgets in one tab; another browser looks on. */
describe('budgets in two browsers', () => {
  let led: LedApp;
  let one: AppPage;
  let two: AppPage;
  let calls = 0;

  const call = () => led.tell({ sessionUpdate: 'tool_call', toolCallId: `t${++calls}`, title: 'Look', kind: 'read' });
  const field = (tab: AppPage, key: string) => tab.page.locator(`usage-section #${key}`);
  const dock = (tab: AppPage) => tab.page.getByRole('group', { name: dockWords.budget, exact: true });
  const set = async (tab: AppPage, key: string, value: string) => {
    await tab.page.goto(`${led.app.server.origin}/#/settings/usage/budget`);
    await field(tab, key).fill(value);
    await field(tab, key).press('Enter');
    await tab.waitForSent();
  };
  const leave = (tab: AppPage) => tab.page.getByRole('button', { name: settingsWords.back, exact: true }).click();
  const stops = () => led.calls('session/cancel').length;

  before(async () => {
    led = await LedApp.start();
    one = await led.app.open();
    two = await led.app.open();
    await led.app.server.line('ready');
    for (const tab of [one, two]) await tab.waitForSession();
  });
  after(() => led.stop());

  it('[US20] [US10] [US11] [US12] warns both, then stops the agent and says why', async () => {
    await two.page.goto(`${led.app.server.origin}/#/settings/usage`);
    await field(two, 'budgetReplyToolCalls').waitFor();
    await set(one, 'budgetReplyToolCalls', '5');
    await eventually(
      () => field(two, 'budgetReplyToolCalls').inputValue(),
      (value) => value === '5',
      'The other browser should follow',
    );
    assert.deepEqual(await faultsOf(two.page), []);
    for (const tab of [one, two]) await leave(tab);
    await one.prompt('Look around');
    await led.prompted();
    for (let n = 0; n < 4; n++) call();
    for (const tab of [one, two]) await tab.page.getByText(/is close to its budget: 4 of 5 tool calls/).waitFor();
    assert.equal(stops(), 0);
    call();
    for (const tab of [one, two])
      await dock(tab)
        .getByText(/reached its budget of 5 tool calls/)
        .waitFor();
    await eventually(
      async () => stops(),
      (count) => count === 1,
      'The agent should be stopped',
    );
    led.end('cancelled');
    for (const tab of [one, two]) await tab.waitForIdle();
    await one.waitForText(/The agent was stopped: The reply reached its budget of 5 tool calls/);
    assert.deepEqual(await faultsOf(one.page), []);
  });

  it('[US20] [US16] continues in the other browser, once', async () => {
    await dock(two).getByRole('button', { name: dockWords.continueOnce }).click();
    assert.equal(await led.prompted(), dockWords.continueMessage);
    for (const tab of [one, two]) await dock(tab).waitFor({ state: 'detached' });
    led.say('Done.');
    led.end();
    for (const tab of [one, two]) await tab.waitForIdle();
  });

  it('[US20] [US15] holds messages back on a used-up day, lets one go, and all with another budget', async () => {
    await set(one, 'budgetDayToolCalls', '5');
    await two.page.getByText(/Today’s budget is used up: 5 of 5 tool calls/).waitFor();
    await leave(one);
    await one.page.getByText(/Today’s budget is used up: 5 of 5 tool calls/).waitFor();
    await one.prompt('Second');
    await one.prompt('Third');
    for (const tab of [one, two])
      await dock(tab)
        .getByText(/5 tool calls per day is used up/)
        .waitFor();
    await dock(one).getByRole('button', { name: dockWords.continueOnce }).click();
    assert.equal(await led.prompted(), 'Second');
    led.say('Yes.');
    led.end();
    await dock(one).getByText('Third').waitFor();
    await dock(one).getByRole('button', { name: dockWords.changeBudget }).click();
    await field(one, 'budgetDayToolCalls').fill('');
    await field(one, 'budgetDayToolCalls').press('Enter');
    assert.equal(await led.prompted(), 'Third');
    led.say('Yes.');
    led.end();
    for (const tab of [one, two]) await tab.page.getByText(/Today’s budget is used up/).waitFor({ state: 'detached' });
  });
});
