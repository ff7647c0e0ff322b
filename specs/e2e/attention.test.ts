import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import type { AppPage } from './app-page.rig.js';
import { eventually } from './eventually.rig.js';
import { LedApp } from './led-app.rig.js';

/** What a page shows of itself outside of its own area. */
const signs = (tab: AppPage) =>
  tab.page.evaluate(() => `${document.title} ${document.querySelector('link[rel=icon]')?.getAttribute('href') ?? ''}`);

/** What the system was asked to show, and how often something was played. */
const calls = (tab: AppPage) =>
  tab.page.evaluate(() => Reflect.get(globalThis, 'calls') as { shown: string[]; tones: number[] });

const turn = (tab: AppPage, state: 'visible' | 'hidden') =>
  tab.page.evaluate((next) => (Reflect.get(globalThis, 'turnTo') as (state: string) => void)(next), state);

/** Stands for what a headless browser cannot do: be looked away from, show messages, be heard. */
function standIn(): void {
  const calls = { shown: [] as string[], tones: [] as number[] };
  let state: DocumentVisibilityState = 'visible';
  Object.defineProperty(document, 'visibilityState', { get: () => state });
  class Shown {
    static permission = 'granted';
    onclick: (() => void) | null = null;
    constructor(title: string, { body }: { body: string }) {
      calls.shown.push(`${title}: ${body}`);
      Object.assign(globalThis, { lastShown: this });
    }
    close(): void {}
  }
  const Tone = globalThis.OscillatorNode;
  class HeardTone extends Tone {
    constructor(context: BaseAudioContext, options: OscillatorOptions) {
      super(context, options);
      calls.tones.push(options.frequency ?? 0);
    }
  }
  Object.assign(globalThis, {
    calls,
    Notification: Shown,
    OscillatorNode: HeardTone,
    turnTo: (next: DocumentVisibilityState) => {
      state = next;
      document.dispatchEvent(new Event('visibilitychange'));
    },
  });
  if (location.protocol === 'http:')
    localStorage.setItem('acdeck.device', JSON.stringify({ sounds: true, notifications: true }));
}

describe('a hidden tab', () => {
  let led: LedApp;
  let device: BrowserContext;
  let tab: AppPage;
  before(async () => {
    led = await LedApp.start();
    device = await led.app.newDevice();
    await device.grantPermissions(['notifications'], { origin: led.app.server.origin });
    await device.addInitScript(standIn);
    tab = await led.app.open(device);
    await led.app.server.line('ready');
  });
  after(() => led.stop());

  const shown = (pattern: RegExp) =>
    eventually(
      () => signs(tab),
      (found) => pattern.test(found),
      `The tab should say ${pattern}`,
    );

  it('[FB3] [FB5] [FB6] [FB9] tells of a request and of the end, by title, icon, message and sound', async () => {
    await tab.prompt('Fix the login');
    await led.prompted();
    await turn(tab, 'hidden');
    await shown(/^◐ Fix the login .* data:image\/svg\+xml\S+$/);
    const answer = led.ask('npm test');
    await shown(/^\(1\) Fix the login .*\/favicon-waiting\.svg$/);
    await eventually(
      () => calls(tab),
      ({ tones, shown }) => tones.length === 2 && shown.length === 1,
      'The request should be heard and shown',
    );
    assert.deepEqual(await calls(tab), { shown: ['Fix the login: The agent needs you.'], tones: [659, 659] });
    await tab.answer('Allow');
    await answer;
    led.say('Done.');
    led.end();
    await shown(/^● Fix the login .*\/favicon-news\.svg$/);
    await eventually(
      () => calls(tab),
      ({ tones, shown }) => tones.length === 4 && shown.length === 2,
      'The end should be heard and shown',
    );
    const after = await calls(tab);
    assert.deepEqual(after.shown.slice(1), ['Fix the login: The agent has finished.']);
    assert.deepEqual(after.tones.slice(2), [523, 784]);
    await turn(tab, 'visible');
    await shown(/^Fix the login .* data:image\/svg\+xml\S+$/);
  });

  it('[FB10] is one of several to tell, and none does while another one is looked at', async () => {
    const others = [await led.app.open(device), await led.app.open(device)];
    const all = [tab, ...others];
    const told = async () => (await Promise.all(all.map(calls))).flatMap((one) => one.shown).length;
    const heard = async () => (await Promise.all(all.map(calls))).flatMap((one) => one.tones).length;
    const [toldBefore, heardBefore] = [await told(), await heard()];
    for (const one of others) await turn(one, 'hidden');
    await tab.prompt('And the logout');
    await led.prompted();
    // The first tab is still looked at.
    const first = led.ask('one');
    for (const one of all)
      await eventually(
        () => signs(one),
        (found) => found.startsWith('(1)'),
        'Every tab should know of the request',
      );
    await tab.answer('Allow');
    await first;
    assert.equal(await told(), toldBefore);
    await turn(tab, 'hidden');
    const second = led.ask('two');
    await eventually(told, (count) => count > toldBefore, 'The request should be told');
    await eventually(heard, (count) => count === heardBefore + 4, 'Each request should be heard once');
    await tab.answer('Allow');
    await second;
    led.end();
    for (const one of all)
      await eventually(
        () => signs(one),
        (found) => found.startsWith('●'),
        'Every tab should know of the end',
      );
    await eventually(heard, (count) => count === heardBefore + 6, 'The end should be heard');
    await eventually(told, (count) => count === toldBefore + 2, 'A request and the end should be told, once each');
  });
});
