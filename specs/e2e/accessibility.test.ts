import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { TestApp } from './app.rig.js';
import type { AppPage } from './app-page.rig.js';
import { faultsOf } from './axe.rig.js';
import { eventually, ONE_TRY } from './eventually.rig.js';

describe('the whole page', () => {
  let app: TestApp;
  let tab: AppPage;
  before(async () => {
    app = await TestApp.start({ env: () => ({ ACDECK_DEMO_PACE: '0.05' }) });
    tab = await app.open();
  });
  after(() => app.stop());

  it('[E15] has no faults that axe knows, light and dark, empty and full', async () => {
    await app.server.line('ready');
    assert.deepEqual(await faultsOf(tab.page), []);
    await tab.prompt('Make a plan and work through it.');
    await tab.waitForIdle();
    await tab.prompt('Tell me what you can do.');
    await tab.waitForIdle();
    await tab.prompt('Edit a file, but ask me first.');
    await tab.permission.waitFor();
    assert.deepEqual(await faultsOf(tab.page), []);
  });

  it('[E15] can be used with the keyboard alone', async () => {
    const fresh = await app.open();
    await fresh.permission.waitFor();
    // A key that was meant for something else must not answer, so the buttons take a moment to listen.
    const press = async () => {
      await fresh
        .answerButton('Deny')
        .press('Enter', ONE_TRY)
        .catch(() => {});
      return await fresh.permission.count();
    };
    await eventually(press, (count) => count === 0, 'The question should be answered by a key');
    await fresh.waitForText(/the file stays as it is/);
    await fresh.composer.focus();
    await fresh.page.keyboard.type('long 4');
    await fresh.page.keyboard.press('Enter');
    await fresh.waitForText(/⟦4⟧/);
  });
});
