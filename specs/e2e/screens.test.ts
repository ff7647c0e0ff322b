import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { composerWords } from '../../webapp/components/composer/words.js';
import { type AppPage, deepText } from './app-page.rig.js';
import { faultsOf } from './axe.rig.js';
import { eventually } from './eventually.rig.js';
import { LedApp } from './led-app.rig.js';

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** What is left of a phone above its keyboard. */
const ABOVE_KEYBOARD = { width: 390, height: 420 };

const select = (id: string, name: string, category: string, current: string) => ({
  ...{ id, name, category, type: 'select', currentValue: current },
  options: [current, `another ${current}`].map((value) => ({ value, name: value })),
});
const OPTIONS = [
  select('model', 'Model', 'model', 'Sonnet 5 (1M context)'),
  select('effort', 'Reasoning effort', 'thought_level', 'Medium'),
  select('profile', 'Permission profile', 'other', 'Workspace write'),
];

const fontSize = (part: Locator) => part.evaluate((element) => getComputedStyle(element).fontSize);
const boxOf = async (part: Locator) => (await part.boundingBox())!;

/** Whether all of its words are in sight, by the widths of what is drawn. */
const isCut = (part: Locator) => part.evaluate((element) => element.scrollWidth > element.clientWidth + 1);

async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

describe('the page around a conversation', () => {
  let led: LedApp;
  let tab: AppPage;
  before(async () => {
    let n = 0;
    led = await LedApp.start(
      { 'session/new': () => ({ sessionId: `s${++n}`, configOptions: OPTIONS }) },
      { ownBrowser: true },
    );
    tab = await led.app.open();
    await resize(tab.page, DESKTOP);
    await led.app.server.line('ready');
  });
  after(() => led.stop());

  const entry = (name: string) => tab.conversation.getByRole('article', { name, exact: true });
  const plan = () => tab.page.getByRole('group', { name: 'Plan', exact: true });
  const panel = () => tab.page.getByRole('complementary', { name: 'Work panel' });

  it('[CO28] says in the empty field what can be written there, and that a message waits while the agent works', async () => {
    const hint = () => tab.composer.getAttribute('placeholder');
    const words = 'Ask Led — @ files, / commands, # sessions, ! shell, Shift+Enter for a new line';
    await eventually(hint, (text) => text === words, 'It should name the agent and what can be written');
    await tab.composer.pressSequentially('#');
    await tab.page.getByText(composerWords.noSessions).waitFor();
    await tab.composer.fill('');
    await tab.prompt('Fix the login');
    await led.prompted();
    await eventually(hint, (text) => text === 'Queue a message… (Ctrl+Enter interrupts)', 'It should say so');
    await resize(tab.page, { width: 390, height: 844 });
    await eventually(hint, (text) => text === 'Queue a message…', 'There should be room for it');
    await resize(tab.page, DESKTOP);
  });

  it('[U60] says once that the agent thinks, with the line that it is at', async () => {
    led.tell({
      sessionUpdate: 'agent_thought_chunk',
      content: { type: 'text', text: 'The token comes late.\nI look at **refresh**' },
    });
    await entry('Thought').getByText('I look at refresh').waitFor();
    const text = await eventually(
      () => tab.text(),
      (words) => /Thinking… \d s/.test(words),
      'The status should say it',
    );
    assert.equal(text.match(/Thinking/g)?.length, 1);
    assert.doesNotMatch(text, /Working/);
  });

  it('[U61] shows the steps of a plan once: above the composer while it runs, in the conversation afterwards', async () => {
    const step = (content: string, status: string) => ({ content, status, priority: 'medium' });
    led.tell({ sessionUpdate: 'plan', entries: [step('Read', 'completed'), step('Write', 'in_progress')] });
    await plan().getByText('Plan 1/2').waitFor();
    const shown = async () => (await deepText(tab.page.locator('body'))).match(/\bWrite\b/g)?.length;
    assert.equal(await shown(), 1);
    assert.equal(await entry('Plan').getByRole('listitem').count(), 0);
    await plan().getByRole('button').click();
    await plan().getByText('Read').waitFor();
    assert.equal(await entry('Plan').getByRole('listitem').count(), 0);
  });

  it('[U62] gives every entry a name and a heading whose words stand apart', async () => {
    const path = `${led.app.place.folder}/src/auth.ts`;
    led.tell({
      ...{ sessionUpdate: 'tool_call', toolCallId: 'e', title: 'Edit', kind: 'edit', status: 'completed' },
      content: [{ type: 'diff', path, oldText: 'one\ntwo\n', newText: 'one\n' }],
    });
    led.say('Done: **one** line.');
    await entry('Tool call: Edited src/auth.ts').waitFor();
    const heading = tab.conversation.getByRole('heading', { name: 'Tool call: Edited src/auth.ts', exact: true });
    await heading.waitFor();
    await tab.conversation.getByRole('img', { name: '1 line removed', exact: true }).first().waitFor();
    const names = await tab.conversation
      .getByRole('article')
      .evaluateAll((all) => all.map((article) => article.ariaLabel ?? ''));
    assert.deepEqual(
      names.filter((name) => name.trim() === ''),
      [],
    );
    assert.deepEqual(await faultsOf(tab.page), []);
  });

  it('[U63] names what the buttons of the queue do', async () => {
    await tab.composer.fill('And the logout');
    await tab.composer.press('Enter');
    const queue = tab.page.getByRole('group', { name: 'Queue' });
    await queue.getByText('And the logout').waitFor();
    await queue.getByText('Send now', { exact: true }).waitFor();
    const titles = await queue
      .locator('li button')
      .evaluateAll((all) => all.map((button) => button.getAttribute('title')));
    assert.deepEqual(titles, ['Edit', 'Interrupt the agent and send this now', 'Remove']);
    await queue.getByRole('button', { name: 'Remove: And the logout' }).click();
    await queue.waitFor({ state: 'detached' });
  });

  it('[U61] leaves the plan in the conversation when the reply is there', async () => {
    led.end();
    await tab.waitForIdle();
    await plan().waitFor({ state: 'detached' });
    await entry('Plan').getByText('Write').waitFor();
    assert.equal(await entry('Plan').getByRole('listitem').count(), 2);
  });

  it('[U64] copies a message as it was written, by its button', async () => {
    await tab.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const [name, text] of [
      ['You', 'Fix the login'],
      ['Led', 'Done: **one** line.'],
    ] as const) {
      await entry(name).hover();
      await entry(name).getByRole('button', { name: 'Copy message' }).click();
      await tab.page.getByText('Copied the message').first().waitFor();
      await eventually(
        () => tab.page.evaluate(() => navigator.clipboard.readText()),
        (copied) => copied === text,
        `“${text}” should be copied`,
      );
    }
  });

  it('[LK5] writes prompts, replies and the message in one size, at every density', async () => {
    const sizes = async () => {
      const parts = [entry('You').locator('.typed'), entry('Led').getByText('Done'), tab.composer];
      return await Promise.all(parts.map(fontSize));
    };
    assert.deepEqual(await sizes(), ['15px', '15px', '15px']);
    await tab.page.evaluate(() => document.documentElement.setAttribute('data-density', 'compact'));
    assert.equal(new Set(await sizes()).size, 1);
    await tab.page.evaluate(() => document.documentElement.removeAttribute('data-density'));
  });

  for (const width of [390, 700, 800, 899]) {
    it(`[LK6] gives the panel all of a page of ${width} px, with tabs that lead there and back`, async () => {
      await resize(tab.page, { width, height: 900 });
      const views = tab.page.getByRole('tablist', { name: 'Views' });
      await views.getByRole('tab', { name: 'Chat', selected: true }).waitFor();
      await views.getByRole('tab', { name: /^Changes/ }).click();
      await panel().waitFor();
      assert.equal((await boxOf(panel())).width, width);
      assert.equal(await tab.composer.isVisible(), false);
      await panel().getByRole('tab', { name: /^Chat/ }).click();
      await panel().waitFor({ state: 'detached' });
      assert.equal(await tab.sendButton.isVisible(), true);
      await resize(tab.page, DESKTOP);
    });
  }

  for (const width of [390, 900, 1100, 1280]) {
    it(`[LK6] cuts no choice of the composer in a page of ${width} px, with the panel if there is room`, async () => {
      await resize(tab.page, { width, height: 900 });
      if (width >= 900) {
        await tab.page.getByRole('button', { name: /^Work panel/ }).click();
        await panel().waitFor();
      }
      const box = await boxOf(tab.page.locator('prompt-composer'));
      for (const { name } of OPTIONS) {
        const choice = tab.page.getByRole('button', { name: `${name}: ` });
        const { x, width: own } = await boxOf(choice);
        assert.ok(x >= box.x && x + own <= box.x + box.width, `${name} is within the composer`);
        assert.equal(await isCut(choice.locator('.option-value')), false, `${name} is whole`);
      }
      if (width >= 900) {
        await tab.page.getByRole('button', { name: /^Work panel/ }).click();
        await panel().waitFor({ state: 'detached' });
      }
      await resize(tab.page, DESKTOP);
    });
  }

  it('[CO33] [CO34] opens an option by key, filters and keeps favourites for every tab, and gives the caret back', async () => {
    const { page } = tab;
    const other = await led.app.open();
    const list = (from: AppPage) => from.page.getByRole('dialog', { name: 'Choose: Model' });
    const chip = (from: AppPage) => from.page.getByRole('button', { name: 'Model: Sonnet' });
    await chip(other).click();
    await list(other).getByRole('option').first().waitFor();
    await chip(tab).press('Enter');
    await page.keyboard.type('anoth');
    await list(tab).getByRole('group', { name: 'Results' }).waitFor();
    await list(tab).getByRole('button', { name: 'Add another Sonnet 5 (1M context) to favourites' }).click();
    await list(tab)
      .getByRole('button', { name: /^Remove another Sonnet/ })
      .waitFor();
    await list(other).getByRole('group', { name: 'Favourites' }).getByRole('option').waitFor();
    assert.deepEqual(await faultsOf(other.page), []);
    await page.keyboard.press('Escape');
    await list(tab).waitFor({ state: 'hidden' });
    await eventually(
      () => tab.composer.evaluate((field) => (field.getRootNode() as ShadowRoot).activeElement === field),
      (isThere) => isThere,
      'The caret should be in the message field',
    );
    await other.page.close();
  });

  it('[CO29] scrolls a long message within its edges, and gives it more room on request', async () => {
    const lines = Array.from({ length: 80 }, (_, n) => `line ${n}`).join('\n');
    await tab.composer.fill(lines);
    const expand = tab.page.getByRole('button', { name: 'Expand the message field' });
    await expand.waitFor();
    const [field, frame] = [await boxOf(tab.composer), await boxOf(tab.page.locator('prompt-composer .box'))];
    assert.ok(field.y - frame.y >= 8, 'the first line that shows is below the rounded edge');
    const overflow = await tab.composer.evaluate((element) => getComputedStyle(element).overflowY);
    assert.match(overflow, /auto|scroll/);
    await expand.click();
    await eventually(
      async () => (await boxOf(tab.composer)).height,
      (height) => height > field.height * 1.2,
      'The field should be taller',
    );
    assert.equal(await tab.composer.evaluate((one) => (one.getRootNode() as ShadowRoot).activeElement === one), true);
    await tab.page.getByRole('button', { name: 'Shrink the message field' }).click();
    await eventually(
      async () => (await boxOf(tab.composer)).height,
      (height) => height <= field.height + 1,
      'The field should be as before',
    );
    await tab.composer.fill('short');
    await expand.waitFor({ state: 'detached' });
    await tab.composer.fill('');
  });

  it('[S24] [CM23] lists no session in which nothing was said, however often one is begun', async () => {
    const list = tab.page.getByRole('navigation', { name: 'Sessions' });
    const before = tab.page.url();
    const began: string[] = [];
    for (let n = 0; n < 4; n++) {
      await tab.page.getByRole('button', { name: 'New session', exact: true }).click();
      await tab.page.waitForURL((url) => url.href !== before);
      began.push(tab.page.url());
    }
    assert.equal(new Set(began).size, 1, 'the same empty session each time');
    assert.equal(await list.getByRole('listitem').count(), 1);
    await list.locator('.open').click();
    await tab.page.waitForURL(before);
  });

  it('[U65] has room for the version at the foot of the list, beside settings, search, commands and help', async () => {
    const foot = tab.page.locator('session-list footer');
    for (const name of ['Settings', 'Search', 'Commands', 'Help', 'Theme: System'])
      await foot.getByRole('button', { name, exact: true }).waitFor();
    const version = foot.locator('.version');
    assert.match((await version.textContent())!, /^\d+\.\d+\.\d+$/);
    assert.equal(await isCut(version), false);
  });
});

describe('the page on a phone', () => {
  let led: LedApp;
  let tab: AppPage;
  before(async () => {
    led = await LedApp.start({ 'session/new': () => ({ sessionId: 's', configOptions: OPTIONS }) });
    const device = await led.app.newDevice(led.app.browser, { viewport: PHONE, hasTouch: true, isMobile: true });
    tab = await led.app.open(device);
    await led.app.server.line('ready');
    await tab.composer.fill('Fix the login');
    await tab.sendButton.tap();
    await led.prompted();
    led.tell({
      ...{ sessionUpdate: 'tool_call', toolCallId: 'e', title: 'Edit', kind: 'edit', status: 'completed' },
      content: [{ type: 'diff', path: `${led.app.place.folder}/a.ts`, oldText: 'one\n', newText: 'two\n' }],
    });
    led.say('Some words.\n\n'.repeat(30));
    led.end();
    await tab.waitForText(/Some words/);
    await tab.waitForIdle();
  });
  after(() => led.stop());

  it('[CO30] leaves half of what is above the keyboard to the conversation', async () => {
    await tab.composer.tap();
    await resize(tab.page, ABOVE_KEYBOARD);
    const { height } = await boxOf(tab.conversation);
    assert.ok(height >= ABOVE_KEYBOARD.height / 2, `${height} px are left`);
    assert.equal(await tab.sendButton.isVisible(), true);
    assert.equal(await tab.page.getByRole('button', { name: 'Model: ' }).isVisible(), false);
    // Safari would zoom in on smaller letters.
    assert.equal(await fontSize(tab.composer), '16px');
    await resize(tab.page, PHONE);
    await tab.page.getByRole('button', { name: 'Model: ' }).waitFor();
  });

  it('[CO35] shows the values of an option as a sheet at the bottom, and goes when one is tapped', async () => {
    await tab.page.getByRole('button', { name: 'Model: ' }).tap();
    const sheet = tab.page.getByRole('dialog', { name: 'Choose: Model' });
    await sheet.getByRole('option').first().waitFor();
    await eventually(
      () => boxOf(sheet),
      ({ x, y, width, height }) => x === 0 && width === PHONE.width && Math.abs(y + height - PHONE.height) < 1,
      'The sheet should be as wide as the screen, at its bottom',
    );
    await sheet.getByRole('option', { name: 'another Sonnet' }).tap();
    await sheet.waitFor({ state: 'hidden' });
    await led.agent.waitFor(({ method }) => method === 'session/set_config_option');
    const [call] = led.calls('session/set_config_option');
    assert.equal(call?.params.value, 'another Sonnet 5 (1M context)');
  });

  it('[U66] says in the list of sessions when each was used, and offers to change only the one on screen', async () => {
    await tab.page.getByRole('button', { name: 'Sessions', exact: true }).tap();
    const drawer = tab.page.getByRole('dialog', { name: 'Sessions and settings' });
    const first = tab.page.url();
    await drawer.getByRole('button', { name: 'New session', exact: true }).tap();
    // Keys wait for the new session by themselves; fill() would not.
    await tab.page.waitForURL((url) => url.href !== first);
    await tab.composer.fill('Another one');
    await tab.sendButton.tap();
    await led.prompted();
    led.end();
    await tab.waitForIdle();
    await tab.page.getByRole('button', { name: 'Sessions', exact: true }).tap();
    const rows = drawer.getByRole('listitem');
    await eventually(
      () => rows.count(),
      (count) => count === 2,
      'Both sessions should be listed',
    );
    for (const row of await rows.all()) assert.equal(await row.locator('.when').isVisible(), true);
    const offered = await Promise.all(
      (await rows.all()).map((row) => row.getByRole('button', { name: /^Delete/ }).isVisible()),
    );
    assert.deepEqual(offered.toSorted(), [false, true]);
  });
});
