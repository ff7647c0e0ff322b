import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { AppPage } from './app-page.rig.js';
import { eventually } from './eventually.rig.js';
import { LedApp } from './led-app.rig.js';

describe('whoever steers the agent', () => {
  let led: LedApp;
  let [tab, other] = [] as unknown as [AppPage, AppPage];
  before(async () => {
    led = await LedApp.start();
    [tab, other] = [await led.app.open(), await led.app.open()];
    await led.app.server.line('ready');
  });
  after(() => led.stop());

  const queue = () => tab.page.getByRole('group', { name: 'Queue' });
  const cancels = () => led.calls('session/cancel').length;

  async function begin(words: string): Promise<void> {
    await tab.prompt(words);
    assert.equal(await led.prompted(), words);
    await tab.stopButton.waitFor();
  }

  async function enter(words: string): Promise<void> {
    await tab.composer.fill(words);
    await tab.composer.press('Enter');
    await queue().getByText(words).waitFor();
    await eventually(
      () => tab.composer.inputValue(),
      (value) => value === '',
      'The words should be in the queue',
    );
  }

  it('[UX12] queues with Enter what is then sent in order, and stops nothing', async () => {
    await begin('one');
    await enter('two');
    await enter('three');
    assert.deepEqual([cancels(), led.calls('session/prompt').length], [0, 1]);
    led.end();
    assert.equal(await led.prompted(), 'two');
    led.end();
    assert.equal(await led.prompted(), 'three');
    led.end();
    await tab.waitForIdle();
    assert.equal(cancels(), 0);
  });

  it('[UX13] interrupts with Ctrl and Enter: first the stop, then the words, and no call goes on', async () => {
    await begin('build it');
    led.tell({ sessionUpdate: 'tool_call', toolCallId: 'b', title: 'Build', kind: 'execute', status: 'in_progress' });
    await tab.waitForText(/Build/);
    await tab.composer.fill('no, test it');
    await tab.composer.press('Control+Enter');
    await led.agent.waitFor(({ method }) => method === 'session/cancel');
    assert.equal(led.calls('session/prompt').length, 4, 'the words wait for the end of the turn');
    led.end('cancelled');
    assert.equal(await led.prompted(), 'no, test it');
    const { heard } = led.agent;
    const at = (method: string) => heard.findLastIndex((message) => message.method === method);
    assert.ok(at('session/cancel') < at('session/prompt'));
    await tab.conversation.getByRole('button', { name: /Run Build stopped/ }).waitFor();
    led.end();
    await tab.waitForIdle();
  });

  it('[UX14] [UX20] edits what waits with the arrow, leaves it with Escape, and finds all of it after a reload', async () => {
    await begin('go');
    const content = [{ type: 'content', content: { type: 'text', text: 'what it printed' } }];
    led.tell({
      sessionUpdate: 'tool_call',
      toolCallId: 'q',
      title: 'Quiet',
      kind: 'other',
      status: 'completed',
      content,
    });
    await enter('later');
    await tab.composer.press('ArrowUp');
    assert.equal(await tab.composer.inputValue(), 'later');
    await tab.composer.pressSequentially(' changed');
    await tab.composer.press('Escape');
    assert.equal(await tab.composer.inputValue(), '');
    await queue().getByText('later', { exact: true }).waitFor();
    await tab.composer.pressSequentially('a draft');
    const line = tab.conversation.getByRole('button', { name: /Quiet/ });
    await line.click();
    await tab.waitForText(/what it printed/);
    await tab.page.reload();
    await tab.waitForText(/what it printed/);
    assert.equal(await line.getAttribute('aria-expanded'), 'true');
    await queue().getByText('later', { exact: true }).waitFor();
    assert.equal(await tab.composer.inputValue(), 'a draft');
    await tab.page.getByRole('button', { name: 'Remove: later' }).click();
    await queue().waitFor({ state: 'detached' });
    await tab.composer.fill('');
    led.end();
    await tab.waitForIdle();
  });

  it('[UX15] stops once, and says that it does, however often the keys are pressed', async () => {
    await begin('run');
    const before = cancels();
    for (let n = 0; n < 3; n++) await tab.page.keyboard.press('Control+.');
    await tab.page.getByText('Stopping…').first().waitFor();
    await tab.page.keyboard.press('Control+.');
    // What comes back after it was sent after it.
    await (await led.app.witness()).api.AcpBridge.get_current_state();
    led.end('cancelled');
    await tab.waitForIdle();
    assert.equal(cancels() - before, 1);
  });

  it('[UX16] sends nothing with an Enter that belongs to an input method', async () => {
    const before = led.calls('session/prompt').length;
    await tab.composer.focus();
    const keyboard = await tab.page.context().newCDPSession(tab.page);
    await keyboard.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'Enter', windowsVirtualKeyCode: 229 });
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Enter', windowsVirtualKeyCode: 13 });
    await keyboard.send('Input.insertText', { text: '日本' });
    assert.equal(await tab.composer.inputValue(), '日本');
    assert.equal(led.calls('session/prompt').length, before);
    await tab.composer.press('Enter');
    assert.equal(await led.prompted(), '日本');
    led.end();
    await tab.waitForIdle();
  });

  it('[UX23] [UX24] is asked without losing the focus, and answers only where and when it is meant', async () => {
    await begin('ask me');
    await tab.composer.focus();
    const asked = led.ask('npm publish');
    await tab.permission.waitFor();
    await tab.page.keyboard.type('y');
    assert.equal(await tab.composer.inputValue(), 'y', 'the focus is still in the composer');
    await tab.composer.fill('');
    assert.equal(await tab.permission.count(), 1, 'nothing was answered');
    await eventually(
      () => tab.answerButton('Deny').isEnabled(),
      (isOn) => isOn,
      'The buttons should listen after a moment',
    );
    await tab.page.keyboard.press('Control+Shift+Y');
    await tab.page.keyboard.press('n');
    assert.deepEqual((await asked).result.outcome, { outcome: 'selected', optionId: 'no-once' });
    await tab.permission.waitFor({ state: 'detached' });
    await tab.page.evaluate(pressAsSoonAsAsked);
    const again = led.ask('npm pack');
    await tab.permission.waitFor();
    const early = await tab.page.evaluate(() => Reflect.get(globalThis, 'early') as Promise<string>);
    assert.equal(early, 'still asked', 'a key in its first moments answers nothing');
    await eventually(
      () => tab.answerButton('Allow').isEnabled(),
      (isOn) => isOn,
      'The buttons should listen after a moment',
    );
    await tab.page.keyboard.press('Control+Shift+Y');
    await tab.page.keyboard.press('y');
    assert.deepEqual((await again).result.outcome, { outcome: 'selected', optionId: 'yes-once' });
    led.end();
    await tab.waitForIdle();
  });

  it('[UX25] sees what another browser has answered, and answers no second time', async () => {
    await begin('ask both');
    const asked = led.ask('npm ci');
    await Promise.all([tab.permission.waitFor(), other.permission.waitFor()]);
    await tab.answer('Deny');
    assert.equal((await asked).result.outcome.optionId, 'no-once');
    await other.permission.waitFor({ state: 'detached' });
    await other.page
      .getByText(/(Reject|Denied|Answered).* on /i)
      .first()
      .waitFor();
    const answers = led.agent.heard.filter(({ result }) => result?.outcome);
    await other.page.keyboard.press('Control+Shift+Y');
    await other.page.keyboard.press('y');
    led.end();
    await other.waitForIdle();
    assert.deepEqual(
      led.agent.heard.filter(({ result }) => result?.outcome),
      answers,
    );
  });
});

/** Runs in the page: presses Y on the next question as soon as it is drawn, before any timer of the page. */
function pressAsSoonAsAsked(): void {
  const find = () => document.querySelector<HTMLElement>('permission-dock .permission');
  const press = async () => {
    find()!.focus();
    const key = new KeyboardEvent('keydown', { key: 'y', bubbles: true, composed: true, cancelable: true });
    find()!.dispatchEvent(key);
    for (const button of find()!.querySelectorAll('button')) button.click();
    for (let n = 0; n < 5; n++) await new Promise((resolve) => requestAnimationFrame(resolve));
    return find() ? 'still asked' : 'answered';
  };
  const early = new Promise<string>((resolve) => {
    const observer = new MutationObserver(() => {
      if (!find()) return;
      observer.disconnect();
      setTimeout(() => press().then(resolve), 0);
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  Object.assign(globalThis, { early });
}
