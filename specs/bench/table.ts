import { BUDGETS, type Budget, type BudgetId } from './budgets.js';
import type { Figures } from './figure.js';

/** A line of the table. */
export interface Row {
  id: BudgetId;
  budget: Budget;
  /** As measured; null if the benchmark gave none. */
  figure: number | null;
  /** How slow the machine was meanwhile. */
  slowness: number;
  verdict: 'ok' | 'OVER' | 'missing';
}

/** One row for each budget of a benchmark, whether it was measured or not. */
export function rowsOf(bench: string, figures: Figures, slownessOf: (budget: Budget) => number): Row[] {
  const ids = Object.keys(BUDGETS) as BudgetId[];
  return ids
    .filter((id) => BUDGETS[id].bench === bench)
    .map((id) => {
      const budget: Budget = BUDGETS[id];
      const figure = figures[id] ?? null;
      const slowness = slownessOf(budget);
      return { id, budget, figure, slowness, verdict: verdictOn(budget, figure, slowness) };
    });
}

function verdictOn({ limit }: Budget, figure: number | null, slowness: number): Row['verdict'] {
  if (figure === null || Number.isNaN(figure)) return 'missing';
  return figure / slowness > limit ? 'OVER' : 'ok';
}

const HEAD = ['id', 'what', 'figure', 'machine', 'corrected', 'budget', ''];
const WIDTHS = [20, 70, 16, 9, 16, 16, 8];

/** The table's first lines. */
export function headLines(): string[] {
  return [lineOf(HEAD), '-'.repeat(WIDTHS.reduce((sum, width) => sum + width, 0))];
}

/** A row as text: the figure, how slow the machine was, what that makes of the figure, and what it may be. */
export function rowLine({ id, budget, figure, slowness, verdict }: Row): string {
  const { what, unit, limit, measure } = budget;
  const machine = measure === 'count' ? '' : `× ${slowness.toFixed(1)}`;
  const amount = (value: number | null) => (value === null ? '?' : `${rounded(value)} ${unit}`);
  const corrected = figure === null ? null : figure / slowness;
  return lineOf([id, what, amount(figure), machine, amount(corrected), amount(limit), verdict]);
}

function lineOf(cells: readonly string[]): string {
  return cells.map((cell, n) => (n < 2 ? cell.padEnd(WIDTHS[n]!) : cell.padStart(WIDTHS[n]!))).join('');
}

function rounded(value: number): string {
  return value !== 0 && Math.abs(value) < 10
    ? String(Number(value.toFixed(2)))
    : Math.round(value).toLocaleString('en');
}
