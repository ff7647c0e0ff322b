import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, ConsoleMessage, Page } from 'playwright-core';
import { launchBrowser } from '../browser.js';
import { makePlace, ServerProcess, type StartOptions, type TestPlace } from '../rigs/server-process.rig.js';
import { signIn } from '../rigs/sign-in.rig.js';
import { TestTab } from '../rigs/test-tab.rig.js';
import { AppPage } from './app-page.rig.js';

/** The real command with the demo agent, and a real browser to look at it. */
export class TestApp {
  readonly place: TestPlace;
  readonly browser: Browser;
  server: ServerProcess;
  readonly #options: StartOptions;
  readonly #troubles: string[] = [];
  readonly #expected: RegExp[] = [];
  #witness: TestTab | null = null;

  private constructor(parts: Pick<TestApp, 'place' | 'browser' | 'server'>, options: StartOptions) {
    this.place = parts.place;
    this.browser = parts.browser;
    this.server = parts.server;
    this.#options = options;
  }

  static async start(options: StartOptions = {}): Promise<TestApp> {
    const place = await makePlace(options.folderName);
    // Any port at first; the folder then keeps it.
    const [browser, server] = await Promise.all([launchBrowser(), ServerProcess.start(place, { port: 0, ...options })]);
    return new TestApp({ place, browser, server }, options);
  }

  /** A browser that has never been here; its pages share cookies and storage. */
  async newDevice(browser = this.browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const device = await browser.newContext(options);
    // What the TypeScript loader adds to functions that are sent to the page.
    await device.addInitScript('globalThis.__name = (value) => value');
    await device.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
        console.error(`Policy violation: ${violatedDirective} by ${blockedURI} in ${sourceFile}`);
      });
    });
    device.on('page', (page) => this.#watch(page));
    return device;
  }

  /** Opens the app with the printed address, or another one, and waits for the composer. */
  async open(device?: BrowserContext, url = this.server.url): Promise<AppPage> {
    const page = await (device ?? (await this.newDevice())).newPage();
    await page.goto(url);
    const tab = new AppPage(page);
    await tab.composer.waitFor();
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
    await this.server.stop(signal);
    this.server = await ServerProcess.start(this.place, { ...this.#options, port });
  }

  /** Lets a kind of trouble pass that a story brings with it. */
  expectTrouble(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Ends everything, and fails if the pages complained, broke the policy or called anybody else. */
  async stop(): Promise<void> {
    this.#witness?.close();
    await this.browser.close();
    await this.server.stop();
    await this.place.remove();
    const unexpected = this.#troubles.filter((trouble) => !this.#expected.some((pattern) => pattern.test(trouble)));
    assert.deepEqual(unexpected, [], 'the pages ran without complaints');
  }

  #watch(page: Page): void {
    page.on('pageerror', (error) => this.#troubles.push(`error: ${error.stack ?? error.message}`));
    page.on('console', (message: ConsoleMessage) => {
      if (message.type() === 'error' || message.type() === 'warning') this.#troubles.push(`console: ${message.text()}`);
    });
    page.on('request', (request) => this.#checkAddress(request.url()));
    page.on('websocket', (socket) => this.#checkAddress(socket.url().replace(/^ws/, 'http')));
  }

  #checkAddress(url: string): void {
    const isOwn = new URL(url).origin === this.server.origin || /^(data|blob|about):/.test(url);
    if (!isOwn) this.#troubles.push(`request to another place: ${url}`);
  }
}
