import type { EventStamp } from '../events.js';
import { allTokens, possibleTokens } from '../turn-tokens.js';
import type { UsageSum } from '../usage-sum.js';
import { addCost, isPossibleCost } from './costs.js';
import type { TurnFacts } from './entries.js';
import { endOf, entryAt } from './entry-list.js';
import type { Transcript } from './transcript.js';

/** What a session has used, by day: `2026-03-09`, where the server is. */
export type UsageByDay = Readonly<Record<string, UsageSum>>;

export const NO_USAGE: UsageSum = { replies: 0, ms: 0, calls: 0 };

/** Beyond this a time is a mistake. */
const MOST_MS = 30 * 24 * 3_600_000;
const TOKENS = ['input', 'output', 'total'] as const;

/** What a reply has used, as far as its agent has reported something possible. */
export function usageOfReply({ startedAt, at, ms, tokens, cost, costs }: TurnFacts, calls: number): UsageSum {
  const { cached: _cached, ...counts } = (tokens && possibleTokens(tokens)) ?? {};
  const spent = costs ?? (isPossibleCost(cost) ? addCost(undefined, cost) : undefined);
  return {
    replies: 1,
    ms: Math.round(Math.min(Math.max(0, ms ?? at - startedAt) || 0, MOST_MS)),
    calls,
    ...counts,
    ...(spent ? { costs: spent } : {}),
  };
}

/** What the running turn has used in this time, of what can be known before it ends; null while nothing runs. */
export function usageSoFar({ turn }: Transcript, ms: number): UsageSum | null {
  if (turn.status === 'idle' || turn.startedAt === null) return null;
  const { calls = 0, costs } = turn.used ?? {};
  const { startedAt } = turn;
  return usageOfReply({ startedAt, at: startedAt, ms, ...(costs ? { costs } : {}) }, calls);
}

/** What agents have used by themselves with these events, while no reply ran; null if that is nothing. */
export function idleUsage(events: readonly EventStamp[]): UsageSum | null {
  const parts = events.flatMap(({ used }): UsageSum[] => {
    if (!used?.isIdle) return [];
    const { calls = 0, cost } = used;
    return [{ ...NO_USAGE, calls, ...(cost ? { costs: addCost(undefined, cost) } : {}) }];
  });
  return parts.length > 0 ? sumUsage(parts) : null;
}

/** The sum of two; what is only in one of them is in the sum. */
export function addUsage(one: UsageSum, other: UsageSum): UsageSum {
  const counts = TOKENS.flatMap((kind) => {
    const both = [countIn(one, kind), countIn(other, kind)].filter((count) => count !== undefined);
    return both.length > 0 ? [[kind, both.reduce((sum, count) => sum + count, 0)] as const] : [];
  });
  let { costs } = one;
  for (const [currency, amount] of Object.entries(other.costs ?? {})) costs = addCost(costs, { currency, amount });
  return {
    replies: one.replies + other.replies,
    ms: one.ms + other.ms,
    calls: one.calls + other.calls,
    ...Object.fromEntries(counts),
    ...(costs && Object.keys(costs).length > 0 ? { costs } : {}),
  };
}

/** Where only input and output are told, they are all: a sum that left them out of the total would be too small. */
function countIn(sum: UsageSum, kind: (typeof TOKENS)[number]): number | undefined {
  return kind === 'total' ? allTokens(sum) : sum[kind];
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

/** What the reply of a turn has used; null while it isn't over. */
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
  // The events of older logs don't say what they used.
  return facts && usageOfReply(facts, Math.max(facts.calls ?? 0, calls));
}

/** The turn that an event has ended; null if it has ended none, or one that has left the memory. */
export function turnEndedBy({ entries }: Transcript, { seq }: EventStamp): number | null {
  for (let n = endOf(entries) - 1; n >= entries.first; n--) {
    const entry = entryAt(entries, n);
    if (entry?.ended?.seq === seq) return entry.turn;
  }
  return null;
}

/** Reads what was kept of a session; what makes no sense is left out. */
export function readUsage(kept: unknown): UsageByDay {
  if (typeof kept !== 'object' || kept === null) return {};
  const days = Object.entries(kept).flatMap(([day, sum]) => {
    if (!/^\d{4}-\d\d-\d\d$/.test(day)) return [];
    const whole = withoutBadCosts(sum);
    return isUsageSum(whole) ? [[day, whole] as const] : [];
  });
  return Object.fromEntries(days);
}

/** A cost that can't be read takes nothing else with it. */
function withoutBadCosts(sum: unknown): unknown {
  if (typeof sum !== 'object' || sum === null || !('costs' in sum)) return sum;
  const { costs, ...rest } = sum;
  const good = Object.entries(costs ?? {}).filter(([, amount]) => isCount(amount));
  return good.length > 0 ? { ...rest, costs: Object.fromEntries(good) } : rest;
}

export function isUsageSum(sum: unknown): sum is UsageSum {
  if (typeof sum !== 'object' || sum === null) return false;
  const { replies, ms, calls, costs = {}, ...tokens } = sum as Record<string, unknown>;
  return [replies, ms, calls, ...Object.values(tokens), ...Object.values(costs as object)].every(isCount);
}

function isCount(count: unknown): boolean {
  return typeof count === 'number' && Number.isFinite(count) && count >= 0;
}
