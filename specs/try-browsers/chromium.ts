import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../browser.js';
import type { ActionSource, BrowserWire, TriedBrowser } from './browser-wire.js';

/** The browser of the end-to-end tests. `npm test` plays the stories in it, so that they still fit the page. */
export const chromium: TriedBrowser = {
  id: 'chromium',
  title: 'Chromium',
  programs: [],
  install: 'npm install',
  start: () => ChromiumWire.start(),
};

/** Playwright's names of the keys that WebDriver gives a number. */
const KEYS: Readonly<Record<string, string>> = {
  '\uE003': 'Backspace',
  '\uE007': 'Enter',
  '\uE008': 'Shift',
  '\uE009': 'Control',
  '\uE00C': 'Escape',
};

class ChromiumWire implements BrowserWire {
  readonly name: string;
  readonly #browser: Browser;
  readonly #context: BrowserContext;
  readonly #tabs = new Map<string, Page>();

  private constructor(browser: Browser, context: BrowserContext) {
    this.name = `Chromium ${browser.version()}`;
    this.#browser = browser;
    this.#context = context;
  }

  static async start(): Promise<ChromiumWire> {
    const browser = await launchBrowser();
    return new ChromiumWire(browser, await browser.newContext({ viewport: { width: 1440, height: 900 } }));
  }

  async newTab(): Promise<string> {
    const id = String(this.#tabs.size + 1);
    this.#tabs.set(id, await this.#context.newPage());
    return id;
  }

  async go(tab: string, url: string): Promise<void> {
    await this.#page(tab).goto(url, { waitUntil: 'domcontentloaded' });
  }

  async reload(tab: string): Promise<void> {
    await this.#page(tab).reload({ waitUntil: 'domcontentloaded' });
  }

  run(tab: string, functionText: string): Promise<string> {
    return this.#page(tab).evaluate<string>(`(${functionText})()`);
  }

  async act(tab: string, sources: readonly ActionSource[]): Promise<void> {
    const page = this.#page(tab);
    await page.bringToFront();
    for (const source of sources) await (source.type === 'key' ? press(page, source) : point(page, source));
  }

  async close(): Promise<void> {
    await this.#context.close();
    await this.#browser.close();
  }

  #page(tab: string): Page {
    return this.#tabs.get(tab)!;
  }
}

async function press({ keyboard }: Page, { actions }: ActionSource & { type: 'key' }): Promise<void> {
  for (const { type, value } of actions) {
    const key = KEYS[value] ?? value;
    await (type === 'keyDown' ? keyboard.down(key) : keyboard.up(key));
  }
}

async function point({ mouse }: Page, { actions }: ActionSource & { type: 'pointer' }): Promise<void> {
  for (const action of actions) {
    if (action.type === 'pointerMove') await mouse.move(action.x, action.y);
    else await (action.type === 'pointerDown' ? mouse.down() : mouse.up());
  }
}
