import { BUDGETS, type Budget, type BudgetId } from './budgets.js';
import type { Figures } from './figure.js';

/** A line of the table. */
export interface Row {
  id: BudgetId;
  budget: Budget;
  /** As measured; null if the benchmark gave none. */
  figure: number | null;
  /** What the smallest page took in the same run; null if the budget does not ask. */
  floor: number | null;
  /** How slow the machine was meanwhile; a floor says that by itself. */
  slowness: number;
  /** What it may be, in this run. */
  limit: number;
  verdict: 'ok' | 'OVER' | 'missing';
}

/** One row for each budget of a benchmark, whether it was measured or not. */
export function rowsOf(bench: string, figures: Figures, slownessOf: (budget: Budget) => number): Row[] {
  const ids = Object.keys(BUDGETS) as BudgetId[];
  return ids
    .filter((id) => BUDGETS[id].bench === bench)
    .map((id) => {
      const budget: Budget = BUDGETS[id];
      const found = figures[id] ?? null;
      const figure = typeof found === 'object' ? (found?.value ?? null) : found;
      const floor = typeof found === 'object' ? (found?.floor ?? null) : null;
      const slowness = budget.floor ? 1 : slownessOf(budget);
      const limit = limitBeside(budget, floor);
      return { id, budget, figure, floor, slowness, limit, verdict: verdictOn(figure, slowness, limit) };
    });
}

function limitBeside({ limit, floor: allowed }: Budget, floor: number | null): number {
  return allowed ? Math.max(limit, (floor ?? Number.NaN) * allowed.times + allowed.plus) : limit;
}

function verdictOn(figure: number | null, slowness: number, limit: number): Row['verdict'] {
  if (figure === null || Number.isNaN(figure) || Number.isNaN(limit)) return 'missing';
  return figure / slowness > limit ? 'OVER' : 'ok';
}

const HEAD = ['id', 'what', 'goal', 'raw', 'ours', 'machine', 'corrected', 'limit', ''];
const WIDTHS = [20, 78, 20, 12, 16, 9, 16, 16, 8];

/** The table's first lines. */
export function headLines(): string[] {
  return [lineOf(HEAD), '-'.repeat(WIDTHS.reduce((sum, width) => sum + width, 0))];
}

/** A row as text: the goal, the figures of the smallest page and of ours, how slow the machine was, and what ours may be in this run. */
export function rowLine({ id, budget, figure, floor, slowness, limit, verdict }: Row): string {
  const { what, unit, measure } = budget;
  const machine = measure === 'count' || budget.floor ? '' : `× ${slowness.toFixed(1)}`;
  const amount = (value: number | null) => (value === null || Number.isNaN(value) ? '?' : `${rounded(value)} ${unit}`);
  const least = budget.floor ? amount(floor) : '';
  const corrected = figure === null ? null : figure / slowness;
  const allowed = Number.isNaN(limit) ? `? ${unit}` : amount(limit);
  const goal = budget.floor ? besideWords(budget.floor, unit) : '';
  return lineOf([id, what, goal, least, amount(figure), machine, amount(corrected), allowed, verdict]);
}

/** What is allowed beside a floor. */
function besideWords({ times, plus }: NonNullable<Budget['floor']>, unit: string): string {
  return plus === 0 ? `raw × ${times}` : `raw × ${times} + ${plus} ${unit}`;
}

function lineOf(cells: readonly string[]): string {
  return cells.map((cell, n) => (n < 2 ? cell.padEnd(WIDTHS[n]!) : cell.padStart(WIDTHS[n]!))).join('');
}

function rounded(value: number): string {
  return value !== 0 && Math.abs(value) < 10
    ? String(Number(value.toFixed(2)))
    : Math.round(value).toLocaleString('en');
}
