import type { ToolCall, ToolCallUpdate } from '@agentclientprotocol/sdk';
import type { EventStamp } from '../events.js';
import { own } from '../own.js';
import { addEntry, changeEntry, makeRoom, setOpen } from './edit-transcript.js';
import type { Permission, ToolEntry, ToolStatus } from './entries.js';
import { entryAt, findEntry } from './entry-list.js';
import type { Transcript } from './transcript.js';

type ToolFields = Omit<ToolEntry, 'id' | 'turn' | 'at'>;

/** A tool call of a known id, entry `n`, begins anew; an update of an unknown id makes the call. */
export function applyToolCall(
  t: Transcript,
  event: EventStamp & { late?: true },
  call: (ToolCall | ToolCallUpdate) & { sessionUpdate: 'tool_call' | 'tool_call_update' },
  n: number,
): Transcript {
  if (n < 0 && event.late) return embedTerminals(t, call);
  if (n < 0) return addToolCall(t, event, call);
  const changed = changeEntry(t, n, 'tool', (entry) => {
    const base = call.sessionUpdate === 'tool_call' ? { ...entry, ...blankCall(call.toolCallId) } : entry;
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

const OWN_WRITE = 'acdeck-write:';

/** The id of a call that stands for a write without a call of the agent's. */
export function ownWriteId(id: string): string {
  return `${OWN_WRITE}${id}`;
}

export function isOwnWrite(toolCallId: string): boolean {
  return toolCallId.startsWith(OWN_WRITE);
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

/** Whether nothing more is expected of a call in this state. */
export function isFinal(status: ToolStatus): boolean {
  return status !== 'pending' && status !== 'in_progress';
}

/** A call that nobody has heard of before. */
export function addToolCall(
  t: Transcript,
  event: EventStamp,
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
export function mergeCall<E extends ToolFields>(entry: E, call: ToolCall | ToolCallUpdate, at: number): E {
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
