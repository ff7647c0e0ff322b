import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { EventStamp, RecountedTokens, TurnTokens } from '../events.js';
import { own } from '../own.js';
import type { VoidReason } from '../reasons.js';
import { possibleTokens } from '../turn-tokens.js';
import type { Cost } from '../usage-sum.js';
import { addSpent } from './costs.js';
import { changeEntry, closeText } from './edit-transcript.js';
import type { Entry, ToolStatus, TurnFacts } from './entries.js';
import { endOf, entryAt, replaceEntry } from './entry-list.js';
import { meterReply, recountedReplies } from './metered-replies.js';
import { settle } from './open-requests.js';
import { hasBegun, isFinal, isOwnCommand, wasRejected } from './reduce-tool.js';
import type { Transcript } from './transcript.js';

/** What the event that ends a turn says of it. */
interface TurnEnding extends Pick<EventStamp, 'at' | 'ms'> {
  readonly tokens?: TurnTokens;
  readonly tokensOf?: 'turn';
}

/** Writes under the turn's last entry how it went, until when; `before` is how things were when it ran. */
export function signTurn(before: Transcript, t: Transcript, event: TurnEnding): Transcript {
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
function tokensOfTurn({ tokens: before }: Transcript, { tokens, tokensOf }: TurnEnding): TurnTokens | null {
  return tokens ? possibleTokens(tokensOf === 'turn' ? tokens : tokensSince(before, tokens)) : null;
}

/** Corrects the tokens of replies before turn `turn`, as far as they are loaded. */
export function recount(t: Transcript, turn: number, recounted: readonly RecountedTokens[] | undefined): Transcript {
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

/** Closes all that is open, and lets commands of the agent's own go on where they `mayRunOn`; a terminal or a delegated task outlives its turn, until it ends by itself. */
export function closeTurn(
  t: Transcript,
  event: EventStamp,
  status: ToolStatus,
  reason: VoidReason,
  mayRunOn = false,
): Transcript {
  let next = closeText(t, event);
  const voided = { status: 'voided', reason, at: event.at } as const;
  for (const request of t.pending) next = settle(next, request, voided);
  next = endTools(next, event, status, mayRunOn);
  return { ...next, turn: { ...next.turn, status: 'idle', endedAt: event.at, echo: '' } };
}

/** Closes the agent's tool calls that are still open. */
export function endTools(t: Transcript, event: EventStamp, status: ToolStatus, mayRunOn = false): Transcript {
  let next = t;
  for (const n of t.open) {
    next = changeEntry(next, n, 'tool', (tool) => {
      if (isFinal(tool.status)) return tool;
      if (wasRejected(tool)) return { ...tool, status: 'rejected', endedAt: event.at };
      const ended = { ...tool, status, endedAt: event.at };
      return mayRunOn && hasBegun(tool) && isOwnCommand(tool) ? { ...ended, mayRunOn: true } : ended;
    });
  }
  const outlives = (kind: Entry['kind'] | undefined) => kind === 'terminal' || kind === 'delegation';
  return { ...next, open: next.open.filter((n) => outlives(entryAt(next.entries, n)?.kind)) };
}

/** The words of a prompt, without its attachments. */
export function promptWords(content: readonly ContentBlock[]): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}
