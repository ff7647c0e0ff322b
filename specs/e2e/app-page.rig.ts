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

  constructor(page: Page) {
    this.page = page;
    this.conversation = page.getByRole('log', { name: 'Conversation', exact: true });
    this.composer = page.getByRole('textbox', { name: 'Message', exact: true });
    this.sendButton = page.getByRole('button', { name: 'Send', exact: true });
    this.stopButton = page.getByRole('button', { name: 'Stop', exact: true });
    this.forceStopButton = page.getByRole('button', { name: 'Force stop', exact: true });
    this.permission = page.getByRole('group', { name: 'Permission', exact: true });
  }

  /** Types a prompt and sends it with the button. */
  async prompt(text: string): Promise<void> {
    await this.composer.fill(text);
    await this.sendButton.click();
  }

  /** Answers the open permission question; its buttons are armed a moment after it appears. */
  async answer(option: string): Promise<void> {
    await this.permission.getByRole('button', { name: option }).click();
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

  /** Waits until no turn runs. */
  async waitForIdle(): Promise<void> {
    await eventually(
      () => this.stopButton.count(),
      (count) => count === 0,
      'The turn should be over',
    );
  }
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
