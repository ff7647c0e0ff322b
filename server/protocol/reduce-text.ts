import type { ContentBlock, ContentChunk } from '@agentclientprotocol/sdk';
import { addEntry, changeEntry, setOpen } from './edit-transcript.js';
import type { TextEntry } from './entries.js';
import { endOf, entryAt, findEntry } from './entry-list.js';
import type { LoggedEvent } from './events.js';
import { LIMITS } from './limits.js';
import type { Transcript } from './transcript.js';

/** Chunks of one message id are one message; without ids, neighbours of one kind are. */
export function applyTextChunk(
  t: Transcript,
  event: LoggedEvent & { late?: true },
  kind: TextEntry['kind'],
  chunk: ContentChunk,
): Transcript {
  const messageId = chunk.messageId ?? null;
  const n = messageId === null ? lastOfKind(t, kind) : findEntry(t.entries, `${kind}:${messageId}`);
  if (n < 0 && event.late) return t;
  const existing = n < 0 ? undefined : (entryAt(t.entries, n) as TextEntry);
  if (!existing || isFull(existing)) return startText(t, event, kind, chunk, existing !== undefined);
  // Only the newest entry is being written; an older message that grows stays a finished one.
  const isOpen = t.turn.status !== 'idle' && n === endOf(t.entries) - 1 && !event.late;
  const written = changeEntry(t, n, kind, (entry) => ({
    ...entry,
    content: joinContent(entry.content, chunk.content),
    open: isOpen,
    endedAt: isOpen ? null : event.at,
  }));
  return setOpen(written, n, isOpen);
}

/** Text that follows text is one block; anything else is a block of its own. */
export function joinContent(content: readonly ContentBlock[], added: ContentBlock): readonly ContentBlock[] {
  const last = content.at(-1);
  if (last?.type !== 'text' || added.type !== 'text') return [...content, added];
  return content.with(-1, { ...last, text: last.text + added.text });
}

/** What agents echo of our own prompt is dropped; any other user text is shown. */
export function applyUserChunk(t: Transcript, event: LoggedEvent, chunk: ContentChunk): Transcript {
  const text = chunk.content.type === 'text' ? chunk.content.text : '';
  const rest = t.turn.status === 'idle' ? null : afterEcho(t.turn.echo, text);
  if (rest !== null) return { ...t, turn: { ...t.turn, echo: rest } };
  const n = endOf(t.entries) - 1;
  const last = entryAt(t.entries, n);
  const messageId = chunk.messageId ?? undefined;
  if (last?.kind === 'user' && last.promptId === null && last.messageId === messageId) {
    return changeEntry(t, n, 'user', (entry) => ({ ...entry, content: joinContent(entry.content, chunk.content) }));
  }
  // A person's words that nobody sent from here begin a turn of the past.
  const told = t.turn.status === 'idle' ? { ...t, turn: { ...t.turn, n: t.turn.n + 1 } } : t;
  const name = messageId === undefined ? {} : { messageId };
  return addEntry(told, event, { kind: 'user', promptId: null, content: [chunk.content], by: null, ...name });
}

/** What is left of the prompt after the agent echoed `text`, or null if that is no echo. Spaces do not count. */
function afterEcho(prompt: string, text: string): string | null {
  const words = text.trim();
  const rest = prompt.trimStart();
  return rest.startsWith(words) ? rest.slice(words.length) : null;
}

function startText(
  t: Transcript,
  event: LoggedEvent,
  kind: TextEntry['kind'],
  chunk: ContentChunk,
  continues: boolean,
): Transcript {
  const isLive = t.turn.status !== 'idle';
  const text: Omit<TextEntry, 'id' | 'turn' | 'at'> = {
    kind,
    messageId: chunk.messageId ?? null,
    content: [chunk.content],
    open: isLive,
    endedAt: isLive ? null : event.at,
    ...(continues ? { continues: true as const } : {}),
  };
  return addEntry(t, event, text, isLive);
}

function lastOfKind(t: Transcript, kind: TextEntry['kind']): number {
  const n = endOf(t.entries) - 1;
  const last = entryAt(t.entries, n);
  return last?.kind === kind && last.messageId === null && last.turn === t.turn.n ? n : -1;
}

function isFull(entry: TextEntry): boolean {
  const last = entry.content.at(-1);
  return last?.type === 'text' && last.text.length > LIMITS.entryTextChars;
}
