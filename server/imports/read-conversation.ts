import { isTooDeep } from '../agents/parse/tame-value.js';
import { CONVERSATION_FORMAT, IMPORT_LIMITS } from '../protocol/api/conversation-file.js';
import { reduceTranscript } from '../protocol/session/reduce.js';
import type { LoggedEvent } from '../protocol/session/session-event.js';
import { endOf, entryAt } from '../protocol/transcript/entry-list.js';
import { emptyTranscript, type Transcript } from '../protocol/transcript/transcript.js';
import type { CopyEnd, CopyPiece } from '../sessions/list/copy-writer.js';
import { savedStateOf, storedEntryOf } from '../sessions/log/saved-state.js';
import type { StoredEntry } from '../sessions/store/event-store.js';
import { readEvent } from './read-event.js';
import { type ConversationHead, splitConversation } from './split-conversation.js';

/** What is handed on at a time: whoever writes it down does nothing else meanwhile. */
const PIECE = { count: 500, chars: 256 * 1024 };

/** Why a file is no conversation that can be imported. */
export class RefusedFile extends Error {
  readonly code: 'not_a_conversation' | 'too_many_events';

  constructor(code: RefusedFile['code']) {
    super(`The file was refused: ${code}.`);
    this.code = code;
  }
}

/**
 * Reads an exported conversation, which anyone may have written: only what we know and can fold is kept, numbered anew.
 * It comes in pieces, first the events and then the entries that they fold into, so that nobody has to fold them again.
 */
export function* readConversation(json: string): Generator<CopyPiece, CopyEnd> {
  const head: ConversationHead = Object.create(null);
  let [transcript, count] = [emptyTranscript, 0];
  const events = new Pieces<CopyPiece['events'][number]>();
  for (const text of eventTexts(json, head)) {
    if (++count > IMPORT_LIMITS.events) throw new RefusedFile('too_many_events');
    const next = text === null ? null : foldText(transcript, text);
    if (!next) continue;
    transcript = next.transcript;
    if (events.add({ seq: transcript.seq, body: next.body })) yield { events: events.take(), entries: [] };
  }
  const { format, version, title, agentId, events: hasEvents } = head;
  const isConversation = format === CONVERSATION_FORMAT && version === 1 && hasEvents === true;
  if (!isConversation || transcript.seq === 0) throw new RefusedFile('not_a_conversation');
  yield { events: events.take(), entries: [] };
  const entries = new Pieces<StoredEntry>();
  for (let n = 0; n < endOf(transcript.entries); n++) {
    if (entries.add(storedEntryOf(n, entryAt(transcript.entries, n)!))) yield { events: [], entries: entries.take() };
  }
  yield { events: [], entries: entries.take() };
  const plain = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    title: plain(title),
    agentId: plain(agentId) || null,
    dropped: count - transcript.seq,
    savedState: savedStateOf(transcript),
  };
}

function* eventTexts(json: string, head: ConversationHead): Generator<string | null> {
  try {
    yield* splitConversation(json, head);
  } catch (error) {
    throw error instanceof SyntaxError ? new RefusedFile('not_a_conversation') : error;
  }
}

/** The transcript after one more event, and that event; null if it is none, or doesn't fit what came before it. */
function foldText(before: Transcript, text: string): { transcript: Transcript; body: string } | null {
  const value = parseJson(text);
  const event = isTooDeep(value) ? null : readEvent(value);
  if (!event) return null;
  const numbered = { ...event, seq: before.seq + 1 } as LoggedEvent;
  try {
    return { transcript: reduceTranscript(before, numbered), body: JSON.stringify(numbered) };
  } catch {
    return null;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RefusedFile('not_a_conversation');
  }
}

/** Collects what is handed on together. */
class Pieces<T extends { readonly body: string }> {
  #items: T[] = [];
  #chars = 0;

  /** Whether there is enough for a piece. */
  add(item: T): boolean {
    this.#items.push(item);
    this.#chars += item.body.length;
    return this.#items.length >= PIECE.count || this.#chars >= PIECE.chars;
  }

  take(): T[] {
    const items = this.#items;
    this.#items = [];
    this.#chars = 0;
    return items;
  }
}
