import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { TestApp } from './app.rig.js';
import { type AppPage, deepText } from './app-page.rig.js';
import { eventually } from './eventually.rig.js';

/** A page of somebody else on this computer: another port, and so the same cookies. */
async function neighbour(t: TestContext, device: BrowserContext): Promise<Page> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>neighbour</title>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const page = await device.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return page;
}

/** As any script can; each with its path. */
async function setCookies(page: Page, cookies: string[]): Promise<void> {
  await page.evaluate((all) => {
    for (const cookie of all) {
      // biome-ignore lint/suspicious/noDocumentCookie: the old way is the one that everybody has
      document.cookie = cookie;
    }
  }, cookies);
}

/** Opens the app and makes sure that it is let in. */
async function openIn(app: TestApp, device: BrowserContext, url = app.server.url): Promise<AppPage> {
  const tab = await app.open(device, url);
  await tab.waitForConnection();
  return tab;
}

async function start(t: TestContext): Promise<{ app: TestApp; device: BrowserContext; other: Page; name: string }> {
  const app = await TestApp.start();
  app.expectTrouble(/request to another place|status of 4(01|31)|WebSocket connection to/);
  t.after(() => app.stop());
  const device = await app.newDevice();
  return { app, device, other: await neighbour(t, device), name: `acdeck_${app.server.port}` };
}

describe('cookies of other pages on this computer', () => {
  it('[G37] with our name, at every path, keep nobody out', async (t) => {
    const { app, device, other, name } = await start(t);
    await openIn(app, device);
    const paths = ['/', '/rpc', '/auth', '/whoami', '/upload'];
    await setCookies(
      other,
      paths.map((path) => `${name}=x; path=${path}`),
    );
    await openIn(app, device, app.server.origin);
    await openIn(app, device);
  });

  it('[G37] of 4 kB each, six of them, keep nobody out', async (t) => {
    const { app, device, other } = await start(t);
    await openIn(app, device);
    await setCookies(
      other,
      Array.from({ length: 6 }, (_, i) => `big${i}=${'x'.repeat(3900)}; path=/`),
    );
    await openIn(app, device, app.server.origin);
  });

  it('[G37] so many that ours is pushed out are named as the cause, and the printed address heals it', async (t) => {
    const { app, device, other } = await start(t);
    await openIn(app, device);
    await setCookies(
      other,
      Array.from({ length: 400 }, (_, i) => `many${i}=x; path=/`),
    );
    const page = await device.newPage();
    await page.goto(app.server.origin);
    const words = await eventually(
      () => deepText(page.locator('body')),
      (text) => /Open AcDeck from your terminal/.test(text),
      'The page should say how to get in again',
    );
    assert.match(words, /cookie/i);
    await openIn(app, device);
  });

  it('[G38] too large for any server are cleared, with a sentence, and the next load works', async (t) => {
    const { app, device, other } = await start(t);
    // A page that only says what is wrong names no icon, so the browser asks for one.
    app.expectTrouble(/status of 403/);
    const tab = await openIn(app, device);
    // What it would still load would be answered in the same way.
    await tab.page.close();
    await setCookies(
      other,
      Array.from({ length: 30 }, (_, i) => `huge${i}=${'x'.repeat(3900)}; path=/`),
    );
    const page = await device.newPage();
    await page.goto(app.server.origin);
    assert.match((await page.locator('body').textContent()) ?? '', /cookies.*asked to clear them/);
    assert.deepEqual(await device.cookies(app.server.origin), []);
    await openIn(app, device);
  });
});
