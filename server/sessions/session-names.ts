import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { LoggedEvent } from '../protocol/events.js';
import { HANDOVER_OPENING } from '../protocol/handover.js';
import { LIMITS } from '../protocol/limits.js';
import { textOf } from '../protocol/reduce-turn.js';
import type { SessionChange, SessionNames, SessionRow, SessionTies } from './store/event-store.js';

const PROMPT_CHARS = 80;
const MOST_UNUSED = 20;
export const UNTITLED = 'New session';

/** What a session is called: a person's word, else the agent's, else how the first prompt begins. */
export function titleOf({ person, agent, prompt }: SessionNames): string {
  return person ?? agent ?? prompt ?? UNTITLED;
}

/** A title as it can stand in a list: one line, nothing invisible, not too long. */
export function cleanTitle(title: string, chars: number = LIMITS.titleChars): string | null {
  const line = title
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const clean = [...line].slice(0, chars).join('').trim();
  return clean === '' ? null : clean;
}

/** What events change in the row that lists their session, or null. */
export function rowChangeBy(row: SessionRow, events: readonly LoggedEvent[]): SessionChange | null {
  const names = events.reduce(namesAfter, row.names);
  const ties = events.reduce(tiesAfter, row.ties);
  const updatedAt = events.findLast(isUse)?.at;
  if (names === row.names && ties === row.ties && updatedAt === undefined) return null;
  return {
    ...(names === row.names ? {} : { names }),
    ...(ties === row.ties ? {} : { ties }),
    ...(updatedAt === undefined ? {} : { updatedAt }),
  };
}

/** Streaming does not move a session in the list; what begins or ends a turn does. */
function isUse(event: LoggedEvent): boolean {
  return event.type === 'prompt_sent' || event.type === 'prompt_queued' || endsTurn(event);
}

function endsTurn(event: LoggedEvent): boolean {
  if (event.type === 'agent_exited') return event.duringTurn === true;
  return event.type === 'turn_ended' || event.type === 'turn_failed' || event.type === 'turn_interrupted';
}

function namesAfter(names: SessionNames, event: LoggedEvent): SessionNames {
  switch (event.type) {
    case 'session_renamed':
      return { ...names, person: cleanTitle(event.title) };
    case 'prompt_sent':
    case 'prompt_queued':
      return names.prompt === null ? { ...names, prompt: firstLineOf(event.content) } : names;
    case 'agent_update': {
      const { update } = event;
      if (update.sessionUpdate !== 'session_info_update' || update.title === undefined) return names;
      return { ...names, agent: typeof update.title === 'string' ? agentTitle(update.title) : null };
    }
    default:
      return names;
  }
}

/** Some agents take all of the first prompt for a title, with what we told them besides. */
function agentTitle(title: string): string | null {
  return cleanTitle(title.split(HANDOVER_OPENING)[0] ?? '');
}

function firstLineOf(content: readonly ContentBlock[]): string | null {
  const line = textOf(content)
    .split('\n')
    .find((text) => text.trim() !== '');
  return line === undefined ? null : cleanTitle(line, PROMPT_CHARS);
}

/** The agent's own session is ours from the moment its id is known; after each turn both tell the same. */
function tiesAfter(ties: SessionTies, event: LoggedEvent): SessionTies {
  if (endsTurn(event)) return { ...ties, seenAt: event.at };
  if (event.type !== 'agent_session_opened') return ties;
  const { agentSessionId } = event.facts;
  const before = ties.agentSessionId;
  const isUnused = event.memory === 'new' && before !== null && before !== agentSessionId;
  const unusedIds = isUnused ? [...ties.unusedIds, before].slice(-MOST_UNUSED) : ties.unusedIds;
  const begun = event.memory === 'kept' ? {} : { begunAt: event.at };
  return { ...ties, agentSessionId, unusedIds, seenAt: event.at, ...begun, import: null };
}
