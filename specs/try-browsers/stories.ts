import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../e2e/eventually.rig.js';
import { faultsIn, marksIn } from '../rigs/marks.rig.js';
import type { ServerProcess, TestPlace } from '../rigs/server-process.rig.js';
import type { BrowserWire } from './browser-wire.js';
import { TriedPage } from './tried-page.js';

/** What a story happens in. */
export interface Scene {
  readonly wire: BrowserWire;
  readonly server: ServerProcess;
  readonly place: TestPlace;
  /** The tab that was let in first; all stories after the first begin there, with a new session. */
  readonly page: TriedPage;
}

const LONG = 'long 100000';

/** What every browser has to do with us, in this order. */
export const STORIES: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  async 'sign-in'({ page, server }) {
    await page.go(server.origin);
    await page.waitForText(/Open AcDeck from your terminal/);
    assert.equal(await page.has('Message'), false, 'a browser that was not let in sees nothing');
    await page.go(server.url);
    await page.waitFor('Message');
    assert.doesNotMatch(await page.address(), /token/);
    await page.waitFor('Connection: Live');
  },

  async streaming({ page }) {
    await page.send(LONG);
    const before = marksIn(await page.waitForText(/⟦5⟧/, 'conversation')).at(-1)!;
    await page.waitForText(new RegExp(`⟦${before + 50}⟧`), 'conversation');
    await page.press('Stop');
    await page.waitForText(/Stopped/);
    await page.waitForIdle();
    expectAllMarks(await page.text('conversation'));
  },

  async permission({ page, place }) {
    await page.send('Edit a file, but ask me first.');
    await page.waitFor('Permission request');
    assert.equal(existsSync(join(place.folder, 'acdeck-demo.md')), false, 'nothing happens before the answer');
    await answer(page, 'Allow');
    await page.waitForText(/has a new line/);
    await page.waitForIdle();
    assert.ok(existsSync(join(place.folder, 'acdeck-demo.md')), 'the file is there after the answer');
  },

  async refresh({ page }) {
    await page.send(LONG);
    await page.waitForText(/⟦5⟧/, 'conversation');
    await page.type('a draft');
    await eventually(
      () => page.message(),
      ({ words }) => words === 'a draft',
      'The draft should be in the field',
    );
    const before = marksIn(await page.text('conversation')).at(-1)!;
    await page.reload();
    await page.waitForText(new RegExp(`⟦${before + 50}⟧`), 'conversation');
    await eventually(
      () => page.message(),
      ({ words }) => words === 'a draft',
      'The draft should come back',
    );
    await page.press('Stop');
    await page.waitForIdle();
    expectAllMarks(await page.text('conversation'));
    await page.press('Message');
    for (const _ of 'a draft') await page.keys('Backspace');
  },

  async 'two tabs'({ wire, page }) {
    await page.send('Tell me what you can do.');
    await page.waitForIdle();
    const second = await TriedPage.open(wire, await page.address());
    await second.waitForText(/Tell me what you can do/);
    await second.send('From the second tab: tell me what you can do.');
    await page.waitForText(/From the second tab/);
    await second.waitForIdle();
    await page.send('Edit a file, but ask me first.');
    await answer(second, 'Deny');
    await page.waitUntilGone('Permission request');
    for (const tab of [page, second]) await tab.waitForIdle();
    assert.deepEqual(await second.complaints(), []);
  },

  async caret({ page }) {
    await page.send('Tell me what you can do.');
    await page.waitForCaret('Send');
    await page.waitForIdle();
    await page.press('New session');
    await page.waitForText(/Try the demo agent/);
    await page.waitForCaret('New session');
    await page.keys('Control', 'k');
    await page.waitFor('Commands');
    await page.keys('Escape');
    await page.waitForCaret('the palette');
    await page.send('Edit a file, but ask me first.');
    await answer(page, 'Allow');
    await page.waitForCaret('an answer');
    await page.waitForIdle();
  },

  async 'no errors'({ page }) {
    assert.deepEqual(await page.complaints(), []);
  },
};

/** The buttons of a request can be pressed a moment after it has come. */
async function answer(page: TriedPage, name: 'Allow' | 'Deny'): Promise<void> {
  await page.waitFor('Permission request');
  await page.press(name);
  await page.waitUntilGone('Permission request');
}

function expectAllMarks(text: string): void {
  const marks = marksIn(text);
  const { lost, duplicated, reordered } = faultsIn(marks, marks.at(-1)!);
  const told = `of the marks, ${lost} are lost, ${duplicated} duplicated and ${reordered} reordered`;
  assert.ok(lost + duplicated + reordered === 0, told);
}
