import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { own } from '../../../server/protocol/own.js';
import { controls } from '../../styles/controls.js';
import { icon } from '../../ui/icon.js';
import { type EntryElement, type Message, messageIn } from './message.js';
import { MESSAGE_ACTIONS, type MessageAction } from './message-actions.js';
import { messageWords } from './words.js';

const GAP_PX = 4;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** All that can be done with one message. It opens beside its button; on a phone, at the bottom of the screen. */
@customElement('message-menu')
export class MessageMenu extends LitElement {
  static override styles = [
    controls,
    css`
      :host {
        position: fixed;
        inset: auto;
        min-width: 12rem;
        max-width: min(20rem, 100vw - 2 * var(--s2));
        margin: 0;
        padding: var(--s1);
        overflow: auto;
        border: 1px solid var(--line);
        border-radius: var(--r-m);
        background: var(--surface);
        box-shadow: var(--e-layer);
        color: var(--text);
      }

      .btn {
        display: flex;
        justify-content: flex-start;
        width: 100%;
        color: var(--text);
        font-weight: 400;
      }

      .btn .icon {
        color: var(--text-3);
      }

      .btn:focus {
        background: var(--hover);
        outline-offset: -2px;
      }

      @media (pointer: coarse) and (max-width: 699px) {
        :host {
          inset: auto var(--s2) max(var(--s2), env(safe-area-inset-bottom)) !important;
          width: auto;
          max-width: none;
        }
      }
    `,
  ];

  @state() private actions: readonly MessageAction[] = [];
  #message: Message | null = null;
  #anchor: HTMLElement | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.popover = 'auto';
    this.role = 'menu';
    this.ariaLabel = messageWords.actions;
    this.addEventListener('keydown', this.#onKey);
    this.addEventListener('toggle', this.#onToggle);
  }

  async open(message: Message, anchor: HTMLElement): Promise<void> {
    this.#message = message;
    this.#anchor = anchor;
    this.actions = MESSAGE_ACTIONS.filter((action) => action.isOffered(message));
    await this.updateComplete;
    this.showPopover();
    this.#place(anchor.getBoundingClientRect());
    this.#items[0]?.focus();
  }

  protected override render(): TemplateResult {
    return html`${this.actions.map(
      (
        action,
      ) => html`<button class="btn" type="button" role="menuitem" tabindex="-1" @click=${() => this.#run(action)}>
        ${icon(action.icon)} ${this.#message ? action.title(this.#message) : ''}
      </button>`,
    )}`;
  }

  get #items(): HTMLElement[] {
    return [...(this.shadowRoot?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
  }

  /** Below its button, or above it where there is more room. */
  #place({ top, bottom, right }: DOMRect): void {
    const { offsetWidth: width, offsetHeight: height } = this;
    const isBelow = bottom + GAP_PX + height <= innerHeight || top < innerHeight / 2;
    const y = isBelow ? Math.min(bottom + GAP_PX, innerHeight - height - GAP_PX) : top - GAP_PX - height;
    const x = Math.max(GAP_PX, Math.min(right - width, innerWidth - width - GAP_PX));
    this.style.inset = `${Math.max(GAP_PX, y)}px auto auto ${x}px`;
  }

  #run(action: MessageAction): void {
    const message = this.#message;
    this.hidePopover();
    if (message) action.run(message);
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const items = this.#items;
    const at = items.indexOf(this.shadowRoot?.activeElement as HTMLElement);
    const step = own(STEPS, event.key);
    if (step) items.at((at + step) % items.length)?.focus();
    else if (event.key === 'Home') items[0]?.focus();
    else if (event.key === 'End') items.at(-1)?.focus();
    else if (event.key === 'Tab') this.hidePopover();
    else return;
    if (event.key !== 'Tab') event.preventDefault();
  };

  /** The focus goes back to where the menu was opened, if it is still in here. */
  readonly #onToggle = (event: Event): void => {
    if ((event as ToggleEvent).newState !== 'closed') return;
    const isInside = document.activeElement === this || document.activeElement === document.body;
    if (isInside && this.#anchor?.isConnected) this.#anchor.focus();
    this.remove();
  };
}

/** Opens the menu of the message that an element draws, if there is something to do with it. */
export function showMessageMenu(element: EntryElement, anchor: HTMLElement): void {
  const message = messageIn(element);
  if (!message) return;
  const menu = document.createElement('message-menu');
  // Inside of the page's main part, so that it belongs to something for those who hear the page.
  (element.closest('main') ?? document.body).append(menu);
  void menu.open(message, anchor);
}

declare global {
  interface HTMLElementTagNameMap {
    'message-menu': MessageMenu;
  }
}
