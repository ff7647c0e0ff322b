import { endOf, entryAt } from '../protocol/entry-list.js';
import type { SessionEvent } from '../protocol/events.js';
import type { QueuedPrompt, Transcript } from '../protocol/transcript.js';
import { moveToFront } from './prompt-queue.js';

/** Why the queue is held back; by these words a later start knows it too. */
const WAITS = 'Waiting for you to sign in';

/** Whether a prompt waits for a sign-in; a further one would only be refused too. */
export function isWaitingForSignIn({ queuePaused }: Transcript): boolean {
  return queuePaused === WAITS;
}

/** Whether a refused prompt may be sent again by itself: nothing came of it, and no person holds the queue back. */
export function mayWaitForSignIn({ entries, queuePaused }: Transcript): boolean {
  return queuePaused === null && entryAt(entries, endOf(entries) - 1)?.kind === 'user';
}

/** Puts a refused prompt in front of the queue, which waits for the sign-in. */
export function waitForSignIn(t: Transcript, prompt: Omit<QueuedPrompt, 'at'>): SessionEvent[] {
  const { promptId, content, by } = prompt;
  const queue = [...t.queue, { ...prompt, at: 0 }];
  return [
    { type: 'prompt_queued', promptId, content: [...content], by },
    ...moveToFront({ ...t, queue }, promptId),
    { type: 'queue_paused', reason: WAITS },
  ];
}

/** The agent may be asked again: what waited for the sign-in goes on. */
export function endSignInWait(t: Transcript): SessionEvent[] {
  if (!isWaitingForSignIn(t)) return [];
  const title = 'Trying again: the message that needed a sign-in is sent once more';
  const told: SessionEvent[] = t.queue.length > 0 ? [{ type: 'notice_shown', severity: 'info', title }] : [];
  return [...told, { type: 'queue_resumed' }];
}
