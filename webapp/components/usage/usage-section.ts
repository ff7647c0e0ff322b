import { css, html, LitElement, nothing, svg, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { UsageReport } from '../../../server/protocol/api/usage-report.js';
import { DAY_MS } from '../../../server/protocol/clock.js';
import { allTokens } from '../../../server/protocol/turn-tokens.js';
import type { UsageSum } from '../../../server/protocol/usage-sum.js';
import { UserActEvent } from '../../state/app/acts.js';
import { consume, serverContext, sessionsContext, settingsContext } from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import { controls } from '../../styles/controls.js';
import { settings } from '../../styles/settings.js';
import { compactNumber, date, list, money, number, wholeDuration } from '../../ui/format.js';
import { label } from '../../ui/visible-text.js';
import { type BudgetParts, renderBudgets } from './budget-fields.js';
import { usageWords } from './words.js';

const RANGES = [7, 30, 90, 365] as const;
const MEASURES = ['replies', 'time', 'calls', 'tokens', 'cost'] as const;
type Measure = (typeof MEASURES)[number];

/**
 * The page of the settings for what replies have used and may use: budgets, a chart, and the same numbers as tables.
 * @fires user-act - The person changed a budget.
 */
@customElement('usage-section')
export class UsageSection extends LitElement {
  static override styles = [
    controls,
    settings,
    css`
      .tools {
        display: flex;
        flex-wrap: wrap;
        gap: var(--s3);
        margin-block: var(--s3);
      }

      label {
        display: inline-flex;
        align-items: center;
        gap: var(--s2);
        color: var(--text-2);
        font-size: var(--t-sm);
      }

      svg {
        display: block;
        width: 100%;
        height: 120px;
        border-bottom: 1px solid var(--line-strong);
      }

      rect {
        fill: var(--accent);
      }

      table + h3,
      .scroll + h3,
      svg + h3 {
        margin-top: var(--s5);
      }

      p.help {
        max-width: 60ch;
        margin: 0 0 var(--s3);
      }

      .budget-row {
        display: grid;
        grid-template-columns: minmax(0, 1fr) 9rem 9rem;
        align-items: start;
      }

      .budget-head {
        min-height: 0;
        padding-block: var(--s2);
        color: var(--text-3);
        font-size: var(--t-xs);
      }

      .budget-field input {
        width: 100%;
      }

      @media (max-width: 599px) {
        .budget-row {
          grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        }

        .budget-row > :first-child {
          grid-column: 1 / -1;
        }
      }

      /* A wide table scrolls by itself and makes nothing around it wider. */
      .scroll {
        contain: inline-size;
        overflow-x: auto;
      }

      table {
        width: 100%;
        border-collapse: collapse;
        font-size: var(--t-sm);
        font-variant-numeric: tabular-nums;
      }

      th,
      td {
        padding: var(--s1) var(--s2);
        border-bottom: 1px solid var(--line);
        text-align: end;
        white-space: nowrap;
      }

      th:first-child,
      td:first-child {
        max-width: 22rem;
        overflow: hidden;
        text-align: start;
        text-overflow: ellipsis;
      }

      thead th {
        color: var(--text-2);
        font-weight: 500;
      }

      tfoot {
        font-weight: 600;
      }

      .unknown {
        color: var(--text-3);
      }
    `,
  ];

  @state() private range: number = 30;
  @state() private measure: Measure = 'replies';
  @state() private report: UsageReport | null = null;
  @state() private hasFailed = false;

  readonly #server = consume(this, serverContext);
  readonly #sessions = consume(this, sessionsContext);
  readonly #settings = consume(this, settingsContext);
  readonly #agents = follow(
    this,
    () => this.#server.value?.app,
    (app) => app?.agents,
  );
  readonly #values = follow(this, () => this.#settings.value);
  /** A reply that ends changes when a session was last used, and how it is doing. */
  readonly #news = follow(
    this,
    () => this.#server.value?.app,
    (app) => app?.sessions.map(({ updatedAt, status }) => `${updatedAt}${status}`).join(),
  );
  #asked = '';

  protected override render(): TemplateResult {
    const values = this.#values.value;
    const change: BudgetParts['change'] = (wanted) =>
      this.dispatchEvent(new UserActEvent({ type: 'change_settings', change: wanted }));
    return html`${values ? renderBudgets({ values, today: this.report?.counted ?? null, change }) : nothing}
    <div data-key="usage">
      <h3>${usageWords.history}</h3>
      <p class="help">${usageWords.help}</p>
      <div class="tools">
        <label>${usageWords.range}<select @change=${this.#onRange}>${RANGES.map((days) => html`<option value=${days} ?selected=${days === this.range}>${usageWords.days(days)}</option>`)}</select></label>
        <label>${usageWords.measure}<select @change=${this.#onMeasure}>${MEASURES.map((measure) => html`<option value=${measure} ?selected=${measure === this.measure}>${usageWords.measures[measure]}</option>`)}</select></label>
      </div>
      ${this.#renderReport()}
    </div>`;
  }

  protected override updated(): void {
    const wanted = `${this.range} ${this.#news.value ?? ''}`;
    if (!this.#sessions.value || wanted === this.#asked) return;
    this.#asked = wanted;
    void this.#load();
  }

  async #load(): Promise<void> {
    const asked = this.#asked;
    const report = await this.#sessions.value?.usage(this.range).catch(() => null);
    if (asked !== this.#asked) return;
    this.hasFailed = !report;
    if (report) this.report = report;
  }

  #renderReport(): TemplateResult | typeof nothing {
    const { report } = this;
    if (this.hasFailed) {
      return html`<p role="alert">${usageWords.failed} <button type="button" class="btn link" @click=${() => void this.#load()}>${usageWords.tryAgain}</button></p>`;
    }
    if (!report) return nothing;
    if (report.days.length === 0) return html`<p class="none">${usageWords.none}</p>`;
    const nameOf = (agentId: string) => this.#agents.value?.find(({ id }) => id === agentId)?.name ?? agentId;
    return html`${this.#renderChart(report)}
      ${renderTable(
        usageWords.byDay,
        usageWords.day,
        [...report.days].reverse().map(({ day, sum }) => ({ name: dayText(day), sum })),
        report.total,
      )}
      ${renderTable(
        usageWords.byAgent,
        usageWords.agent,
        report.agents.map(({ agentId, sum }) => ({ name: label(nameOf(agentId), 60), sum })),
      )}
      ${renderTable(
        usageWords.bySession,
        usageWords.session,
        report.sessions.map(({ title, sum }) => ({ name: label(title || usageWords.untitled, 100), sum })),
      )}`;
  }

  #renderChart({ days, from }: UsageReport): TemplateResult {
    const first = dayNumber(from);
    const values = new Map(days.map(({ day, sum }) => [dayNumber(day) - first, measured(sum, this.measure) ?? 0]));
    const most = Math.max(...values.values(), Number.MIN_VALUE);
    const name = usageWords.chart(usageWords.measures[this.measure]);
    return html`<svg role="img" aria-label=${name} viewBox="0 0 ${this.range} 100" preserveAspectRatio="none">
      ${[...values].map(([at, value]) => {
        const height = (value / most) * 96;
        return svg`<rect x=${at + 0.1} y=${100 - height} width="0.8" height=${height}></rect>`;
      })}
    </svg>`;
  }

  readonly #onRange = (event: Event): void => {
    this.range = Number((event.target as HTMLSelectElement).value);
  };

  readonly #onMeasure = (event: Event): void => {
    this.measure = (event.target as HTMLSelectElement).value as Measure;
  };
}

interface UsageRow {
  readonly name: string;
  readonly sum: UsageSum;
}

function renderTable(caption: string, first: string, rows: readonly UsageRow[], total?: UsageSum): TemplateResult {
  const { measures } = usageWords;
  const cells = ({ replies, ms, calls, costs, ...tokens }: UsageSum) => html`<td>${number(replies)}</td>
    <td>${wholeDuration(ms)}</td><td>${number(calls)}</td>
    ${renderCount(allTokens(tokens))} ${renderCount(tokens.input)} ${renderCount(tokens.output)} ${renderCosts(costs)}`;
  return html`<h3>${caption}</h3>
    <div class="scroll" tabindex="0" role="group" aria-label=${caption}><table>
      <thead><tr><th scope="col">${first}</th><th scope="col">${measures.replies}</th><th scope="col">${measures.time}</th><th scope="col">${measures.calls}</th><th scope="col">${measures.tokens}</th><th scope="col">${usageWords.input}</th><th scope="col">${usageWords.output}</th><th scope="col">${measures.cost}</th></tr></thead>
      <tbody>${rows.map(({ name, sum }) => html`<tr><td title=${name}><bdi>${name}</bdi></td>${cells(sum)}</tr>`)}</tbody>
      ${total ? html`<tfoot><tr><td>${usageWords.total}</td>${cells(total)}</tr></tfoot>` : nothing}
    </table></div>`;
}

function renderCount(count: number | undefined): TemplateResult {
  if (count === undefined) return html`<td class="unknown">${usageWords.notReported}</td>`;
  return html`<td title=${number(count)}>${compactNumber(count)}</td>`;
}

function renderCosts(costs: UsageSum['costs']): TemplateResult {
  if (!costs) return html`<td class="unknown">${usageWords.notReported}</td>`;
  return html`<td>${list(Object.entries(costs).map(([currency, amount]) => money(amount, currency)))}</td>`;
}

/** What a bar of the chart stands for; costs of several currencies can't be added, so the first one is drawn. */
function measured({ replies, ms, calls, costs, ...tokens }: UsageSum, measure: Measure): number | undefined {
  if (measure === 'replies') return replies;
  if (measure === 'time') return ms;
  if (measure === 'calls') return calls;
  if (measure === 'tokens') return allTokens(tokens);
  return Object.values(costs ?? {})[0];
}

/** Days since a day long ago, whatever became of the clocks in between. */
function dayNumber(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
}

function dayText(day: string): string {
  const [year = 0, month = 1, n = 1] = day.split('-').map(Number);
  return date(new Date(year, month - 1, n).getTime());
}

declare global {
  interface HTMLElementTagNameMap {
    'usage-section': UsageSection;
  }
}
