import type { RetoldPast } from '../../ports/agent.js';
import { HANDOVER_OPENING, isInternal } from '../../protocol/handover.js';
import type { SessionEvent } from '../../protocol/session/session-event.js';
import { entriesOf } from '../../protocol/transcript/entry-list.js';
import { promptWords } from '../../protocol/transcript/reduce-turn.js';
import type { Transcript } from '../../protocol/transcript/transcript.js';
import type { EventLog } from '../log/event-log.js';
import { sinceLastWords } from '../turns/past-turns.js';

const COMPARED_CHARS = 3_900;

/** Whether an agent's own history has gone on without us, from what it retold of it. */
export function hasMovedOn(past: RetoldPast | null, log: EventLog): boolean {
  // Its list knows of no change, or nothing was retold that could be compared.
  if (!past || past.isNewer === false) return false;
  const [last] = sinceLastWords(log);
  const ours = last?.kind === 'user' ? wordsOf(promptWords(last.content)) : '';
  if (ours === '') return past.isNewer === true && past.said.length > 0;
  const at = past.said.findLastIndex((said) => isSame(wordsOf(said), ours));
  if (at < 0) return past.isNewer === true;
  if (past.said.slice(at + 1).some((said) => !isInternal(said))) return true;
  // "Go on" may have been said once more than we know of.
  return past.isNewer === true && timesAtEnd(past.said, ours) > timesAtEnd(ownWords(log), ours);
}

function ownWords(log: EventLog): string[] {
  return entriesOf(log.transcript.entries).flatMap((entry) =>
    entry.kind === 'user' ? [promptWords(entry.content)] : [],
  );
}

/** How often the same was said in a row, at last. */
function timesAtEnd(said: readonly string[], words: string): number {
  const spoken = said.filter((text) => !isInternal(text));
  const other = spoken.findLastIndex((text) => !isSame(wordsOf(text), words));
  return spoken.length - 1 - other;
}

/** How the page says so; nothing if it has said it already. */
export function movedOnNotice(agent: string, t: Transcript): SessionEvent[] {
  const before = entriesOf(t.entries).findLast(
    (entry) => entry.kind === 'user' || (entry.kind === 'notice' && entry.action === 'update_from_agent'),
  );
  if (before?.kind === 'notice') return [];
  const notice = { code: 'continued_elsewhere', agent } as const;
  return [{ type: 'notice_shown', severity: 'info', notice, action: 'update_from_agent' }];
}

function isSame(said: string, ours: string): boolean {
  return said === ours || said.startsWith(`${ours} ${HANDOVER_OPENING}`);
}

export function wordsOf(text: string): string {
  return text.slice(0, COMPARED_CHARS).replace(/\s+/g, ' ').trim();
}
