import { addEntry } from './edit-transcript.js';
import { endOf } from './entry-list.js';
import type { LoggedEvent } from './events.js';
import { reduceTerminal } from './reduce-terminal.js';
import { applyPermissionRequest, flagCall, settlePermission } from './reduce-tool.js';
import {
  endTurn,
  endWithAgent,
  failTurn,
  interruptTurn,
  moveQueued,
  openAgentSession,
  settleQuestion,
  startTurn,
} from './reduce-turn.js';
import { applyUpdate } from './reduce-update.js';
import type { Transcript } from './transcript.js';

type EventOf<T extends LoggedEvent['type']> = Extract<LoggedEvent, { type: T }>;

/** Pure and total: no clock, no randomness, no I/O. An event of an unknown type only counts. */
export function reduceTranscript(before: Transcript, event: LoggedEvent): Transcript {
  const t = { ...before, seq: event.seq };
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
    default:
      return reduceRest(t, event);
  }
}

function reduceRest(t: Transcript, event: LoggedEvent): Transcript {
  switch (event.type) {
    case 'prompt_queued':
    case 'prompt_edited':
    case 'prompt_moved':
    case 'prompt_removed':
    case 'queue_paused':
    case 'queue_resumed':
      return reduceQueue(t, event);
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
    case 'terminal_opened':
    case 'terminal_output':
    case 'terminal_closed':
      return reduceTerminal(t, event);
    case 'mode_changed':
      return t.modes ? { ...t, modes: { ...t.modes, currentModeId: event.modeId } } : t;
    case 'options_changed':
      return { ...t, options: event.options };
    case 'session_renamed':
      return { ...t, title: event.title };
    case 'notice_shown':
      return addEntry(t, event, {
        kind: 'notice',
        severity: event.severity,
        title: event.title,
        description: event.description ?? null,
        action: event.action ?? null,
      });
    default:
      return reduceAgent(t, event);
  }
}

function reduceQueue(t: Transcript, event: LoggedEvent): Transcript {
  switch (event.type) {
    case 'prompt_queued': {
      const { promptId, content, by, at } = event;
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
    default:
      return t;
  }
}

function askQuestion(t: Transcript, event: EventOf<'question_asked'>): Transcript {
  const { questionId, question } = event;
  const n = endOf(t.entries);
  const asked = addEntry(t, event, { kind: 'question', questionId, question, outcome: { status: 'pending' } });
  return {
    ...asked,
    pending: [...asked.pending, { kind: 'question', id: questionId, entry: n }],
    lastOutputAt: event.at,
  };
}

function reduceAgent(t: Transcript, event: LoggedEvent): Transcript {
  switch (event.type) {
    case 'agent_session_opened':
      return openAgentSession(t, event);
    case 'agent_exited':
      return endWithAgent(t, event);
    case 'agent_restarted':
      return addEntry(t, event, { kind: 'mark', mark: 'restarted', text: 'The agent was restarted', action: null });
    case 'history_imported':
      return addEntry(t, event, { kind: 'mark', mark: 'imported', text: `History from ${event.from}`, action: null });
    default:
      return t;
  }
}
