import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { SessionSummary } from '../../server/protocol/app-state.js';
import type { Transcript } from '../../server/protocol/transcript.js';
import { type UserAct, UserActEvent } from '../state/acts.js';
import type { Absence } from '../state/away-store.js';
import { controls } from '../styles/controls.js';
import { dock } from '../styles/dock.js';
import { countLines, type LineCount } from './count-lines.js';
import { duration } from './format.js';
import { icon } from './icon.js';
import type { IconName } from './icons.js';
import { hasNews, type Recap, recapOf } from './recap-of.js';
import { label } from './visible-text.js';

/**
 * What happened while the person was away, in one line of places to go to.
 * @fires user-act - The person goes to one of them, or has read it.
 */
@customElement('away-recap')
export class AwayRecap extends LitElement {
  static override styles = [
    controls,
    dock,
    css`
      :host {
        display: block;
      }

      .dock {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0 var(--s1);
        padding: var(--s1) var(--s1) var(--s1) var(--s3);
      }

      .lead {
        display: inline-flex;
        align-items: center;
        gap: var(--s2);
        padding-inline-end: var(--s2);
        font-weight: 600;
      }

      .lead .icon {
        color: var(--text-3);
      }

      .btn {
        padding: 0 var(--s2);
        color: var(--text);
        font-variant-numeric: tabular-nums;
      }

      .warn .icon {
        color: var(--warn);
      }

      .bad .icon {
        color: var(--danger);
      }

      .good {
        color: var(--ok);
      }

      .taken {
        color: var(--danger);
      }

      .icon-btn {
        margin-inline-start: auto;
      }
    `,
  ];

  @property({ attribute: false }) absence!: Absence;
  @property({ attribute: false }) transcript!: Transcript;
  /** Other sessions that wait for an answer. */
  @property({ attribute: false }) waiting: readonly SessionSummary[] = [];

  @state() private recap: Recap | null = null;
  @state() private lines: LineCount | null = null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('absence') && !changed.has('transcript')) return;
    const before = this.recap;
    this.recap = recapOf(this.transcript, this.absence);
    if (before?.diffs.length !== this.recap.diffs.length) void this.#count(this.recap);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { recap } = this;
    if (!recap || (!hasNews(recap) && this.waiting.length === 0)) return nothing;
    return html`<div class="dock" role="group" aria-label="While you were away">
      <span class="lead">${icon('coffee')} While you were away · ${minutes(recap.ms)}</span>
      ${this.#renderWork(recap)} ${this.#renderQuestions(recap)}
      <button class="icon-btn" type="button" aria-label="Dismiss" @click=${() => this.#act({ type: 'dismiss_recap' })}>
        ${icon('x')}
      </button>
    </div>`;
  }

  #renderWork(recap: Recap): TemplateResult {
    const { files, failures, answers, diffs } = recap;
    return html`
      ${recap.trouble ? this.#renderPlace('circleAlert', 'bad', 'The agent stopped with an error', recap.trouble) : nothing}
      ${
        diffs.length > 0
          ? this.#renderPlace('pencil', '', html`${count(files, 'file')}${this.#renderLines()}`, recap.firstEdit)
          : nothing
      }
      ${failures > 0 ? this.#renderPlace('triangleAlert', 'bad', `${count(failures, 'step')} failed`, recap.firstFailure) : nothing}
      ${answers > 0 ? this.#renderPlace('messageSquare', '', count(answers, 'message'), recap.firstAnswer) : nothing}
    `;
  }

  #renderLines(): TemplateResult | typeof nothing {
    if (!this.lines) return nothing;
    const { added, removed } = this.lines;
    return html` <span class="good">+${added}</span> <span class="taken">−${removed}</span>`;
  }

  #renderQuestions({ questions }: Recap): unknown {
    const go = () => this.#act({ type: 'run_command', commandId: 'go.question' });
    return html`${
      questions > 0
        ? html`<button class="btn warn" type="button" @click=${go}>${icon('hand')} ${count(questions, 'question')} waiting</button>`
        : nothing
    }
    ${this.waiting.map(
      ({ id, title }) => html`<button
        class="btn warn"
        type="button"
        @click=${() => this.#act({ type: 'open_session', sessionId: id })}
      >
        ${icon('hand')} ${label(title, 40) || 'New session'} needs you
      </button>`,
    )}`;
  }

  #renderPlace(picture: IconName, tone: string, words: unknown, entryId: string | null): TemplateResult {
    const go = () => entryId && this.#act({ type: 'show_entry', entryId });
    return html`<button class="btn ${tone}" type="button" @click=${go}>${icon(picture)} <span>${words}</span></button>`;
  }

  async #count(recap: Recap): Promise<void> {
    this.lines = null;
    const lines = await countLines(recap.diffs);
    if (recap.diffs.length === this.recap?.diffs.length) this.lines = lines;
  }

  #act(act: UserAct): void {
    this.dispatchEvent(new UserActEvent(act));
  }
}

function minutes(ms: number): string {
  return duration(ms).replace(/ 0?\d+s$/, '');
}

function count(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? '' : 's'}`;
}

declare global {
  interface HTMLElementTagNameMap {
    'away-recap': AwayRecap;
  }
}
