import type { ContentBlock, ToolCallUpdate } from '@agentclientprotocol/sdk';
import type { Actor, AgentUpdate } from '../events.js';
import { reduceTranscript } from '../session/reduce.js';
import type { LoggedEvent, SessionEvent } from '../session/session-event.js';
import type { Entry } from './entries.js';
import { entriesOf } from './entry-list.js';
import { emptyTranscript, type Transcript } from './transcript.js';

export const someone: Actor = { kind: 'device', device: 'Test' };

/** Numbers events from 1; the clock is the number times ten. */
export function logged(...events: SessionEvent[]): LoggedEvent[] {
  return events.map((event, i) => ({ ...event, seq: i + 1, at: (i + 1) * 10 }));
}

export function transcriptOf(...events: SessionEvent[]): Transcript {
  return logged(...events).reduce(reduceTranscript, emptyTranscript);
}

export function entriesAfter(...events: SessionEvent[]): Entry[] {
  return entriesOf(transcriptOf(...events).entries);
}

export const text = (value: string): ContentBlock => ({ type: 'text', text: value });

export const update = (fields: AgentUpdate): SessionEvent => ({ type: 'agent_update', update: fields });

export const chunk = (value: string, messageId?: string): SessionEvent =>
  update({ sessionUpdate: 'agent_message_chunk', content: text(value), ...(messageId ? { messageId } : {}) });

export const thought = (value: string): SessionEvent =>
  update({ sessionUpdate: 'agent_thought_chunk', content: text(value) });

export const userChunk = (value: string, messageId?: string): SessionEvent =>
  update({ sessionUpdate: 'user_message_chunk', content: text(value), ...(messageId ? { messageId } : {}) });

export const prompt = (value: string, promptId = 'p1'): SessionEvent => ({
  type: 'prompt_sent',
  promptId,
  content: [text(value)],
  by: someone,
});

export const queued = (promptId: string): SessionEvent => ({
  type: 'prompt_queued',
  promptId,
  content: [text(promptId)],
  by: someone,
});

export const tool = (toolCallId: string, fields: object = {}): SessionEvent =>
  update({ sessionUpdate: 'tool_call', toolCallId, title: 'Run', ...fields });

export const toolUpdate = (toolCallId: string, fields: object = {}): SessionEvent =>
  update({ sessionUpdate: 'tool_call_update', toolCallId, ...fields });

export const asked = (permissionId: string, toolCall: ToolCallUpdate): SessionEvent => ({
  type: 'permission_requested',
  permissionId,
  toolCall,
  options: [
    { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
    { optionId: 'no', name: 'Reject', kind: 'reject_once' },
  ],
});

export const answered = (permissionId: string, optionId: string): SessionEvent => ({
  type: 'permission_answered',
  permissionId,
  optionId,
  by: someone,
});

export const ended = (stopReason = 'end_turn'): SessionEvent => ({ type: 'turn_ended', stopReason });
