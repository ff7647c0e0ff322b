import type { TurnTokens } from './events.js';
import { own } from './own.js';

/** Beyond this a report of one reply is a mistake, not a count. */
const MOST_TOKENS = 1e9;
const KINDS = ['input', 'output', 'total', 'cached'] as const;

/** The counts of a report that are possible, as whole numbers; null if none is. */
export function possibleTokens(tokens: TurnTokens): TurnTokens | null {
  const good = KINDS.flatMap((kind) => {
    const count = own(tokens, kind);
    return isPossible(count) ? [[kind, Math.round(count)] as const] : [];
  });
  return good.length > 0 ? Object.fromEntries(good) : null;
}

function isPossible(count: unknown): count is number {
  return typeof count === 'number' && count >= 0 && count <= MOST_TOKENS;
}

/** All tokens of a report or a sum; undefined where nothing is known of them. */
export function allTokens({ input, output, total }: Readonly<TurnTokens>): number | undefined {
  if (total !== undefined) return total;
  return input === undefined && output === undefined ? undefined : (input ?? 0) + (output ?? 0);
}

/** How many more tokens of each kind one report has than another. */
export function tokensMore(one: TurnTokens, other: TurnTokens): TurnTokens {
  const [a, b] = [possibleTokens(one) ?? {}, possibleTokens(other) ?? {}];
  const [input, output] = [(a.input ?? 0) - (b.input ?? 0), (a.output ?? 0) - (b.output ?? 0)];
  return { input, output, total: (allTokens(a) ?? 0) - (allTokens(b) ?? 0) };
}
