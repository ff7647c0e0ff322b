import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import { launchBrowser } from '../../browser.js';
import { AppPage, deepText } from '../../e2e/app-page.rig.js';
import { eventually } from '../../e2e/eventually.rig.js';
import type { TriedAgent } from '../agents.js';
import type { Turn } from '../conversation.js';
import type { Trial } from '../trial.js';
import { pageWords } from './page-words.js';

/** Pieces of a long diff are drawn when they come near. */
const DRAWN_MS = 250;
const BEGUN_MS = 80_000;

/** What a person presses; `Always` stores the first rule that is offered, or allows once if there is none. */
export type Press = 'Allow' | 'Deny' | 'Always';

/** What one turn showed to a person at the page. */
export interface PageTurn extends Turn {
  /** Each request in all its words. */
  requests: readonly string[];
  /** What "Always allow…" offered to remember; null if no rule could be made. */
  offered: string | null;
}

/** One agent in our real server, started by its command line, with a person at the real page. */
export class PageTrial {
  readonly trial: Trial;
  readonly app: AppPage;
  /** What the page complained about. */
  readonly troubles: readonly string[];
  readonly #browser: Browser;

  private constructor(trial: Trial, app: AppPage, parts: { browser: Browser; troubles: readonly string[] }) {
    this.trial = trial;
    this.app = app;
    this.troubles = parts.troubles;
    this.#browser = parts.browser;
  }

  static async open(trial: Trial): Promise<PageTrial> {
    const [browser] = await Promise.all([launchBrowser(), trial.start()]);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    // What the TypeScript loader adds to functions that are sent to the page.
    await context.addInitScript('globalThis.__name = (value) => value');
    const page = await context.newPage();
    const troubles: string[] = [];
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
    const opened = new PageTrial(trial, new AppPage(page), { browser, troubles });
    await opened.visit();
    return opened;
  }

  /** Opens the page as somebody would who has the address from the command line, at the session of the scenarios. */
  async visit(): Promise<void> {
    const { app, trial } = this;
    // An address that differs in its fragment alone would open nothing.
    await app.page.goto('about:blank');
    await app.page.goto(trial.url);
    // The field is there before the app, which reads the token.
    await app.waitForConnection();
    await app.page.goto(`${new URL(trial.url).origin}/#/s/${trial.talk.sessionId}`);
    await app.composer.waitFor();
  }

  /** Ends the server while nobody looks, and starts it again. */
  async restart(signal: NodeJS.Signals, whileAway: () => void | Promise<void> = () => {}): Promise<void> {
    await this.app.page.goto('about:blank');
    await this.trial.stop(signal);
    await whileAway();
    await this.trial.start();
    await this.visit();
  }

  get agent(): TriedAgent {
    return this.trial.agent;
  }

  get isIdle(): boolean {
    return this.trial.talk.isIdle;
  }

  /** A path in the project. */
  path(name: string): string {
    return join(this.trial.place.folder, name);
  }

  /** A path beside the project, where no agent has any business. */
  outside(name: string): string {
    return join(dirname(this.trial.place.folder), name);
  }

  has(name: string): boolean {
    return existsSync(this.path(name));
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }

  put(name: string, text: string): string {
    writeFileSync(this.path(name), text);
    return this.path(name);
  }

  remove(name: string): void {
    rmSync(this.path(name), { force: true });
  }

  /** Sends a prompt from the composer and answers all requests with the same button until the turn is over. */
  async turn(prompt: string, press: Press): Promise<PageTurn> {
    const { talk } = this.trial;
    const n = await this.begin(prompt);
    const requests: string[] = [];
    let offered: string | null = null;
    for (;;) {
      const id = await this.nextRequest();
      if (id === null) break;
      requests.push(await this.readRequest());
      offered = (await this.press(this.isLook(requests.at(-1)!) ? 'Allow' : press)) ?? offered;
      await this.#untilAnswered(id);
    }
    return { ...talk.turnOf(n), requests, offered };
  }

  /** Sends a prompt; gives the number of its turn as soon as that has begun. */
  async begin(prompt: string): Promise<number> {
    const { talk } = this.trial;
    const n = talk.transcript.turn.n + 1;
    await this.app.prompt(prompt);
    // Gemini's sessions are opened again when their first minute is over.
    const isOn = await this.trial.until(BEGUN_MS, () => talk.transcript.turn.n === n);
    if (!isOn) throw new Error(`The message was not sent to the agent in ${BEGUN_MS / 1000} s.`);
    return n;
  }

  /** The id of the request that the page shows next; null when the turn ends without another. */
  async nextRequest(): Promise<string | null> {
    const { talk } = this.trial;
    await talk.tab.until(() => talk.isIdle || talk.transcript.pending.length > 0);
    const [open] = talk.transcript.pending;
    if (!open) return null;
    await this.app.permission.waitFor();
    return open.id;
  }

  /** What the request on screen is headed. */
  async requestHead(): Promise<string> {
    return (await deepText(this.app.permission.locator('.dock-title'))).trim();
  }

  /** Reads what is asked to its end and answers it. */
  async answer(press: Press): Promise<void> {
    const [open] = this.trial.talk.transcript.pending;
    await this.readRequest();
    await this.press(press);
    if (open) await this.#untilAnswered(open.id);
  }

  async #untilAnswered(id: string): Promise<void> {
    const { talk } = this.trial;
    await talk.tab.until(() => talk.isIdle || talk.transcript.pending.every((open) => open.id !== id));
  }

  /** Reads only lead to what is to be decided; goose calls them by the tool's name. */
  isLook(request: string): boolean {
    return /^\s*(Read |Allow “read\b)/.test(request);
  }

  /** All of a request, from its head to its end, as a person scrolls through it. */
  async readRequest(): Promise<string> {
    const { permission, page } = this.app;
    const box = permission.getByRole('region', { name: pageWords.request });
    const read = [await deepText(permission)];
    for (let isEnd = false; !isEnd; ) {
      await box.evaluate((part) => {
        part.scrollTop += part.clientHeight * 0.8;
      });
      await page.waitForTimeout(DRAWN_MS);
      read.push(await deepText(permission));
      // It may have grown by what was drawn meanwhile.
      isEnd = await box.evaluate((part) => part.scrollTop + part.clientHeight >= part.scrollHeight - 1);
    }
    return read.join('\n');
  }

  /** Answers what is shown; gives what "Always allow…" offered. */
  async press(press: Press): Promise<string | null> {
    if (press !== 'Always') {
      await this.app.answer(press);
      return null;
    }
    await this.app.permission.getByRole('button', { name: /^Always allow…/ }).click();
    const form = this.app.permission.locator('permission-always');
    await form.getByText(pageWords.rules).or(form.getByText(pageWords.noRule)).waitFor();
    const offered = await deepText(form);
    const remember = form.getByRole('button', { name: pageWords.remember });
    if (await remember.isEnabled()) {
      await remember.click();
      return offered;
    }
    await form.getByRole('button', { name: 'Back' }).click();
    await this.app.answer('Allow');
    return null;
  }

  /** The card of the last call, opened. */
  async lastCard(): Promise<string> {
    const { conversation, page } = this.app;
    const group = conversation.locator('tool-group').last();
    if ((await group.count()) > 0 && (await conversation.locator('tool-card').count()) === 0) {
      await group.locator('[aria-expanded=false]').first().click();
    }
    const card = conversation.locator('tool-card').last();
    await card.scrollIntoViewIfNeeded();
    const line = card.locator('.tool-line');
    if ((await line.getAttribute('aria-expanded')) === 'false') await line.click();
    await page.waitForTimeout(DRAWN_MS);
    return await deepText(card);
  }

  /** The panel beside the conversation, opened if it isn't. */
  async openWorkPanel(): Promise<Locator> {
    const { page } = this.app;
    const panel = page.getByRole('complementary', { name: pageWords.workPanel });
    if ((await panel.count()) === 0) await page.keyboard.press('Control+Shift+D');
    await panel.waitFor();
    return panel;
  }

  async closeWorkPanel(): Promise<void> {
    const { page } = this.app;
    const panel = page.getByRole('complementary', { name: pageWords.workPanel });
    if ((await panel.count()) > 0) await page.keyboard.press('Control+Shift+D');
    await panel.waitFor({ state: 'detached' });
  }

  /** After a failure: a picture of it, and nothing of it left for what comes next. */
  async recover(name: string): Promise<void> {
    await this.picture(`failed-${name.replace(/\W+/g, '-')}`);
    await this.trial.startIfEnded();
    await this.visit();
    if (!this.isIdle) await this.trial.talk.cancel();
    await this.trial.talk.tab.until(() => this.isIdle);
    await this.#clearDraft();
  }

  async #clearDraft(): Promise<void> {
    const { composer, page } = this.app;
    const attached = page.getByRole('list', { name: pageWords.attached }).getByRole('listitem');
    for (let left = await attached.count(); left > 0; left--) {
      await attached.last().getByRole('button').last().click();
      await eventually(
        () => attached.count(),
        (count) => count < left,
        'An attachment should be gone',
      );
    }
    await composer.fill('');
  }

  async picture(name: string): Promise<void> {
    await this.app.page.screenshot({ path: join(this.trial.out, `${this.agent.id}-page-${name}.png`) });
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.trial.end();
  }
}
