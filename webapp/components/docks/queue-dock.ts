import type { ContentBlock } from '@agentclientprotocol/sdk';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import gauge from 'lucide/dist/esm/icons/gauge.mjs';
import type { PauseReason } from '../../../server/protocol/reasons.js';
import { promptWords } from '../../../server/protocol/transcript/reduce-turn.js';
import type { QueuedPrompt } from '../../../server/protocol/transcript/transcript.js';
import { budgetReachedText } from '../../codes/budget-words.js';
import { asSentence } from '../../codes/by-code.js';
import { pauseReasonText } from '../../codes/reason-words.js';
import { sessionCommand, type UserAct, UserActEvent } from '../../state/app/acts.js';
import { PageActEvent } from '../../state/app/page-acts.js';
import { dockElement } from '../../styles/dock.js';
import { drawIcon, icon } from '../../ui/icon.js';
import type { IconName } from '../../ui/icons.js';
import { repeat } from '../../ui/repeat.js';
import { label } from '../../ui/visible-text.js';
import { dockWords } from './words.js';

/**
 * Prompts that wait for their turn: to be changed, moved, taken away or sent at once.
 * @fires user-act - The person did something with a prompt.
 * @fires page-act - The person pauses the queue or goes on with it.
 */
@customElement('queue-dock')
export class QueueDock extends LitElement {
  static override styles = [
    dockElement,
    css`
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

      .dock-text {
        color: var(--text-2);
      }

      .icon-btn {
        width: 30px;
        min-height: 30px;
      }

      .now {
        flex: none;
        padding: 0 var(--s2);
        color: var(--text-2);
      }

      .now .icon {
        font-size: 14px;
      }

      @media (max-width: 699px) {
        .now span {
          display: none;
        }
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

      .budget {
        flex-wrap: wrap;
        padding-block: var(--s2);
      }

      .budget > .icon {
        color: var(--warn);
      }

      .budget-text {
        flex: 1 1 16rem;
        min-width: 0;
        color: var(--text-2);
      }

      .budget-text strong {
        color: var(--text);
        font-weight: 600;
      }

      @media (max-width: 699px) {
        .dock-head {
          flex-wrap: wrap;
        }

        .dock-title {
          flex: 1;
        }

        .paused {
          flex: 1 0 100%;
          order: 1;
        }
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
  @property({ attribute: false }) paused: PauseReason | null = null;
  @property({ type: Boolean }) running = false;
  /** The agent does not run, so nothing of it is sent. */
  @property({ type: Boolean }) waiting = false;
  /** The agent is on its way. */
  @property({ type: Boolean }) starting = false;
  @property({ attribute: 'agent-name' }) agentName = '';

  @state() private edited: string | null = null;

  protected override render(): TemplateResult {
    const isPaused = this.paused !== null;
    if (this.paused?.code === 'budget') return this.#renderBudget(this.paused);
    return html`<div class="dock" role="group" aria-label=${dockWords.queue}>
      <div class="dock-head">
        ${icon('listChecks')}<span class="dock-title">${this.#title}</span>
        ${isPaused ? html`<span class="paused">${this.#pauseText}</span>` : nothing}
        ${
          this.waiting && !isPaused
            ? nothing
            : html`<span class="dock-end">
                <button class="btn" type="button" @click=${() => this.#run(isPaused ? 'turn.resume-queue' : 'turn.pause-queue')}>
                  ${icon(isPaused ? 'play' : 'pause')} ${isPaused ? dockWords.resume : dockWords.pause}
                </button>
              </span>`
        }
      </div>
      ${this.#renderList()}
    </div>`;
  }

  /** A budget is used up: which one, how to go on for once, and how to change it. What waits is below. */
  #renderBudget({ budget, isCut }: Extract<PauseReason, { code: 'budget' }>): TemplateResult {
    const message: ContentBlock[] = [{ type: 'text', text: dockWords.continueMessage }];
    const go = sessionCommand('AcpBridge', 'continue_over_budget', isCut ? message : null);
    const help = budget.span === 'day' ? dockWords.budgetDay : this.queue.length > 0 ? dockWords.budgetOver : '';
    return html`<div class="dock" role="group" aria-label=${dockWords.budget}>
      <div class="dock-head budget">
        ${drawIcon(gauge)}<span class="budget-text" role="status"><strong>${asSentence(budgetReachedText(budget))}</strong> ${help}</span>
        <span class="dock-end">
          <button class="btn" type="button" @click=${() => this.#act({ type: 'open_settings', section: 'usage', row: 'budget' })}>${dockWords.changeBudget}</button>
          <button class="btn outline" type="button" ?disabled=${this.running} @click=${() => this.#act(go)}>${icon('play')} ${dockWords.continueOnce}</button>
        </span>
      </div>
      ${this.queue.length > 0 ? this.#renderList() : nothing}
    </div>`;
  }

  #renderList(): TemplateResult {
    return html`<ul>
      ${repeat(
        this.queue,
        ({ promptId }) => promptId,
        (prompt, n) =>
          html`<li>${this.edited === prompt.promptId ? this.#renderEditor(prompt) : this.#renderRow(prompt, n)}</li>`,
      )}
    </ul>`;
  }

  get #title(): string {
    if (this.waiting && this.queue.length > 0 && this.paused === null) {
      return this.starting && this.agentName
        ? dockWords.startingAgent(label(this.agentName, 40))
        : dockWords.waitingForAgent;
    }
    return this.queue.length === 0 ? dockWords.queue : dockWords.queued(this.queue.length);
  }

  /** A message that is sent while the agent starts joins those that a pause holds back. */
  get #pauseText(): string {
    const reason = label(pauseReasonText(this.paused!), 120);
    if (this.queue.length === 0 || this.paused?.code === 'sign_in_needed') return reason;
    return `${asSentence(reason)} ${dockWords.pausedHint}`;
  }

  #renderRow({ promptId, content }: QueuedPrompt, n: number): TemplateResult {
    const text = label(promptWords(content), 300) || dockWords.attachment;
    const before = this.queue[n - 1];
    return html`<span class="dock-text" title=${text}>${text}</span>
      ${
        before
          ? this.#renderButton('chevronUp', dockWords.moveUp, text, () =>
              this.#act(sessionCommand('AcpBridge', 'move_queued', promptId, before.promptId)),
            )
          : nothing
      }
      ${this.#renderButton('pencil', dockWords.edit, text, () => this.#edit(promptId))}
      ${this.waiting || this.paused?.code === 'budget' ? nothing : this.#renderSendNow(text, promptId)}
      ${this.#renderButton('x', dockWords.remove, text, () => this.#act(sessionCommand('AcpBridge', 'remove_queued', promptId)))}`;
  }

  /** The one that nobody would guess has its name beside it. */
  #renderSendNow(text: string, promptId: string): TemplateResult {
    const title = this.running ? dockWords.interruptHint : dockWords.sendNowHint;
    return html`<button
      class="btn now"
      type="button"
      aria-label=${dockWords.about(dockWords.sendNow, text)}
      title=${title}
      @click=${() => this.#act(sessionCommand('AcpBridge', 'send_now', promptId))}
    >
      ${icon('zap')}<span>${dockWords.sendNow}</span>
    </button>`;
  }

  #renderEditor({ promptId, content }: QueuedPrompt): TemplateResult {
    return html`<textarea
          dir="auto"
        aria-label=${dockWords.queuedMessage}
        .value=${promptWords(content)}
        @keydown=${(event: KeyboardEvent) => this.#onEditorKey(event, promptId, content)}
      ></textarea>
      ${this.#renderButton('check', dockWords.save, '', (event) => this.#save(event, promptId, content))}
      ${this.#renderButton('x', dockWords.cancel, '', () => this.#edit(null))}`;
  }

  #renderButton(picture: IconName, title: string, about: string, run: (event: Event) => void): TemplateResult {
    const isMove = picture === 'chevronUp';
    const name = about ? dockWords.about(title, about) : title;
    return html`<button class="icon-btn ${isMove ? 'move' : ''}" type="button" aria-label=${name} title=${title} @click=${run}>
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
    this.#act(sessionCommand('AcpBridge', 'edit_queued', promptId, [{ type: 'text', text }, ...rest]));
  }

  #run(commandId: string): void {
    this.dispatchEvent(new PageActEvent({ type: 'run_command', commandId }));
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
