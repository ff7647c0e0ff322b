/** What a budget is for: one reply with all tasks that it gives, or all replies of a day in this folder. */
export const BUDGET_SPANS = ['reply', 'day'] as const;
export type BudgetSpan = (typeof BUDGET_SPANS)[number];

export const BUDGET_MEASURES = ['minutes', 'toolCalls', 'tokens', 'cost'] as const;
export type BudgetMeasure = (typeof BUDGET_MEASURES)[number];

/** How a budget is called in the settings; 0 there is no limit. */
export type BudgetKey = `budget${Capitalize<BudgetSpan>}${Capitalize<BudgetMeasure>}`;
export type BudgetSettings = Readonly<Record<BudgetKey, number>>;

export function budgetKey(span: BudgetSpan, measure: BudgetMeasure): BudgetKey {
  return `budget${capital(span)}${capital(measure)}` as BudgetKey;
}

export const BUDGET_KEYS: readonly BudgetKey[] = BUDGET_SPANS.flatMap((span) =>
  BUDGET_MEASURES.map((measure) => budgetKey(span, measure)),
);

/** A budget, and what was used of it. */
export interface BudgetUse {
  span: BudgetSpan;
  measure: BudgetMeasure;
  limit: number;
  used: number;
  /** The currency of a cost. */
  unit?: string;
}

/** From this part of a budget on people are warned. */
export const BUDGET_WARNING = 0.8;

function capital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}
