import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '../browser.js';
import { ROOT } from '../project-root.js';
import { makePlace, type TestPlace } from '../rigs/server-process.rig.js';
import type { RunningClient, WebClient } from './clients/client.js';
import { paintedAt, placeToPress, provideFields } from './page-clock.rig.js';
import { type Seen, watchPage } from './page-watch.rig.js';

const AGENT = [process.execPath, join(ROOT, 'specs/rigs/paced-agent.mjs')];

interface ClientWish {
  texts?: Readonly<Record<string, string>>;
  /** How long the agent takes to get ready, in milliseconds. */
  agentDelay?: number;
  /** A script for each page, before its own. */
  plant?: string | undefined;
}

/** A web client with the paced agent, and a browser to look at it. */
export class OpenedClient {
  readonly client: WebClient;
  readonly running: RunningClient;
  readonly browser: Browser;
  /** Until the command could be opened, in milliseconds. */
  readonly startedIn: number;
  readonly #place: TestPlace;
  readonly #plant: string | undefined;

  private constructor(
    parts: Pick<OpenedClient, 'client' | 'running' | 'browser' | 'startedIn'> & {
      place: TestPlace;
      plant: string | undefined;
    },
  ) {
    this.client = parts.client;
    this.running = parts.running;
    this.browser = parts.browser;
    this.startedIn = parts.startedIn;
    this.#place = parts.place;
    this.#plant = parts.plant;
  }

  /** Runs it for as long as `use` takes. `texts` are what the agent can be asked to say, by name. */
  static async use<T>(
    client: WebClient,
    { texts = {}, agentDelay = 0, plant }: ClientWish,
    use: (opened: OpenedClient) => Promise<T>,
  ): Promise<T> {
    const place = await makePlace();
    const log = logOf(place);
    mkdirSync(dirname(log), { recursive: true });
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(dirname(log), name), text);
    const browser = await launchBrowser();
    const started = performance.now();
    const env = { PACED_LOG: log, PACED_DELAY: String(agentDelay) };
    const running = await client.start({ folder: place.folder, dataDir: place.dataDir, agent: AGENT, env });
    const startedIn = await firstAnswer(running.url).then(() => performance.now() - started);
    try {
      return await use(new OpenedClient({ client, running, browser, startedIn, place, plant }));
    } finally {
      await browser.close();
      await running.stop();
      await place.remove();
    }
  }

  /** Opens the client as somebody who was never there; tabs of one `device` know each other. */
  async open(device?: BrowserContext): Promise<ClientPage> {
    const context = device ?? (await this.newDevice());
    const page = await context.newPage();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(this.running.url, { waitUntil: 'commit' });
    await page.evaluate(paintedAt, { path: this.client.page.field });
    return new ClientPage(page, this.client);
  }

  async newDevice(): Promise<BrowserContext> {
    const device = await this.browser.newContext();
    await device.addInitScript('globalThis.__name = (value) => value');
    await device.addInitScript(provideFields);
    if (this.#plant) await device.addInitScript(this.#plant);
    return device;
  }

  /** When the agent sent each mark of its last paced answer. */
  sentTimes(): Readonly<Record<string, number>> {
    return JSON.parse(readFileSync(logOf(this.#place), 'utf8').trim().split('\n').at(-1)!);
  }
}

/** One tab of a client. */
export class ClientPage {
  readonly page: Page;
  readonly #client: WebClient;
  #counting: Promise<CDPSession> | null = null;

  constructor(page: Page, client: WebClient) {
    this.page = page;
    this.#client = client;
  }

  /** Writes down from now on when marks and keys get onto the screen. */
  async watch(): Promise<void> {
    await this.page.evaluate(watchPage, this.#client.page.log);
  }

  async seen(): Promise<Seen> {
    return await this.page.evaluate(() => globalThis.pageSeen);
  }

  async waitForMark(mark: number): Promise<void> {
    await this.page.waitForFunction((n) => globalThis.pageSeen.last >= n, mark, { timeout: 300_000, polling: 250 });
  }

  async send(text: string): Promise<void> {
    await this.enterField();
    await this.page.keyboard.type(text);
    await this.page.keyboard.press('Enter');
  }

  /** Presses where the field is, unless one can write in it already. */
  async enterField(): Promise<void> {
    const place = await this.page.evaluate(placeToPress, this.#client.page.field);
    if (place) await this.page.mouse.click(place.x, place.y);
  }

  log() {
    return this.page.locator(this.#client.page.log);
  }

  /** Milliseconds that the main thread was busy so far, and what else the browser counts. */
  async metrics(): Promise<{
    at: number;
    busy: number;
    script: number;
    layout: number;
    style: number;
    nodes: number;
    heapMb: number;
  }> {
    const { metrics } = await (await this.#counts()).send('Performance.getMetrics');
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    return {
      at: of('Timestamp') * 1000,
      // The thread's own time: what else the machine does meanwhile is not the page's.
      busy: of('ThreadTime') * 1000,
      script: of('ScriptDuration') * 1000,
      layout: of('LayoutDuration') * 1000,
      style: of('RecalcStyleDuration') * 1000,
      nodes: of('Nodes'),
      heapMb: of('JSHeapUsedSize') / 1e6,
    };
  }

  /** Frees what is not used any more, so that counts mean something. */
  async collectGarbage(): Promise<void> {
    await (await this.#counts()).send('HeapProfiler.collectGarbage');
  }

  /** Made when it is asked for: a first visit is not held up by it. */
  #counts(): Promise<CDPSession> {
    this.#counting ??= this.page
      .context()
      .newCDPSession(this.page)
      .then(async (cdp) => {
        await cdp.send('Performance.enable');
        return cdp;
      });
    return this.#counting;
  }
}

const logOf = ({ dataDir }: TestPlace) => join(dirname(dataDir), 'paced', 'log');

async function firstAnswer(url: string): Promise<void> {
  const { origin } = new URL(url);
  await (await fetch(origin)).arrayBuffer();
}
