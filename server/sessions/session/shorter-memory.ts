import type { RetoldPast } from '../../ports/agent.js';
import type { SessionEvent } from '../../protocol/events.js';
import type { Entry, UserEntry } from '../../protocol/transcript/entries.js';
import { entriesOf } from '../../protocol/transcript/entry-list.js';
import type { Transcript } from '../../protocol/transcript/transcript.js';
import { isInternal, wordsOf } from './moved-on.js';

/** Agents put things before and after a message, and cut long ones; its beginning is enough to know it by. */
const KNOWN_BY_CHARS = 200;

interface Message {
  readonly words: string;
  /** Whether an agent in good health retells it: they leave out what was stopped or failed, and commands. */
  readonly isSure: boolean;
}

/** How many messages an agent should be able to retell of the session that it is in. */
export function retellableCount(t: Transcript): number {
  return messagesOf(t).filter(({ isSure }) => isSure).length;
}

/**
 * Says that the agent remembers less than the page shows, once for each loss. A message that is missing between
 * others is none: agents that are in good health leave some out. A loss takes the beginning or the end.
 */
export function shorterMemory(past: RetoldPast | null, t: Transcript, agent: string): SessionEvent[] {
  if (!past || past.isCut) return [];
  const messages = messagesOf(t);
  const retold = past.said.map(wordsOf);
  const sure = messages.filter(({ isSure }) => isSure);
  // Whoever retells as many messages has only other words for them.
  if (past.said.filter((said) => !isInternal(said)).length >= sure.length) return [];
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

/** What people said in the agent's present session, as far as it is at hand. */
function messagesOf(t: Transcript): Message[] {
  const entries = entriesOf(t.entries);
  const since = t.agentTurn ?? -1;
  return entries.flatMap((entry, n): Message[] => {
    if (entry.kind !== 'user' || entry.turn <= since) return [];
    const words = keyWordsOf(entry);
    return words === '' ? [] : [{ words, isSure: isAnswered(entries, n) && !words.startsWith('/') }];
  });
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
