import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions, ConsoleMessage, Page } from 'playwright-core';
import { patienceMs } from '../../server/testing/patience.rig.js';
import { readScreen } from '../../webapp/ui/read-screen.rig.js';
import { launchBrowser } from '../browser.js';
import { makePlace, ServerProcess, type StartOptions, type TestPlace } from '../rigs/server-process.rig.js';
import { signIn } from '../rigs/sign-in.rig.js';
import { TestTab } from '../rigs/test-tab.rig.js';
import { witnessFailures } from '../test-run/failure-notes.js';
import { AppPage } from './app-page.rig.js';
import { slowDown } from './slow-line.rig.js';

/** How often the browser's own limits follow the machine's load. */
const LOOK_MS = 1_000;
/** So much of each thing is told of a test that failed. */
const TOLD = { chars: 1_500, lines: 20, waitMs: 5_000 };

/** Stories run against the sources, as `npm run dev` serves them: nothing has to be built after an edit. */
const IS_DEV = process.env.TEST_DEV === '1';

/** Lit's hints for developers, which a build leaves out, and Vite's way to wait for a server, which our policy forbids. */
const DEV_HINTS = /lit\.dev\/msg|@query'd field|@vite\/client|TrustedScriptURL/;

/**
 * What a browser says of a server that is away. If the next one is there already, the page asks it why its socket failed; the
 * proof that a 401 misses comes with the next socket.
 */
export const SERVER_AWAY = /ERR_(CONNECTION_(REFUSED|RESET)|EMPTY_RESPONSE)|WebSocket connection to|status of 401/;

/** For `skip` of a story about what only the build has. */
export const NEEDS_BUILD = IS_DEV && 'it is about the build';

export interface AppOptions extends StartOptions {
  /** For a story that reads the clipboard, which all pages of a browser share, or that stops or measures the browser. */
  ownBrowser?: true;
}

/** The real command with the demo agent, and a real browser to look at it. */
export class TestApp {
  readonly place: TestPlace;
  readonly browser: Browser;
  server: ServerProcess;
  readonly #options: AppOptions;
  readonly #troubles: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #heard: string[] = [];
  readonly #stopTelling = witnessFailures(() => this.#describe());
  #witness: TestTab | null = null;

  private constructor(parts: Pick<TestApp, 'place' | 'browser' | 'server'>, options: AppOptions) {
    this.place = parts.place;
    this.browser = parts.browser;
    this.server = parts.server;
    this.#options = options;
    if (options.isDev) this.expectTrouble(DEV_HINTS);
  }

  static async start(wish: AppOptions = {}): Promise<TestApp> {
    const options: AppOptions = { ...wish, ...(IS_DEV ? { isDev: true } : {}) };
    const place = await makePlace(options.folderName);
    // Any port at first; the folder then keeps it.
    const [browser, server] = await Promise.allSettled([
      launchBrowser({ own: options.ownBrowser === true }),
      ServerProcess.start(place, { port: 0, ...options }),
    ]);
    if (browser.status === 'fulfilled' && server.status === 'fulfilled') {
      return new TestApp({ place, browser: browser.value, server: server.value }, options);
    }
    // What is left open would keep the test process from ending.
    if (browser.status === 'fulfilled') await browser.value.close();
    if (server.status === 'fulfilled') await server.value.stop();
    await place.remove();
    throw (browser.status === 'rejected' ? browser : (server as PromiseRejectedResult)).reason;
  }

  /** A browser that has never been here; its pages share cookies and storage. */
  async newDevice(browser = this.browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const device = await browser.newContext(options);
    this.#limitWaits(device);
    // What the TypeScript loader adds to functions that are sent to the page.
    await device.addInitScript('globalThis.__name = (value) => value');
    await device.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
        console.error(`Policy violation: ${violatedDirective} by ${blockedURI} in ${sourceFile}`);
      });
    });
    await slowDown(device);
    device.on('page', (page) => this.#watch(page));
    return device;
  }

  /** Opens the app with the printed address, or another one, and waits until the page has a session. */
  async open(device?: BrowserContext, url = this.server.url): Promise<AppPage> {
    const page = await (device ?? (await this.newDevice())).newPage();
    await page.goto(url);
    const tab = new AppPage(page);
    await tab.composer.waitFor();
    await tab.waitForConnection();
    await tab.waitForSession();
    return tab;
  }

  /** A second pair of eyes, without a page: what the server's log says. */
  async witness(): Promise<TestTab> {
    if (this.#witness) return this.#witness;
    const credentials = await signIn(this.server.url);
    const tab = new TestTab(
      () => `ws://127.0.0.1:${this.server.port}`,
      () => credentials,
    );
    await tab.open();
    await tab.followOpen();
    await tab.until(({ transcript }) => transcript !== null);
    this.#witness = tab;
    return tab;
  }

  /** A file of the project folder, or null. */
  async readFile(name: string): Promise<string | null> {
    return await readFile(join(this.place.folder, name), 'utf8').catch(() => null);
  }

  /** Ends the server and starts it again for the same folder, on the same port. */
  async restart(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const { port } = this.server;
    this.expectTrouble(SERVER_AWAY);
    await this.server.stop(signal);
    this.server = await ServerProcess.start(this.place, { ...this.#options, port });
  }

  /** Lets a kind of trouble pass that a story brings with it. */
  expectTrouble(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Ends the server and closes the pages, and fails if the pages complained, broke the policy or called anybody else. */
  async stop(): Promise<void> {
    this.#stopTelling();
    this.#witness?.close();
    await this.browser.close();
    await this.server.stop();
    await this.place.remove();
    const unexpected = this.#troubles.filter((trouble) => !this.#expected.some((pattern) => pattern.test(trouble)));
    assert.deepEqual(unexpected, [], 'the pages ran without complaints');
  }

  /** What the browser's driver waits for, it waits for as long as any test does. */
  #limitWaits(device: BrowserContext): void {
    const limit = () => device.setDefaultTimeout(patienceMs());
    limit();
    const timer = setInterval(limit, LOOK_MS).unref();
    device.once('close', () => clearInterval(timer));
  }

  #watch(page: Page): void {
    page.on('pageerror', (error) => this.#troubles.push(`error: ${error.stack || error.message}`));
    page.on('console', (message: ConsoleMessage) => {
      this.#heard.push(`${message.type()}: ${message.text().slice(0, 300)}`);
      if (message.type() === 'error' || message.type() === 'warning') this.#troubles.push(`console: ${message.text()}`);
    });
    page.on('request', (request) => this.#checkAddress(request.url()));
    page.on('websocket', (socket) => this.#checkAddress(socket.url().replace(/^ws/, 'http')));
  }

  /** What its pages and its server say now, for the message of a test that failed. */
  async #describe(): Promise<string> {
    const pages = this.browser.contexts().flatMap((device) => device.pages());
    const looked = pages.map(async (page) => `page ${page.url()}\n${await Promise.race([wordsOn(page), tooLate()])}`);
    return [
      `load ${loadavg().map(Math.round).join(' ')}; server ${this.server.isRunning ? 'running' : 'ended'}`,
      ...(await Promise.all(looked)),
      `console\n${this.#heard.slice(-TOLD.lines).join('\n')}`,
      `stderr\n${this.server.stderr.slice(-TOLD.chars)}`,
    ].join('\n--- ');
  }

  #checkAddress(url: string): void {
    const isOwn = new URL(url).origin === this.server.origin || /^(data|blob|about):/.test(url);
    if (!isOwn) this.#troubles.push(`request to another place: ${url}`);
  }
}

/** What has the focus, and what can be read: the layer on top, if there is one. */
async function wordsOn(page: Page): Promise<string> {
  const { focus, seen } = await page.evaluate(readScreen);
  const words = seen.replace(/\s*\n\s*/g, '\n').trim();
  const half = TOLD.chars / 2;
  return `focus ${focus}\n${words.length > TOLD.chars ? `${words.slice(0, half)}\n…\n${words.slice(-half)}` : words}`;
}

async function tooLate(): Promise<string> {
  await sleep(TOLD.waitMs, null, { ref: false });
  return '(does not answer)';
}
