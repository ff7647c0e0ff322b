import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { SessionSummary } from '../../../server/protocol/api/app-state.js';
import type { Transcript } from '../../../server/protocol/transcript/transcript.js';
import { type UserAct, UserActEvent } from '../../state/app/acts.js';
import { PageActEvent } from '../../state/app/page-acts.js';
import type { Absence } from '../../state/session/away-store.js';
import { dockElement } from '../../styles/dock.js';
import { roughDuration } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import type { IconName } from '../../ui/icons.js';
import { label } from '../../ui/visible-text.js';
import { LineCounts } from '../changes/line-counts.js';
import { hasNews, type Recap, recapOf } from './session-recap.js';
import { dockWords } from './words.js';

/**
 * What happened while the person was away, in one line of places to go to.
 * @fires page-act - The person goes to one of them.
 * @fires user-act - The person opens another session, or has read it.
 */
@customElement('away-recap')
export class AwayRecap extends LitElement {
  static override styles = [
    dockElement,
    css`
      .dock {
        gap: 0 var(--s1);
        padding-inline-end: var(--s1);
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

  readonly #counts = new LineCounts(this);

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('absence') && !changed.has('transcript')) return;
    this.recap = recapOf(this.transcript, this.absence);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { recap } = this;
    if (!recap || (!hasNews(recap) && this.waiting.length === 0)) return nothing;
    return html`<div class="dock dock-line" role="group" aria-label=${dockWords.away}>
      <span class="lead">${icon('coffee')} ${dockWords.awayFor(roughDuration(recap.ms))}</span>
      ${this.#renderWork(recap)} ${this.#renderQuestions(recap)}
      <button class="icon-btn" type="button" aria-label=${dockWords.dismiss} @click=${() => this.#act({ type: 'dismiss_recap' })}>
        ${icon('x')}
      </button>
    </div>`;
  }

  #renderWork(recap: Recap): TemplateResult {
    const { files, failures, answers, diffs } = recap;
    return html`
      ${recap.trouble ? this.#renderPlace('circleAlert', 'bad', dockWords.stoppedWithError, recap.trouble) : nothing}
      ${
        diffs.length > 0
          ? this.#renderPlace('pencil', '', html`${dockWords.files(files)}${this.#renderLines(diffs)}`, recap.firstEdit)
          : nothing
      }
      ${failures > 0 ? this.#renderPlace('triangleAlert', 'bad', dockWords.stepsFailed(failures), recap.firstFailure) : nothing}
      ${answers > 0 ? this.#renderPlace('messageSquare', '', dockWords.messages(answers), recap.firstAnswer) : nothing}
    `;
  }

  #renderLines(diffs: Recap['diffs']): TemplateResult | typeof nothing {
    const lines = this.#counts.of(diffs);
    return lines
      ? html` <span class="good">+${lines.added}</span> <span class="taken">−${lines.removed}</span>`
      : nothing;
  }

  #renderQuestions({ questions }: Recap): unknown {
    const go = () => this.dispatchEvent(new PageActEvent({ type: 'run_command', commandId: 'go.question' }));
    return html`${
      questions > 0
        ? html`<button class="btn warn" type="button" @click=${go}>${icon('hand')} ${dockWords.requestsWaiting(questions)}</button>`
        : nothing
    }
    ${this.waiting.map(
      ({ id, title }) => html`<button
        class="btn warn"
        type="button"
        @click=${() => this.#act({ type: 'open_session', sessionId: id })}
      >
        ${icon('hand')} ${dockWords.needsYou(label(title, 40) || dockWords.untitled)}
      </button>`,
    )}`;
  }

  #renderPlace(picture: IconName, tone: string, text: unknown, entryId: string | null): TemplateResult {
    const go = () => entryId && this.dispatchEvent(new PageActEvent({ type: 'show_entry', entryId }));
    return html`<button class="btn ${tone}" type="button" @click=${go}>${icon(picture)} <span>${text}</span></button>`;
  }

  #act(act: UserAct): void {
    this.dispatchEvent(new UserActEvent(act));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'away-recap': AwayRecap;
  }
}
