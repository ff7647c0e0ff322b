import { MINUTE_MS } from '../protocol/clock.js';
import type { SettingValues } from '../protocol/features/settings-table.js';
import type { UsageSum } from '../protocol/usage-sum.js';

/** What all tasks below one person's session may use together; 0 is no limit. */
export interface TaskBudget {
  readonly tasks: number;
  readonly minutes: number;
  /** In each currency that agents report. */
  readonly cost: number;
}

export function taskBudget({ delegationTasks, delegationMinutes, delegationCost }: SettingValues): TaskBudget {
  return { tasks: delegationTasks, minutes: delegationMinutes, cost: delegationCost };
}

/** The limit that is reached, in words for the agent that wants to give one more task; null while there is room. */
export function reachedLimit(
  { tasks, minutes, cost }: TaskBudget,
  { replies, ms, costs = {} }: UsageSum,
): string | null {
  if (isReached(tasks, replies)) return tasks === 1 ? '1 task' : `${tasks} tasks`;
  if (isReached(minutes, ms / MINUTE_MS)) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  const spent = Object.entries(costs).find(([, amount]) => isReached(cost, amount));
  return spent ? `a cost of ${cost} ${spent[0]}` : null;
}

function isReached(limit: number, used: number): boolean {
  return limit > 0 && used >= limit;
}
