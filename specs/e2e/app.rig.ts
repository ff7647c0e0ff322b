import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions, ConsoleMessage, Page } from 'playwright-core';
import { launchBrowser } from '../browser.js';
import { makePlace, ServerProcess, type StartOptions, type TestPlace } from '../rigs/server-process.rig.js';
import { signIn } from '../rigs/sign-in.rig.js';
import { TestTab } from '../rigs/test-tab.rig.js';
import { witnessFailures } from '../test-run/failure-notes.js';
import { AppPage } from './app-page.rig.js';
import { slowDown } from './slow-line.rig.js';

/** For what never comes; what is only slow on a busy machine comes long before. */
const LIMIT_MS = 120_000;
/** So much of each thing is told of a test that failed. */
const TOLD = { chars: 1_500, lines: 20, waitMs: 5_000 };

/** The real command with the demo agent, and a real browser to look at it. */
export class TestApp {
  readonly place: TestPlace;
  readonly browser: Browser;
  server: ServerProcess;
  readonly #options: StartOptions;
  readonly #troubles: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #heard: string[] = [];
  readonly #stopTelling = witnessFailures(() => this.#describe());
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
    device.setDefaultTimeout(LIMIT_MS);
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
    await this.server.stop(signal);
    this.server = await ServerProcess.start(this.place, { ...this.#options, port });
  }

  /** Lets a kind of trouble pass that a story brings with it. */
  expectTrouble(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Ends everything, and fails if the pages complained, broke the policy or called anybody else. */
  async stop(): Promise<void> {
    this.#stopTelling();
    this.#witness?.close();
    await this.browser.close();
    await this.server.stop();
    await this.place.remove();
    const unexpected = this.#troubles.filter((trouble) => !this.#expected.some((pattern) => pattern.test(trouble)));
    assert.deepEqual(unexpected, [], 'the pages ran without complaints');
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

/** Runs in the page. */
function readScreen(): { focus: string; seen: string } {
  const read = (node: Node): string => {
    if (node instanceof Text) return node.data;
    if (node instanceof HTMLSlotElement && node.assignedNodes().length > 0)
      return node.assignedNodes().map(read).join('');
    if (!(node instanceof Element) || node.localName === 'style') return '';
    const { display } = getComputedStyle(node);
    // What has no box of its own may still hold something that is seen.
    if (display !== 'contents' && !node.checkVisibility()) return '';
    if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) return `\n[${node.value}]\n`;
    const block = display.startsWith('inline') ? '' : '\n';
    return block + [...(node.shadowRoot ?? node).childNodes].map(read).join('') + block;
  };
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  const layers = [...document.querySelectorAll('*')].filter((element) => element.matches(':modal'));
  const name = focused?.getAttribute('aria-label') ?? focused?.className ?? '';
  return { focus: `${focused?.localName ?? 'nowhere'} “${name}”`, seen: read(layers.at(-1) ?? document.body) };
}

async function tooLate(): Promise<string> {
  await sleep(TOLD.waitMs, null, { ref: false });
  return '(does not answer)';
}
