import type { LoggedEvent, UnknownUpdate } from '../../protocol/events.js';
import { LIMITS } from '../../protocol/limits.js';
import { recountedReplies } from '../../protocol/transcript/metered-replies.js';
import type { Transcript } from '../../protocol/transcript/transcript.js';
import { unknownKind } from '../../protocol/unreachable.js';

/** The key of the entry that an event is about, if it names one; see `keyOf` of the protocol. */
export function keyNamedBy(event: LoggedEvent, t: Transcript): string | null {
  switch (event.type) {
    case 'permission_requested':
      return `tool:${event.toolCall.toolCallId}`;
    case 'call_flagged':
    case 'file_written':
      return `tool:${event.toolCallId}`;
    case 'terminal_output':
    case 'terminal_flagged':
    case 'terminal_closed':
      return `terminal:${event.terminalId}`;
    case 'delegation_changed':
    case 'delegation_ended':
      return `delegation:${event.delegationId}`;
    case 'agent_update':
      return keyOfUpdate(event.update, t);
    case 'prompt_sent':
    case 'cancel_requested':
    case 'turn_ended':
    case 'turn_failed':
    case 'turn_interrupted':
    case 'permission_changed':
    case 'permission_answered':
    case 'permission_voided':
    case 'prompt_queued':
    case 'prompt_edited':
    case 'prompt_moved':
    case 'prompt_removed':
    case 'queue_paused':
    case 'queue_resumed':
    case 'budget_lifted':
    case 'permissions_waiting':
    case 'question_asked':
    case 'question_answered':
    case 'question_voided':
    case 'terminal_opened':
    case 'delegation_started':
    case 'mode_changed':
    case 'options_changed':
    case 'session_renamed':
    case 'notice_shown':
    case 'agent_session_opened':
    case 'old_session_changed':
    case 'context_added':
    case 'agent_exited':
    case 'agent_restarted':
    case 'history_imported':
      return null;
    default:
      return unknownKind(event, null);
  }
}

type Update = Extract<LoggedEvent, { type: 'agent_update' }>['update'];

function keyOfUpdate(update: Update, t: Transcript): string | null {
  switch (update.sessionUpdate) {
    case 'tool_call':
    case 'tool_call_update':
      return `tool:${update.toolCallId}`;
    case 'agent_message_chunk':
      return update.messageId == null ? null : `agent:${update.messageId}`;
    case 'agent_thought_chunk':
      return update.messageId == null ? null : `thought:${update.messageId}`;
    case 'compaction_update':
    case 'compaction_summary_chunk':
      return `compaction:${update.compactionId}`;
    case 'plan':
      return `plan:${t.turn.n}`;
    case 'user_message_chunk':
    case 'notice':
    case 'available_commands_update':
    case 'current_mode_update':
    case 'config_option_update':
    case 'session_info_update':
    case 'usage_update':
      return null;
    default:
      return unknownUpdate(update);
  }
}

function unknownUpdate(_update: UnknownUpdate): null {
  return null;
}

/** The keys of other entries that an event changes: terminals that a tool call shows, or the call that shows a delegated task. */
export function keysTouchedBy(event: LoggedEvent): string[] {
  if (event.type === 'delegation_started' || event.type === 'delegation_changed') {
    return event.toolCallId === undefined ? [] : [`tool:${event.toolCallId}`];
  }
  if (event.type !== 'agent_update' || !('toolCallId' in event.update)) return [];
  const { content } = event.update;
  if (!Array.isArray(content)) return [];
  return content.flatMap((item) => (item?.type === 'terminal' ? [`terminal:${item.terminalId}`] : []));
}

/** The numbers of unfinished entries that an event settles or closes, and of replies that it counts once more. */
export function entriesSettledBy(event: LoggedEvent, t: Transcript): number[] {
  switch (event.type) {
    case 'turn_ended': {
      const recounted = recountedReplies(t, t.turn.n, event.recounted);
      return [...t.open, ...[...t.pending, ...recounted].map(({ entry }) => entry)];
    }
    case 'prompt_sent':
    case 'turn_failed':
    case 'turn_interrupted':
    case 'agent_exited':
    case 'agent_session_opened':
      return [...t.open, ...t.pending.map(({ entry }) => entry)];
    case 'permission_changed':
    case 'permission_answered':
    case 'permission_voided':
      return t.pending.filter(({ id }) => id === event.permissionId).map(({ entry }) => entry);
    case 'question_answered':
    case 'question_voided':
      return t.pending.filter(({ id }) => id === event.questionId).map(({ entry }) => entry);
    default:
      // A turn with very many unfinished entries gives up on the oldest.
      return t.open.length < LIMITS.openEntries ? [] : t.open.slice(0, 1);
  }
}
