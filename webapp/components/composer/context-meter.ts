import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Usage } from '../../../server/protocol/transcript/transcript.js';
import { sumUsage } from '../../../server/protocol/transcript/usage.js';
import { allTokens } from '../../../server/protocol/turn-tokens.js';
import type { Costs, UsageSum } from '../../../server/protocol/usage-sum.js';
import { UserActEvent } from '../../state/app/acts.js';
import { consume, serverContext } from '../../state/app/contexts.js';
import { sessionsBelow } from '../../state/app/session-groups.js';
import { follow } from '../../state/base/follow.js';
import { compactNumber, duration, money, number, percent } from '../../ui/format.js';
import { label } from '../../ui/visible-text.js';
import { composerWords } from './words.js';

const RADIUS = 7;
const ROUND = 2 * Math.PI * RADIUS;
const FULL = 0.85;

/** How much of its context the agent has used, as it says itself, and what others have used that worked for it. */
@customElement('context-meter')
export class ContextMeter extends LitElement {
  static override styles = css`
    :host {
      display: inline-flex;
      align-items: center;
      gap: 6px;
      padding-inline: var(--s1);
      color: var(--text-3);
      font: 400 var(--t-xs) / 1 var(--font);
      font-variant-numeric: tabular-nums;
    }

    svg {
      width: 18px;
      height: 18px;
      rotate: -90deg;
    }

    circle {
      fill: none;
      stroke: var(--line);
      stroke-width: 2.5;
    }

    .used {
      stroke: var(--text-3);
      stroke-linecap: round;
    }

    .full .used {
      stroke: var(--warn);
    }

    button {
      min-height: 24px;
      padding: 0 2px;
      border: 0;
      border-radius: var(--r-s);
      background: none;
      color: inherit;
      font: inherit;
      cursor: pointer;
    }

    button:hover {
      color: var(--text);
      text-decoration: underline;
      text-underline-offset: 3px;
    }

    button:focus-visible {
      outline: 2px solid var(--accent);
    }

    [popover] {
      inset: auto;
      margin: 0;
      padding: var(--s3);
      position-area: top span-left;
      border: 1px solid var(--line);
      border-radius: var(--r-m);
      background: var(--surface);
      color: var(--text);
      font: 400 var(--t-sm) / 1.5 var(--font);
      box-shadow: var(--e2);
    }

    dl {
      display: grid;
      grid-template-columns: auto auto;
      gap: var(--s1) var(--s4);
      margin: 0 0 var(--s2);
    }

    dt {
      color: var(--text-2);
    }

    dd {
      margin: 0;
      text-align: end;
    }

    h3 {
      margin: 0 0 var(--s1);
      color: var(--text-2);
      font: 600 var(--t-xs) / 1.5 var(--font);
    }

    .more {
      color: var(--accent);
    }
  `;

  /** Null where the agent says nothing about it. */
  @property({ attribute: false }) usage: Usage | null = null;
  /** What the session has cost, as far as its agent has reported it. */
  @property({ attribute: false }) spent: Costs = {};
  /** The session whose tasks are counted; null where it has given none. */
  @property({ attribute: false }) tasksOf: string | null = null;

  readonly #server = consume(this, serverContext);
  readonly #sessions = follow(
    this,
    () => this.#server.value?.app,
    (app) => app?.sessions,
  );

  protected override render(): TemplateResult {
    const { usage } = this;
    const share = usage && usage.size > 0 ? Math.min(1, usage.used / usage.size) : 0;
    const tasks = this.#tasksUsage();
    const [shown, spoken] = usage
      ? [percent(share), composerWords.contextNumbers(percent(share))]
      : [composerWords.tasksDone(tasks?.replies ?? 0), composerWords.tasksNumbers(tasks?.replies ?? 0)];
    return html`${usage ? this.#renderMeter(usage, share) : nothing}
      <button type="button" popovertarget="numbers" aria-label=${spoken}>${shown}</button>
      <div id="numbers" popover>
        ${usage ? renderContext(usage, this.spent) : nothing} ${tasks ? renderTasks(tasks) : nothing}
        <button type="button" class="more" @click=${this.#showUsage}>${composerWords.allUsage}</button>
      </div>`;
  }

  #tasksUsage(): UsageSum | null {
    if (this.tasksOf === null) return null;
    return sumUsage(sessionsBelow(this.#sessions.value ?? [], this.tasksOf).flatMap(({ used }) => used ?? []));
  }

  #renderMeter(usage: Usage, share: number): TemplateResult {
    const words = meterWords(usage, this.spent, share);
    return html`<span
        role="meter"
        aria-label=${composerWords.context}
        aria-valuemin="0"
        aria-valuemax="100"
        aria-valuenow=${Math.round(share * 100)}
        aria-valuetext=${words}
        title=${words}
        class=${share >= FULL ? 'full' : ''}
      >
        <svg viewBox="0 0 18 18" aria-hidden="true">
          <circle cx="9" cy="9" r=${RADIUS}></circle>
          <circle class="used" cx="9" cy="9" r=${RADIUS} stroke-dasharray="${share * ROUND} ${ROUND}"></circle>
        </svg>
      </span>`;
  }

  readonly #showUsage = (): void => {
    this.dispatchEvent(new UserActEvent({ type: 'open_settings', section: 'usage' }));
  };
}

function meterWords({ used, size }: Usage, spent: Costs, share: number): string {
  const facts = [percent(share), compactNumber(used), compactNumber(size)] as const;
  const cost = costsIn(spent);
  return cost ? composerWords.contextCost(...facts, cost) : composerWords.contextUse(...facts);
}

/** Costs in words, each currency by itself; empty where there are none. */
function costsIn(costs: Costs): string {
  return Object.entries(costs)
    .map(([currency, amount]) => money(amount, label(currency, 20)))
    .join(', ');
}

function renderContext({ used, size }: Usage, spent: Costs): TemplateResult {
  return html`<dl>
    <dt>${composerWords.contextUsed}</dt><dd>${number(used)}</dd>
    <dt>${composerWords.contextSize}</dt><dd>${number(size)}</dd>
    <dt>${composerWords.contextLeft}</dt><dd>${number(Math.max(0, size - used))}</dd>
    <dt>${composerWords.sessionCost}</dt><dd>${costsIn(spent) || composerWords.notReported}</dd>
  </dl>`;
}

/** What others have used that worked for this session, as far as their agents report it. */
function renderTasks({ replies, ms, calls, costs = {}, ...tokens }: UsageSum): TemplateResult {
  const total = allTokens(tokens);
  return html`<h3>${composerWords.tasks}</h3>
    <dl class="tasks">
      <dt>${composerWords.replies}</dt><dd>${number(replies)}</dd>
      <dt>${composerWords.time}</dt><dd>${duration(ms)}</dd>
      <dt>${composerWords.calls}</dt><dd>${number(calls)}</dd>
      <dt>${composerWords.tokens}</dt><dd>${total === undefined ? composerWords.notReported : number(total)}</dd>
      <dt>${composerWords.cost}</dt><dd>${costsIn(costs) || composerWords.notReported}</dd>
    </dl>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'context-meter': ContextMeter;
  }
}
