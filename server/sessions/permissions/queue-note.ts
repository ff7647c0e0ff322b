import type { SessionEvent } from '../../protocol/events.js';
import type { Transcript } from '../../protocol/transcript.js';
import { checkRoom } from '../prompt-queue.js';
import type { Act } from '../session-service.js';

/** What a person has to say about their answer, as the message that the agent gets next. */
export function queueNote(t: Transcript, { cmdId, by }: Act, note: string): SessionEvent[] {
  const content = [{ type: 'text' as const, text: note }];
  checkRoom(t);
  const first = t.queue[0];
  const queued: SessionEvent = { type: 'prompt_queued', promptId: cmdId, content, by };
  return first ? [queued, { type: 'prompt_moved', promptId: cmdId, before: first.promptId }] : [queued];
}
