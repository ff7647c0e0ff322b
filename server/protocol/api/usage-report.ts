import type { UsageSum } from '../usage-sum.js';

/** What was used in the sessions of this folder. Sessions that were deleted are not counted. */
export interface UsageReport {
  /** The first day that is told of. */
  readonly from: string;
  readonly total: UsageSum;
  readonly today: UsageSum;
  /** What today's budgets are measured by: also replies that aren't over, and sessions that were deleted today. */
  readonly counted: UsageSum;
  /** Days with a reply, oldest first. */
  readonly days: readonly { readonly day: string; readonly sum: UsageSum }[];
  /** The busiest first. */
  readonly agents: readonly { readonly agentId: string; readonly sum: UsageSum }[];
  readonly sessions: readonly { readonly sessionId: string; readonly title: string; readonly sum: UsageSum }[];
}

export const USAGE_LIMITS = { days: 366, sessions: 50 } as const;
