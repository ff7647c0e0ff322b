import type { ContentBlock } from '@agentclientprotocol/sdk';
import { addEntry, changeEntry, closeText } from './edit-transcript.js';
import type { MarkEntry, QuestionOutcome, ToolStatus } from './entries.js';
import { endOf, entryAt } from './entry-list.js';
import type { LoggedEvent } from './events.js';
import { isFinal, settlePermission, wasRejected } from './reduce-tool.js';
import type { QueuedPrompt, Transcript } from './transcript.js';

type EventOf<T extends LoggedEvent['type']> = Extract<LoggedEvent, { type: T }>;

/** A prompt opens a turn and leaves the queue, if it was there. */
export function startTurn(t: Transcript, event: EventOf<'prompt_sent'>): Transcript {
  const { promptId, content, by, context } = event;
  const ready = closeTurn(t, event, 'ended', 'A new turn began');
  const turn = {
    n: t.turn.n + 1,
    status: 'running',
    promptId,
    startedAt: event.at,
    endedAt: null,
    echo: `${textOf(content)}${context ?? ''}`,
    ...(context === undefined ? {} : { hasContext: true as const }),
  } as const;
  const queue = ready.queue.filter((prompt) => prompt.promptId !== promptId);
  const handover = context === undefined && ready.handover;
  const said = { promptId, content, by, ...(context === undefined ? {} : { context }) };
  return addEntry({ ...ready, turn, queue, handover, lastOutputAt: event.at }, event, { kind: 'user', ...said });
}

/** The agent answered the prompt: the turn is over, whatever it left open. */
export function endTurn(t: Transcript, event: EventOf<'turn_ended'>): Transcript {
  const isCancelled = event.stopReason === 'cancelled';
  const closed = closeTurn(t, event, isCancelled ? 'cancelled' : 'ended', 'The turn ended');
  const mark = STOP_MARKS[event.stopReason] ?? (event.stopReason === 'end_turn' ? silenceOf(t) : STOP_MARKS.other!);
  if (!mark) return closed;
  return addEntry(closed, event, { kind: 'mark', ...mark, action: null });
}

/** Some agents end a turn that failed without a word; a person shall not wait for one. */
function silenceOf(t: Transcript): Pick<MarkEntry, 'mark' | 'text'> | null {
  const last = entryAt(t.entries, endOf(t.entries) - 1);
  const isSilent = t.turn.status !== 'idle' && last?.kind === 'user' && last.turn === t.turn.n;
  return isSilent ? { mark: 'stopped', text: 'The agent ended its turn without an answer' } : null;
}

/** The prompt failed; what the agent had said before stays. */
export function failTurn(t: Transcript, event: EventOf<'turn_failed'>): Transcript {
  const closed = { ...closeTurn(t, event, 'cancelled', 'The turn failed'), handover: t.handover || isUntold(t) };
  const code = event.code === undefined ? [] : [`Error code ${event.code}`];
  const details = [...code, ...(event.details ? [event.details] : [])].join('\n') || null;
  return addEntry(closed, event, { kind: 'error', message: event.message, details, action: event.action ?? null });
}

/** Whether the agent may not have heard what it was to be told of its lost past. */
function isUntold({ turn }: Transcript): boolean {
  return turn.status !== 'idle' && turn.hasContext === true;
}

/** The agent's process is gone, and with it the turn that it was in. */
export function endWithAgent(t: Transcript, event: EventOf<'agent_exited'>): Transcript {
  const how = event.signal ? `signal ${event.signal}` : `exit code ${event.exitCode ?? 'unknown'}`;
  const error = { kind: 'error', details: event.stderr || null, action: 'restart_agent' } as const;
  if (!event.duringTurn) return addEntry(t, event, { ...error, message: `The agent stopped (${how}).` });
  const message = `The agent stopped in the middle of this turn (${how}). What it had said is kept.`;
  const closed = closeTurn(t, event, 'cancelled', 'The agent stopped');
  return addEntry(closed, event, { ...error, message, canResend: true });
}

/** The agent is here (again): nothing that it left unfinished in an earlier life, or in its retelling, goes on. */
export function openAgentSession(t: Transcript, event: EventOf<'agent_session_opened'>): Transcript {
  const { agentSessionId, modes, options, commands } = event.facts;
  // A session that was begun in the place of a lost one and never used is kept in vain.
  const memory = event.memory === 'kept' && t.handover ? 'lost' : event.memory;
  return {
    ...(t.turn.status === 'idle' ? endTools(closeText(t, event), event, 'ended') : t),
    agentSessionId,
    memory,
    handover: memory === 'lost' && t.turn.n > 0,
    modes: modes ?? t.modes,
    options: options ?? t.options,
    commands: commands ?? t.commands,
  };
}

/** The server went away in the middle of the turn. */
export function interruptTurn(t: Transcript, event: EventOf<'turn_interrupted'>): Transcript {
  const closed = closeTurn(t, event, 'cancelled', event.reason);
  return addEntry(closed, event, { kind: 'mark', mark: 'interrupted', text: event.reason, action: 'resend' });
}

/** Moves a queued prompt in front of another, or to the end. */
export function moveQueued(
  queue: readonly QueuedPrompt[],
  promptId: string,
  before: string | null,
): readonly QueuedPrompt[] {
  const moved = queue.find((prompt) => prompt.promptId === promptId);
  if (!moved || before === promptId) return queue;
  const rest = queue.filter((prompt) => prompt !== moved);
  const at = before === null ? -1 : rest.findIndex((prompt) => prompt.promptId === before);
  return at < 0 ? [...rest, moved] : rest.toSpliced(at, 0, moved);
}

const STOP_MARKS: Record<string, Pick<MarkEntry, 'mark' | 'text'>> = {
  cancelled: { mark: 'cancelled', text: 'Stopped' },
  max_tokens: { mark: 'stopped', text: 'The agent reached its token limit' },
  max_turn_requests: { mark: 'stopped', text: 'The agent reached its limit of model requests for one turn' },
  refusal: { mark: 'stopped', text: 'The agent refused to go on' },
  other: { mark: 'stopped', text: 'The agent stopped for a reason of its own' },
};

/** Closes all that is open; a terminal outlives the turn that opened it, until it ends by itself. */
function closeTurn(t: Transcript, event: LoggedEvent, status: ToolStatus, reason: string): Transcript {
  let next = closeText(t, event);
  const voided = { status: 'voided', reason, at: event.at } as const;
  for (const { kind, id } of t.pending) {
    next = kind === 'permission' ? settlePermission(next, id, voided) : settleQuestion(next, id, voided);
  }
  next = endTools(next, event, status);
  return { ...next, turn: { ...next.turn, status: 'idle', endedAt: event.at, echo: '' } };
}

function endTools(t: Transcript, event: LoggedEvent, status: ToolStatus): Transcript {
  let next = t;
  for (const n of t.open) {
    next = changeEntry(next, n, 'tool', (tool) => {
      if (isFinal(tool.status)) return tool;
      return { ...tool, status: wasRejected(tool) ? 'rejected' : status, endedAt: event.at };
    });
  }
  return { ...next, open: next.open.filter((n) => entryAt(next.entries, n)?.kind === 'terminal') };
}

/** Settles a question once; a second outcome changes nothing. */
export function settleQuestion(t: Transcript, questionId: string, outcome: QuestionOutcome): Transcript {
  const pending = t.pending.find((item) => item.kind === 'question' && item.id === questionId);
  if (!pending) return t;
  const settled = changeEntry(t, pending.entry, 'question', (entry) => ({ ...entry, outcome }));
  return { ...settled, pending: settled.pending.filter((item) => item !== pending) };
}

/** The words of a prompt, without its attachments. */
export function textOf(content: readonly ContentBlock[]): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}
