import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { TurnTokens } from '../../../server/protocol/events.js';
import { editsOf } from '../../../server/protocol/transcript/edits.js';
import type { TurnFacts } from '../../../server/protocol/transcript/entries.js';
import { endOf, entryAt } from '../../../server/protocol/transcript/entry-list.js';
import type { Transcript } from '../../../server/protocol/transcript/transcript.js';
import { allTokens } from '../../../server/protocol/turn-tokens.js';
import { UserActEvent } from '../../state/app/acts.js';
import { consume, sessionContext } from '../../state/app/contexts.js';
import { controls } from '../../styles/controls.js';
import { duration, money, number, timeOf } from '../../ui/format.js';
import { label } from '../../ui/visible-text.js';
import { messageWords } from './words.js';

/** The line under a reply: when it ended, how long it took, and what the agent reported of it. */
@customElement('turn-footer')
export class TurnFooter extends LitElement {
  static override styles = [
    controls,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        min-height: 28px;
        margin-top: var(--s1);
        color: var(--text-3);
        font-size: var(--t-xs);
        line-height: 1.4;
      }

      * + *::before {
        margin-inline: var(--s2);
        content: "·";
      }

      .btn {
        min-height: 28px;
        padding: 0;
        color: inherit;
        font: inherit;
        gap: 0;
      }

      .btn:hover {
        background: none;
        color: var(--text);
        text-decoration: underline;
        text-underline-offset: 3px;
      }

      @media (pointer: coarse) {
        .btn {
          min-height: var(--tap);
        }
      }
    `,
  ];

  @property({ attribute: false }) ended!: TurnFacts;
  @property({ type: Number }) turn = 0;

  readonly #session = consume(this, sessionContext);

  protected override render(): TemplateResult {
    const { startedAt, at, ms = at - startedAt, model, tokens, cost } = this.ended;
    const costs = this.ended.costs ?? (cost ? { [cost.currency]: cost.amount } : {});
    const transcript = this.#session.value?.value.transcript;
    const files = transcript ? filesIn(transcript, this.turn) : 0;
    const total = tokens ? allTokens(tokens) : undefined;
    return html`<time datetime=${new Date(at).toISOString()}>${timeOf(at, Date.now())}</time>
      <span>${duration(ms)}</span>
      ${model ? html`<span title=${messageWords.modelHint}>${label(model, 60)}</span>` : nothing}
      ${
        total === undefined || !tokens
          ? nothing
          : html`<span title=${tokensHint(tokens)}>${messageWords.tokens(total)}</span>`
      }
      ${Object.entries(costs).map(
        ([currency, amount]) => html`<span title=${messageWords.reported}>${money(amount, currency)}</span>`,
      )}
      ${
        files > 0
          ? html`<button class="btn" type="button" title=${messageWords.filesHint} @click=${this.#review}>${messageWords.files(files)}</button>`
          : nothing
      }`;
  }

  #review(): void {
    this.dispatchEvent(new UserActEvent({ type: 'show_work', tab: 'changes' }));
  }
}

/** The counts that the agent has told, in full; what it left out isn't nothing. */
function tokensHint({ input, output, cached }: Readonly<TurnTokens>): string {
  const { counts } = messageWords;
  const told = [
    ...(input === undefined ? [] : [counts.input(number(input))]),
    ...(output === undefined ? [] : [counts.output(number(output))]),
    ...(cached ? [counts.cached(number(cached))] : []),
  ];
  return told.length === 0 ? messageWords.reported : messageWords.tokensHint(told.join(', '));
}

/** How many files the agent says that it has changed in a turn. */
function filesIn({ entries }: Transcript, turn: number): number {
  const paths = new Set<string>();
  for (let n = endOf(entries) - 1; n >= entries.first; n--) {
    const entry = entryAt(entries, n);
    if (!entry || entry.turn < turn) break;
    if (entry.turn === turn) for (const { path } of editsOf(entry)) paths.add(path);
  }
  return paths.size;
}

declare global {
  interface HTMLElementTagNameMap {
    'turn-footer': TurnFooter;
  }
}
