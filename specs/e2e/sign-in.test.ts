import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { frameWords } from '../../webapp/components/page/words.js';
import { connectionWords } from '../../webapp/rpc/words.js';
import { TestApp } from './app.rig.js';
import { deepText } from './app-page.rig.js';
import { eventually } from './eventually.rig.js';

describe('signing in', () => {
  let app: TestApp;
  before(async () => {
    app = await TestApp.start();
  });
  after(() => app.stop());

  it('[E1] takes the token out of the address bar', async () => {
    const { page } = await app.open();
    assert.doesNotMatch(page.url(), /token/);
    assert.equal(new URL(page.url()).origin, app.server.origin);
    const token = new URL(app.server.url).hash.replace('#token=', '');
    assert.ok(token.length >= 43, 'the printed address has a token of 256 bits');
    assert.doesNotMatch(
      await page.evaluate(() => document.title + document.documentElement.outerHTML),
      new RegExp(token),
    );
  });

  it('[E2] lets a second tab in from the plain address', async () => {
    const device = await app.newDevice();
    await app.open(device);
    const second = await app.open(device, app.server.origin);
    await second.prompt('hello there');
    await second.waitForText(/hello there[\s\S]*demo/i);
  });

  it('[U71] says so where a browser keeps no keys', async () => {
    for (const without of ['indexedDB', 'subtle'] as const) {
      const device = await app.newDevice();
      await device.addInitScript((name) => {
        const owner = name === 'subtle' ? Crypto.prototype : globalThis;
        Object.defineProperty(owner, name, { value: undefined });
      }, without);
      const page = await device.newPage();
      await page.goto(app.server.url);
      const said = page.getByText(connectionWords.signedOut.keeps_no_keys);
      await said.waitFor();
      assert.equal(await said.count(), 1, without);
    }
  });

  it('[E3] tells a strange browser how to open the app', async () => {
    const device = await app.newDevice();
    const page = await device.newPage();
    await page.goto(app.server.origin);
    const text = await eventually(
      () => deepText(page.locator('body')),
      (words) => words.includes(frameWords.signedOut.title),
      'The page should say how to open the app',
    );
    assert.match(text, /Run acdeck in the project folder/);
    assert.equal(await page.getByRole('log').count(), 0);
    assert.equal(await page.getByText('hello there').count(), 0);
  });
});
