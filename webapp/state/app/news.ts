import type { PermissionOptionKind } from '@agentclientprotocol/sdk';
import type { Actor } from '../../../server/protocol/events.js';
import { own } from '../../../server/protocol/own.js';
import type { Permission, ToolEntry } from '../../../server/protocol/transcript/entries.js';
import { endOf, entryAt } from '../../../server/protocol/transcript/entry-list.js';
import type { Pending, Transcript } from '../../../server/protocol/transcript/transcript.js';
import { errorEntryText, markText } from '../../codes/entry-words.js';
import { appWords } from './words.js';

/** Something that happened in a session and is worth a word to anyone who does not look. */
export type News =
  | { kind: 'started' }
  | { kind: 'asked'; text: string }
  | { kind: 'answered'; id: string; text: string; by: Actor }
  | { kind: 'ended'; text: string; isTrouble: boolean };

/** What happened between two states of one session, in the order in which it reads best. */
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
  if (entry?.kind === 'question') return appWords.question(entry.question.message);
  const permission = permissionIn(entry as ToolEntry | undefined, pending.id);
  const title = permission?.toolCall.title ?? (entry as ToolEntry | undefined)?.title ?? appWords.aTool;
  return appWords.permission(title);
}

function answers(before: Transcript, after: Transcript): News[] {
  const open = new Set(after.pending.map(({ id }) => id));
  return before.pending.flatMap(({ id, kind, entry: n }): News[] => {
    const entry = entryAt(after.entries, n);
    if (open.has(id) || !entry) return [];
    if (kind === 'question') {
      if (entry.kind !== 'question' || entry.outcome.status !== 'answered') return [];
      return [{ kind: 'answered', id, text: appWords.answered, by: entry.outcome.by }];
    }
    const permission = entry.kind === 'tool' ? permissionIn(entry, id) : undefined;
    if (permission?.outcome.status !== 'answered') return [];
    return [{ kind: 'answered', id, text: answerName(permission), by: permission.outcome.by }];
  });
}

const ANSWERS: Readonly<Record<PermissionOptionKind, string>> = appWords.answers;

/** What was answered, in our words: an agent can call its options anything. */
export function answerName({ options, outcome }: Permission): string {
  if (outcome.status !== 'answered') return '';
  const chosen = options.find(({ optionId }) => optionId === outcome.optionId);
  return chosen ? (own(ANSWERS, chosen.kind) ?? appWords.answered) : appWords.answered;
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
  if (last?.kind === 'error') return { kind: 'ended', text: errorEntryText(last), isTrouble: true };
  if (last?.kind === 'mark')
    return { kind: 'ended', text: markText(last.mark), isTrouble: last.mark.code !== 'cancelled' };
  return { kind: 'ended', text: appWords.finished, isTrouble: false };
}
