import type { ShapeKit } from '../event-shape.js';
import { actor } from '../events.js';
import { LIMITS } from '../limits.js';
import type { PauseReason } from '../reasons.js';
import type { QueuedPrompt } from '../transcript/transcript.js';
import type { CasesOf } from './event-case.js';

/** Prompts that wait for their turn. */
export const queueShapes = (kit: ShapeKit) => {
  const { id, content, code } = kit;
  return {
    prompt_queued: { promptId: id, content, by: actor(kit) },
    prompt_edited: { promptId: id, content },
    prompt_moved: { promptId: id, before: id.nullable() },
    prompt_removed: { promptId: id },
    queue_paused: { reason: code<PauseReason>() },
    queue_resumed: {},
  };
};

export const queueCases: CasesOf<typeof queueShapes> = {
  prompt_queued: {
    fold(t, { promptId, content, by, at }) {
      // The server refuses more than this.
      if (t.queue.length >= LIMITS.queuedPrompts) return t;
      return { ...t, queue: [...t.queue, { promptId, content, by, at }] };
    },
  },
  prompt_edited: {
    fold: (t, { promptId, content }) => ({
      ...t,
      queue: t.queue.map((prompt) => (prompt.promptId === promptId ? { ...prompt, content } : prompt)),
    }),
  },
  prompt_moved: {
    fold: (t, { promptId, before }) => ({ ...t, queue: moveQueued(t.queue, promptId, before) }),
  },
  prompt_removed: {
    fold: (t, { promptId }) => ({ ...t, queue: t.queue.filter((prompt) => prompt.promptId !== promptId) }),
  },
  queue_paused: { fold: (t, { reason }) => ({ ...t, queuePaused: reason }) },
  queue_resumed: { fold: (t) => ({ ...t, queuePaused: null }) },
};

/** Moves a queued prompt in front of another, or to the end. */
function moveQueued(queue: readonly QueuedPrompt[], promptId: string, before: string | null): readonly QueuedPrompt[] {
  const moved = queue.find((prompt) => prompt.promptId === promptId);
  if (!moved || before === promptId) return queue;
  const rest = queue.filter((prompt) => prompt !== moved);
  const at = before === null ? -1 : rest.findIndex((prompt) => prompt.promptId === before);
  return at < 0 ? [...rest, moved] : rest.toSpliced(at, 0, moved);
}
