import type { Cost } from '../../../server/protocol/usage-sum.js';
import type { WireReply, WireTokens } from './wire-usage.js';

/** What a reply has used by the wire: null where the agent says nothing. */
export interface ReplyUsage {
  readonly tokens: WireTokens | null;
  readonly cost: Cost | null;
}

/** What was used by replies together. */
export interface UsageTotals {
  readonly total: number | null;
  readonly input: number | null;
  readonly output: number | null;
  readonly cost: Cost | null;
}

export const NOTHING_REPORTED: UsageTotals = { total: null, input: null, output: null, cost: null };

/** What one reply has used. Some agents count tokens from their start on, and nothing on the wire tells which. */
export function usageOf(reply: WireReply, before: WireReply | null, isSum: boolean): ReplyUsage {
  const earlier = isSum && before?.life === reply.life ? before.tokens : null;
  return {
    tokens: reply.tokens && earlier ? minus(reply.tokens, earlier) : reply.tokens,
    cost: costOf(reply),
  };
}

/** All tokens; those who tell only of input and output have no others. */
export function allOf({ input, output, total }: WireTokens): number {
  return total ?? (input ?? 0) + (output ?? 0);
}

/** Costs are sums by ACP's own words; an agent that says less than before counts anew. */
function costOf({ cost, costBefore }: WireReply): Cost | null {
  if (!cost) return null;
  const isOn = costBefore?.currency === cost.currency && costBefore.amount <= cost.amount;
  return { ...cost, amount: isOn ? cost.amount - costBefore.amount : cost.amount };
}

export function plus({ total, input, output, cost }: UsageTotals, reply: ReplyUsage): UsageTotals {
  return {
    total: add(total, reply.tokens && allOf(reply.tokens)),
    input: add(input, reply.tokens?.input),
    output: add(output, reply.tokens?.output),
    cost: reply.cost ? { ...reply.cost, amount: (cost?.amount ?? 0) + reply.cost.amount } : cost,
  };
}

function add(sum: number | null, count: number | null | undefined): number | null {
  return typeof count === 'number' ? (sum ?? 0) + count : sum;
}

function minus(after: WireTokens, before: WireTokens): WireTokens {
  const rises = Object.entries(after).map(([kind, count]) => [kind, count - (before[kind as keyof WireTokens] ?? 0)]);
  return Object.fromEntries(rises);
}
