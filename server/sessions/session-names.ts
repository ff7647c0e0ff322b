import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { LoggedEvent } from '../protocol/events.js';
import { LIMITS } from '../protocol/limits.js';
import { textOf } from '../protocol/reduce-turn.js';
import type { SessionChange, SessionNames, SessionRow } from './store/event-store.js';

const PROMPT_CHARS = 80;
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
  const updatedAt = events.findLast(isUse)?.at;
  if (names === row.names && updatedAt === undefined) return null;
  return { ...(names === row.names ? {} : { names }), ...(updatedAt === undefined ? {} : { updatedAt }) };
}

/** Streaming does not move a session in the list; what begins or ends a turn does. */
function isUse({ type }: LoggedEvent): boolean {
  return /^(prompt_sent|prompt_queued|turn_ended|turn_failed|turn_interrupted)$/.test(type);
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
      return { ...names, agent: typeof update.title === 'string' ? cleanTitle(update.title) : null };
    }
    default:
      return names;
  }
}

function firstLineOf(content: readonly ContentBlock[]): string | null {
  const line = textOf(content)
    .split('\n')
    .find((text) => text.trim() !== '');
  return line === undefined ? null : cleanTitle(line, PROMPT_CHARS);
}
