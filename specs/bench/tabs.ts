import type { BudgetId } from './budgets.js';
import { client as acdeck } from './clients/acdeck.js';
import { client as raw } from './clients/raw.js';
import type { Bench, Figures } from './figure.js';
import { read } from './reading.js';

const RATES = [200, 2_000] as const;
const TABS = [1, 5, 20] as const;
const SECONDS = 8;

/** How late the text is at two speeds, with one tab, a few and many. */
export const measure: Bench = async (reference) => {
  const figures: Figures = {};
  for (const rate of RATES) {
    for (const tabs of TABS) {
      const pace = { chars: Math.min(120_000, rate * 20 * SECONDS), piece: 20, rate, tabs };
      const floor = await read(raw, pace);
      const own = await read(acdeck, pace);
      const id = `tabs-${rate}-${tabs}` satisfies BudgetId;
      figures[id] = { value: own.late99, floor: floor.late99 };
      reference.sample(2);
    }
  }
  return figures;
};
