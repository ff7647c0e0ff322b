import type { LoggedEvent } from '../events.js';
import { LIMITS } from '../limits.js';
import { unknownKind } from '../unreachable.js';
import { addEntry, changeEntry, setOpen } from './edit-transcript.js';
import type { TerminalEntry } from './entries.js';
import { endOf, entryAt, findEntry } from './entry-list.js';
import { awaitAnswer, settlePermission, settleQuestion } from './open-requests.js';
import { reduceDelegation } from './reduce-delegation.js';
import { applyPermissionChange, applyPermissionRequest, applyWrite, flagCall } from './reduce-tool.js';
import {
  addContext,
  endTurn,
  endWithAgent,
  failTurn,
  interruptTurn,
  moveQueued,
  openAgentSession,
  startTurn,
} from './reduce-turn.js';
import { applyUpdate } from './reduce-update.js';
import type { Transcript } from './transcript.js';
import { addUse } from './used-by.js';

type EventOf<T extends LoggedEvent['type']> = Extract<LoggedEvent, { type: T }>;

/** Pure and total: no clock, no randomness, no I/O. An event of an unknown type only counts. */
export function reduceTranscript(before: Transcript, told: LoggedEvent): Transcript {
  // The time in which no server ran is part of nothing.
  const event = told.until === undefined ? told : { ...told, at: told.until };
  const t = addUse({ ...before, seq: event.seq }, event.used);
  switch (event.type) {
    case 'prompt_sent':
      return startTurn(t, event);
    case 'cancel_requested':
      return t.turn.status === 'running' ? { ...t, turn: { ...t.turn, status: 'cancelling' } } : t;
    case 'turn_ended':
      return endTurn(t, event);
    case 'turn_failed':
      return failTurn(t, event);
    case 'turn_interrupted':
      return interruptTurn(t, event);
    case 'agent_update':
      return applyUpdate({ ...t, lastOutputAt: event.at }, event);
    case 'permission_requested':
      return applyPermissionRequest({ ...t, lastOutputAt: event.at }, event, event);
    case 'permission_changed':
      return applyPermissionChange(t, event.permissionId, event.digest);
    case 'permission_answered':
      return settlePermission(t, event.permissionId, {
        status: 'answered',
        optionId: event.optionId,
        by: event.by,
        at: event.at,
        ...(event.stored === undefined ? {} : { stored: event.stored }),
      });
    case 'permission_voided':
      return settlePermission(t, event.permissionId, { status: 'voided', reason: event.reason, at: event.at });
    case 'prompt_queued': {
      const { promptId, content, by, at } = event;
      // The server refuses more than this.
      if (t.queue.length >= LIMITS.queuedPrompts) return t;
      return { ...t, queue: [...t.queue, { promptId, content, by, at }] };
    }
    case 'prompt_edited': {
      const { promptId, content } = event;
      return { ...t, queue: t.queue.map((prompt) => (prompt.promptId === promptId ? { ...prompt, content } : prompt)) };
    }
    case 'prompt_moved':
      return { ...t, queue: moveQueued(t.queue, event.promptId, event.before) };
    case 'prompt_removed':
      return { ...t, queue: t.queue.filter((prompt) => prompt.promptId !== event.promptId) };
    case 'queue_paused':
      return { ...t, queuePaused: event.reason };
    case 'queue_resumed':
      return { ...t, queuePaused: null };
    case 'budget_lifted':
      return { ...t, isLifted: true, queuePaused: t.queuePaused?.code === 'budget' ? null : t.queuePaused };
    case 'permissions_waiting':
      return { ...t, waiting: event.count };
    case 'call_flagged':
      return flagCall(t, event.toolCallId);
    case 'question_asked':
      return askQuestion(t, event);
    case 'question_answered':
      return settleQuestion(t, event.questionId, {
        status: 'answered',
        action: event.action,
        by: event.by,
        at: event.at,
      });
    case 'question_voided':
      return settleQuestion(t, event.questionId, { status: 'voided', reason: event.reason, at: event.at });
    case 'file_written':
      return applyWrite(t, event);
    case 'terminal_opened':
    case 'terminal_output':
    case 'terminal_closed':
    case 'terminal_flagged':
      return reduceTerminal(t, event);
    case 'delegation_started':
    case 'delegation_changed':
    case 'delegation_ended':
      return reduceDelegation(t, event);
    case 'mode_changed':
      return t.modes ? { ...t, modes: { ...t.modes, currentModeId: event.modeId } } : t;
    case 'options_changed':
      return { ...t, options: event.options };
    case 'session_renamed':
      return { ...t, title: event.title };
    case 'notice_shown':
      return addEntry(event.forgotten === undefined ? t : { ...t, forgotten: event.forgotten }, event, {
        kind: 'notice',
        severity: event.severity,
        notice: event.notice,
        action: event.action ?? null,
      });
    case 'agent_session_opened':
      return openAgentSession(t, event);
    case 'old_session_changed':
      return t.oldSession ? { ...t, oldSession: { ...t.oldSession, state: event.state } } : t;
    case 'context_added':
      return addContext(t, event);
    case 'agent_exited':
      return endWithAgent(t, event);
    case 'agent_restarted':
      return addEntry(t, event, { kind: 'mark', mark: { code: 'restarted' }, action: null });
    case 'history_imported':
      return addEntry({ ...t, isRetold: true }, event, {
        kind: 'mark',
        mark: { code: 'imported', from: event.from },
        action: null,
      });
    default:
      return unknownKind(event, t);
  }
}

function askQuestion(t: Transcript, event: EventOf<'question_asked'>): Transcript {
  const { questionId, question } = event;
  const n = endOf(t.entries);
  const asked = addEntry(t, event, { kind: 'question', questionId, question, outcome: { status: 'pending' } });
  return { ...awaitAnswer(asked, event, { kind: 'question', id: questionId, entry: n }), lastOutputAt: event.at };
}

/** A terminal from its first line to its end, whether the agent or a person wanted it. */
function reduceTerminal(
  t: Transcript,
  event: EventOf<'terminal_opened' | 'terminal_output' | 'terminal_closed' | 'terminal_flagged'>,
): Transcript {
  const n = findEntry(t.entries, `terminal:${event.terminalId}`);
  switch (event.type) {
    case 'terminal_opened': {
      const { terminalId, command, cwd, by, toolCallId, used } = event;
      const blank = { output: '', truncated: false, exit: null, endedAt: null, embedded: false, ...(by ? { by } : {}) };
      const counted = used?.calls ? { isCounted: true as const } : {};
      const its = toolCallId === undefined ? -1 : findEntry(t.entries, `tool:${toolCallId}`);
      const told = changeEntry(t, its, 'tool', (call) => ({ ...call, terminals: (call.terminals ?? 0) + 1 }));
      return addEntry(told, event, { kind: 'terminal', terminalId, command, cwd, ...blank, ...counted }, true);
    }
    case 'terminal_output':
      return changeEntry(hearAgent(t, n, event.at), n, 'terminal', (entry) => grow(entry, event.text));
    case 'terminal_flagged':
      return changeEntry(t, n, 'terminal', (entry) => ({ ...entry, unasked: true }));
    case 'terminal_closed': {
      const { exitCode, signal, reason, at } = event;
      const exit = { exitCode, signal, ...(reason === undefined ? {} : { reason }) };
      const closed = changeEntry(t, n, 'terminal', (entry) => ({ ...entry, exit, endedAt: at }));
      return setOpen(closed, n, false);
    }
  }
}

/** What a person runs isn't a sign of life of the agent. */
function hearAgent(t: Transcript, n: number, at: number): Transcript {
  const entry = entryAt(t.entries, n);
  return entry?.kind === 'terminal' && entry.by ? t : { ...t, lastOutputAt: at };
}

function grow(entry: TerminalEntry, text: string): TerminalEntry {
  const output = entry.output + text;
  if (output.length <= LIMITS.terminalChars) return { ...entry, output };
  // More than is needed, because cutting copies all that is kept: it must not happen at every event.
  const atLeast = output.length - LIMITS.terminalChars * 0.75;
  const lineEnd = output.indexOf('\n', atLeast);
  // A line is cut in two only if it is so long that little else would be left.
  const cut = lineEnd >= 0 && lineEnd < output.length - LIMITS.terminalChars / 2 ? lineEnd + 1 : atLeast;
  const cutLines = (entry.cutLines ?? 0) + countLineEnds(output, cut);
  return { ...entry, output: output.slice(cut), truncated: true, cutLines };
}

function countLineEnds(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
