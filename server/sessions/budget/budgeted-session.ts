import type { BudgetUse } from '../../protocol/budget.js';
import type { Transcript } from '../../protocol/transcript/transcript.js';

/** A session as far as budgets are about it. */
export interface BudgetedSession {
  readonly id: string;
  readonly log: {
    readonly transcript: Transcript;
    /** How long the running turn has taken. */
    readonly turnMs: number;
  };
  readonly turns: {
    /** Ends the turn, for a reason that people see. */
    stopForBudget(budget: BudgetUse): void;
    /** A reply that is over used too much. */
    noteOverrun(budget: BudgetUse): void;
    /** Asks an agent that works while no reply runs to stop. */
    stopIdleWork(): void;
  };
  /** What a budget held back may go on. */
  release(): void;
}
