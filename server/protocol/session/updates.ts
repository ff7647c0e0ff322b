import type { ContentBlock, ContentChunk } from '@agentclientprotocol/sdk';
import type { ShapeKit } from '../event-shape.js';
import type { AgentUpdate, EventStamp, UnknownUpdate } from '../events.js';
import { LIMITS } from '../limits.js';
import { own } from '../own.js';
import { isPossibleCost, noteTotal } from '../transcript/costs.js';
import { addEntry, changeEntry, setOpen } from '../transcript/edit-transcript.js';
import type { TextEntry } from '../transcript/entries.js';
import { endOf, entryAt } from '../transcript/entry-list.js';
import { applyToolCall } from '../transcript/reduce-tool.js';
import type { Transcript } from '../transcript/transcript.js';
import type { Cost } from '../usage-sum.js';
import { type CasesOf, type EventCase, NO_CASE, type ReachOf } from './event-case.js';
import type { EventOf } from './session-event.js';

/** What the agent says: ACP's `session/update`. */
export const updateShapes = ({ update, yes }: ShapeKit) => ({
  /**
   * `late` marks an update to an entry that is there already and not the newest: a tab that has not loaded that entry must
   * not take it for a new one.
   */
  agent_update: { update, late: yes },
});

export const updateCases: CasesOf<typeof updateShapes> = {
  agent_update: {
    names: (event, t) => caseOf(event).names?.(event, t) ?? null,
    fold: (t, event, n) => caseOf(event).fold({ ...t, lastOutputAt: event.at }, event, n),
  },
};

export const updateReach: ReachOf<typeof updateShapes> = {
  agent_update: ({ update }) => terminalsIn(update),
};

/** The terminals that a tool call shows. */
function terminalsIn(update: AgentUpdate): string[] {
  if (!('toolCallId' in update) || !Array.isArray(update.content)) return [];
  return update.content.flatMap((item) => (item?.type === 'terminal' ? [`terminal:${item.terminalId}`] : []));
}

type UpdateEvent = EventOf<'agent_update'>;
type UpdateKind = Exclude<AgentUpdate['sessionUpdate'], UnknownUpdate['sessionUpdate']>;
type EventWith<K> = UpdateEvent & { update: Extract<AgentUpdate, { sessionUpdate: K }> };
type UpdateOf<K> = EventWith<K>['update'];
type CallEvent = EventWith<'tool_call' | 'tool_call_update'>;
type MessageEvent = EventWith<'agent_message_chunk' | 'agent_thought_chunk'>;
type CompactionEvent = EventWith<'compaction_update' | 'compaction_summary_chunk'>;

/** A call is told whole, or what is new of it. */
const callCase: EventCase<CallEvent> = {
  names: ({ update }) => `tool:${update.toolCallId}`,
  fold: (t, event, n) => applyToolCall(t, event, event.update, n),
};

const textCase = (kind: TextEntry['kind']): EventCase<MessageEvent> => ({
  names: ({ update: { messageId } }) => (messageId == null ? null : `${kind}:${messageId}`),
  fold: (t, event, n) => applyTextChunk(t, event, n, kind),
});

const compaction = ({ update }: CompactionEvent) => `compaction:${update.compactionId}`;

/** What each kind of ACP's updates does. */
const UPDATES: { readonly [K in UpdateKind]: EventCase<EventWith<K>> } = {
  user_message_chunk: { fold: applyUserChunk },
  agent_message_chunk: textCase('agent'),
  agent_thought_chunk: textCase('thought'),
  tool_call: callCase,
  tool_call_update: callCase,
  plan: { names: (_event, t) => `plan:${t.turn.n}`, fold: applyPlan },
  compaction_update: { names: compaction, fold: applyCompaction },
  compaction_summary_chunk: { names: compaction, fold: applySummaryChunk },
  notice: { fold: applyNotice },
  available_commands_update: { fold: (t, { update }) => ({ ...t, commands: update.availableCommands }) },
  current_mode_update: {
    fold: (t, { update }) => (t.modes ? { ...t, modes: { ...t.modes, currentModeId: update.currentModeId } } : t),
  },
  config_option_update: { fold: (t, { update }) => ({ ...t, options: update.configOptions }) },
  session_info_update: { fold: (t, { update }) => (update.title === undefined ? t : { ...t, title: update.title }) },
  usage_update: {
    fold: (t, { update }) => ({
      ...noteTotal(t, update.cost),
      usage: { used: update.used, size: update.size, cost: costSaid(t, update) },
    }),
  },
};

/** The case of an update; agents may send kinds that ACP does not know. */
function caseOf({ update }: UpdateEvent): EventCase<UpdateEvent> {
  return (own(UPDATES, update.sessionUpdate) ?? NO_CASE) as EventCase<UpdateEvent>;
}

/** An update that says nothing of costs leaves what was said of them before. */
function costSaid({ usage }: Transcript, { cost }: UpdateOf<'usage_update'>): Cost | null {
  return isPossibleCost(cost) ? cost : (usage?.cost ?? null);
}

/** Each plan replaces the one before it in the same turn. */
function applyPlan(t: Transcript, event: EventWith<'plan'>, n: number): Transcript {
  const steps = event.update.entries;
  if (n < 0 && event.late) return t;
  if (n < 0) return addEntry(t, event, { kind: 'plan', steps });
  return changeEntry(t, n, 'plan', (entry) => ({ ...entry, steps }));
}

function applyCompaction(t: Transcript, event: EventWith<'compaction_update'>, n: number): Transcript {
  const { update } = event;
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

function applySummaryChunk(t: Transcript, { update }: EventWith<'compaction_summary_chunk'>, n: number): Transcript {
  return changeEntry(t, n, 'compaction', (entry) => ({
    ...entry,
    summary: hasManyBlocks(entry.summary) ? entry.summary : joinContent(entry.summary, update.content),
  }));
}

function applyNotice(t: Transcript, event: EventWith<'notice'>): Transcript {
  const { title, description, severity: said } = event.update;
  const severity = said === 'warning' || said === 'error' ? said : 'info';
  const notice = { code: 'agent_notice', title, ...(description ? { description } : {}) } as const;
  return addEntry(t, event, { kind: 'notice', severity, notice, action: null });
}

/** Chunks of one message id are one message; without ids, neighbours of one kind are. */
function applyTextChunk(t: Transcript, event: MessageEvent, named: number, kind: TextEntry['kind']): Transcript {
  const chunk = event.update;
  const n = chunk.messageId == null ? lastOfKind(t, kind) : named;
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
function applyUserChunk(t: Transcript, event: EventWith<'user_message_chunk'>): Transcript {
  const chunk = event.update;
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
  event: EventStamp,
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
