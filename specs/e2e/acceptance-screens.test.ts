import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { AppPage } from './app-page.rig.js';
import { faultsOf } from './axe.rig.js';
import { eventually } from './eventually.rig.js';
import { focusIn } from './focus-probe.rig.js';
import { LedApp } from './led-app.rig.js';

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const FACTS = {
  protocolVersion: 1,
  agentInfo: { name: 'led', title: 'Led', version: '1.0.0' },
  agentCapabilities: { loadSession: true },
  authMethods: [],
};

describe('every screen', () => {
  let led: LedApp;
  let tab: AppPage;
  let letStart: () => void = () => {};
  before(async () => {
    const started = new Promise<void>((resolve) => {
      letStart = resolve;
    });
    led = await LedApp.start({ initialize: () => started.then(() => FACTS) });
    tab = await led.app.open(await led.app.newDevice(led.app.browser, { viewport: DESKTOP }));
  });
  after(() => led.stop());

  const layer = (name: string) => tab.page.getByRole('dialog', { name });

  /** What axe finds here on both sizes and in both themes. */
  async function faultsHere(screen: string): Promise<string[]> {
    const found: string[] = [];
    for (const size of [DESKTOP, PHONE]) {
      await tab.page.setViewportSize(size);
      found.push(...(await faultsOf(tab.page)).map((fault) => `${screen}, ${size.width} px, ${fault}`));
    }
    await tab.page.setViewportSize(DESKTOP);
    return found;
  }

  it('[UX37] has no faults that axe knows: the start and an empty session', async () => {
    await tab.page.locator('startup-overlay').waitFor({ state: 'attached' });
    assert.deepEqual(await faultsHere('start'), []);
    letStart();
    await led.app.server.line('ready');
    await tab.page.locator('startup-overlay').waitFor({ state: 'detached' });
    assert.deepEqual(await faultsHere('home'), []);
  });

  it('[UX37] has no faults that axe knows: work, a permission, a question, the review', async () => {
    await tab.prompt('work');
    await led.prompted();
    const edit = {
      type: 'diff',
      path: `${led.app.place.folder}/a.ts`,
      oldText: 'const a = 1;\n',
      newText: 'const a = 2;\n',
    };
    const call = { title: 'Edit a.ts', kind: 'edit', status: 'completed', content: [edit] };
    led.tell({ sessionUpdate: 'tool_call', toolCallId: 'e', ...call });
    led.tell({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'Hm.' } });
    led.tell({ sessionUpdate: 'plan', entries: [{ content: 'Step', status: 'in_progress', priority: 'low' }] });
    led.say('# Words\n\n- [x] a list\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```ts\nconst a = 1;\n```\n');
    await tab.waitForText(/const a = 1/);
    assert.deepEqual(await faultsHere('running'), []);
    const asked = led.ask('npm test');
    await tab.permission.waitFor();
    assert.deepEqual(await faultsHere('permission'), []);
    await tab.answer('Allow');
    await asked;
    const { sessionId } = led.calls('session/prompt')[0]!.params;
    const properties = { name: { type: 'string', title: 'Name' }, loud: { type: 'boolean', title: 'Loud' } };
    const form = { mode: 'form', message: 'Who?', requestedSchema: { type: 'object', properties } };
    const answered = led.agent.request('elicitation/create', { sessionId, ...form });
    const question = tab.page.getByRole('group', { name: 'Question' });
    await question.waitFor();
    assert.deepEqual(await faultsHere('question'), []);
    await question.getByRole('button', { name: 'Decline' }).click();
    await answered;
    await tab.page.keyboard.press('Control+Shift+D');
    await tab.page.locator('work-panel diff-view').waitFor();
    assert.deepEqual(await faultsHere('review'), []);
    await tab.page.keyboard.press('Control+Shift+D');
    led.end();
    await tab.waitForIdle();
  });

  it('[UX37] has no faults that axe knows: the layers', async () => {
    const { page } = tab;
    const found: string[] = [];
    for (const [key, title] of [
      ['Control+k', 'Commands'],
      ['Control+p', 'Switch session'],
    ] as const) {
      await page.keyboard.press(key);
      await layer(title).getByRole('option').first().waitFor();
      found.push(...(await faultsHere(title)));
      await page.keyboard.press('Escape');
      await layer(title).waitFor({ state: 'hidden' });
    }
    await tab.conversation.focus();
    await page.keyboard.press('Shift+?');
    await layer('Keyboard shortcuts').waitFor();
    found.push(...(await faultsHere('shortcuts')));
    await page.keyboard.press('Escape');
    assert.deepEqual(found, []);
  });

  for (const section of ['appearance', 'permissions', 'agents', 'logs']) {
    it(`[UX37] has no faults that axe knows: the settings, ${section}`, async () => {
      await tab.page.goto(`${led.app.server.origin}/#/settings/${section}`);
      await tab.page.locator(`${section}-section`).getByRole('heading').first().waitFor();
      assert.deepEqual(await faultsHere(section), []);
      await tab.page.getByRole('button', { name: 'Back to the session' }).click();
      await tab.composer.waitFor();
    });
  }

  it('[UX38] is reached by the keyboard alone: a new session, a prompt, an answer, the review', async () => {
    const { page } = tab;
    const before = page.url();
    await page.keyboard.press('Control+Shift+O');
    await page.waitForURL((url) => url.href !== before);
    await page.keyboard.press('Control+/');
    await page.keyboard.type('by keys');
    await page.keyboard.press('Enter');
    assert.equal(await led.prompted(), 'by keys');
    const diff = { type: 'diff', path: `${led.app.place.folder}/k.ts`, oldText: 'a\n', newText: 'b\n' };
    const asked = led.ask('Edit k.ts', { kind: 'edit', content: [diff] });
    const armed = tab.permission.getByRole('button', { name: /^Allow$/, disabled: false });
    await armed.waitFor();
    await page.keyboard.press('Control+Shift+Y');
    assert.match(await focusIn(page), /^dock seen/);
    await page.keyboard.press('y');
    assert.equal((await asked).result.outcome.optionId, 'yes-once');
    led.tell({ sessionUpdate: 'tool_call_update', toolCallId: 'Edit k.ts', status: 'completed' });
    led.end();
    await tab.waitForIdle();
    await page.keyboard.press('Control+Shift+D');
    await page.locator('work-panel diff-view').waitFor();
    await eventually(
      () => focusIn(page),
      (place) => place.startsWith('panel'),
      'The panel should have the focus',
    );
    await page.keyboard.press(']');
    await page.keyboard.press('v');
    await page
      .locator('work-panel')
      .getByRole('checkbox', { name: /viewed/i, checked: true })
      .waitFor();
    const round: string[] = [];
    for (let n = 0; n < 5; n++) {
      await page.keyboard.press('F6');
      round.push(await focusIn(page));
    }
    assert.deepEqual(
      new Set(round),
      new Set(['sidebar seen', 'conversation seen', 'dock seen', 'composer seen', 'panel seen']),
    );
    const unseen: string[] = [];
    for (let n = 0; n < 60; n++) {
      await page.keyboard.press('Tab');
      const where = await focusIn(page);
      if (/unseen/.test(where)) unseen.push(where);
    }
    assert.deepEqual([...new Set(unseen)], [], 'whatever has the focus shows it');
  });
});
