import type { PermissionOption, ToolCall, ToolCallUpdate } from '@agentclientprotocol/sdk';
import { addEntry, changeEntry, makeRoom, setOpen } from './edit-transcript.js';
import type { Permission, PermissionOutcome, ToolEntry, ToolStatus } from './entries.js';
import { endOf, entryAt, findEntry } from './entry-list.js';
import type { LoggedEvent } from './events.js';
import type { Transcript } from './transcript.js';

type ToolFields = Omit<ToolEntry, 'id' | 'turn' | 'at'>;

/** A tool call of a known id begins anew; an update of an unknown id makes the call. */
export function applyToolCall(
  t: Transcript,
  event: LoggedEvent & { late?: true },
  call: ToolCall | ToolCallUpdate,
  isWhole: boolean,
): Transcript {
  const n = findEntry(t.entries, `tool:${call.toolCallId}`);
  if (n < 0 && event.late) return embedTerminals(t, call);
  if (n < 0) return addToolCall(t, event, call);
  const changed = changeEntry(t, n, 'tool', (entry) => {
    const base = isWhole ? { ...entry, ...blankCall(call.toolCallId) } : entry;
    return { ...mergeCall(base, call, event.at), permissions: entry.permissions };
  });
  const after = entryAt(changed.entries, n) as ToolEntry;
  const isOpen = !isFinal(after.status);
  const roomy = isOpen && !changed.open.includes(n) ? makeRoom(changed, event) : changed;
  return embedTerminals(setOpen(roomy, n, isOpen), call);
}

/** The question becomes part of its tool call, which it may be the first to mention. */
export function applyPermissionRequest(
  t: Transcript,
  event: LoggedEvent,
  request: { permissionId: string; toolCall: ToolCallUpdate; options: PermissionOption[]; entry?: number },
): Transcript {
  const { permissionId, toolCall, options, entry: older } = request;
  const permission: Permission = { permissionId, toolCall, options, askedAt: event.at, outcome: { status: 'pending' } };
  const known = findEntry(t.entries, `tool:${toolCall.toolCallId}`);
  if (known < 0 && older !== undefined) return awaitAnswer(t, permissionId, older);
  const n = known < 0 ? endOf(t.entries) : known;
  const asked =
    known < 0
      ? addToolCall(t, event, toolCall, [permission])
      : changeEntry(t, n, 'tool', (entry) => ({
          ...mergeCall(entry, keepOwnWords(entry, toolCall), event.at),
          permissions: [...entry.permissions, permission],
        }));
  return awaitAnswer(asked, permissionId, n);
}

function awaitAnswer(t: Transcript, permissionId: string, n: number): Transcript {
  return setOpen({ ...t, pending: [...t.pending, { kind: 'permission', id: permissionId, entry: n }] }, n, true);
}

/** Agents word a call anew when they ask; the card keeps the words it had, the dialog shows the request's. */
function keepOwnWords(entry: ToolEntry, asked: ToolCallUpdate): ToolCallUpdate {
  return { ...asked, title: entry.title || (asked.title ?? null), rawInput: entry.rawInput ?? asked.rawInput };
}

/** Settles a permission once; a second outcome changes nothing. */
export function settlePermission(t: Transcript, permissionId: string, outcome: PermissionOutcome): Transcript {
  const pending = t.pending.find((item) => item.kind === 'permission' && item.id === permissionId);
  if (!pending) return t;
  const settled = changeEntry(t, pending.entry, 'tool', (entry) => ({
    ...entry,
    permissions: entry.permissions.map((p) => (p.permissionId === permissionId ? { ...p, outcome } : p)),
  }));
  return { ...settled, pending: settled.pending.filter((item) => item !== pending) };
}

/** Marks a call that ran although nobody was asked; one that is not loaded here changes nothing. */
export function flagCall(t: Transcript, toolCallId: string): Transcript {
  return changeEntry(t, findEntry(t.entries, `tool:${toolCallId}`), 'tool', (entry) => ({ ...entry, unasked: true }));
}

/** Whether nothing more is expected of a call in this state. */
export function isFinal(status: ToolStatus): boolean {
  return status !== 'pending' && status !== 'in_progress';
}

function addToolCall(
  t: Transcript,
  event: LoggedEvent,
  call: ToolCall | ToolCallUpdate,
  permissions: readonly Permission[] = [],
): Transcript {
  const fields = mergeCall({ ...blankCall(call.toolCallId), permissions }, call, event.at);
  return embedTerminals(addEntry(t, event, fields, !isFinal(fields.status)), call);
}

function blankCall(toolCallId: string): Omit<ToolFields, 'permissions'> {
  return {
    kind: 'tool',
    toolCallId,
    title: '',
    name: null,
    toolKind: 'other',
    status: 'pending',
    content: [],
    locations: [],
    rawInput: null,
    rawOutput: null,
    endedAt: null,
  };
}

/** Fields that are present and not null replace; lists are replaced whole. */
function mergeCall<E extends ToolFields>(entry: E, call: ToolCall | ToolCallUpdate, at: number): E {
  const said = call.status ?? entry.status;
  const status = said === 'failed' && wasRejected(entry) ? 'rejected' : said;
  return {
    ...entry,
    title: call.title ?? entry.title,
    name: call.name ?? entry.name,
    toolKind: call.kind ?? entry.toolKind,
    status,
    content: call.content ?? entry.content,
    locations: call.locations ?? entry.locations,
    rawInput: call.rawInput ?? entry.rawInput,
    rawOutput: call.rawOutput ?? entry.rawOutput,
    endedAt: isFinal(status) ? (entry.endedAt ?? at) : null,
  };
}

/** A terminal that a tool call shows is drawn there and not a second time by itself. */
function embedTerminals(t: Transcript, call: ToolCall | ToolCallUpdate): Transcript {
  let next = t;
  for (const item of call.content ?? []) {
    if (item.type !== 'terminal') continue;
    const n = findEntry(next.entries, `terminal:${item.terminalId}`);
    next = changeEntry(next, n, 'terminal', (entry) => ({ ...entry, embedded: true }));
  }
  return next;
}

/** Whether a person said no to this call. */
export function wasRejected(tool: Pick<ToolEntry, 'permissions'>): boolean {
  return tool.permissions.some(({ options, outcome }) => {
    if (outcome.status !== 'answered') return false;
    return options.find((option) => option.optionId === outcome.optionId)?.kind.startsWith('reject') ?? false;
  });
}
