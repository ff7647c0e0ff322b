import { html, type TemplateResult } from 'lit';
import {
  BUDGET_MEASURES,
  BUDGET_SPANS,
  type BudgetKey,
  type BudgetMeasure,
  type BudgetSettings,
  type BudgetSpan,
  budgetKey,
} from '../../../server/protocol/budget.js';
import { SETTINGS } from '../../../server/protocol/features/settings-table.js';
import { allTokens } from '../../../server/protocol/turn-tokens.js';
import type { UsageSum } from '../../../server/protocol/usage-sum.js';
import { budgetAmount } from '../../codes/budget-words.js';
import { list } from '../../ui/format.js';
import { settingTexts } from '../settings/rows/words.js';
import { usageWords } from './words.js';

export interface BudgetParts {
  readonly values: BudgetSettings;
  /** What was used today; null while that is not known. */
  readonly today: UsageSum | null;
  readonly change: (change: Partial<Record<BudgetKey, number>>) => void;
}

/** What a reply, and all replies of a day, may use: a field for each, and how far today has come. */
export function renderBudgets(parts: BudgetParts): TemplateResult {
  const { budget: words } = usageWords;
  return html`<div data-key="budget">
    <h3>${words.heading}</h3>
    <p class="help">${words.help}</p>
    <div class="group budgets">
      <div class="row budget-row budget-head" aria-hidden="true"><span></span>${BUDGET_SPANS.map((span) => html`<span>${words.spans[span]}</span>`)}</div>
      ${BUDGET_MEASURES.map((measure) => renderMeasure(measure, parts))}
    </div>
  </div>`;
}

function renderMeasure(measure: BudgetMeasure, parts: BudgetParts): TemplateResult {
  const { budget: words } = usageWords;
  return html`<div class="row budget-row" role="group" aria-label=${words.measures[measure]}>
    <div><span class="name">${words.measures[measure]}</span><span class="help">${words.notes[measure]}</span></div>
    ${BUDGET_SPANS.map((span) => renderField(span, measure, parts))}
  </div>`;
}

function renderField(span: BudgetSpan, measure: BudgetMeasure, { values, today, change }: BudgetParts): TemplateResult {
  const { budget: words } = usageWords;
  const key = budgetKey(span, measure);
  const limit = values[key];
  const used = span === 'day' && today ? usedToday(measure, today) : null;
  const set = (event: Event) => {
    const field = event.target as HTMLInputElement;
    // The browser says what is wrong with it.
    if (!field.reportValidity()) return;
    const wanted = field.value === '' ? 0 : Number(field.value);
    if (wanted !== limit) change({ [key]: wanted });
    else field.value = limit === 0 ? '' : String(limit);
  };
  return html`<div class="budget-field">
    <input
      id=${key}
      type="number"
      min="0"
      max=${SETTINGS[key].most}
      step=${SETTINGS[key].step}
      placeholder=${words.none}
      aria-label=${settingTexts[key].name}
      aria-describedby=${`${key}-used`}
      .value=${limit === 0 ? '' : String(limit)}
      @change=${set}
    />
    <span class="help" id=${`${key}-used`}>${used === null ? '' : words.today(used)}</span>
  </div>`;
}

/** What no agent has reported is said to be so, never shown as nothing. */
function usedToday(measure: BudgetMeasure, { ms, calls, costs, ...sum }: UsageSum): string {
  switch (measure) {
    case 'minutes':
      return budgetAmount(measure, ms / 60_000);
    case 'toolCalls':
      return String(calls);
    case 'tokens': {
      const tokens = allTokens(sum);
      return tokens === undefined ? usageWords.notReported.toLowerCase() : budgetAmount(measure, tokens);
    }
    case 'cost': {
      const amounts = Object.entries(costs ?? {}).map(([unit, amount]) => budgetAmount(measure, amount, unit));
      return amounts.length === 0 ? usageWords.notReported.toLowerCase() : list(amounts);
    }
    default:
      return measure satisfies never;
  }
}
