import type { ShapeKit } from '../event-shape.js';
import { actor } from '../events.js';
import type { CasesOf } from './event-case.js';

/** What people decide about budgets. What a budget stops is told by the queue, the turn and notices. */
export const budgetShapes = (kit: ShapeKit) => ({
  /** A person lets one more reply begin although the day's budget is used up. */
  budget_lifted: { by: actor(kit) },
});

export const budgetCases: CasesOf<typeof budgetShapes> = {
  budget_lifted: {
    fold: (t) => ({ ...t, isLifted: true, queuePaused: t.queuePaused?.code === 'budget' ? null : t.queuePaused }),
  },
};
