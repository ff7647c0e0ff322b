import type { Permission, ToolEntry } from '../../server/protocol/entries.js';
import { endOf, entryAt } from '../../server/protocol/entry-list.js';
import type { Actor } from '../../server/protocol/events.js';
import type { Pending, Transcript } from '../../server/protocol/transcript.js';

/** Something that happened in a session and is worth a word to whoever does not look. */
export type News =
  | { kind: 'started' }
  | { kind: 'asked'; text: string }
  | { kind: 'answered'; id: string; text: string; by: Actor }
  | { kind: 'ended'; text: string; isTrouble: boolean };

/** What happened between two states of one session, in the order in which it is best told. */
export function newsBetween(before: Transcript, after: Transcript): News[] {
  return [...answers(before, after), ...turnNews(before, after), ...questions(before, after)];
}

function questions(before: Transcript, after: Transcript): News[] {
  const known = new Set(before.pending.map(({ id }) => id));
  return after.pending
    .filter(({ id }) => !known.has(id))
    .map((pending) => ({ kind: 'asked', text: questionText(after, pending) }));
}

function questionText(t: Transcript, pending: Pending): string {
  const entry = entryAt(t.entries, pending.entry);
  if (entry?.kind === 'question') return `Question: ${entry.question.message}`;
  const permission = permissionIn(entry as ToolEntry | undefined, pending.id);
  const title = permission?.toolCall.title ?? (entry as ToolEntry | undefined)?.title ?? 'a tool';
  return `Permission needed: ${title}`;
}

function answers(before: Transcript, after: Transcript): News[] {
  const open = new Set(after.pending.map(({ id }) => id));
  return before.pending.flatMap(({ id, kind, entry: n }): News[] => {
    const entry = entryAt(after.entries, n);
    if (open.has(id) || !entry) return [];
    if (kind === 'question') {
      if (entry.kind !== 'question' || entry.outcome.status !== 'answered') return [];
      return [{ kind: 'answered', id, text: 'Answered', by: entry.outcome.by }];
    }
    const permission = entry.kind === 'tool' ? permissionIn(entry, id) : undefined;
    if (permission?.outcome.status !== 'answered') return [];
    return [{ kind: 'answered', id, text: answerName(permission), by: permission.outcome.by }];
  });
}

/** The words of the option that was chosen. */
export function answerName({ options, outcome }: Permission): string {
  if (outcome.status !== 'answered') return '';
  return options.find(({ optionId }) => optionId === outcome.optionId)?.name ?? outcome.optionId;
}

/** Who answered, as a person would say it. */
export function actorName(by: Actor): string {
  switch (by.kind) {
    case 'device':
      return by.device;
    case 'rule':
      return `the rule “${by.rule}”`;
    case 'allow_all':
      return `“Allow all” of ${by.device}`;
    default:
      return by.reason ?? 'AcDeck';
  }
}

function permissionIn(entry: ToolEntry | undefined, permissionId: string): Permission | undefined {
  return entry?.permissions?.find((permission) => permission.permissionId === permissionId);
}

function turnNews(before: Transcript, after: Transcript): News[] {
  const wasIdle = before.turn.status === 'idle';
  const isIdle = after.turn.status === 'idle';
  if (!isIdle && (wasIdle || after.turn.n > before.turn.n)) return [{ kind: 'started' }];
  if (!wasIdle && isIdle) return [endOfTurn(after)];
  return [];
}

function endOfTurn(t: Transcript): News {
  const last = entryAt(t.entries, endOf(t.entries) - 1);
  if (last?.kind === 'error') return { kind: 'ended', text: last.message, isTrouble: true };
  if (last?.kind === 'mark') return { kind: 'ended', text: last.text, isTrouble: last.mark !== 'cancelled' };
  return { kind: 'ended', text: 'Finished', isTrouble: false };
}
