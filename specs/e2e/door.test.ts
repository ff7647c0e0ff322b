import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { seeded } from '../../server/testing/seeded.rig.js';
import { connectionWords } from '../../webapp/rpc/words.js';
import { TestApp } from './app.rig.js';
import { AppPage } from './app-page.rig.js';
import { eventually } from './eventually.rig.js';

const BROWSERS = 10;

/** What a browser says by itself of pages that are no longer let in, and of a server that is away. */
const TURNED_AWAY = /status of 40[13]|WebSocket connection to|ERR_CONNECTION_REFUSED|request to another place: file:/;

/** The app, as it is when it opens a browser by itself; gives the page that the browser was to open. */
async function startOpening(t: TestContext): Promise<{ app: TestApp; page: string }> {
  const browser = (folder: string) => join(folder, '..', 'browser');
  const app = await TestApp.start({
    opens: true,
    env: ({ folder }) => {
      writeFileSync(
        browser(folder),
        `#!/bin/sh\nprintf "%s" "$1" > "${folder}.part"; mv "${folder}.part" "${folder}.opened"\n`,
      );
      chmodSync(browser(folder), 0o755);
      return { BROWSER: browser(folder), DISPLAY: '', WAYLAND_DISPLAY: '' };
    },
  });
  app.expectTrouble(TURNED_AWAY);
  t.after(() => app.stop());
  const opened = `${app.place.folder}.opened`;
  await eventually(
    () => existsSync(opened),
    (isThere) => isThere,
    'The browser should be opened',
  );
  return { app, page: readFileSync(opened, 'utf8') };
}

describe('the page that a browser is opened with', () => {
  it('[G34] [G35] lets it in, goes away, and raises no alarm when the person goes back and forth', async (t) => {
    const { app, page: path } = await startOpening(t);
    const device = await app.newDevice();
    const page = await device.newPage();
    const html = readFileSync(path, 'utf8');
    await page.goto(pathToFileURL(path).href);
    const tab = new AppPage(page);
    await tab.waitForConnection();
    assert.equal(page.url().startsWith(app.server.origin), true);
    assert.doesNotMatch(page.url(), /ticket/);
    assert.equal(existsSync(path), false);
    await page.reload();
    await tab.waitForConnection();
    const [, address = ''] = /replace\("(.*)"\)/.exec(html) ?? [];
    await page.goto('about:blank');
    await page.goto(address);
    await tab.waitForConnection();
    assert.equal(await page.getByText('Sign everyone out').count(), 0);
  });

  it('[G35] [G36] raises an alarm when another browser has it too, and everyone can be signed out', async (t) => {
    const { app, page: path } = await startOpening(t);
    const [, address = ''] = /replace\("(.*)"\)/.exec(readFileSync(path, 'utf8')) ?? [];
    const first = await app.open(undefined, address);
    await first.waitForConnection();
    const late = await (await app.newDevice()).newPage();
    await late.goto(address);
    await first.page.getByText('A sign-in link was used twice').waitFor();
    await late.getByText(connectionWords.signedOut.link_spent).waitFor();
    const before = app.server.url;
    await first.page.getByRole('button', { name: 'Sign everyone out' }).click();
    await first.page.getByText('no longer signed in').waitFor();
    await eventually(
      () => app.server.url,
      (url) => url !== before,
      'A new address should be printed',
    );
    await app.open();
    await first.page.goto(app.server.url);
    await first.waitForConnection();
  });
});

describe('a stranger with 300 idle connections', () => {
  it('[G39] keeps no new browser from loading the page', async (t) => {
    const app = await TestApp.start();
    t.after(() => app.stop());
    const idle = new Set<Socket>();
    let isOver = false;
    const lie = () => {
      if (isOver) return;
      const socket = connect(app.server.port, '127.0.0.1').on('error', () => {});
      idle.add(socket);
      socket.once('close', () => {
        idle.delete(socket);
        // One that is cut off comes again.
        setTimeout(lie, 100);
      });
    };
    for (let i = 0; i < 300; i++) lie();
    t.after(() => {
      isOver = true;
      for (const socket of idle) socket.destroy();
    });
    for (let left = seeded(t, BROWSERS).numRuns; left > 0; left--) {
      const device = await app.newDevice();
      await app.open(device);
      await device.close();
    }
  });
});

describe('a server that held our port', () => {
  it('[G41] leaves no service worker behind', async (t) => {
    const app = await TestApp.start();
    app.expectTrouble(TURNED_AWAY);
    t.after(() => app.stop());
    const { port, origin } = app.server;
    const device = await app.newDevice();
    await app.server.stop();
    const squatter = createServer((request, response) => {
      const isWorker = request.url === '/worker.js';
      response.setHeader('Content-Type', isWorker ? 'text/javascript' : 'text/html');
      response.end(isWorker ? WORKER : '<!doctype html><title>squatter</title>');
    }).listen(port, '127.0.0.1');
    await once(squatter, 'listening');
    const page = await device.newPage();
    await page.goto(origin);
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/worker.js');
      await navigator.serviceWorker.ready;
    });
    squatter.closeAllConnections();
    squatter.close();
    await once(squatter, 'close');
    await app.restart();
    await page.goto(origin);
    await page.getByText('Open AcDeck from your terminal').waitFor();
    await page.goto(app.server.url);
    await new AppPage(page).waitForConnection();
    assert.deepEqual(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
    await page.getByText('Another server left a background script').waitFor();
  });
});

/** Answers every visit itself, as if it were the app. */
const WORKER = `
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  event.respondWith(new Response('<!doctype html><title>worker</title>squatted', { headers: { 'Content-Type': 'text/html' } }));
});
`;
