import type { Cost } from '../../../server/protocol/usage-sum.js';
import { messageIn, type WireLine } from '../wire-trace.js';

const KINDS = ['input', 'output', 'total', 'cached'] as const;

/** What an agent has said of tokens; nothing of what it doesn't say. */
export type WireTokens = { readonly [kind in (typeof KINDS)[number]]?: number };

/** What went over the wire about one reply. */
export interface WireReply {
  /** Null if the agent said nothing of them. */
  readonly tokens: WireTokens | null;
  /** Where it said them. */
  readonly source: 'usage' | '_meta.quota' | '_meta.usage' | 'none';
  /** What the session has cost so far, as last told in the reply, and as last told before it. */
  readonly cost: Cost | null;
  readonly costBefore: Cost | null;
  /** Which start of the agent it was, counted from 1. */
  readonly life: number;
}

/** A reply that isn't over yet. */
interface OpenReply {
  readonly sessionId: string;
  readonly costBefore: Cost | null;
  cost: Cost | null;
  /** What the answers of its model have used, where the agent tells of each. */
  answers: WireTokens | null;
}

/** What an agent reported of all replies in some sessions of its own, in their order. */
export function wireReplies(lines: readonly WireLine[], sessionIds: ReadonlySet<string>): WireReply[] {
  const replies: WireReply[] = [];
  const open = new Map<unknown, OpenReply>();
  const costs = new Map<string, Cost>();
  let life = 0;
  for (const line of lines) {
    const { id, method, params, result } = messageIn(line);
    // A process that is started counts its messages anew.
    if (method === 'initialize') {
      open.clear();
      life++;
    }
    const { sessionId, update } = params ?? {};
    if (method === 'session/prompt' && sessionIds.has(sessionId))
      open.set(id, { sessionId, costBefore: costs.get(sessionId) ?? null, cost: null, answers: null });
    if (method === 'session/update' && sessionIds.has(sessionId)) {
      const cost = update.sessionUpdate === 'usage_update' ? update.cost : null;
      if (cost) costs.set(sessionId, cost);
      for (const reply of open.values()) {
        if (reply.sessionId !== sessionId) continue;
        if (cost) reply.cost = cost;
        reply.answers = sumOf(reply.answers, tokensIn(update._meta?.usage));
      }
    }
    const reply = line.from === 'agent' && method === undefined ? open.get(id) : undefined;
    if (!reply) continue;
    open.delete(id);
    const { cost, costBefore } = reply;
    replies.push({ ...reportIn(result, reply), cost, costBefore, life });
  }
  return replies;
}

/** ACP's own field, else where Gemini and Qwen put it. */
function reportIn(
  result: { usage?: object; _meta?: { quota?: { token_count?: object } } } | undefined,
  { answers }: OpenReply,
): Pick<WireReply, 'tokens' | 'source'> {
  const usage = tokensIn(result?.usage);
  if (usage) return { tokens: usage, source: 'usage' };
  const quota = tokensIn(result?._meta?.quota?.token_count);
  if (quota) return { tokens: quota, source: '_meta.quota' };
  return answers ? { tokens: answers, source: '_meta.usage' } : { tokens: null, source: 'none' };
}

function tokensIn(report: object | null | undefined): WireTokens | null {
  const counts = Object.entries(report ?? {}).filter(
    (count): count is [string, number] => typeof count[1] === 'number',
  );
  const of = (...names: string[]) => counts.filter(([name]) => names.includes(name)).map(([, count]) => count);
  const all = {
    input: of('inputTokens', 'input_tokens'),
    output: of('outputTokens', 'output_tokens'),
    total: of('totalTokens', 'total_tokens'),
    cached: of('cachedReadTokens', 'cachedWriteTokens'),
  };
  const told = KINDS.filter((kind) => all[kind].length > 0);
  return told.length === 0
    ? null
    : Object.fromEntries(told.map((kind) => [kind, all[kind].reduce((sum, count) => sum + count, 0)]));
}

/** Two reports together; what only one has is in the sum. */
function sumOf(one: WireTokens | null, other: WireTokens | null): WireTokens | null {
  if (!one || !other) return one ?? other;
  const told = KINDS.filter((kind) => kind in one || kind in other);
  return Object.fromEntries(told.map((kind) => [kind, (one[kind] ?? 0) + (other[kind] ?? 0)]));
}
