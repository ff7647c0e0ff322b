import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { AgentSummary } from '../../../server/protocol/api/app-state.js';
import type { UserEntry } from '../../../server/protocol/transcript/entries.js';
import type { Transcript } from '../../../server/protocol/transcript/transcript.js';
import { isPrompt, type OutboxCommand } from './outbox-store.js';

/** What decides whether a prompt goes straight into the conversation. */
export interface SendingFacts {
  readonly sessionId: string;
  readonly transcript: Transcript;
  readonly outbox: readonly OutboxCommand[];
  readonly isConnected: boolean;
  readonly agent: AgentSummary | null;
}

/**
 * The prompt on its way that will be the session's next entry. It is shown in its place at once, and the log's entry takes
 * over from it. Null where there is none, or where it may be queued or have to wait: the docks show that.
 */
export function sendingPrompt(facts: SendingFacts): OutboxCommand | null {
  const { transcript, outbox, sessionId, isConnected, agent } = facts;
  const { turn, queue, queuePaused } = transcript;
  const isFree = turn.status === 'idle' && queue.length === 0 && queuePaused === null;
  const isHeard = isConnected && agent?.health.state === 'ready';
  if (!isFree || !isHeard) return null;
  const first = outbox.find((command) => isPrompt(command) && command.args[0] === sessionId);
  // The answer to a command may come after the event that it caused, and even after the end of the turn.
  return first && first.failure === null && first.cmdId !== turn.promptId ? first : null;
}

/** How a prompt on its way looks in the conversation: as it will. */
export function sendingEntry({ cmdId, args, at }: OutboxCommand, { turn }: Transcript): UserEntry {
  const content = args[1] as readonly ContentBlock[];
  return { kind: 'user', id: `sending ${cmdId}`, turn: turn.n + 1, at, promptId: cmdId, content, by: null };
}
