import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { AppPage } from './app-page.rig.js';
import { eventually } from './eventually.rig.js';
import { LedApp } from './led-app.rig.js';
import { overflows, smallTargets } from './touch-probe.rig.js';

const PHONE = { width: 390, height: 844 };
const KEYBOARD = 336;

describe('whoever holds a phone', () => {
  let led: LedApp;
  let tab: AppPage;
  before(async () => {
    led = await LedApp.start();
    const device = await led.app.newDevice(led.app.browser, { viewport: PHONE, hasTouch: true, isMobile: true });
    tab = await led.app.open(device);
    await led.app.server.line('ready');
  });
  after(() => led.stop());

  const drawer = () => tab.page.getByRole('dialog', { name: 'Sessions and settings' });
  const opener = () => tab.page.getByRole('button', { name: 'Sessions', exact: true });
  const focused = () => opener().evaluate((button) => button === document.activeElement);

  async function openDrawer(): Promise<void> {
    await opener().tap();
    await drawer().waitFor();
  }

  async function isClosed(how: string): Promise<void> {
    await drawer().waitFor({ state: 'hidden' });
    await eventually(focused, (isThere) => isThere, `The focus should be where it was, after ${how}`);
  }

  it('[UX32] finds everything large enough for a finger', async () => {
    const { page } = tab;
    const small: Record<string, string[]> = {};
    const look = async (screen: string) => {
      small[screen] = await smallTargets(page);
    };
    await page.getByRole('log').getByRole('button').first().waitFor();
    await look('home');
    await openDrawer();
    await look('sessions');
    await page.keyboard.press('Escape');
    await tab.composer.fill('work');
    await tab.sendButton.tap();
    await led.prompted();
    const edit = { type: 'diff', path: `${led.app.place.folder}/a.ts`, oldText: 'one\n', newText: 'two\n' };
    led.tell({
      sessionUpdate: 'tool_call',
      toolCallId: 'e',
      title: 'Edit',
      kind: 'edit',
      status: 'completed',
      content: [edit],
    });
    const entries = [{ content: 'Step', status: 'in_progress', priority: 'low' }];
    led.tell({ sessionUpdate: 'plan', entries });
    led.say('Words, and code:\n\n```ts\nconst a = 1;\n```\n');
    await tab.waitForText(/const a = 1/);
    await look('running');
    void led.ask('npm test');
    await tab.permission.waitFor();
    await look('permission');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Commands' }).getByRole('option').first().waitFor();
    await look('palette');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Shift+d');
    await page.locator('work-panel').getByRole('button').first().waitFor();
    await look('work panel');
    await page.keyboard.press('Control+Shift+d');
    for (const section of ['appearance', 'permissions', 'agents', 'mcp', 'computer', 'file', 'logs']) {
      await page.goto(`${led.app.server.origin}/#/settings/${section}`);
      await page.locator(`${section}-section [data-key]`).first().waitFor();
      await look(`settings ${section}`);
    }
    await page.getByRole('button', { name: 'Back to the session' }).tap();
    await tab.permission.waitFor();
    for (const screen of Object.keys(small)) if (small[screen]!.length === 0) delete small[screen];
    assert.deepEqual(small, {});
    assert.match((await page.locator('meta[name=viewport]').getAttribute('content'))!, /viewport-fit=cover/);
  });

  it('[UX33] answers with the thumb, and not by looking away', async () => {
    const once = tab.answerButton('Allow');
    const { y } = (await once.boundingBox())!;
    assert.ok(y >= PHONE.height * 0.6, `it begins at ${y}`);
    await tab.page.keyboard.press('Escape');
    await tab.conversation.tap({ position: { x: 20, y: 20 } });
    await openDrawer();
    await tab.page.keyboard.press('Escape');
    assert.equal(await tab.permission.count(), 1);
    assert.equal(led.agent.heard.filter(({ result }) => result?.outcome).length, 0, 'nothing was answered');
    await once.tap();
    await tab.permission.waitFor({ state: 'detached' });
  });

  it('[UX34] opens the sessions by a button and leaves them in each usual way', async () => {
    const { page } = tab;
    await openDrawer();
    await page.keyboard.press('Escape');
    await isClosed('Escape');
    await openDrawer();
    await page.touchscreen.tap(PHONE.width - 10, 400);
    await isClosed('a tap beside it');
    await openDrawer();
    await swipe(tab, { from: 250, to: 60, y: 500 });
    await isClosed('a swipe');
    await openDrawer();
    await page.evaluate(() => history.back());
    await isClosed('going back');
  });

  it('[UX31] writes above the keyboard, and sees nothing wider than the window', async () => {
    const { page } = tab;
    led.say(`\n\n\`\`\`\n${'x'.repeat(400)}\n\`\`\`\n\nand \`${'y'.repeat(400)}\` ${'z'.repeat(400)}\n\ndrawn`);
    await tab.waitForText(/drawn/);
    for (const width of [320, 360, 390, 430]) {
      await page.setViewportSize({ width, height: PHONE.height });
      assert.deepEqual(await overflows(page), [], `${width} px`);
    }
    // Most browsers make the page itself smaller …
    await page.setViewportSize({ width: PHONE.width, height: PHONE.height - KEYBOARD });
    await bottomIsAbove(tab, PHONE.height - KEYBOARD);
    await page.setViewportSize(PHONE);
    // … and some only what is seen of it.
    await page.evaluate((height) => {
      Object.defineProperty(visualViewport!, 'height', { get: () => height, configurable: true });
      visualViewport!.dispatchEvent(new Event('resize'));
    }, PHONE.height - KEYBOARD);
    await bottomIsAbove(tab, PHONE.height - KEYBOARD);
  });
});

async function bottomIsAbove({ composer }: AppPage, limit: number): Promise<void> {
  await composer.focus();
  await eventually(
    async () => composer.evaluate((field) => (field.getRootNode() as ShadowRoot).host.getBoundingClientRect().bottom),
    (bottom) => bottom <= limit,
    `The composer should end above ${limit}`,
  );
}

/** A finger that goes sideways, as the browser would see it. */
async function swipe({ page }: AppPage, { from, to, y }: { from: number; to: number; y: number }): Promise<void> {
  // The browser knows who listens to fingers from the frame that it has drawn.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
  await touch('touchStart', from);
  for (let n = 1; n <= 5; n++) await touch('touchMove', from + ((to - from) * n) / 5);
  await touch('touchEnd');
}
