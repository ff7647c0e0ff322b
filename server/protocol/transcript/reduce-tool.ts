import type { PermissionOption, ToolCall, ToolCallUpdate } from '@agentclientprotocol/sdk';
import type { DelegationAsk, LoggedEvent, WrittenFile } from '../events.js';
import { LIMITS } from '../limits.js';
import { own } from '../own.js';
import { changedFields, isBlank, toldBesides } from './asked-call.js';
import { addEntry, changeEntry, makeRoom, setOpen } from './edit-transcript.js';
import type { Permission, ToolEntry, ToolStatus } from './entries.js';
import { endOf, entryAt, findEntry } from './entry-list.js';
import { awaitPermission, findPending } from './open-requests.js';
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
    const again = event.used?.calls ? { times: (entry.times ?? 1) + 1 } : {};
    const merged = { ...mergeCall(base, call, event.at), permissions: entry.permissions, ...again };
    // Agents call a command done that they have only let go of when they were stopped.
    const isDoubtful = merged.status === 'completed' && t.turn.status === 'cancelling' && !toldItsExit(call, merged);
    if (isDoubtful && hasBegun(entry) && isOwnCommand(merged))
      return { ...merged, status: 'cancelled', mayRunOn: true };
    if (merged.mayRunOn === undefined || !call.status || !isFinal(call.status)) return merged;
    const { mayRunOn: _mayRunOn, ...told } = merged;
    return { ...told, endedAt: event.at };
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
  request: {
    permissionId: string;
    toolCall: ToolCallUpdate;
    options: PermissionOption[];
    delegation?: DelegationAsk;
    entry?: number;
    digest?: string;
  },
): Transcript {
  const { permissionId, toolCall, options, delegation, entry: older, digest } = request;
  const named = { ...(digest === undefined ? {} : { digest }), ...(delegation ? { delegation } : {}) };
  const outcome = { status: 'pending' } as const;
  const permission: Permission = { permissionId, toolCall, ...named, options, askedAt: event.at, outcome };
  const known = findEntry(t.entries, `tool:${toolCall.toolCallId}`);
  if (known < 0 && older !== undefined) return awaitPermission(t, event, permissionId, older);
  const n = known < 0 ? endOf(t.entries) : known;
  const asked =
    known < 0
      ? addToolCall(t, event, toolCall, [permission])
      : changeEntry(t, n, 'tool', (entry) => ({
          ...mergeCall(entry, keepOwnWords(entry, toolCall), event.at),
          permissions: newest([...entry.permissions, withTold(permission, entry)], LIMITS.callRequests),
        }));
  return awaitPermission(asked, event, permissionId, n);
}

/** The agent said something else about a call that nobody has answered: what is decided on is frozen anew. */
export function applyPermissionChange(t: Transcript, permissionId: string, digest: string): Transcript {
  const pending = findPending(t, 'permission', permissionId);
  if (!pending) return t;
  return changeEntry(t, pending.entry, 'tool', (entry) => ({
    ...entry,
    permissions: entry.permissions.map((permission) => {
      if (permission.permissionId !== permissionId) return permission;
      const fresh = withTold(permission, entry);
      const fields = changedFields(permission.told ?? {}, fresh.told ?? {});
      return { ...fresh, digest, changed: { fields, count: (permission.changed?.count ?? 0) + 1 } };
    }),
  }));
}

/** The request with what the agent has said besides, if anything. */
function withTold(permission: Permission, entry: ToolEntry): Permission {
  const told = toldBesides(entry, permission.toolCall, permission.told);
  return isBlank(told) ? permission : { ...permission, told };
}

/** Agents word a call anew when they ask; the card keeps the words it had, if it had any. */
function keepOwnWords(entry: ToolEntry, asked: ToolCallUpdate): ToolCallUpdate {
  const rawInput = isBlank(entry.rawInput) ? asked.rawInput : entry.rawInput;
  return { ...asked, title: entry.title || (asked.title ?? null), rawInput };
}

/** A file was written through us for a call; one that is not the agent's own consists of just that. */
export function applyWrite(t: Transcript, event: Extract<LoggedEvent, { type: 'file_written' }>): Transcript {
  const { toolCallId, file, late, at } = event;
  const n = findEntry(t.entries, `tool:${toolCallId}`);
  const heard = { ...t, lastOutputAt: at };
  if (n >= 0) {
    const written = changeEntry(heard, n, 'tool', (entry) => {
      const files = joinWritten(entry.written ?? [], file);
      const writes = (entry.writes ?? 0) + 1;
      if (!isOwnWrite(toolCallId)) return { ...entry, written: files, writes };
      return { ...entry, written: files, writes, status: 'completed', endedAt: at };
    });
    return isOwnWrite(toolCallId) ? setOpen(written, n, false) : written;
  }
  if (late) return t;
  const locations = [{ path: file.path }];
  const added = addToolCall(heard, event, { toolCallId, kind: 'edit', status: 'completed', locations });
  return changeEntry(added, endOf(t.entries), 'tool', (entry) => ({ ...entry, written: [file], writes: 1 }));
}

const OWN_WRITE = 'acdeck-write:';

/** The id of a call that stands for a write without a call of the agent's. */
export function ownWriteId(id: string): string {
  return `${OWN_WRITE}${id}`;
}

export function isOwnWrite(toolCallId: string): boolean {
  return toolCallId.startsWith(OWN_WRITE);
}

/** Writes that follow from each other are one; a write that would make the entry too large is kept without its text. */
function joinWritten(files: readonly WrittenFile[], file: WrittenFile): WrittenFile[] {
  const n = files.findLastIndex(({ path }) => path === file.path);
  const before = files[n];
  const follows = before && !before.untold && !file.untold && before.newText === file.oldText;
  const next = follows ? { ...file, isNew: before.isNew, oldText: before.oldText } : file;
  const others = follows ? files.toSpliced(n, 1) : files;
  const chars = [...others, next].reduce(
    (sum, { oldText, newText }) => sum + (oldText?.length ?? 0) + newText.length,
    0,
  );
  const fitting: WrittenFile =
    chars > LIMITS.writtenChars ? { ...next, oldText: null, newText: '', untold: 'large' } : next;
  return follows ? files.with(n, fitting) : newest([...files, fitting], LIMITS.callFiles);
}

/** A call that goes on for ever must not make each of its events dearer. */
export function newest<T>(items: readonly T[], most: number): T[] {
  return items.slice(-most);
}

/** Whether a call may be at work: it says so, or was allowed. */
export function hasBegun({ status, permissions }: ToolEntry): boolean {
  return status === 'in_progress' || (status === 'pending' && permissions.some(isAllowed));
}

/** Whether a call runs a command in the agent's own process rather than through us. */
export function isOwnCommand({ toolKind, content, hasOwnTerminal }: ToolEntry): boolean {
  return content.some(({ type }) => type === 'terminal') ? hasOwnTerminal === true : toolKind === 'execute';
}

/** Whether a person or a rule said yes. */
export function isAllowed({ options, outcome }: Permission): boolean {
  if (outcome.status !== 'answered') return false;
  return options.find(({ optionId }) => optionId === outcome.optionId)?.kind.startsWith('allow') ?? false;
}

/** Whether the agent has reported with which code a command ended. */
function toldItsExit(call: ToolCall | ToolCallUpdate, { rawOutput }: ToolEntry): boolean {
  const exit: unknown = call._meta?.terminal_exit;
  return [rawOutput, exit].some(hasExitCode);
}

export function hasExitCode(output: unknown): boolean {
  if (typeof output !== 'object' || output === null) return false;
  return ['exitCode', 'exit_code'].some((name) => typeof own(output, name) === 'number');
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
  const merged = mergeCall({ ...blankCall(call.toolCallId), permissions }, call, event.at);
  const shows = merged.hasOwnTerminal || merged.content.some(({ type }) => type === 'terminal');
  const fields = shows ? { ...merged, terminals: 1 } : merged;
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
    ...(call._meta?.terminal_info ? { hasOwnTerminal: true as const } : {}),
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

/** Whether a person or a rule said no to this call. */
export function wasRejected(tool: Pick<ToolEntry, 'permissions'>): boolean {
  return tool.permissions.some(({ options, outcome }) => {
    if (outcome.status !== 'answered') return false;
    return options.find((option) => option.optionId === outcome.optionId)?.kind.startsWith('reject') ?? false;
  });
}
