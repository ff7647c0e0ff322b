import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { textOf } from '../../server/protocol/reduce-turn.js';
import type { QueuedPrompt } from '../../server/protocol/transcript.js';
import { type UserAct, UserActEvent } from '../state/acts.js';
import { controls } from '../styles/controls.js';
import { dock } from '../styles/dock.js';
import { icon } from './icon.js';
import type { IconName } from './icons.js';
import { label } from './visible-text.js';

/**
 * Prompts that wait for their turn: to be changed, moved, taken away or sent at once.
 * @fires user-act - The person did something with the queue.
 */
@customElement('queue-dock')
export class QueueDock extends LitElement {
  static override styles = [
    controls,
    dock,
    css`
      :host {
        display: block;
      }

      ul {
        max-height: 30dvh;
        margin: 0;
        padding: 0 0 var(--s1);
        overflow: auto;
        list-style: none;
      }

      li {
        display: flex;
        align-items: center;
        gap: var(--s1);
        min-height: 34px;
        padding-inline: var(--s3) var(--s2);
      }

      .text {
        flex: 1;
        min-width: 0;
        overflow: hidden;
        color: var(--text-2);
        text-overflow: ellipsis;
        white-space: nowrap;
      }

      .icon-btn {
        width: 30px;
        min-height: 30px;
      }

      textarea {
        flex: 1;
        min-width: 0;
        min-height: 3.5em;
        margin: var(--s1) 0;
        padding: var(--s2);
        border: 1px solid var(--line-strong);
        border-radius: var(--r-s);
        background: var(--bg);
        color: var(--text);
        font: 400 var(--t-md) / 1.5 var(--font);
        resize: vertical;
      }

      .paused {
        color: var(--warn);
        font-size: var(--t-xs);
      }

      @media (pointer: coarse) {
        .icon-btn {
          width: 44px;
          min-height: 44px;
        }

        .icon-btn.move {
          display: none;
        }
      }
    `,
  ];

  @property({ attribute: false }) queue: readonly QueuedPrompt[] = [];
  /** Why it is held back, or null. */
  @property({ attribute: false }) paused: string | null = null;
  @property({ type: Boolean }) running = false;

  @state() private edited: string | null = null;

  protected override render(): TemplateResult {
    const isPaused = this.paused !== null;
    return html`<div class="dock" role="group" aria-label="Queue">
      <div class="dock-head">
        ${icon('listChecks')}<span class="dock-title">${this.queue.length === 0 ? 'Queue' : `${this.queue.length} queued`}</span>
        ${isPaused ? html`<span class="paused">${label(this.paused!, 120)}</span>` : nothing}
        <span class="dock-end">
          <button class="btn" type="button" @click=${() => this.#act({ type: 'pause_queue', paused: !isPaused })}>
            ${icon(isPaused ? 'play' : 'pause')} ${isPaused ? 'Resume' : 'Pause'}
          </button>
        </span>
      </div>
      <ul>
        ${repeat(
          this.queue,
          ({ promptId }) => promptId,
          (prompt, n) =>
            html`<li>${this.edited === prompt.promptId ? this.#renderEditor(prompt) : this.#renderRow(prompt, n)}</li>`,
        )}
      </ul>
    </div>`;
  }

  #renderRow({ promptId, content }: QueuedPrompt, n: number): TemplateResult {
    const text = label(textOf(content), 300) || 'An attachment';
    const before = this.queue[n - 1];
    return html`<span class="text" title=${text}>${text}</span>
      ${
        before
          ? this.#renderButton('chevronUp', `Move up: ${text}`, () =>
              this.#act({ type: 'move_queued', promptId, before: before.promptId }),
            )
          : nothing
      }
      ${this.#renderButton('pencil', `Edit: ${text}`, () => this.#edit(promptId))}
      ${this.#renderButton('zap', `${this.running ? 'Interrupt and send now' : 'Send now'}: ${text}`, () =>
        this.#act({ type: 'send_now', promptId }),
      )}
      ${this.#renderButton('x', `Remove: ${text}`, () => this.#act({ type: 'remove_queued', promptId }))}`;
  }

  #renderEditor({ promptId, content }: QueuedPrompt): TemplateResult {
    return html`<textarea
        aria-label="Queued message"
        .value=${textOf(content)}
        @keydown=${(event: KeyboardEvent) => this.#onEditorKey(event, promptId, content)}
      ></textarea>
      ${this.#renderButton('check', 'Save', (event) => this.#save(event, promptId, content))}
      ${this.#renderButton('x', 'Cancel', () => this.#edit(null))}`;
  }

  #renderButton(picture: IconName, name: string, run: (event: Event) => void): TemplateResult {
    const isMove = picture === 'chevronUp';
    return html`<button class="icon-btn ${isMove ? 'move' : ''}" type="button" aria-label=${name} title=${name} @click=${run}>
      ${icon(picture)}
    </button>`;
  }

  async #edit(promptId: string | null): Promise<void> {
    this.edited = promptId;
    await this.updateComplete;
    this.shadowRoot?.querySelector('textarea')?.focus();
  }

  #onEditorKey(event: KeyboardEvent, promptId: string, content: QueuedPrompt['content']): void {
    if (event.key === 'Escape') void this.#edit(null);
    const isDone = event.key === 'Enter' && !event.shiftKey && !event.isComposing;
    if (isDone) this.#save(event, promptId, content);
  }

  /** The words change; what else was attached stays. */
  #save(event: Event, promptId: string, content: QueuedPrompt['content']): void {
    event.preventDefault();
    const text = this.shadowRoot?.querySelector('textarea')?.value.trim() ?? '';
    this.edited = null;
    if (!text) return;
    const rest = content.filter((block) => block.type !== 'text');
    this.#act({ type: 'edit_queued', promptId, content: [{ type: 'text', text }, ...rest] });
  }

  #act(act: UserAct): void {
    this.dispatchEvent(new UserActEvent(act));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'queue-dock': QueueDock;
  }
}
