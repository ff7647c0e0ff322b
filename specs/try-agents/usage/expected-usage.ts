import type { Cost } from '../../../server/protocol/usage-sum.js';
import type { Tokens } from '../wires/wire.js';
import type { WireReply, WireTokens } from './wire-usage.js';

/** What a reply has used by the wire: null where the agent says nothing. */
export interface ReplyUsage {
  readonly tokens: WireTokens | null;
  readonly cost: Cost | null;
  /** How the agent's number is to be read. */
  readonly reading: 'per reply' | 'sum' | 'either' | 'unlike the model' | 'none';
}

/** What was used by replies together. */
export interface UsageTotals {
  readonly input: number | null;
  readonly output: number | null;
  readonly cost: Cost | null;
}

export const NOTHING_REPORTED: UsageTotals = { input: null, output: null, cost: null };

/**
 * What one reply has used. Some agents report each reply by itself and some a growing sum, and nothing on the wire tells
 * which: we know it from what our model said.
 */
export function usageOf(reply: WireReply, before: WireReply | null, model: Tokens): ReplyUsage {
  const cost = costOf(reply, before);
  const { tokens, isFirst } = reply;
  if (!tokens) return { tokens: null, cost, reading: 'none' };
  const said = model.input + model.output;
  const since = before?.tokens ? minus(tokens, before.tokens) : tokens;
  if (tokens.total === said) return { tokens, cost, reading: isFirst || since.total === said ? 'either' : 'per reply' };
  if (since.total === said) return { tokens: since, cost, reading: 'sum' };
  return { tokens, cost, reading: 'unlike the model' };
}

/** Costs are sums by ACP's own words; an agent that says less than before counts anew. */
function costOf({ cost }: WireReply, before: WireReply | null): Cost | null {
  if (!cost) return null;
  const earlier = before?.cost ?? null;
  const isOn = earlier?.currency === cost.currency && earlier.amount <= cost.amount;
  return { ...cost, amount: isOn ? cost.amount - earlier.amount : cost.amount };
}

export function plus({ input, output, cost }: UsageTotals, reply: ReplyUsage): UsageTotals {
  return {
    input: add(input, reply.tokens?.input),
    output: add(output, reply.tokens?.output),
    cost: reply.cost ? { ...reply.cost, amount: (cost?.amount ?? 0) + reply.cost.amount } : cost,
  };
}

function add(sum: number | null, count: number | null | undefined): number | null {
  return typeof count === 'number' ? (sum ?? 0) + count : sum;
}

function minus(after: WireTokens, before: WireTokens): WireTokens {
  const less = (kind: keyof WireTokens) => (after[kind] === null ? null : after[kind] - (before[kind] ?? 0));
  return { input: less('input'), output: less('output'), total: less('total') };
}
