import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { PromptUploads } from '../../ports/uploads.js';
import type { Done } from '../../protocol/api/rpc.js';
import { RpcError } from '../../protocol/api/rpc-error.js';
import { LIMITS } from '../../protocol/limits.js';
import type { PauseReason } from '../../protocol/reasons.js';
import type { SessionEvent } from '../../protocol/session/session-event.js';
import type { QueuedPrompt, Transcript } from '../../protocol/transcript/transcript.js';
import type { Act } from '../log/act.js';
import type { EventLog } from '../log/event-log.js';

/** A prompt must hold something, and not too much: larger things are uploaded. */
export function checkPrompt(content: readonly ContentBlock[], sessionId: string, uploads: PromptUploads | null): void {
  if (content.length === 0) throw new RpcError('bad_request', 'The prompt is empty.', { code: 'message_empty' });
  if (Buffer.byteLength(JSON.stringify(content)) > LIMITS.promptBytes) {
    const mebibytes = LIMITS.promptBytes / 1024 / 1024;
    throw new RpcError('too_large', 'The prompt is too large.', { code: 'message_too_large', mebibytes });
  }
  uploads?.claim(sessionId, content);
}

/** A prompt that is still waiting; one that was sent or removed can no longer be changed. */
export function queuedPrompt({ queue }: Transcript, promptId: string): QueuedPrompt {
  const prompt = queue.find((waiting) => waiting.promptId === promptId);
  if (!prompt)
    throw new RpcError('not_found', 'This prompt is no longer in the queue.', { code: 'message_not_queued' });
  return prompt;
}

export function checkRoom({ queue }: Transcript): void {
  if (queue.length >= LIMITS.queuedPrompts) {
    throw new RpcError('conflict', 'The queue is full.', { code: 'queue_full', most: LIMITS.queuedPrompts });
  }
}

/** Holds the queue back after something went wrong, if there is anything to hold back. */
export function pauseAfter({ queue, queuePaused }: Transcript, reason: PauseReason): SessionEvent[] {
  return queue.length > 0 && queuePaused === null ? [{ type: 'queue_paused', reason }] : [];
}

/** Brings a prompt to the front. */
export function moveToFront({ queue }: Transcript, promptId: string): SessionEvent[] {
  const first = queue[0];
  if (!first || first.promptId === promptId) return [];
  return [{ type: 'prompt_moved', promptId, before: first.promptId }];
}

/** What a person has to say about their answer, as the message that the agent gets next. */
export function queueNote(t: Transcript, act: Act, note: string): SessionEvent[] {
  return queueFirst(t, act, [{ type: 'text', text: note }]);
}

/** A message that goes before all that wait. */
export function queueFirst(t: Transcript, { cmdId, by }: Act, content: ContentBlock[]): SessionEvent[] {
  checkRoom(t);
  const first = t.queue[0];
  const queued: SessionEvent = { type: 'prompt_queued', promptId: cmdId, content, by };
  return first ? [queued, { type: 'prompt_moved', promptId: cmdId, before: first.promptId }] : [queued];
}

type QueueChange = Extract<SessionEvent, { type: 'prompt_edited' | 'prompt_moved' | 'prompt_removed' }>;

/** Changes a prompt that is still waiting. */
export function changeQueued(log: EventLog, { cmdId }: Act, change: QueueChange): Done {
  queuedPrompt(log.transcript, change.promptId);
  return log.commit([change], cmdId);
}
