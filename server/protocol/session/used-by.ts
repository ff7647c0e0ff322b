import type { ToolCallContent } from '@agentclientprotocol/sdk';
import type { Used } from '../events.js';
import { own } from '../own.js';
import { isBlank } from '../transcript/asked-call.js';
import { addCost, addSpent, costRise } from '../transcript/costs.js';
import type { Entry, ToolEntry } from '../transcript/entries.js';
import { entryAt, findEntry } from '../transcript/entry-list.js';
import { isFinal, isOwnWrite } from '../transcript/reduce-tool.js';
import type { Transcript } from '../transcript/transcript.js';
import type { EventOf, LoggedEvent } from './session-event.js';

type Update = EventOf<'agent_update'>['update'];
type CallUpdate = Extract<Update, { sessionUpdate: 'tool_call' | 'tool_call_update' }>;

/** Adds what an event has used to the session, and to the turn that runs. */
export function addUse(t: Transcript, used: Used | undefined): Transcript {
  if (!used) return t;
  const paid = used.cost ? addSpent(t, used.cost) : t;
  if (used.isIdle || t.turn.status === 'idle') return paid;
  const { calls = 0, costs } = t.turn.used ?? {};
  const sum = { calls: calls + (used.calls ?? 0) };
  const spent = used.cost ? addCost(costs, used.cost) : costs;
  return { ...paid, turn: { ...t.turn, used: spent ? { ...sum, costs: spent } : sum } };
}

/**
 * An event as it is recorded: with what the agent has used by it. `t` is the transcript before it, and `named` the entry
 * that it is about, wherever that is kept.
 *
 * A tool call counts when it is first heard of, and again when it begins anew. It includes one file that is written and
 * one terminal that is opened while it is open; each further one counts as a call.
 */
export function withUse(event: LoggedEvent, t: Transcript, named: Entry | null): LoggedEvent {
  const placed = event.type === 'terminal_opened' ? withCall(event, t) : event;
  const use = useOf(placed, t, named);
  return use ? { ...placed, used: t.turn.status === 'idle' ? { ...use, isIdle: true } : use } : placed;
}

/** A terminal with the call that includes it; an agent that runs its own tells of it in a call. */
function withCall(event: EventOf<'terminal_opened'>, t: Transcript): EventOf<'terminal_opened'> {
  if (event.by || event.toolCallId !== undefined || isKnown(event, t)) return event;
  const its = openCalls(t).filter(hasRoom);
  const call = its.findLast(({ toolKind }) => toolKind === 'execute') ?? its.at(-1);
  return call ? { ...event, toolCallId: call.toolCallId } : event;
}

function useOf(event: LoggedEvent, t: Transcript, named: Entry | null): Used | null {
  const call = named?.kind === 'tool' ? named : null;
  switch (event.type) {
    case 'agent_update':
      return t.isRetold ? null : useOfUpdate(event.update, t, call);
    case 'permission_requested':
      return call || t.isRetold ? null : CALL;
    case 'file_written':
      return call && (call.writes ?? 0) < (call.times ?? 1) ? null : CALL;
    case 'terminal_opened':
      return event.by || isKnown(event, t) || isIncluded(event, t) ? null : CALL;
    default:
      return null;
  }
}

/** Whether a terminal is the one of an open call, or of one that is about to be told of and counts then. */
function isIncluded({ toolCallId }: EventOf<'terminal_opened'>, t: Transcript): boolean {
  if (toolCallId === undefined) return false;
  const isNew = findEntry(t.entries, `tool:${toolCallId}`) < 0;
  return isNew || openCalls(t).some((call) => call.toolCallId === toolCallId && hasRoom(call));
}

const CALL: Used = { calls: 1 };

function useOfUpdate(update: Update, t: Transcript, call: ToolEntry | null): Used | null {
  switch (update.sessionUpdate) {
    case 'tool_call':
    case 'tool_call_update': {
      const isCall = call ? beginsAnew(call, update) : !showsCounted(update.content, t);
      return isCall ? CALL : null;
    }
    case 'usage_update': {
      const cost = costRise(t, update.cost);
      return cost && { cost };
    }
    default:
      return null;
  }
}

/** The agent's calls of this turn that aren't over, the newest last. */
function openCalls(t: Transcript): ToolEntry[] {
  return t.open.flatMap((n) => {
    const entry = entryAt(t.entries, n);
    const isOpen = entry?.kind === 'tool' && entry.turn === t.turn.n && !isFinal(entry.status);
    return isOpen && !isOwnWrite(entry.toolCallId) ? [entry] : [];
  });
}

function hasRoom({ terminals = 0, times = 1 }: ToolEntry): boolean {
  return terminals < times;
}

/** Whether a terminal was opened before; an agent that runs its own may tell so with every piece of output. */
function isKnown({ terminalId, command }: EventOf<'terminal_opened'>, t: Transcript): boolean {
  const entry = entryAt(t.entries, findEntry(t.entries, `terminal:${terminalId}`));
  return entry?.kind === 'terminal' && (command === '' || entry.command === command);
}

/** Whether a new call shows a terminal that was counted before anybody heard of the call. */
function showsCounted(content: CallUpdate['content'], t: Transcript): boolean {
  return terminalsIn(content).some((id) => {
    const entry = entryAt(t.entries, findEntry(t.entries, `terminal:${id}`));
    return entry?.kind === 'terminal' && entry.isCounted === true && !entry.embedded;
  });
}

function terminalsIn(content: CallUpdate['content']): string[] {
  return itemsOf(content).flatMap((item) => (item.type === 'terminal' ? [item.terminalId] : []));
}

function itemsOf(content: unknown): readonly ToolCallContent[] {
  return Array.isArray(content) ? content : [];
}

/** Whether a known call is another one from now on: it was over and goes on, or does something else than it began with. */
function beginsAnew(before: ToolEntry, update: CallUpdate): boolean {
  if (isFinal(before.status) && update.sessionUpdate === 'tool_call') return true;
  // What we closed ourselves, because its turn ended, may still be told of.
  const isOver = before.status === 'completed' || before.status === 'failed' || before.status === 'rejected';
  if (!isOver) return before.status !== 'pending' && isOther(before.rawInput, update.rawInput, isGrown);
  const goesOn = update.status != null && !isFinal(update.status);
  return goesOn || doesMore(before, update);
}

/** Whether a call that is over is told with another command, input or file. */
function doesMore(before: ToolEntry, update: CallUpdate): boolean {
  if (isOther(before.rawInput, update.rawInput, isSame)) return true;
  const isCommand = before.toolKind === 'execute' && isBlank(before.rawInput) && isBlank(update.rawInput);
  if (isCommand && update.title != null && update.title !== before.title) return true;
  const [known, told] = [diffsIn(before.content), diffsIn(update.content)];
  return known.length > 0 && told.some((path) => !known.includes(path));
}

function diffsIn(content: unknown): string[] {
  return itemsOf(content).flatMap((item) => (item.type === 'diff' ? [item.path] : []));
}

/** Whether one of the texts in an input is not what it was; what was not there before is no change. */
function isOther(before: unknown, after: unknown, isOne: (before: string, after: string) => boolean): boolean {
  if (isBlank(before) || isBlank(after)) return false;
  if (typeof before === 'string' && typeof after === 'string') return !isOne(before, after);
  if (typeof before === 'number' || typeof before === 'boolean') return false;
  if (typeof before !== 'object' || typeof after !== 'object') return isOne === isSame;
  const isLonger = Array.isArray(before) && Array.isArray(after) && before.length !== after.length;
  if (isOne === isSame && isLonger) return true;
  return Object.entries(before ?? {}).some(([name, value]) => isOther(value, own(after, name), isOne));
}

function isSame(before: string, after: string): boolean {
  return before === after;
}

/** Agents tell an input while their model still writes it. */
function isGrown(before: string, after: string): boolean {
  return after.startsWith(before);
}
