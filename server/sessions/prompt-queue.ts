import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { SessionEvent } from '../protocol/events.js';
import { LIMITS } from '../protocol/limits.js';
import type { Done } from '../protocol/rpc.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { QueuedPrompt, Transcript } from '../protocol/transcript.js';
import type { EventLog } from './log/event-log.js';
import type { Act } from './session-service.js';
import type { PromptUploads } from './upload-port.js';

/** A prompt must hold something, and not too much: larger things are uploaded. */
export function checkPrompt(content: readonly ContentBlock[], sessionId: string, uploads?: PromptUploads): void {
  if (content.length === 0) throw new RpcError('bad_request', 'The prompt is empty.');
  if (Buffer.byteLength(JSON.stringify(content)) > LIMITS.promptBytes) {
    throw new RpcError('too_large', `A prompt may hold at most ${LIMITS.promptBytes / 1024 / 1024} MiB.`);
  }
  uploads?.claim(sessionId, content);
}

/** A prompt that is still waiting; one that was sent or removed can no longer be changed. */
export function queuedPrompt({ queue }: Transcript, promptId: string): QueuedPrompt {
  const prompt = queue.find((waiting) => waiting.promptId === promptId);
  if (!prompt) throw new RpcError('not_found', 'This prompt is no longer in the queue.');
  return prompt;
}

export function checkRoom({ queue }: Transcript): void {
  if (queue.length >= LIMITS.queuedPrompts) {
    throw new RpcError('conflict', `The queue is full: ${LIMITS.queuedPrompts} prompts are waiting.`);
  }
}

/** Holds the queue back after something went wrong, if there is anything to hold back. */
export function pauseAfter({ queue, queuePaused }: Transcript, reason: string): SessionEvent[] {
  return queue.length > 0 && queuePaused === null ? [{ type: 'queue_paused', reason }] : [];
}

/** Brings a prompt to the front. */
export function moveToFront({ queue }: Transcript, promptId: string): SessionEvent[] {
  const first = queue[0];
  if (!first || first.promptId === promptId) return [];
  return [{ type: 'prompt_moved', promptId, before: first.promptId }];
}

type QueueChange = Extract<SessionEvent, { type: 'prompt_edited' | 'prompt_moved' | 'prompt_removed' }>;

/** Changes a prompt that is still waiting. */
export function changeQueued(log: EventLog, { cmdId }: Act, change: QueueChange): Done {
  queuedPrompt(log.transcript, change.promptId);
  return log.commit([change], cmdId);
}

/** Holds the queue back or lets it go; what is so already stays so. */
export function holdQueue(log: EventLog, { cmdId, by }: Act, paused: boolean): Done {
  const who = by.kind === 'device' ? by.device : 'the server';
  const change: SessionEvent = paused
    ? { type: 'queue_paused', reason: `Paused by ${who}` }
    : { type: 'queue_resumed' };
  const isSo = (log.transcript.queuePaused !== null) === paused;
  return log.commit(isSo ? [] : [change], cmdId);
}
