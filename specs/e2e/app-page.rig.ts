import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually.rig.js';

/** The app in one tab, found by what a screen reader would find. */
export class AppPage {
  readonly page: Page;
  readonly conversation: Locator;
  readonly composer: Locator;
  readonly sendButton: Locator;
  readonly stopButton: Locator;
  readonly forceStopButton: Locator;
  readonly permission: Locator;

  readonly #inItsLanguage: (words: string) => string;

  /** `inItsLanguage` says how a page that is not in English would say something. */
  constructor(page: Page, inItsLanguage = (words: string) => words) {
    this.page = page;
    this.#inItsLanguage = inItsLanguage;
    const named = (words: string) => ({ name: inItsLanguage(words), exact: true });
    this.conversation = page.getByRole('log', named('Conversation'));
    this.composer = page.getByRole('textbox', named('Message'));
    this.sendButton = page.getByRole('button', named('Send'));
    this.stopButton = page.getByRole('button', named('Stop'));
    this.forceStopButton = page.getByRole('button', named('Force stop'));
    this.permission = page.getByRole('group', named('Permission request'));
  }

  /** Types a prompt and sends it with the button. */
  async prompt(text: string): Promise<void> {
    await this.composer.fill(text);
    await this.sendButton.click();
  }

  /** Answers the open request; its buttons are armed a moment after it appears. */
  async answer(option: 'Allow' | 'Deny'): Promise<void> {
    await this.answerButton(option).click();
  }

  /** The button of an answer; behind its own word an agent's may follow. */
  answerButton(option: 'Allow' | 'Deny'): Locator {
    return this.permission.getByRole('button', { name: new RegExp(`^${this.#inItsLanguage(option)}(?: ?,|$)`) });
  }

  /** All words of the conversation as it is drawn, through shadow roots. */
  async text(): Promise<string> {
    return await deepText(this.conversation);
  }

  async waitForText(pattern: RegExp): Promise<string> {
    return await eventually(
      () => this.text(),
      (text) => pattern.test(text),
      `The conversation should match ${pattern}`,
    );
  }

  /** Waits until the server has let this page in; the composer is there before. */
  async waitForConnection(): Promise<void> {
    const sign = this.page.getByRole('status', { name: /^(Connection: Live|Agent: )/ });
    await eventually(
      () => sign.first().isVisible(),
      (isThere) => isThere,
      'The server should let this page in',
    );
  }

  /** Waits until a session is on screen, or behind the settings: what is done before belongs to none, and moves when it comes. */
  async waitForSession(): Promise<void> {
    await eventually(
      () => this.page.evaluate(findSession),
      (sessionId) => sessionId !== null,
      'The page should have a session',
    );
  }

  /** Begins another session and waits for it: what is filled in before belongs to the one on screen. */
  async newSession(): Promise<void> {
    const before = await this.page.evaluate(findSession);
    await this.page.getByRole('button', { name: this.#inItsLanguage('New session'), exact: true }).click();
    await eventually(
      () => this.page.evaluate(findSession),
      (sessionId) => sessionId !== null && sessionId !== before,
      'Another session should be on screen',
    );
  }

  /** Waits until the server has taken all that the person did. */
  async waitForSent(): Promise<void> {
    await eventually(
      () => this.page.evaluate(countUnsent),
      (unsent) => unsent === 0,
      'Nothing should be on its way',
    );
  }

  /** Waits until no turn runs, nor will by what this tab has still to send. */
  async waitForIdle(): Promise<void> {
    await eventually(
      async () => ({ unsent: await this.page.evaluate(countUnsent), running: await this.stopButton.count() }),
      ({ unsent, running }) => unsent + running === 0,
      'The turn should be over',
    );
  }
}

/** Runs in the page: the session that the composer writes to. */
function findSession(): string | null {
  return document.querySelector('prompt-composer')?.sessionId ?? null;
}

/** Runs in the page: how many acts of the person the server has not taken yet. */
function countUnsent(): number {
  return (JSON.parse(sessionStorage.getItem('acdeck.outbox') ?? '[]') as unknown[]).length;
}

/** The words of a part of a page as it is drawn, through shadow roots. */
export async function deepText(part: Locator): Promise<string> {
  return await part.evaluate(readDeepText);
}

/** Runs in the page: text as it is composed for the eye, without what is hidden from everybody. */
function readDeepText(root: Element): string {
  const read = (node: Node): string => {
    if (node instanceof Text) return node.data;
    if (node instanceof HTMLSlotElement) {
      const assigned = node.assignedNodes();
      return (assigned.length > 0 ? assigned : [...node.childNodes]).map(read).join('');
    }
    if (!(node instanceof Element) || node.localName === 'style' || node.hasAttribute('hidden')) return '';
    const block = getComputedStyle(node).display.startsWith('inline') ? '' : '\n';
    return block + [...(node.shadowRoot ?? node).childNodes].map(read).join('') + block;
  };
  return read(root);
}
