import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { says, ToldApp, type ToldTurn } from '../rigs/told-app.rig.js';
import { NEEDS_BUILD, type TestApp } from './app.rig.js';
import { AppPage } from './app-page.rig.js';
import { eventually } from './eventually.rig.js';

/** Counts, which are the same on every machine; how long things take is the benchmark's business. */

const MOST_REQUESTS = 12;
const MOST_BYTES = 300_000;

/** A turn whose answer can be told from all others. */
const turn = (n: number): ToldTurn => ({
  updates: [says(`Answer ${n}: **done**, see \`src/part${n}.ts\`.\n\n- one\n- two\n\nword${n}word`, `m${n}`)],
  requests: [],
});

async function withToldApp(turns: ToldTurn[], use: (fresh: TestApp) => Promise<void>): Promise<void> {
  await ToldApp.use({ turns: () => turns }, (told) => use(told.app));
}

interface Asked {
  path: string;
  /** The form in which the answer came, and how long it was over the wire. */
  form: Promise<string>;
  bytes: Promise<number>;
}

/** Requests of a device from now on. */
function watchTraffic(device: BrowserContext): Asked[] {
  const seen: Asked[] = [];
  device.on('request', (request) => {
    const header = async (name: string) => (await request.response())?.headerValue(name);
    const form = header('content-encoding').then(
      (value) => value ?? 'whole',
      () => 'none',
    );
    const bytes = header('content-length').then(
      (value) => Number(value ?? 0),
      () => 0,
    );
    seen.push({ path: new URL(request.url()).pathname, form, bytes });
  });
  return seen;
}

describe('the files of the page', { skip: NEEDS_BUILD }, () => {
  /** For visits that need no fresh one. */
  let app: TestApp;
  before(async () => {
    ({ app } = await ToldApp.start({ turns: () => [turn(0), turn(1), turn(2)] }));
  });
  after(() => app.stop());

  describe('a first visit', () => {
    it('[SP6] [SP18] takes few requests, all of them packed and small, and leaves other places for later', async () => {
      const device = await app.newDevice();
      const traffic = watchTraffic(device);
      const tab = await app.open(device);
      await tab.prompt('turn 0');
      await tab.waitForText(/word0word/);
      // By then it has loaded what it loads by itself.
      await tab.page.evaluate(() => customElements.whenDefined('queue-dock').then(() => {}));
      const paths = traffic.map(({ path }) => path);
      // The socket is one that no request is told of.
      assert.ok(traffic.length + 1 <= MOST_REQUESTS, paths.join(' '));
      const scripts = traffic.filter(({ path }) => /^\/assets\/(?!rolldown-runtime).*\.(js|css)$/.test(path));
      assert.ok(scripts.length >= 3, 'there are scripts');
      for (const { path, form } of scripts) assert.match(await form, /^(br|gzip)$/, path);
      const sizes = await Promise.all(traffic.map(({ bytes }) => bytes));
      const total = sizes.reduce((sum, size) => sum + size, 0);
      assert.ok(total > 100_000 && total <= MOST_BYTES, paths.map((path, n) => `${path} ${sizes[n]}`).join(', '));
      const places = () => traffic.map(({ path }) => /^\/assets\/(work|settings)-/.exec(path)?.[1]).filter(Boolean);
      assert.deepEqual(places(), []);
      await tab.page.keyboard.press('Control+Shift+D');
      await tab.page.getByRole('complementary', { name: 'Work panel' }).waitFor();
      assert.deepEqual([...new Set(places())], ['work']);
    });

    it('[SP18] has the work panel fetched again if it could not come', async () => {
      app.expectTrouble(/ERR_FAILED/);
      const device = await app.newDevice();
      const tab = await app.open(device);
      const { page } = tab;
      await device.route(/\/assets\/work-/, (route) => route.abort());
      const failure = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/work-'));
      await page.keyboard.press('Control+Shift+D');
      await failure;
      await device.unrouteAll();
      await tab.prompt('turn 1');
      await page.getByRole('complementary', { name: 'Work panel' }).waitFor();
    });

    it('[SP17] asks for the app’s script once all files of the first paint have come', async () => {
      const { page } = await app.open();
      const { asked, come } = await page.evaluate(() => {
        const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        const named = (name: RegExp) => files.filter((file) => name.test(new URL(file.name).pathname));
        return {
          asked: named(/^\/assets\/index-.*\.js$/).map(({ startTime }) => startTime),
          come: named(/^\/assets\/start-.*\.js$/).map(({ responseEnd }) => responseEnd),
        };
      });
      assert.deepEqual([asked.length > 0, come.length], [true, 1]);
      assert.ok(Math.max(...come) <= Math.min(...asked), `${come} and then ${asked}`);
    });
  });

  describe('a page whose scripts have not come', () => {
    it('[SP7] shows itself, and gives way to the app', async () => {
      const device = await app.newDevice();
      await device.route(/\/assets\/.*\.js$/, (route) => route.abort());
      const page = await device.newPage();
      await page.goto(app.server.origin);
      assert.ok(await page.locator('.boot').isVisible());
      await device.unrouteAll();
      const tab = await app.open(device);
      assert.equal(await tab.page.locator('.boot').isVisible(), false);
    });
  });

  describe('a page whose app could not be loaded', () => {
    it('[SP12] says so, and keeps what was typed', async () => {
      app.expectTrouble(/ERR_FAILED/);
      const device = await app.newDevice();
      await device.route(/\/assets\/index-.*\.js$/, (route) => route.abort());
      const page = await device.newPage();
      await page.goto(app.server.origin);
      await page.locator('.early-field').fill('my words');
      await page.getByRole('alert').waitFor();
      assert.match((await page.getByRole('alert').textContent()) ?? '', /Reload the page/);
      assert.equal(await page.locator('.early-field').inputValue(), 'my words');
    });
  });

  describe('what is typed before the app has come', () => {
    /** Opens the app, whose scripts come when `come` is called. */
    async function openEarly(fresh: TestApp, url = fresh.server.url, device?: BrowserContext) {
      const context = device ?? (await fresh.newDevice());
      let come = () => {};
      const coming = new Promise<void>((resolve) => {
        come = resolve;
      });
      await context.route(/\/assets\/index-.*\.js$/, (route) => coming.then(() => route.continue()));
      const page = await context.newPage();
      await page.goto(url, { waitUntil: 'commit' });
      const tab = new AppPage(page);
      await tab.composer.waitFor();
      await eventually(
        () => page.evaluate(() => document.activeElement?.localName),
        (name) => name === 'textarea',
        'The field should have the focus',
      );
      return { page, tab, come, context };
    }

    it('[SP8] is in the composer, with its caret and the focus, and nothing has moved', async () => {
      await withToldApp([turn(0)], async (fresh) => {
        const { page, tab, come } = await openEarly(fresh);
        await page.keyboard.type('one three');
        for (let n = 0; n < 5; n += 1) await page.keyboard.press('ArrowLeft');
        const before = await tab.composer.boundingBox();
        come();
        await page.locator('prompt-composer textarea').waitFor();
        await page.keyboard.type('two ');
        assert.equal(await tab.composer.inputValue(), 'one two three');
        assert.deepEqual(await tab.composer.boundingBox(), before);
        await tab.waitForConnection();
        assert.equal(await tab.composer.inputValue(), 'one two three');
      });
    });

    it('[SP8] is sent once by an early Enter, and what follows it stays', async () => {
      await withToldApp([turn(0), turn(1)], async (fresh) => {
        const { page, tab, come } = await openEarly(fresh);
        await page.keyboard.type('turn 0');
        await page.keyboard.press('Enter');
        await page.keyboard.press('Enter');
        await page.keyboard.type(' and then');
        come();
        await tab.waitForText(/word0word/);
        await tab.waitForIdle();
        assert.equal((await tab.text()).match(/turn 0/g)?.length, 1);
        assert.equal(await tab.composer.inputValue(), 'and then');
      });
    });

    it('[SP8] joins what was being written before a reload, and is not sent with it', async () => {
      await withToldApp([turn(0)], async (fresh) => {
        const first = await fresh.open();
        await first.composer.fill('a draft');
        const url = first.page.url();
        // What it has still to tell about its draft would come after what is typed elsewhere.
        await first.page.close();
        const { page, tab, come } = await openEarly(fresh, url, first.page.context());
        await page.keyboard.type(' and more');
        await page.keyboard.press('Enter');
        come();
        await tab.waitForConnection();
        assert.equal(await tab.composer.inputValue(), 'a draft and more');
        assert.doesNotMatch(await tab.text(), /draft/);
      });
    });
  });

  describe('the app’s script', () => {
    const isThere = (page: Page) => page.evaluate(() => customElements.get('ac-app') !== undefined);

    it('[SP13] comes after the first keys, unless the address is one of the app', async () => {
      const device = await app.newDevice();
      // A browser that is never idle until it is told so.
      await device.addInitScript(() => {
        const waiting: (() => void)[] = [];
        Object.assign(globalThis, {
          requestIdleCallback: (act: () => void) => waiting.push(act),
          beIdle: () => waiting.splice(0).map((act) => act()),
        });
      });
      const page = await device.newPage();
      await page.goto(app.server.url);
      await page.locator('.early-field').click();
      await page.keyboard.type('first keys');
      assert.equal(await isThere(page), false);
      assert.equal(await page.locator('.early-field').inputValue(), 'first keys');
      await eventually(
        async () => {
          await page.evaluate(() => (globalThis as unknown as { beIdle(): void }).beIdle());
          return await isThere(page);
        },
        (isLoaded) => isLoaded,
        'The app should come',
      );
      const tab = new AppPage(page);
      await page.locator('prompt-composer textarea').waitFor();
      assert.equal(await tab.composer.inputValue(), 'first keys');
      await tab.waitForConnection();
      await eventually(
        async () => page.url(),
        (url) => url.includes('#/'),
        'The session should be in the address',
      );
      await page.reload();
      await page.locator('prompt-composer textarea').waitFor();
      assert.equal(await isThere(page), true);
    });
  });

  describe('the app’s start', () => {
    it('[SP14] makes no formatter of numbers, dates or lists', async () => {
      const device = await app.newDevice();
      await device.addInitScript(() => {
        let made = 0;
        const kinds = ['DateTimeFormat', 'NumberFormat', 'PluralRules', 'ListFormat', 'RelativeTimeFormat'] as const;
        for (const kind of kinds) {
          const construct = (...args: Parameters<typeof Reflect.construct>): object => {
            made += 1;
            return Reflect.construct(...args);
          };
          Object.assign(Intl, { [kind]: new Proxy(Intl[kind], { construct }) });
        }
        const define = customElements.define.bind(customElements);
        // The root comes last, with all that it is made of before it.
        customElements.define = (name, ...rest) => {
          if (name === 'ac-app') Object.assign(globalThis, { madeBefore: made });
          define(name, ...rest);
        };
        Object.assign(globalThis, { madeSoFar: () => made });
      });
      const tab = await app.open(device);
      const count = () => tab.page.evaluate(() => (globalThis as unknown as { madeBefore: number }).madeBefore);
      assert.equal(await count(), 0);
      await tab.prompt('turn 2');
      await tab.waitForText(/word2word/);
      const later = () => tab.page.evaluate(() => (globalThis as unknown as { madeSoFar(): number }).madeSoFar());
      assert.ok((await later()) > 0, 'they are counted');
    });
  });
});
