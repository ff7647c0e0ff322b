import {
  BUDGET_MEASURES,
  BUDGET_WARNING,
  type BudgetMeasure,
  type BudgetSettings,
  type BudgetSpan,
  type BudgetUse,
  budgetKey,
} from '../../protocol/budget.js';
import { MINUTE_MS } from '../../protocol/clock.js';
import { allTokens } from '../../protocol/turn-tokens.js';
import type { UsageSum } from '../../protocol/usage-sum.js';

/** How far a budget is used: not worth a word, near its end, or at it. */
export type BudgetLevel = 'near' | 'reached';

/** The budgets of a span that are set, each with what was used of it. A number that no agent has reported counts for none. */
export function budgetUses(settings: BudgetSettings, span: BudgetSpan, sum: UsageSum): BudgetUse[] {
  return BUDGET_MEASURES.flatMap((measure): BudgetUse[] => {
    const limit = settings[budgetKey(span, measure)];
    if (limit <= 0) return [];
    return usedOf(measure, sum).map(({ used, unit }) => ({ span, measure, limit, used, ...(unit ? { unit } : {}) }));
  });
}

export function levelOf({ used, limit }: BudgetUse): BudgetLevel | null {
  if (used >= limit) return 'reached';
  return used >= limit * BUDGET_WARNING ? 'near' : null;
}

/** The first budget that is used up. */
export function reachedBudget(uses: readonly BudgetUse[]): BudgetUse | null {
  return uses.find((use) => levelOf(use) === 'reached') ?? null;
}

/** A cost is told in each currency by itself: those are never added. */
function usedOf(measure: BudgetMeasure, sum: UsageSum): { used: number; unit?: string }[] {
  switch (measure) {
    case 'minutes':
      return [{ used: sum.ms / MINUTE_MS }];
    case 'toolCalls':
      return [{ used: sum.calls }];
    case 'tokens': {
      const used = allTokens(sum);
      return used === undefined ? [] : [{ used }];
    }
    case 'cost':
      return Object.entries(sum.costs ?? {}).map(([unit, used]) => ({ used, unit }));
    default:
      return measure satisfies never;
  }
}
