import type { ContentBlock, ContentChunk, ToolCallUpdate } from '@agentclientprotocol/sdk';
import type { AgentUpdate, LoggedEvent, UnknownUpdate } from '../events.js';
import { LIMITS } from '../limits.js';
import type { Cost } from '../usage-sum.js';
import { isPossibleCost, noteTotal } from './costs.js';
import { addEntry, changeEntry, setOpen } from './edit-transcript.js';
import type { TextEntry } from './entries.js';
import { endOf, entryAt, findEntry } from './entry-list.js';
import { applyToolCall } from './reduce-tool.js';
import type { Transcript } from './transcript.js';

type UpdateEvent = Extract<LoggedEvent, { type: 'agent_update' }>;
type UpdateOf<K> = Extract<AgentUpdate, { sessionUpdate: K }>;

/** Folds one ACP update; a kind that we do not know changes nothing. */
export function applyUpdate(t: Transcript, event: UpdateEvent): Transcript {
  const { update } = event;
  switch (update.sessionUpdate) {
    case 'user_message_chunk':
      return applyUserChunk(t, event, update);
    case 'agent_message_chunk':
      return applyTextChunk(t, event, 'agent', update);
    case 'agent_thought_chunk':
      return applyTextChunk(t, event, 'thought', update);
    case 'tool_call':
      return applyToolCall(t, event, update, true);
    case 'tool_call_update':
      return applyToolCall(t, event, update as ToolCallUpdate, false);
    case 'plan':
      return applyPlan(t, event, update);
    case 'compaction_update':
      return applyCompaction(t, event, update);
    case 'compaction_summary_chunk':
      return applySummaryChunk(t, update);
    case 'notice':
      return applyNotice(t, event, update);
    case 'available_commands_update':
      return { ...t, commands: update.availableCommands };
    case 'current_mode_update':
      return t.modes ? { ...t, modes: { ...t.modes, currentModeId: update.currentModeId } } : t;
    case 'config_option_update':
      return { ...t, options: update.configOptions };
    case 'session_info_update':
      return update.title === undefined ? t : { ...t, title: update.title };
    case 'usage_update':
      return {
        ...noteTotal(t, update.cost),
        usage: { used: update.used, size: update.size, cost: costSaid(t, update) },
      };
    default:
      // Only kinds that ACP does not know are left: one of ACP's kinds without a case doesn't compile.
      return unknownUpdate(update, t);
  }
}

/** An update that says nothing of costs leaves what was said of them before. */
function costSaid({ usage }: Transcript, { cost }: UpdateOf<'usage_update'>): Cost | null {
  return isPossibleCost(cost) ? cost : (usage?.cost ?? null);
}

function unknownUpdate(_update: UnknownUpdate, t: Transcript): Transcript {
  return t;
}

/** Each plan replaces the one before it in the same turn. */
function applyPlan(t: Transcript, event: UpdateEvent, update: UpdateOf<'plan'>): Transcript {
  const n = findEntry(t.entries, `plan:${t.turn.n}`);
  if (n < 0 && event.late) return t;
  if (n < 0) return addEntry(t, event, { kind: 'plan', steps: update.entries });
  return changeEntry(t, n, 'plan', (entry) => ({ ...entry, steps: update.entries }));
}

function applyCompaction(t: Transcript, event: UpdateEvent, update: UpdateOf<'compaction_update'>): Transcript {
  const n = findEntry(t.entries, `compaction:${update.compactionId}`);
  if (n < 0) {
    if (event.late) return t;
    return addEntry(t, event, {
      kind: 'compaction',
      compactionId: update.compactionId,
      status: update.status ?? 'in_progress',
      summary: update.summary ?? [],
      error: update.error ?? null,
    });
  }
  return changeEntry(t, n, 'compaction', (entry) => ({
    ...entry,
    status: update.status ?? entry.status,
    summary: update.summary === undefined ? entry.summary : (update.summary ?? []),
    error: update.error === undefined ? entry.error : (update.error ?? null),
  }));
}

function applySummaryChunk(t: Transcript, update: UpdateOf<'compaction_summary_chunk'>): Transcript {
  const n = findEntry(t.entries, `compaction:${update.compactionId}`);
  return changeEntry(t, n, 'compaction', (entry) => ({
    ...entry,
    summary: hasManyBlocks(entry.summary) ? entry.summary : joinContent(entry.summary, update.content),
  }));
}

function applyNotice(t: Transcript, event: UpdateEvent, update: UpdateOf<'notice'>): Transcript {
  const severity = update.severity === 'warning' || update.severity === 'error' ? update.severity : 'info';
  const { title, description } = update;
  const notice = { code: 'agent_notice', title, ...(description ? { description } : {}) } as const;
  return addEntry(t, event, { kind: 'notice', severity, notice, action: null });
}

/** Chunks of one message id are one message; without ids, neighbours of one kind are. */
function applyTextChunk(
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

/** Text that follows text is one block; anything else is its own block. */
function joinContent(content: readonly ContentBlock[], added: ContentBlock): readonly ContentBlock[] {
  const last = content.at(-1);
  if (last?.type !== 'text' || added.type !== 'text') return [...content, added];
  return content.with(-1, { ...last, text: last.text + added.text });
}

/** What agents echo of our own prompt is dropped; any other user text is shown. */
function applyUserChunk(t: Transcript, event: LoggedEvent, chunk: ContentChunk): Transcript {
  const text = chunk.content.type === 'text' ? chunk.content.text : '';
  const rest = t.turn.status === 'idle' ? null : afterEcho(t.turn.echo, text);
  if (rest !== null) return { ...t, turn: { ...t.turn, echo: rest } };
  const n = endOf(t.entries) - 1;
  const last = entryAt(t.entries, n);
  const messageId = chunk.messageId ?? undefined;
  if (last?.kind === 'user' && last.promptId === null && last.messageId === messageId && !hasManyBlocks(last.content)) {
    return changeEntry(t, n, 'user', (entry) => ({ ...entry, content: joinContent(entry.content, chunk.content) }));
  }
  // A person's words that nobody sent from here begin a turn of the past.
  const told = t.turn.status === 'idle' ? { ...t, turn: { ...t.turn, n: t.turn.n + 1 } } : t;
  const name = messageId === undefined ? {} : { messageId };
  return addEntry(told, event, { kind: 'user', promptId: null, content: [chunk.content], by: null, ...name });
}

/** What is left of the prompt after the agent echoed `text`, or null if that isn't an echo. Spaces do not count. */
function afterEcho(prompt: string, text: string): string | null {
  const words = text.trim();
  const rest = prompt.trimStart();
  return rest.startsWith(words) ? rest.slice(words.length).trimStart() : null;
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

/** A message that has reached its limit goes on in a new entry. */
export function isFull(entry: TextEntry): boolean {
  const last = entry.content.at(-1);
  return (last?.type === 'text' && last.text.length > LIMITS.entryTextChars) || hasManyBlocks(entry.content);
}

function hasManyBlocks(content: readonly ContentBlock[]): boolean {
  return content.length >= LIMITS.entryBlocks;
}
