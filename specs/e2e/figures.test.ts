import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { NEEDS_BUILD, TestApp } from './app.rig.js';
import type { AppPage } from './app-page.rig.js';

describe('formulas and diagrams in the app', () => {
  let app: TestApp;
  let tab: AppPage;
  before(async () => {
    app = await TestApp.start({ env: () => ({ ACDECK_DEMO_PACE: '0.02' }) });
    tab = await app.open();
    await tab.prompt('Show me formulas and a diagram.');
    await tab.waitForText(/to see how it’s written/);
    await tab.waitForIdle();
  });
  after(() => app.stop());

  it('[MM3] draws formulas under the policy', async () => {
    await tab.page.locator('math-view[block] math msqrt').waitFor();
    assert.equal(await tab.page.locator('math-view math').count(), 3);
  });

  it('[MM5] [MM6] draws a diagram by itself, in a frame that cannot reach the page', async () => {
    const source = tab.conversation.getByRole('button', { name: 'Source' });
    const code = tab.conversation.locator('code-block pre');
    const drawing = tab.page.frameLocator('iframe[title="Diagram"]').locator('svg');
    await drawing.waitFor();
    assert.match((await drawing.textContent()) ?? '', /Your phone/);
    await tab.page.locator('iframe:not([data-waits])').waitFor();
    await code.waitFor({ state: 'detached' });
    const frame = tab.page.frames().find((other) => other.url().includes('/frame/'))!;
    assert.equal(await frame.evaluate(() => origin), 'null');
    app.expectTrouble(/Content Security Policy|Policy violation: connect-src/);
    const reached = await frame.evaluate(async () => {
      const tries = [
        () => parent.document.title,
        () => localStorage.length,
        () => document.cookie,
        () => fetch('/whoami', { method: 'POST', mode: 'no-cors' }),
        () => fetch('https://example.com/', { mode: 'no-cors' }),
        () => new Worker('/frame/diagram.js'),
      ];
      const outcomes = await Promise.allSettled(tries.map(async (attempt) => attempt()));
      return outcomes.map(({ status }) => status);
    });
    assert.deepEqual(reached, Array(6).fill('rejected'));
    const isDark = () => document.documentElement.style.colorScheme === 'dark';
    await tab.page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
    await frame.waitForFunction(isDark);
    await tab.page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
    await frame.waitForFunction(() => document.documentElement.style.colorScheme === 'light');
    await source.click();
    await tab.page.locator('iframe').waitFor({ state: 'detached' });
    assert.match((await code.textContent()) ?? '', /^flowchart LR/);
    await source.click();
    await drawing.waitFor();
  });

  it('[MM6] [MM7] serves the frame’s page to readers only, with a policy of its own', {
    skip: NEEDS_BUILD,
  }, async () => {
    const { origin } = app.server;
    const page = await fetch(`${origin}/frame/diagram.html`);
    assert.match(
      page.headers.get('content-security-policy') ?? '',
      /default-src 'none'.*frame-ancestors 'self'; sandbox allow-scripts$/,
    );
    const fromElsewhere = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' };
    const ask = (path: string, method = 'GET') => fetch(`${origin}${path}`, { method, headers: fromElsewhere });
    assert.equal((await ask('/frame/diagram.js')).status, 200);
    assert.equal((await ask('/frame/nothing.js')).status, 403);
    assert.equal((await ask('/frame/diagram.js', 'POST')).status, 403);
    assert.equal((await ask('/favicon.svg')).status, 403);
    assert.equal((await ask('/frame/../favicon.svg')).status, 403);
  });

  it('[MM8] [UX40] fetches an image of another server only when asked, and tells it nothing', async (t) => {
    const asked: IncomingHttpHeaders[] = [];
    const other = createServer((request, response) => {
      asked.push(request.headers);
      response
        .setHeader('Content-Type', 'image/svg+xml')
        .end('<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"/>');
    });
    await once(other.listen(0, '127.0.0.1'), 'listening');
    t.after(() => other.close());
    const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}/a.svg`;
    app.expectTrouble(new RegExp(`request to another place: ${address}`));
    await tab.page.evaluate((src) => {
      const image = Object.assign(document.createElement('remote-image'), { src, host: 'other', alt: 'A drawing' });
      document.querySelector('transcript-view .log-inner')!.append(image);
    }, address);
    assert.equal(asked.length, 0);
    await tab.page.getByRole('button', { name: 'Load' }).click();
    await tab.page.locator('iframe[title="A drawing"]:not([data-waits])').waitFor();
    assert.deepEqual(
      asked.map(({ cookie, referer, origin }) => [cookie, referer, origin]),
      [[undefined, undefined, undefined]],
    );
  });

  it('[MM5] shows the source of a text that is no diagram, and says why', async () => {
    await tab.page.evaluate(() => {
      const code = Object.assign(document.createElement('code-block'), {
        code: 'nonsense <img src=x>',
        info: 'mermaid',
      });
      document.querySelector('transcript-view .log-inner')!.append(code);
    });
    const broken = tab.page.locator('code-block').last();
    await broken.scrollIntoViewIfNeeded();
    await broken.getByText(/Can’t show this: .*nonsense/).waitFor();
    assert.equal(await broken.locator('pre').textContent(), 'nonsense <img src=x>');
    assert.equal(await tab.page.locator('framed-view img').count(), 0);
  });
});
