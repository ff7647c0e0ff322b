import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { LoggedEvent, RecountedTokens, TurnTokens } from '../events.js';
import { own } from '../own.js';
import type { PauseReason, VoidReason } from '../reasons.js';
import { possibleTokens } from '../turn-tokens.js';
import type { Cost } from '../usage-sum.js';
import { addSpent } from './costs.js';
import { addEntry, changeEntry, closeText } from './edit-transcript.js';
import type { Entry, Mark, StopCode, ToolStatus, TurnFacts } from './entries.js';
import { endOf, entryAt, replaceEntry } from './entry-list.js';
import { meterReply, recountedReplies } from './metered-replies.js';
import { settle } from './open-requests.js';
import { hasBegun, isFinal, isOwnCommand, wasRejected } from './reduce-tool.js';
import type { QueuedPrompt, Transcript } from './transcript.js';

type EventOf<T extends LoggedEvent['type']> = Extract<LoggedEvent, { type: T }>;

/** A prompt opens a turn and leaves the queue, if it was there. */
export function startTurn(t: Transcript, event: EventOf<'prompt_sent'>): Transcript {
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

/** The agent answered the prompt: the turn is over, no matter what it left open. */
export function endTurn(t: Transcript, event: EventOf<'turn_ended'>): Transcript {
  const isCancelled = event.stopReason === 'cancelled' || t.turn.status === 'cancelling';
  const closed = closeTurn(t, event, isCancelled ? 'cancelled' : 'ended', { code: 'turn_ended' });
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
export function failTurn(t: Transcript, event: EventOf<'turn_failed'>): Transcript {
  const { trouble, code, details = null, action = null } = event;
  const voided = closeTurn(t, event, 'cancelled', { code: 'turn_failed' });
  const closed = { ...voided, handover: t.handover || isUntold(t) };
  const error = { kind: 'error', trouble, ...(code === undefined ? {} : { code }), details, action } as const;
  return signTurn(t, addEntry(closed, event, error), event);
}

type TurnClosing = Pick<EventOf<'turn_ended'>, 'at' | 'ms' | 'tokens' | 'tokensOf'>;

/** Writes under the turn's last entry how it went, until when; `before` is how things were when it ran. */
function signTurn(before: Transcript, t: Transcript, event: TurnClosing): Transcript {
  const { turn } = before;
  const n = endOf(t.entries) - 1;
  const last = entryAt(t.entries, n);
  if (turn.status === 'idle' || turn.startedAt === null || last?.turn !== turn.n) return t;
  const model = modelNameIn(t.options);
  const { calls = 0, costs } = turn.used ?? {};
  const cost = costs ? null : costSince(turn.costBefore, t.usage?.cost ?? null);
  const tokens = tokensOfTurn(t, event);
  const ended: TurnFacts = {
    startedAt: turn.startedAt,
    at: event.at,
    seq: t.seq,
    ...(event.ms === undefined ? {} : { ms: event.ms }),
    ...(calls > 0 ? { calls } : {}),
    ...(costs ? { costs } : {}),
    ...(model === null ? {} : { model }),
    ...(tokens ? { tokens } : {}),
    ...(cost ? { cost } : {}),
  };
  return {
    ...(cost ? addSpent(t, cost) : t),
    entries: replaceEntry(t.entries, n, { ...last, ended }),
    ...(tokens ? meterReply(t, { turn: turn.n, entry: n, at: event.at }) : {}),
    ...(event.tokens && event.tokensOf === undefined ? { tokens: event.tokens } : {}),
  };
}

/** What the agent has counted for the turn that an event ends; null if that is nothing, or nothing possible. */
function tokensOfTurn({ tokens: before }: Transcript, { tokens, tokensOf }: TurnClosing): TurnTokens | null {
  return tokens ? possibleTokens(tokensOf === 'turn' ? tokens : tokensSince(before, tokens)) : null;
}

/** Corrects the tokens of replies before turn `turn`, as far as they are loaded. */
function recount(t: Transcript, turn: number, recounted: readonly RecountedTokens[] | undefined): Transcript {
  let { entries } = t;
  for (const { entry: n, is } of recountedReplies(t, turn, recounted)) {
    const entry = entryAt(entries, n);
    if (!entry?.ended) continue;
    const { tokens: _was, ...facts } = entry.ended;
    const tokens = possibleTokens(is);
    entries = replaceEntry(entries, n, { ...entry, ended: { ...facts, ...(tokens ? { tokens } : {}) } });
  }
  return entries === t.entries ? t : { ...t, entries };
}

/**
 * In logs of earlier versions agents are taken to count tokens from the start of their session; one that counts less than
 * before has begun anew.
 */
function tokensSince(before: TurnTokens | undefined, after: TurnTokens): TurnTokens {
  const isOn = Object.entries(before ?? {}).every(([kind, count]) => count <= (own(after, kind) ?? 0));
  if (!before || !isOn) return after;
  const grown = Object.entries(after).map(([kind, count]) => [kind, count - (own(before, kind) ?? 0)]);
  return Object.fromEntries(grown) as TurnTokens;
}

/** Options never change, and every turn asks for the name again. */
const modelNames = new WeakMap<Transcript['options'], { readonly name: string | null }>();

function modelNameIn(options: Transcript['options']): string | null {
  const known = modelNames.get(options) ?? { name: readModelName(options) };
  modelNames.set(options, known);
  return known.name;
}

/** What the model that is set is called; null if the agent offers none. */
function readModelName(options: Transcript['options']): string | null {
  const option = options.find(({ category }) => category === 'model');
  if (option?.type !== 'select') return null;
  const choices = option.options.flatMap((choice) => ('options' in choice ? choice.options : [choice]));
  return choices.find(({ value }) => value === option.currentValue)?.name ?? option.currentValue;
}

/** Agents report what a session has cost so far; one that counts anew has begun again. */
function costSince(before: Cost | undefined, after: Cost | null): Cost | null {
  if (!after) return null;
  const isOn = before?.currency === after.currency && before.amount <= after.amount;
  const amount = isOn ? after.amount - before.amount : after.amount;
  return amount > 0 ? { amount, currency: after.currency } : null;
}

/** Whether the agent may not have heard what it was to be told of its lost past. */
function isUntold({ turn }: Transcript): boolean {
  return turn.status !== 'idle' && turn.hasContext === true;
}

/** The agent's process is gone, and with it the turn that it was in. */
export function endWithAgent(t: Transcript, event: EventOf<'agent_exited'>): Transcript {
  const { exitCode, signal, stderr, reason, duringTurn = false } = event;
  const end = { exitCode, signal, ...(reason ? { reason } : {}) };
  const trouble = { code: 'agent_exited', end, duringTurn } as const;
  const error = { kind: 'error', trouble, details: stderr || null, action: 'restart_agent' } as const;
  if (!duringTurn) return addEntry(t, event, error);
  const closed = closeTurn(t, event, 'cancelled', { code: 'agent_stopped' });
  return signTurn(t, addEntry(closed, event, { ...error, canResend: true }), event);
}

/** The agent is here (again): nothing that it left unfinished in an earlier life, or in its retelling, goes on. */
export function openAgentSession(t: Transcript, event: EventOf<'agent_session_opened'>): Transcript {
  const { agentSessionId, modes, options, commands } = event.facts;
  const { oldSession: _old, gapAfter: _gap, agentTurn: _turn, forgotten: _forgotten, ...rest } = t;
  return {
    ...(t.turn.status === 'idle' ? endTools(closeText(rest, event), event, 'ended') : rest),
    ...memoryAfter(t, event),
    // Another session of the agent's has cost nothing yet.
    ...(event.memory === 'kept' ? {} : { totals: {} }),
    agentSessionId,
    modes: modes ?? t.modes,
    options: options ?? t.options,
    commands: commands ?? t.commands,
  };
}

type Memory = Pick<Transcript, 'memory' | 'handover' | 'gapAfter' | 'agentTurn' | 'forgotten' | 'oldSession'>;

/** What the agent knows of the session in the one of its own that is open now. */
function memoryAfter(t: Transcript, event: EventOf<'agent_session_opened'>): Memory {
  const { memory, facts, replaced } = event;
  const { handover, gapAfter, agentTurn, forgotten, oldSession } = t;
  const said = saidBefore(t);
  if (memory === 'kept' && oldSession?.agentSessionId === facts.agentSessionId) {
    const missed = said > oldSession.turn;
    return { memory, handover: missed, ...(missed ? { gapAfter: oldSession.turn, agentTurn: said } : {}) };
  }
  const old = oldSession ? { oldSession } : {};
  if (memory === 'kept') {
    // A session that was begun in the place of a lost one and never used is kept in vain.
    const isVain = handover && gapAfter === undefined;
    return {
      ...{ memory: isVain ? 'lost' : memory, handover: handover && said > 0, ...old },
      ...(gapAfter === undefined ? {} : { gapAfter }),
      ...(agentTurn === undefined ? {} : { agentTurn }),
      ...(forgotten === undefined ? {} : { forgotten }),
    };
  }
  const fresh: Memory = { memory, handover: memory === 'lost' && said > 0, agentTurn: said };
  if (!replaced) return { ...fresh, ...old };
  // Where nothing was said in the session that is lost now, the one before it is still the one to go back to.
  const isUnused = handover && gapAfter === undefined && oldSession !== undefined;
  const back = isUnused ? oldSession : { ...replaced, turn: said };
  return { ...fresh, oldSession: { ...back, state: 'waiting' } };
}

/** The last turn that is over: the prompt of a running one is still to go to the agent. */
function saidBefore({ turn }: Transcript): number {
  return turn.status === 'idle' ? turn.n : turn.n - 1;
}

/** What the agent is told beside the prompt of the running turn. */
export function addContext(t: Transcript, { context }: EventOf<'context_added'>): Transcript {
  const { turn } = t;
  if (turn.status === 'idle' || turn.entry === undefined) return t;
  const told = changeEntry(t, turn.entry, 'user', (entry) => ({ ...entry, context }));
  // One prompt has one context: another would only make the echo longer.
  const echo = turn.hasContext ? turn.echo : `${turn.echo}${context}`;
  return { ...told, handover: false, turn: { ...turn, echo, hasContext: true } };
}

/** The server went away in the middle of the turn. */
export function interruptTurn(t: Transcript, told: EventOf<'turn_interrupted'>): Transcript {
  const heardAt = t.lastOutputAt ?? t.turn.startedAt ?? told.at;
  // Older logs don't say how long a server that was killed had run, and their sentences not even whether it was.
  const isUntimed = told.reason.code === 'server_killed' && told.until === undefined;
  const event = isUntimed ? { ...told, at: heardAt } : told;
  const closed = closeTurn(t, event, 'cancelled', event.reason);
  const mark = { code: 'interrupted', reason: event.reason } as const;
  const marked = addEntry(closed, event, { kind: 'mark', mark, action: 'resend' });
  return signTurn(t, marked, event.reason.code === 'sentence' ? { at: heardAt } : event);
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

/** Closes all that is open; a terminal or a delegated task outlives its turn, until it ends by itself. */
function closeTurn(t: Transcript, event: LoggedEvent, status: ToolStatus, reason: VoidReason): Transcript {
  let next = closeText(t, event);
  const voided = { status: 'voided', reason, at: event.at } as const;
  for (const request of t.pending) next = settle(next, request, voided);
  next = endTools(next, event, status);
  return { ...next, turn: { ...next.turn, status: 'idle', endedAt: event.at, echo: '' } };
}

function endTools(t: Transcript, event: LoggedEvent, status: ToolStatus): Transcript {
  // After a stop the agent's own commands may run on, unless its process was ended with all that it ran.
  const isLeftAlone = event.type === 'turn_ended' && t.turn.status === 'cancelling' && !event.isForced;
  let next = t;
  for (const n of t.open) {
    next = changeEntry(next, n, 'tool', (tool) => {
      if (isFinal(tool.status)) return tool;
      if (wasRejected(tool)) return { ...tool, status: 'rejected', endedAt: event.at };
      const ended = { ...tool, status, endedAt: event.at };
      return isLeftAlone && hasBegun(tool) && isOwnCommand(tool) ? { ...ended, mayRunOn: true } : ended;
    });
  }
  const outlives = (kind: Entry['kind'] | undefined) => kind === 'terminal' || kind === 'delegation';
  return { ...next, open: next.open.filter((n) => outlives(entryAt(next.entries, n)?.kind)) };
}

/** The words of a prompt, without its attachments. */
export function promptWords(content: readonly ContentBlock[]): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}
