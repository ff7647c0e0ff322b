import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { z } from 'zod';
import type { AgentTrouble } from './agent-trouble.js';
import type { Shaped, ShapeKit } from './event-shape.js';
import type { OldSentence, ServerReason } from './reasons.js';
import type { RuleName } from './rule-name.js';

/** Who did something: a person at a device, a stored rule, somebody's "allow all", the agent of another session, or the server itself, and why. */
export const actor = ({ z, id, name, code }: ShapeKit) =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('device'), device: name }),
    /** `agent` is the name of the agent that works in that session. */
    z.object({ kind: z.literal('session'), sessionId: id, agent: name }),
    z.object({ kind: z.literal('rule'), rule: code<RuleName | OldSentence>(), ruleId: id.exactOptional() }),
    z.object({ kind: z.literal('allow_all'), device: name }),
    z.object({ kind: z.literal('server'), reason: code<ServerReason>().exactOptional() }),
  ]);
export type Actor = Shaped<typeof actor>;

/** An ACP update as the agent sent it; one of a kind that ACP does not know (yet) is kept and harmless. */
export type AgentUpdate = SessionUpdate | UnknownUpdate;
export interface UnknownUpdate {
  sessionUpdate: `_${string}`;
  [field: string]: unknown;
}

/** What an agent asks of a person: fields to fill in, or an address to open. */
export const question = ({ z, id, text }: ShapeKit) =>
  z.discriminatedUnion('mode', [
    z.object({ mode: z.literal('form'), message: text, schema: z.unknown(), toolCallId: id.exactOptional() }),
    z.object({ mode: z.literal('url'), message: text, url: text, elicitationId: id, toolCallId: id.exactOptional() }),
  ]);
export type Question = Shaped<typeof question>;

/** What the agent reported when its own session was opened. */
export const sessionFacts = ({ z, id, modes, options, commands }: ShapeKit) =>
  z.object({
    agentSessionId: id,
    modes: modes.nullable().exactOptional(),
    options: options.exactOptional(),
    commands: commands.exactOptional(),
  });
export type AgentSessionFacts = Shaped<typeof sessionFacts>;

/** A file that was written for an agent through us, so that this isn't a claim of the agent's. */
export const writtenFile = ({ z, text, number }: ShapeKit) =>
  z.object({
    /** Where it really is, all links followed. */
    path: text,
    /** As the agent called it, if that is something else. */
    named: text.exactOptional(),
    isNew: z.boolean(),
    /** Null for a new file. */
    oldText: text.nullable(),
    newText: text,
    /** What was written, in bytes. */
    bytes: number,
    /** Why the texts are not told; then they are null and empty. */
    untold: z.enum(['large', 'unreadable']).exactOptional(),
  });
export type WrittenFile = Shaped<typeof writtenFile>;

/** What a turn has used, as far as the agent has counted it. */
export const turnTokens = ({ z, number }: ShapeKit) =>
  z.object({
    input: number.exactOptional(),
    output: number.exactOptional(),
    /** Of all kinds: more than input and output, where an agent counts what was cached by itself. */
    total: number.exactOptional(),
    cached: number.exactOptional(),
  });
export type TurnTokens = Shaped<typeof turnTokens>;

/** What a reply was taken to have used, and what it has used after all. */
export const recountedTokens = (kit: ShapeKit) => kit.z.object({ was: turnTokens(kit), is: turnTokens(kit) });
export type RecountedTokens = Shaped<typeof recountedTokens>;

/** Whether the other agent asks before it acts, as far as we know: as usual, never, or less than the one above it. */
const freedom = ({ z }: ShapeKit) => z.enum(['asks', 'asks_nothing', 'asks_less']);
export type DelegateFreedom = Shaped<typeof freedom>;

/** A task for another agent that a person decides about. */
export interface DelegationAsk {
  agentId: string;
  /** What that agent is called. */
  agent?: string;
  name: string;
  /**
   * How free the other agent is; where it's freer than the one that gives the task, only a person may say yes. Left out
   * of an agent's own request: AcDeck asks again where it matters.
   */
  freedom?: DelegateFreedom;
}
export const delegationAsk = (kit: ShapeKit): z.ZodType<DelegationAsk> =>
  kit.z.object({ agentId: kit.id, name: kit.name, freedom: freedom(kit) });

/** How a task ended that was given to another agent; `refused` is one that the agent's model would not do. */
export const delegationOutcome = ({ z }: ShapeKit) =>
  z.enum(['completed', 'failed', 'stopped', 'interrupted', 'refused']);
export type DelegationOutcome = Shaped<typeof delegationOutcome>;

/** What a person can do about a failure, as a button. */
const offeredAction = ({ z }: ShapeKit) =>
  z.enum([
    'resend',
    'restart_agent',
    /** The same where the agent is up, and goes on with what it should not do. */
    'restart_running_agent',
    'sign_in',
    'update_from_agent',
  ]);
export type ErrorAction = Shaped<typeof offeredAction>;

/** With one that is no longer offered: files that have it are read, and show it without a button. */
export const errorAction = (kit: ShapeKit) =>
  kit.z.union([offeredAction(kit), kit.z.literal('choose_agent')]) as z.ZodType<ErrorAction>;

/** Whether the agent remembers what the page shows: a new session, all of it, or none of it. */
export const agentMemory = ({ z }: ShapeKit) => z.enum(['new', 'kept', 'lost']);
export type AgentMemory = Shaped<typeof agentMemory>;

/** A session of the agent's that could not be opened again, and why. */
export const replacedSession = ({ z, id, number, code }: ShapeKit) =>
  z.object({ agentSessionId: id, trouble: code<AgentTrouble>(), code: number.exactOptional() });
export type ReplacedSession = Shaped<typeof replacedSession>;

export const oldSessionState = ({ z }: ShapeKit) => z.enum(['waiting', 'trying', 'hidden']);
export type OldSessionState = Shaped<typeof oldSessionState>;

/** What every event may say besides, but for its number. */
export const eventStamp = ({ z, number, count, yes }: ShapeKit) =>
  z.object({
    at: number,
    /** What the agent has used with it. */
    used: z
      .object({
        calls: count,
        cost: z.object({ amount: number.min(0), currency: z.string().max(20) }).exactOptional(),
        isIdle: yes,
      })
      .exactOptional(),
    /** How long the turn took that it ends, no matter how the clock was set meanwhile; absent where nobody measured it. */
    ms: number.min(0).exactOptional(),
    /** When what it ends was last known to go on, where a later server tells of it; absent where it is told at once. */
    until: number.exactOptional(),
  });

/** What an event is recorded with: its number, from 1 without gaps, and what the server stamped it with. */
export type EventStamp = { seq: number } & Shaped<typeof eventStamp>;

/** What an agent has used with one event, as the server counted it when that was recorded; idle while no reply ran. */
export type Used = NonNullable<EventStamp['used']>;

/** The number in a log that a reader has reached; `epoch` names one life of the log. */
export interface Position {
  epoch: string;
  seq: number;
}

/** Events `after + 1 … after + events.length` of one log. */
export interface EventPage<E> {
  epoch: string;
  after: number;
  events: E[];
}
