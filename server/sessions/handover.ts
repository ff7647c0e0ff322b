import type { Entry, ToolEntry } from '../protocol/entries.js';
import { HANDOVER_OPENING } from '../protocol/handover.js';
import { textOf } from '../protocol/reduce-turn.js';
import type { EventLog } from './log/event-log.js';
import { sinceLastWords } from './look-back.js';

const MOST_CHARS = 800;
const MOST_FILES = 10;

/** A short summary of the last request and where it stood, for an agent that has lost its memory; null if there is none. */
export function handoverFrom(log: EventLog): string | null {
  const [request, ...after] = sinceLastWords(log);
  if (request?.kind !== 'user') return null;
  const answer = after.findLast((entry) => entry.kind === 'agent');
  const files = [...new Set(after.filter(isChange).flatMap(({ locations }) => locations.map(({ path }) => path)))];
  const lines = [
    `\n\n${HANDOVER_OPENING} your earlier session of this conversation could not be restored, so you do not remember it.`,
    `The person's last request was: ${quote(textOf(request.content))}`,
    answer?.kind === 'agent'
      ? `Your last words were: ${quote(textOf(answer.content), 'end')}`
      : 'You had not answered.',
    ...(files.length > 0 ? [`Files changed then: ${files.slice(0, MOST_FILES).map(oneLine).join(', ')}`] : []),
    `${stateOf(after)} Ask if you need more.]`,
  ];
  return lines.join('\n');
}

function isChange(entry: Entry): entry is ToolEntry {
  return entry.kind === 'tool' && ['edit', 'delete', 'move'].includes(entry.toolKind) && entry.status === 'completed';
}

function stateOf(after: readonly Entry[]): string {
  const end = after.findLast((entry) => entry.kind === 'error' || entry.kind === 'mark');
  if (end?.kind === 'error') return 'That turn failed.';
  if (end?.kind === 'mark' && end.mark === 'interrupted') return 'That turn was interrupted.';
  if (end?.kind === 'mark' && end.mark === 'cancelled') return 'The person stopped that turn.';
  return 'That turn was finished.';
}

function quote(text: string, part: 'start' | 'end' = 'start'): string {
  const words = text.trim();
  if (words.length <= MOST_CHARS) return `"${words}"`;
  return part === 'start' ? `"${words.slice(0, MOST_CHARS)}…"` : `"…${words.slice(-MOST_CHARS)}"`;
}

function oneLine(path: string): string {
  return path.replace(/\s+/g, ' ').slice(0, 200);
}
