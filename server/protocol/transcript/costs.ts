import { own } from '../own.js';
import type { Cost, Costs } from '../usage-sum.js';
import type { Transcript } from './transcript.js';

/** Beyond this a report is a mistake, not a count. */
const MOST_COST = 1e5;
const CURRENCY = /^[\p{L}\p{N} _.$€£¥-]{1,20}$/u;
/** As many are counted by themselves; nobody is paid in more of them. */
const MOST_CURRENCIES = 20;
/** All further ones together, so that no cost goes uncounted. */
const OTHER_CURRENCIES = 'other currencies';

export function isPossibleCost(cost: Cost | null | undefined): cost is Cost {
  if (!cost || typeof cost.currency !== 'string') return false;
  const { amount, currency } = cost;
  return Number.isFinite(amount) && amount >= 0 && amount <= MOST_COST && CURRENCY.test(currency);
}

/** Costs with one more; each currency counts by itself, as long as there are not absurdly many. */
export function addCost(costs: Costs | undefined, { amount, currency }: Cost): Costs {
  const isKept = own(costs, currency) !== undefined || Object.keys(costs ?? {}).length < MOST_CURRENCIES;
  const unit = isKept ? currency : OTHER_CURRENCIES;
  return { ...costs, [unit]: (own(costs, unit) ?? 0) + amount };
}

/**
 * What has been spent since the agent last said what its session has cost in that currency; null if that is no news. An
 * agent that says less than before has begun to count anew. Nothing is worth saying once in a reply: it isn't unknown.
 */
export function costRise({ totals, usage, turn }: Transcript, cost: Cost | null | undefined): Cost | null {
  if (!isPossibleCost(cost)) return null;
  const { amount, currency } = cost;
  // A transcript of an earlier version has only the last total.
  const last = !totals && usage?.cost?.currency === currency ? usage.cost.amount : 0;
  const before = own(totals, currency) ?? last;
  const rise = amount >= before ? amount - before : amount;
  const isNews = turn.status !== 'idle' && own(turn.used?.costs, currency) === undefined;
  return rise > 0 || isNews ? { amount: rise, currency } : null;
}

/** Keeps what the agent says that its session has cost. */
export function noteTotal(t: Transcript, cost: Cost | null | undefined): Transcript {
  if (!isPossibleCost(cost)) return t;
  const { amount, currency } = cost;
  const isKept = own(t.totals, currency) !== undefined || Object.keys(t.totals ?? {}).length < MOST_CURRENCIES;
  return isKept ? { ...t, totals: { ...t.totals, [currency]: amount } } : t;
}

/** The session has cost so much more. */
export function addSpent(t: Transcript, cost: Cost): Transcript {
  return { ...t, spent: addCost(t.spent, cost) };
}
