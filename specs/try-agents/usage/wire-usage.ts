import type { Cost } from '../../../server/protocol/usage-sum.js';
import { messageIn, type WireLine } from '../wire-trace.js';

/** What an agent has said of the tokens of one reply, in the words of ACP. */
export interface WireTokens {
  readonly input: number | null;
  readonly output: number | null;
  readonly total: number | null;
}

/** What went over the wire about one reply. */
export interface WireReply {
  /** As the answer to the prompt has it; null if it has none. */
  readonly tokens: WireTokens | null;
  /** The same beside ACP's own fields, where an agent has put it. */
  readonly asides: string | null;
  /** What the session has cost so far, as last told before the reply was over. */
  readonly cost: Cost | null;
  /** Whether the agent was started since the reply before. */
  readonly isFirst: boolean;
}

/** What an agent reported of all replies in some sessions of its own, in their order. */
export function wireReplies(lines: readonly WireLine[], sessionIds: ReadonlySet<string>): WireReply[] {
  const replies: WireReply[] = [];
  const open = new Set<unknown>();
  let [cost, isFirst]: [Cost | null, boolean] = [null, true];
  for (const line of lines) {
    const { id, method, params, result } = messageIn(line);
    // A process that is started counts its messages anew.
    if (method === 'initialize') {
      open.clear();
      isFirst = true;
    }
    if (method === 'session/prompt' && sessionIds.has(params.sessionId)) open.add(id);
    const update = method === 'session/update' && sessionIds.has(params.sessionId) ? params.update : null;
    if (update?.sessionUpdate === 'usage_update' && update.cost) cost = update.cost;
    if (line.from !== 'agent' || method !== undefined || !open.delete(id)) continue;
    replies.push({ tokens: tokensIn(result?.usage), asides: asidesIn(result), cost, isFirst });
    isFirst = false;
  }
  return replies;
}

function tokensIn(usage: Record<string, number> | null | undefined): WireTokens | null {
  if (!usage) return null;
  const { inputTokens: input = null, outputTokens: output = null, totalTokens: total = null } = usage;
  return { input, output, total };
}

function asidesIn(
  result: { usage?: unknown; _meta?: { quota?: { token_count?: unknown } } } | undefined,
): string | null {
  const count = result?._meta?.quota?.token_count;
  return result?.usage || !count ? null : JSON.stringify(count);
}
