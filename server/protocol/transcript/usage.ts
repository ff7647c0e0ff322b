import type { UsageSum } from '../usage-sum.js';
import type { Cost, TurnFacts } from './entries.js';
import { endOf, entryAt } from './entry-list.js';
import { costSince } from './reduce-turn.js';
import type { Transcript } from './transcript.js';

/** What a session has used, by day: `2026-03-09`, where the server is. */
export type UsageByDay = Readonly<Record<string, UsageSum>>;

export const NO_USAGE: UsageSum = { replies: 0, ms: 0, calls: 0 };

/** Beyond these a report is a mistake, not a count. */
const MOST = { tokens: 1e9, cost: 1e5, ms: 30 * 24 * 3_600_000 } as const;
const TOKENS = ['input', 'output', 'total'] as const;
const CURRENCY = /^[\p{L}\p{N} _.$€£¥-]{1,20}$/u;

/** What a reply has used, as far as its agent has reported something possible. */
export function usageOfReply({ startedAt, at, tokens, cost }: TurnFacts, calls: number): UsageSum {
  const counts = TOKENS.flatMap((kind) => {
    const count = tokens?.[kind];
    return isPossible(count, MOST.tokens) ? [[kind, Math.round(count)] as const] : [];
  });
  return {
    replies: 1,
    ms: Math.min(Math.max(0, at - startedAt) || 0, MOST.ms),
    calls,
    ...Object.fromEntries(counts),
    ...(isPossibleCost(cost) ? { costs: { [cost.currency]: cost.amount } } : {}),
  };
}

/** What the running turn has used until now, of what can be known before it ends; null while nothing runs. */
export function usageSoFar({ turn, usage }: Transcript, calls: number, now: number): UsageSum | null {
  if (turn.status === 'idle' || turn.startedAt === null) return null;
  const cost = costSince(turn.costBefore, usage?.cost ?? null);
  return usageOfReply({ startedAt: turn.startedAt, at: now, ...(cost ? { cost } : {}) }, calls);
}

/** All tokens of a sum, as its agents have told them; undefined where none has. */
export function tokensInSum({ input, output, total }: UsageSum): number | undefined {
  if (total !== undefined) return total;
  return input === undefined && output === undefined ? undefined : (input ?? 0) + (output ?? 0);
}

/** The sum of two; what is only in one of them is in the sum. */
export function addUsage(one: UsageSum, other: UsageSum): UsageSum {
  const counts = TOKENS.flatMap((kind) => {
    const both = [one[kind], other[kind]].filter((count) => count !== undefined);
    return both.length > 0 ? [[kind, both.reduce((sum, count) => sum + count, 0)] as const] : [];
  });
  const costs = new Map(Object.entries(one.costs ?? {}));
  for (const [currency, amount] of Object.entries(other.costs ?? {})) {
    costs.set(currency, (costs.get(currency) ?? 0) + amount);
  }
  return {
    replies: one.replies + other.replies,
    ms: one.ms + other.ms,
    calls: one.calls + other.calls,
    ...Object.fromEntries(counts),
    ...(costs.size > 0 ? { costs: Object.fromEntries(costs) } : {}),
  };
}

export function sumUsage(parts: Iterable<UsageSum>): UsageSum {
  let sum = NO_USAGE;
  for (const part of parts) sum = addUsage(sum, part);
  return sum;
}

/** The day of a moment, in the time zone of the machine. */
export function dayOf(at: number): string {
  const time = new Date(at);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** What the last reply of a session has used; null while it isn't over. */
export function lastReplyUsage(t: Transcript): UsageSum | null {
  return replyUsage(t, t.turn.n);
}

/** The same for the reply of one turn. */
export function replyUsage({ entries }: Transcript, turn: number): UsageSum | null {
  let calls = 0;
  let facts: TurnFacts | null = null;
  for (let n = endOf(entries) - 1; n >= entries.first; n--) {
    const entry = entryAt(entries, n);
    if (!entry || entry.turn < turn) break;
    if (entry.turn > turn) continue;
    facts ??= entry.ended ?? null;
    if (entry.kind === 'tool') calls++;
  }
  return facts && usageOfReply(facts, calls);
}

/** Reads what was kept of a session; what makes no sense is left out. */
export function readUsage(kept: unknown): UsageByDay {
  if (typeof kept !== 'object' || kept === null) return {};
  const days = Object.entries(kept).flatMap(([day, sum]) => {
    return /^\d{4}-\d\d-\d\d$/.test(day) && isUsageSum(sum) ? [[day, sum] as const] : [];
  });
  return Object.fromEntries(days);
}

export function isUsageSum(sum: unknown): sum is UsageSum {
  if (typeof sum !== 'object' || sum === null) return false;
  const { replies, ms, calls, costs = {}, ...tokens } = sum as Record<string, unknown>;
  const counts = [replies, ms, calls, ...Object.values(tokens), ...Object.values(costs as object)];
  return counts.every((count) => typeof count === 'number' && Number.isFinite(count) && count >= 0);
}

function isPossible(count: number | undefined, most: number): count is number {
  return count !== undefined && Number.isFinite(count) && count >= 0 && count <= most;
}

function isPossibleCost(cost: Cost | undefined): cost is Cost {
  return cost !== undefined && isPossible(cost.amount, MOST.cost) && CURRENCY.test(cost.currency);
}
