import type { AgentTrouble } from '../agent-trouble.js';
import type { ShapeKit } from '../event-shape.js';
import { actor, errorAction, recountedTokens, turnTokens } from '../events.js';
import type { Interruption, PauseReason } from '../reasons.js';
import { addEntry, changeEntry } from '../transcript/edit-transcript.js';
import type { Mark, StopCode } from '../transcript/entries.js';
import { endOf, entryAt } from '../transcript/entry-list.js';
import { recountedReplies } from '../transcript/metered-replies.js';
import { unfinishedEntries } from '../transcript/open-requests.js';
import { closeTurn, promptWords, recount, signTurn } from '../transcript/reduce-turn.js';
import type { Transcript } from '../transcript/transcript.js';
import type { CasesOf, ReachOf } from './event-case.js';
import type { EventOf } from './session-event.js';

/** A turn from its prompt to its end. */
export const turnShapes = (kit: ShapeKit) => {
  const { z, id, name, text, number, yes, content, code } = kit;
  return {
    prompt_sent: {
      promptId: id,
      content,
      by: actor(kit),
      /** What the agent is told beside the prompt, because it has lost the memory of what was said. */
      context: text.exactOptional(),
    },
    /** The agent turned out to have lost its memory when the prompt was on its way: it was told this beside it. */
    context_added: { context: text },
    cancel_requested: { by: actor(kit) },
    turn_ended: {
      stopReason: name,
      /** The agent's process was ended for it, and all that it ran. */
      isForced: yes,
      /**
       * What the turn has used, as the agent counted it. Without `tokensOf` it was recorded by an earlier version, which
       * kept what the agent said, and some agents say what all turns so far have used.
       */
      tokens: turnTokens(kit).exactOptional(),
      tokensOf: z.literal('turn').exactOptional(),
      /** For the replies right before it, the newest last: only now it is known how the agent counts. */
      recounted: z.array(recountedTokens(kit)).max(100).exactOptional(),
    },
    turn_failed: {
      trouble: code<AgentTrouble>(),
      code: number.exactOptional(),
      details: text.exactOptional(),
      action: errorAction(kit).exactOptional(),
    },
    turn_interrupted: { reason: code<Interruption>() },
  };
};

export const turnCases: CasesOf<typeof turnShapes> = {
  prompt_sent: { fold: startTurn },
  context_added: { fold: addContext },
  cancel_requested: {
    fold: (t) => (t.turn.status === 'running' ? { ...t, turn: { ...t.turn, status: 'cancelling' } } : t),
  },
  turn_ended: { fold: endTurn },
  turn_failed: { fold: failTurn },
  turn_interrupted: { fold: interruptTurn },
};

export const turnReach: ReachOf<typeof turnShapes> = {
  prompt_sent: (_event, t) => unfinishedEntries(t),
  turn_ended: ({ recounted }, t) => [
    ...unfinishedEntries(t),
    ...recountedReplies(t, t.turn.n, recounted).map(({ entry }) => entry),
  ],
  turn_failed: (_event, t) => unfinishedEntries(t),
  turn_interrupted: (_event, t) => unfinishedEntries(t),
};

/** A prompt opens a turn and leaves the queue, if it was there. */
function startTurn(t: Transcript, event: EventOf<'prompt_sent'>): Transcript {
  const { promptId, content, by, context } = event;
  const { isLifted, isRetold: _past, ...ready } = closeTurn(t, event, 'ended', { code: 'turn_began' });
  const turn = {
    n: t.turn.n + 1,
    status: 'running',
    promptId,
    startedAt: event.at,
    endedAt: null,
    entry: endOf(t.entries),
    echo: `${promptWords(content)}${context ?? ''}`.trimStart(),
    used: { calls: 0 },
    ...(context === undefined ? {} : { hasContext: true as const }),
    ...(t.usage?.cost ? { costBefore: t.usage.cost } : {}),
    ...(isLifted ? { isLifted } : {}),
  } as const;
  const queue = ready.queue.filter((prompt) => prompt.promptId !== promptId);
  const queuePaused = pauseAtStart(ready.queuePaused, queue);
  const handover = context === undefined && ready.handover;
  const said = { promptId, content, by, ...(context === undefined ? {} : { context }) };
  return addEntry({ ...ready, turn, queue, queuePaused, handover, lastOutputAt: event.at }, event, {
    kind: 'user',
    ...said,
  });
}

/** A budget that cut a reply off is of no more interest when another begins, but may still hold back what waits. */
function pauseAtStart(paused: PauseReason | null, queue: Transcript['queue']): PauseReason | null {
  if (paused?.code !== 'budget') return paused;
  return queue.length === 0 ? null : { code: 'budget', budget: paused.budget };
}

/** What the agent is told beside the prompt of the running turn. */
function addContext(t: Transcript, { context }: EventOf<'context_added'>): Transcript {
  const { turn } = t;
  if (turn.status === 'idle' || turn.entry === undefined) return t;
  const told = changeEntry(t, turn.entry, 'user', (entry) => ({ ...entry, context }));
  // One prompt has one context: another would only make the echo longer.
  const echo = turn.hasContext ? turn.echo : `${turn.echo}${context}`;
  return { ...told, handover: false, turn: { ...turn, echo, hasContext: true } };
}

/** The agent answered the prompt: the turn is over, no matter what it left open. */
function endTurn(t: Transcript, event: EventOf<'turn_ended'>): Transcript {
  const isCancelled = event.stopReason === 'cancelled' || t.turn.status === 'cancelling';
  // After a stop the agent's own commands may run on, unless its process was ended with all that it ran.
  const mayRunOn = t.turn.status === 'cancelling' && !event.isForced;
  const closed = closeTurn(t, event, isCancelled ? 'cancelled' : 'ended', { code: 'turn_ended' }, mayRunOn);
  const mark = markOf(t, event.stopReason);
  const marked = mark ? addEntry(closed, event, { kind: 'mark', mark, action: null }) : closed;
  const signed = signTurn(t, marked, event);
  return t.turn.status === 'idle' ? signed : recount(signed, t.turn.n, event.recounted);
}

/** What a line says at the end of the turn; null where an answer ended as it should. */
function markOf(t: Transcript, stopReason: string): Mark | null {
  switch (stopReason) {
    case 'end_turn':
      return isSilent(t) ? stopped('silent') : null;
    case 'cancelled':
      return { code: 'cancelled' };
    case 'max_tokens':
    case 'max_turn_requests':
    case 'refusal':
      return stopped(stopReason);
    default:
      return stopped('unknown');
  }
}

function stopped(code: StopCode): Mark {
  return { code: 'stopped', cause: { code } };
}

/** Some agents end a turn that failed without a word; a person shall not wait for one. */
function isSilent(t: Transcript): boolean {
  const last = entryAt(t.entries, endOf(t.entries) - 1);
  return t.turn.status !== 'idle' && last?.kind === 'user' && last.turn === t.turn.n;
}

/** The prompt failed; what the agent had said before stays. */
function failTurn(t: Transcript, event: EventOf<'turn_failed'>): Transcript {
  const { trouble, code, details = null, action = null } = event;
  const voided = closeTurn(t, event, 'cancelled', { code: 'turn_failed' });
  const closed = { ...voided, handover: t.handover || isUntold(t) };
  const error = { kind: 'error', trouble, ...(code === undefined ? {} : { code }), details, action } as const;
  return signTurn(t, addEntry(closed, event, error), event);
}

/** Whether the agent may not have heard what it was to be told of its lost past. */
function isUntold({ turn }: Transcript): boolean {
  return turn.status !== 'idle' && turn.hasContext === true;
}

/** The server went away in the middle of the turn. */
function interruptTurn(t: Transcript, told: EventOf<'turn_interrupted'>): Transcript {
  const heardAt = t.lastOutputAt ?? t.turn.startedAt ?? told.at;
  // Older logs don't say how long a server that was killed had run, and their sentences not even whether it was.
  const isUntimed = told.reason.code === 'server_killed' && told.until === undefined;
  const event = isUntimed ? { ...told, at: heardAt } : told;
  const closed = closeTurn(t, event, 'cancelled', event.reason);
  const mark = { code: 'interrupted', reason: event.reason } as const;
  const marked = addEntry(closed, event, { kind: 'mark', mark, action: 'resend' });
  return signTurn(t, marked, event.reason.code === 'sentence' ? { at: heardAt } : event);
}
