import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { LIMITS } from '../../server/protocol/limits.js';
import type { AppPage } from './app-page.rig.js';
import { eventually } from './eventually.rig.js';
import { LedApp } from './led-app.rig.js';

/** The line of a browser on which news of the server can be held back; answers to calls cannot. */
class HeldLine {
  #held: (() => void)[] | null = null;

  async lay(device: BrowserContext): Promise<void> {
    await device.routeWebSocket(/./, (page) => {
      const server = page.connectToServer();
      page.onMessage((message) => server.send(message));
      server.onMessage((message) => {
        const isNews = typeof message === 'string' && message.includes('streamChunk');
        if (this.#held && isNews) this.#held.push(() => page.send(message));
        else page.send(message);
      });
    });
  }

  hold(): void {
    this.#held = [];
  }

  release(): void {
    for (const send of this.#held ?? []) send();
    this.#held = null;
  }
}

describe('a request in the browser', () => {
  const line = new HeldLine();
  let led: LedApp;
  let [one, two] = [] as unknown as [AppPage, AppPage];
  before(async () => {
    led = await LedApp.start();
    const device = await led.app.newDevice();
    await line.lay(device);
    [one, two] = [await led.app.open(), await led.app.open(device)];
    await one.prompt('go');
    await led.prompted();
  });
  after(() => led.stop());

  const isOn = (tab: AppPage, option: 'Allow' | 'Deny') =>
    eventually(
      () => tab.answerButton(option).isEnabled(),
      (isEnabled) => isEnabled,
      `${option} should listen`,
    );

  it('[P23] that changes under the finger is not allowed, in no tab', async () => {
    const call = { toolCallId: 'c', title: 'List', kind: 'execute', rawInput: { command: 'ls' } };
    led.tell({ sessionUpdate: 'tool_call', ...call });
    const asked = led.ask('c', { rawInput: undefined, title: 'List' });
    await Promise.all([isOn(one, 'Allow'), isOn(two, 'Allow')]);
    // The second tab hears of nothing while the person presses what it still shows.
    line.hold();
    led.tell({ sessionUpdate: 'tool_call_update', toolCallId: 'c', rawInput: { command: 'rm -rf ~' } });
    await one.permission.getByText('The agent changed this request').waitFor();
    await one.permission.getByText('Before: ls').waitFor();
    await one.permission.getByText('Deletes files without asking').waitFor();
    assert.equal(await two.permission.getByText('The agent changed this request').count(), 0, 'it is behind');
    await two.answer('Allow');
    await two.page.getByText('The agent changed this request. Check it again, then answer.').waitFor();
    assert.equal(led.agent.heard.filter(({ result }) => result?.outcome).length, 0, 'the agent has heard nothing');
    line.release();
    await two.permission.getByText('Before: ls').waitFor();
    await isOn(one, 'Allow');
    await one.answer('Deny');
    assert.equal((await asked).result.outcome.optionId, 'no-once');
    await Promise.all([one, two].map((tab) => tab.permission.waitFor({ state: 'detached' })));
  });

  it('[P23] that is long is allowed only after its end was on screen', async () => {
    const lines = Array.from({ length: 200 }, (_, n) => `echo ${n}`).join('\n');
    const asked = led.ask('long', { rawInput: { command: `${lines}\nrm -rf ~` } });
    await isOn(one, 'Deny');
    assert.equal(await one.answerButton('Allow').isDisabled(), true);
    await one.permission.getByText('Scroll to the end to allow').waitFor();
    await one.page.keyboard.press('Control+Shift+Y');
    await one.page.keyboard.press('y');
    assert.equal(await one.permission.count(), 1);
    // Whoever reads with the keyboard gets there too.
    await one.permission.getByRole('region', { name: 'What the agent wants to do' }).press('End');
    await isOn(one, 'Allow');
    assert.equal(await two.answerButton('Allow').isDisabled(), true, 'each tab has its own eyes');
    await two.permission.getByRole('button', { name: /^Show the rest/ }).click();
    await isOn(two, 'Allow');
    await one.page.keyboard.press('Control+Shift+Y');
    await one.page.keyboard.press('y');
    assert.equal((await asked).result.outcome.optionId, 'yes-once');
    await Promise.all([one, two].map((tab) => tab.permission.waitFor({ state: 'detached' })));
  });

  it('[P23] among a thousand leaves the page usable: all can be looked at, and the turn stopped', async () => {
    const asked = Array.from({ length: 1_000 }, (_, n) => led.ask(`echo ${n}`));
    await one.permission.getByText(`1 of ${LIMITS.openRequests}`).waitFor();
    await one.permission.getByText('950 more waiting').waitFor();
    await one.permission.getByRole('button', { name: 'Next request' }).click();
    await one.permission.getByText(`2 of ${LIMITS.openRequests}`).waitFor();
    await one.stopButton.click();
    const outcomes = await Promise.all(asked);
    assert.ok(outcomes.every(({ result }) => result.outcome.outcome === 'cancelled'));
    await Promise.all([one, two].map((tab) => tab.permission.waitFor({ state: 'detached' })));
    led.end('cancelled');
    await one.waitForIdle();
  });
});
