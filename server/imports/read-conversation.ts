import { isTooDeep } from '../agents/parse/tame-value.js';
import { CONVERSATION_FORMAT, IMPORT_LIMITS } from '../protocol/api/conversation-file.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import type { LoggedEvent } from '../protocol/events.js';
import { reduceTranscript } from '../protocol/transcript/reduce.js';
import { emptyTranscript } from '../protocol/transcript/transcript.js';
import { readEvent } from './event-schema.js';

/** A conversation from a file, checked. */
export interface ReadConversation {
  readonly title: string;
  readonly agentId: string | null;
  readonly events: readonly LoggedEvent[];
  /** How many events of the file were left out. */
  readonly dropped: number;
}

/** Reads an exported conversation, which anyone may have written: only what we know and can fold is kept, numbered anew. */
export function readConversation(json: string): ReadConversation {
  const { format, version, title, agentId, events } = fieldsIn(json);
  if (format !== CONVERSATION_FORMAT || version !== 1 || !Array.isArray(events)) throw refused('not_a_conversation');
  if (events.length > IMPORT_LIMITS.events) throw refused('too_many_events');
  const kept: LoggedEvent[] = [];
  let transcript = emptyTranscript;
  for (const value of events) {
    const event = isTooDeep(value) ? null : readEvent(value);
    if (!event) continue;
    const numbered = { ...event, seq: kept.length + 1 } as LoggedEvent;
    try {
      transcript = reduceTranscript(transcript, numbered);
      kept.push(numbered);
    } catch {
      // It doesn't fit what came before it.
    }
  }
  if (kept.length === 0) throw refused('not_a_conversation');
  const plain = (value: unknown) => (typeof value === 'string' ? value : '');
  return { title: plain(title), agentId: plain(agentId) || null, events: kept, dropped: events.length - kept.length };
}

function fieldsIn(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Not JSON.
  }
  throw refused('not_a_conversation');
}

function refused(code: 'not_a_conversation' | 'too_many_events'): RpcError {
  return new RpcError('bad_request', 'This file is not a conversation that can be imported.', { code });
}
