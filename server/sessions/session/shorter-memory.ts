import type { RetoldPast } from '../../ports/agent.js';
import { isInternal } from '../../protocol/handover.js';
import type { SessionEvent } from '../../protocol/session/session-event.js';
import type { Entry, UserEntry } from '../../protocol/transcript/entries.js';
import { endOf, entriesOf } from '../../protocol/transcript/entry-list.js';
import type { Transcript } from '../../protocol/transcript/transcript.js';
import type { EventLog } from '../log/event-log.js';
import { entriesAfter } from '../turns/past-turns.js';
import { wordsOf } from './moved-on.js';

/** Agents put things before and after a message, and cut long ones; its beginning is enough to know it by. */
const KNOWN_BY_CHARS = 200;
/** Up to so many entries a retelling is over in a moment, and what it leaves out can be looked up. */
const MOST_ENTRIES = 2_000;
/** Commands by which people let an agent shorten its memory. */
const SHORTENS = /^\/(compact|compress|summari[sz]e|clear|reset)\b/i;

interface Message {
  readonly words: string;
  /** Whether an agent in good health retells it: they leave out what was stopped or failed, and commands. */
  readonly isSure: boolean;
}

/** How many messages an agent should be able to retell of the session that it is in; those in memory, if there are any. */
export function retellableCount(log: EventLog): number {
  const t = log.transcript;
  const count = (entries: readonly Entry[]) => messagesOf(entries, t).filter(({ isSure }) => isSure).length;
  return count(entriesOf(t.entries)) || (isShort(t) ? count(entriesAfter(log, firstTurn(t))) : 0);
}

/** Whether nobody has to wait for a retelling. */
export function isShort(t: Transcript): boolean {
  return endOf(t.entries) <= MOST_ENTRIES;
}

/**
 * Says that the agent remembers less than the page shows, once for each loss. A message that is missing between
 * others is none: agents that are in good health leave some out. A loss takes the beginning or the end.
 */
export function shorterMemory(past: RetoldPast | null, log: EventLog, agent: string): SessionEvent[] {
  if (!past || past.isCut) return [];
  const t = log.transcript;
  const told = past.said.filter((said) => !isInternal(said)).length;
  const messages = messagesOf(isShort(t) ? entriesAfter(log, firstTurn(t)) : entriesOf(t.entries), t);
  const retold = past.said.map(wordsOf);
  const sure = messages.filter(({ isSure }) => isSure);
  // An agent that retells as many messages has only other words for them.
  if (told >= sure.length) return [];
  const isKnown = ({ words }: Message) => retold.some((said) => said.includes(words));
  const first = sure[0];
  const last = sure.at(-1);
  if (!first || !last || (isKnown(first) && isKnown(last))) return [];
  const remembered = messages.filter(isKnown).length;
  const forgotten = messages.length - remembered;
  if (forgotten <= (t.forgotten ?? 0)) return [];
  return [
    {
      type: 'notice_shown',
      severity: 'warning',
      notice: { code: 'remembers_less', agent, remembered, messages: messages.length },
      forgotten,
    },
  ];
}

/** The turn after which the agent's present session began. */
function firstTurn({ agentTurn }: Transcript): number {
  return agentTurn ?? -1;
}

/** What people said in the agent's present session. */
function messagesOf(entries: readonly Entry[], t: Transcript): Message[] {
  const shortened = entries.findLastIndex(isShortening);
  return entries.flatMap((entry, n): Message[] => {
    if (entry.kind !== 'user' || entry.turn <= firstTurn(t)) return [];
    const words = keyWordsOf(entry);
    const isSure = n > shortened && isAnswered(entries, n) && !words.startsWith('/');
    return words === '' ? [] : [{ words, isSure }];
  });
}

/** Whether the agent has shortened its own memory there: what was before is no loss, in whatever form it is kept. */
function isShortening(entry: Entry): boolean {
  if (entry.kind === 'compaction') return entry.error === null;
  return entry.kind === 'user' && SHORTENS.test(keyWordsOf(entry));
}

/** The longest of its texts: what stands between them is retold in many ways. */
function keyWordsOf({ content }: UserEntry): string {
  const texts = content.flatMap((block) => (block.type === 'text' ? [wordsOf(block.text)] : []));
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '').slice(0, KNOWN_BY_CHARS);
}

/** Whether the agent has answered it with words, and nothing came between. */
function isAnswered(entries: readonly Entry[], at: number): boolean {
  let hasWords = false;
  for (let n = at + 1; n < entries.length; n++) {
    const entry = entries[n]!;
    if (entry.kind === 'user') break;
    if (entry.kind === 'error' || (entry.kind === 'mark' && !['restarted', 'imported'].includes(entry.mark.code)))
      return false;
    if (entry.kind === 'agent') hasWords = true;
  }
  return hasWords;
}
