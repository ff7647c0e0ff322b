import type { BudgetId } from './budgets.js';
import type { Reference } from './reference.js';

/** What was measured for one budget; beside it what the floor took in the same run, where the budget asks for that. */
export type Figure = number | { readonly value: number; readonly floor: number };
export type Figures = Partial<Record<BudgetId, Figure>>;

/** Measures what its budgets ask for; it samples the reference beside what it waits for. */
export type Bench = (reference: Reference) => Promise<Figures>;

/** The middle one; of none there is none. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value below which that share of all lies. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}
