import type { ToolCallUpdate } from '@agentclientprotocol/sdk';
import { addEntry, changeEntry } from './edit-transcript.js';
import { findEntry } from './entry-list.js';
import type { AgentUpdate, LoggedEvent } from './events.js';
import { applyTextChunk, applyUserChunk, joinContent } from './reduce-text.js';
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
    default:
      return applyState(t, update);
  }
}

/** Updates that change what the session is rather than what it says. */
function applyState(t: Transcript, update: AgentUpdate): Transcript {
  switch (update.sessionUpdate) {
    case 'available_commands_update':
      return { ...t, commands: update.availableCommands };
    case 'current_mode_update':
      return t.modes ? { ...t, modes: { ...t.modes, currentModeId: update.currentModeId } } : t;
    case 'config_option_update':
      return { ...t, options: update.configOptions };
    case 'session_info_update':
      return update.title === undefined ? t : { ...t, title: update.title };
    case 'usage_update':
      return { ...t, usage: { used: update.used, size: update.size, cost: update.cost ?? null } };
    default:
      return t;
  }
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
    summary: joinContent(entry.summary, update.content),
  }));
}

function applyNotice(t: Transcript, event: UpdateEvent, update: UpdateOf<'notice'>): Transcript {
  const severity = update.severity === 'warning' || update.severity === 'error' ? update.severity : 'info';
  const description = update.description ?? null;
  return addEntry(t, event, { kind: 'notice', severity, title: update.title, description, action: null });
}
