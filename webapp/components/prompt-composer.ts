import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { Turn, Usage } from '../../server/protocol/transcript.js';
import { type UserAct, UserActEvent } from '../state/acts.js';
import { controls } from '../styles/controls.js';
import './context-meter.js';
import { icon } from './icon.js';
import { promptComposerStyles } from './prompt-composer.styles.js';
import { renderOptions } from './render-options.js';

/** So long after Stop the person is offered to end the agent's process. */
const FORCE_AFTER_MS = 3_000;
/** So long a first Escape waits for a second one. */
const ESCAPE_MS = 1_500;

/** What the page says while a line begins with `!`. */
const SHELL_NOTE = html`<div class="shell-note" role="status">
  ${icon('terminal')} <b>Shell</b> <span>runs here as you; begin with a space to send it as a message</span>
</div>`;

/**
 * Where a person writes: a native text field that grows, what the agent lets them choose, Send and Stop.
 * @fires user-act - The person wrote, sent, stopped or chose.
 */
@customElement('prompt-composer')
export class PromptComposer extends LitElement {
  static override styles = [controls, promptComposerStyles];

  /** What stands in the field; the store of drafts holds it. */
  @property({ attribute: false }) value = '';
  @property() status: Turn['status'] = 'idle';
  @property({ attribute: false }) modes: SessionModeState | null = null;
  @property({ attribute: false }) options: readonly SessionConfigOption[] = [];
  @property({ attribute: false }) usage: Usage | null = null;
  @property() placeholder = 'Ask anything';
  /** Why nobody can write here, if so. */
  @property() locked = '';

  @query('textarea') private field!: HTMLTextAreaElement | null;

  @state() private canForce = false;
  @state() private isEscaping = false;
  /** What was sent and still stands in the field. */
  #sent: string | null = null;
  #forceTimer: ReturnType<typeof setTimeout> | undefined;
  #escapeTimer: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#forceTimer);
    clearTimeout(this.#escapeTimer);
  }

  override focus(): void {
    this.field?.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('value')) this.#sent = null;
    if (!changed.has('status')) return;
    clearTimeout(this.#forceTimer);
    this.canForce = false;
    if (this.status === 'cancelling') {
      this.#forceTimer = setTimeout(() => {
        this.canForce = true;
      }, FORCE_AFTER_MS);
    }
  }

  protected override updated(): void {
    this.#grow();
  }

  protected override render(): TemplateResult {
    if (this.locked) return html`<div class="box readonly">${icon('info')} ${this.locked}</div>`;
    const isShell = this.value.startsWith('!');
    return html`<div class="box ${isShell ? 'shell' : ''}">
        ${isShell ? SHELL_NOTE : nothing}
        <textarea
          aria-label="Message"
          rows="1"
          placeholder=${this.placeholder}
          enterkeyhint=${isTouch() ? 'enter' : 'send'}
          .value=${live(this.value)}
          @input=${this.#onInput}
          @keydown=${this.#onKeyDown}
          @blur=${() => this.#act({ type: 'hold_draft', isHeld: false })}
        ></textarea>
        <div class="bar">
          <div class="options">${renderOptions(this.modes, this.options, (act) => this.#act(act))}</div>
          <div class="end">
            ${this.usage ? html`<context-meter .usage=${this.usage}></context-meter>` : nothing} ${this.#renderStop()}
            <button
              class="round send"
              type="button"
              aria-label=${isShell ? 'Run' : 'Send'}
              title=${isShell ? 'Run this command' : this.status === 'idle' ? 'Send' : 'Send after this turn (Ctrl Enter: interrupt and send)'}
              ?disabled=${this.value.trim() === ''}
              @click=${() => this.#submit()}
            >
              ${icon('arrowUp')}
            </button>
          </div>
        </div>
      </div>
      ${this.isEscaping ? html`<div class="hint" role="status">Press Escape again to stop the agent</div>` : nothing}`;
  }

  #renderStop(): TemplateResult | typeof nothing {
    if (this.status === 'idle') return nothing;
    if (this.status === 'running') {
      return html`<button class="round stop" type="button" aria-label="Stop" title="Stop" @click=${this.#stop}>
        ${icon('square')}
      </button>`;
    }
    if (!this.canForce) return html`<span class="stopping" role="status">Stopping…</span>`;
    return html`<button class="btn outline danger-text" type="button" @click=${() => this.#act({ type: 'force_stop' })}>
      Force stop
    </button>`;
  }

  /** For browsers that cannot size a field by its content. */
  #grow(): void {
    if (!this.field || CSS.supports('field-sizing', 'content')) return;
    this.field.style.height = 'auto';
    this.field.style.height = `${this.field.scrollHeight}px`;
  }

  /** From the first key until the person leaves, nobody else's words get in here. */
  #onInput(event: Event): void {
    this.#act({ type: 'hold_draft', isHeld: true });
    this.#act({ type: 'write_draft', text: (event.target as HTMLTextAreaElement).value });
  }

  #onKeyDown(event: KeyboardEvent): void {
    // The key that picks a word of an input method sends nothing; Safari says so only by the code 229.
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === 'Escape') this.#onEscape(event);
    if (event.key !== 'Enter' || event.shiftKey || event.altKey) return;
    if (isTouch() && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.#submit(event.ctrlKey || event.metaKey);
  }

  #onEscape(event: KeyboardEvent): void {
    if (this.status !== 'running') return;
    event.preventDefault();
    if (this.isEscaping) this.#stop();
    else {
      this.isEscaping = true;
      this.#escapeTimer = setTimeout(() => {
        this.isEscaping = false;
      }, ESCAPE_MS);
    }
  }

  /** Once for the same words: they stay here until the server has them. */
  #submit(isNow = false): void {
    const text = this.value;
    if (text.startsWith('!')) {
      this.#act({ type: 'run_shell', line: text });
      return;
    }
    if (text.trim() === '' || text === this.#sent) return;
    this.#sent = text;
    const content = [{ type: 'text' as const, text: text.trim() }];
    this.#act({ type: 'send_prompt', content, ...(isNow && this.status !== 'idle' ? { isNow } : {}) });
  }

  #stop(): void {
    clearTimeout(this.#escapeTimer);
    this.isEscaping = false;
    this.#act({ type: 'stop' });
  }

  #act(act: UserAct): void {
    this.dispatchEvent(new UserActEvent(act));
  }
}

/** On a phone the Return key makes a new line, there is a button to send, and focus would bring up the keyboard. */
export function isTouch(): boolean {
  return matchMedia('(pointer: coarse) and (hover: none)').matches;
}

declare global {
  interface HTMLElementTagNameMap {
    'prompt-composer': PromptComposer;
  }
}
