import type { ContentBlock } from '@agentclientprotocol/sdk';
import { HANDOVER_OPENING } from '../../protocol/handover.js';
import { LIMITS } from '../../protocol/limits.js';
import { own } from '../../protocol/own.js';
import type { LoggedEvent } from '../../protocol/session/session-event.js';
import { entriesOf } from '../../protocol/transcript/entry-list.js';
import { recountedReplies } from '../../protocol/transcript/metered-replies.js';
import { promptWords } from '../../protocol/transcript/reduce-turn.js';
import { emptyTranscript, type Transcript } from '../../protocol/transcript/transcript.js';
import { addUsage, dayOf, idleUsage, NO_USAGE, replyUsage, turnEndedBy } from '../../protocol/transcript/usage.js';
import { tokensMore } from '../../protocol/turn-tokens.js';
import type { UsageSum } from '../../protocol/usage-sum.js';
import type { ListedAs, SessionChange, SessionNames, SessionRow, SessionTies } from '../store/event-store.js';

const PROMPT_CHARS = 80;
const PREVIEW_CHARS = 140;
/** A row needs no more of a reply than this to begin with. */
const PREVIEW_LOOK = 2_000;
const LOOK_AHEAD = 30;
const MOST_UNUSED = 20;
/** What an agent's history grows by; the others say what could be used, and how full the context is. */
const LATE_REPORTS: ReadonlySet<string> = new Set([
  'agent_message_chunk',
  'agent_thought_chunk',
  'tool_call',
  'tool_call_update',
]);
const MOST_SET_ASIDE = 50;

/** What a session is called: a person's word, else the agent's, else how the first prompt begins; empty if it has no name. */
export function titleOf({ person, agent, prompt }: SessionNames): string {
  return person ?? agent ?? prompt ?? '';
}

/** A title as it can stand in a list: one line, nothing invisible, not too long. */
export function cleanTitle(title: string, chars: number = LIMITS.titleChars): string | null {
  const line = title
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line === '' ? null : cutAtWord([...line], chars);
}

/** At a space if one is near enough, else where a word of a language without spaces ends, else within a long word. */
function cutAtWord(letters: readonly string[], chars: number): string {
  if (letters.length <= chars) return letters.join('');
  const room = letters.slice(0, chars - 1).join('');
  const space = letters[chars - 1] === ' ' ? room.length : room.lastIndexOf(' ');
  // A word is known by what follows it.
  const around = letters.slice(0, chars + LOOK_AHEAD).join('');
  const ends = [space, lastEnd(around, 'word', room.length), lastEnd(around, 'grapheme', room.length)];
  const end = ends.find((at) => at > room.length / 2) ?? room.length;
  return `${room.slice(0, end).replace(/[\s\p{Pd},;:.、。，；：]+$/u, '')}…`;
}

/** Where the last part ends that fits, by the rules of Unicode. */
function lastEnd(text: string, granularity: 'word' | 'grapheme', limit: number): number {
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter(undefined, { granularity }).segment(text)) {
    if (index + segment.length > limit) return end;
    end = index + segment.length;
  }
  return end;
}

/** Nothing was said or run in it, and nobody has named it: it is what "New session" leads to, and in no list. */
export function isEmptySession({ names, ties }: SessionRow): boolean {
  return names.person === null && names.prompt === null && ties.import === null && !ties.isArchived;
}

/** What a row takes from outside of its log. */
export interface RowSurroundings {
  /** Whether somebody has this session before their eyes. */
  isLookedAt(): boolean;
  /** The branch of the folder, as far as it is known. */
  branch(): string | null;
}

/** Nobody looks, and nothing is known of a branch. */
export const NOTHING_AROUND: RowSurroundings = { isLookedAt: () => false, branch: () => null };

/** What events change in the row that lists their session, or null. */
export function rowChangeBy(
  row: SessionRow,
  events: readonly LoggedEvent[],
  around: RowSurroundings & { readonly transcript?: Transcript } = NOTHING_AROUND,
): SessionChange | null {
  const names = events.reduce(namesAfter, row.names);
  const ties = events.reduce((before, event) => tiesAfter(before, event, around.transcript), row.ties);
  const updatedAt = events.findLast(isUse)?.at;
  const isListed = updatedAt !== undefined || idleUsage(events) !== null;
  if (names === row.names && ties === row.ties && !isListed) return null;
  return {
    ...(names === row.names ? {} : { names }),
    ...(ties === row.ties ? {} : { ties }),
    ...(updatedAt === undefined ? {} : { updatedAt }),
    ...(isListed ? { listing: listingAfter(row, events, around) } : {}),
  };
}

function listingAfter(
  { listing, updatedAt: before }: SessionRow,
  events: readonly LoggedEvent[],
  { isLookedAt, branch, transcript = emptyTranscript }: RowSurroundings & { readonly transcript?: Transcript },
): ListedAs {
  let next: ListedAs = { ...listing, seenAt: listing.seenAt ?? before };
  for (const event of events) {
    if (event.type === 'prompt_sent' || event.type === 'prompt_queued') {
      // Anyone who writes has seen what is there, and wants the session in the list.
      const seenAt = event.by?.kind === 'device' ? event.at : next.seenAt;
      next = { ...next, seenAt, archivedAt: null, branch: branch() ?? next.branch };
      if (event.type === 'prompt_sent') next = { ...next, isFailed: false };
    } else if (endsTurn(event)) {
      next = { ...next, isFailed: event.type !== 'turn_ended', preview: lastReply(transcript) ?? next.preview };
      if (isLookedAt()) next = { ...next, seenAt: event.at };
      // Of a turn that was interrupted the next server tells, maybe on another day.
      const at = event.type === 'turn_interrupted' ? (event.until ?? transcript.lastOutputAt ?? event.at) : event.at;
      for (const part of endedParts(transcript, event, at)) next = { ...next, ...usageAfter(next, part, transcript) };
    } else if (event.used?.isIdle) {
      const part = { used: idleUsage([event]), at: event.at, turn: transcript.turn.n };
      next = { ...next, ...usageAfter(next, part, transcript) };
    }
  }
  return next;
}

/** Without the commonest signs of Markdown, which a single line does not draw. */
function plainWords(text: string): string {
  return text.replace(/^\s{0,3}(?:#{1,6}\s+|[-*>]\s+|```.*$)|\*\*|`+/gm, '');
}

/** Something that was used in a turn. */
interface UsedPart {
  readonly used: UsageSum | null;
  readonly at: number;
  readonly turn: number;
}

/** What is used belongs to the day on which it ended, and to a task if an agent has asked for it. */
function usageAfter(
  { usage = {}, usedByTasks = NO_USAGE }: ListedAs,
  { used, at, turn }: UsedPart,
  transcript: Transcript,
): Partial<ListedAs> {
  if (!used) return {};
  const day = dayOf(at);
  return {
    usage: { ...usage, [day]: addUsage(own(usage, day) ?? NO_USAGE, used) },
    ...(isTask(transcript, turn) ? { usedByTasks: addUsage(usedByTasks, used) } : {}),
  };
}

/** What the reply has used that an event ends, and what those before it have used more or less than they were taken to. */
function endedParts(transcript: Transcript, event: LoggedEvent, at: number): UsedPart[] {
  const turn = turnEndedBy(transcript, event);
  if (turn === null) return [];
  const recounted = event.type === 'turn_ended' ? event.recounted : [];
  const corrections = recountedReplies(transcript, turn, recounted).map(({ was, is, ...reply }) => ({
    used: { ...NO_USAGE, ...tokensMore(is, was) },
    ...reply,
  }));
  return [{ used: replyUsage(transcript, turn), at, turn }, ...corrections];
}

/** Whether a turn was begun by an agent. */
function isTask({ entries }: Transcript, turn: number): boolean {
  const asked = entriesOf(entries).findLast((entry) => entry.turn === turn && entry.kind === 'user');
  return asked?.kind === 'user' && asked.by?.kind === 'session';
}

/** How the last reply begins; null if there is none. */
function lastReply({ entries }: Transcript): string | null {
  const reply = entriesOf(entries).findLast((entry) => entry.kind === 'agent');
  return reply?.kind === 'agent'
    ? cleanTitle(plainWords(promptWords(reply.content).slice(0, PREVIEW_LOOK)), PREVIEW_CHARS)
    : null;
}

/** Streaming does not move a session in the list; what begins or ends a turn does. */
function isUse(event: LoggedEvent): boolean {
  return event.type === 'prompt_sent' || event.type === 'prompt_queued' || endsTurn(event);
}

/** Whether an event ends a turn, however that goes. */
export function endsTurn(event: LoggedEvent): boolean {
  if (event.type === 'agent_exited') return event.duringTurn === true;
  return event.type === 'turn_ended' || event.type === 'turn_failed' || event.type === 'turn_interrupted';
}

function namesAfter(names: SessionNames, event: LoggedEvent): SessionNames {
  switch (event.type) {
    case 'session_renamed':
      return { ...names, person: cleanTitle(event.title) };
    case 'prompt_sent':
    case 'prompt_queued':
      return names.prompt ? names : { ...names, prompt: firstLineOf(event.content) ?? '' };
    // Used, but by no words that could name it; a first prompt may still come.
    case 'terminal_opened':
    case 'history_imported':
      return names.prompt === null ? { ...names, prompt: '' } : names;
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
  const line = promptWords(content)
    .split('\n')
    .find((text) => text.trim() !== '');
  return line === undefined ? null : cleanTitle(line, PROMPT_CHARS);
}

/** The agent's own session is ours from the moment its id is known; after each turn both tell the same. */
function tiesAfter(ties: SessionTies, event: LoggedEvent, transcript?: Transcript): SessionTies {
  if (endsTurn(event) || isLateReport(event, transcript)) return { ...ties, seenAt: event.at };
  if (event.type !== 'agent_session_opened') return ties;
  const { agentSessionId } = event.facts;
  const before = ties.agentSessionId;
  const isUnused = event.memory === 'new' && before !== null && before !== agentSessionId;
  const unusedIds = isUnused ? [...ties.unusedIds, before].slice(-MOST_UNUSED) : ties.unusedIds;
  const begun = event.memory === 'kept' ? {} : { begunAt: event.at };
  const aside = setAsideIds(ties, event.memory === 'new' ? null : before, agentSessionId);
  return { ...ties, agentSessionId, unusedIds, ...aside, seenAt: event.at, ...begun, import: null };
}

/** Some agents write on in their history after a reply, and report that too. */
function isLateReport(event: LoggedEvent, transcript = emptyTranscript): boolean {
  if (event.type !== 'agent_update' || transcript.turn.status !== 'idle' || transcript.isRetold) return false;
  return LATE_REPORTS.has(event.update.sessionUpdate);
}

/** Sessions of the agent's that a part of this one was said in, and that are not the present one. */
function setAsideIds(ties: SessionTies, before: string | null, now: string): Pick<SessionTies, 'setAsideIds'> {
  const known = ties.setAsideIds ?? [];
  const ids = [...new Set([...known, ...(before === null ? [] : [before])])].filter((id) => id !== now);
  return ids.length === 0 && known.length === 0 ? {} : { setAsideIds: ids.slice(-MOST_SET_ASIDE) };
}
