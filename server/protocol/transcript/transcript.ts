import type { AvailableCommand, ContentBlock, SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import type { Actor, AgentMemory, OldSessionState, ReplacedSession, TurnTokens } from '../events.js';
import type { PauseReason } from '../reasons.js';
import type { Cost, Costs, WorkSum } from '../usage-sum.js';
import { type EntryList, emptyEntryList } from './entry-list.js';

/** The turn that runs now, or the last one. */
export interface Turn {
  readonly n: number;
  readonly status: 'idle' | 'running' | 'cancelling';
  readonly promptId: string | null;
  /** The number of the entry that has its prompt; absent where nobody sent one from here. */
  readonly entry?: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** The part of the prompt that the agent has not echoed; what matches it is not shown twice. */
  readonly echo: string;
  /** The agent was told of a past that it has lost. */
  readonly hasContext?: true;
  /** What it has used so far; absent in older logs. */
  readonly used?: WorkSum;
  /** What the session had cost before it. */
  readonly costBefore?: Cost;
  /** A person let it begin although the day's budget is used up. */
  readonly isLifted?: true;
}

/** A prompt that waits for its turn. */
export interface QueuedPrompt {
  readonly promptId: string;
  readonly content: readonly ContentBlock[];
  readonly by: Actor;
  readonly at: number;
}

/** A question that nobody has answered, and the entry that holds it. */
export interface Pending {
  readonly kind: 'permission' | 'question';
  readonly id: string;
  readonly entry: number;
}

/** How much of its context the agent has used, as it said itself. */
export interface Usage {
  readonly used: number;
  readonly size: number;
  /** What it last said that its own session has cost. */
  readonly cost: Cost | null;
}

/** A reply whose tokens are known, and the entry that has them. */
export interface MeteredReply {
  readonly turn: number;
  readonly entry: number;
  readonly at: number;
}

/** The agent's earlier session, in whose place another was begun after turn `turn`. */
export interface OldSession extends Readonly<ReplacedSession> {
  readonly turn: number;
  readonly state: OldSessionState;
}

/** A session as its log reports it, up to event `seq`. */
export interface Transcript {
  readonly seq: number;
  readonly entries: EntryList;
  readonly turn: Turn;
  readonly queue: readonly QueuedPrompt[];
  /** Why queued prompts are held back, or null. */
  readonly queuePaused: PauseReason | null;
  /** The next turn may begin although the day's budget is used up. */
  readonly isLifted?: true;
  readonly pending: readonly Pending[];
  /** How many more requests for permission the agent has made than are open. */
  readonly waiting?: number;
  /** Entries that are not finished: tool calls, terminals, the message being written. */
  readonly open: readonly number[];
  readonly title: string | null;
  readonly agentSessionId: string | null;
  readonly memory: AgentMemory | null;
  /** The next prompt tells the agent of the past that it has lost. */
  readonly handover: boolean;
  /** The agent is back in its earlier session, and what it is told of is what was said after this turn. */
  readonly gapAfter?: number;
  /** The last turn before the agent's present session began; absent while it has had only one. */
  readonly agentTurn?: number;
  /** How many of the messages in its session the agent was found to have forgotten. */
  readonly forgotten?: number;
  /** A session of the agent's that could be gone back to. */
  readonly oldSession?: OldSession;
  readonly commands: readonly AvailableCommand[];
  readonly modes: SessionModeState | null;
  readonly options: readonly SessionConfigOption[];
  readonly usage: Usage | null;
  /** What the agent last said that its session has cost, by currency. */
  readonly totals?: Costs;
  /** What the session has cost by currency: what its replies have, and what its agent has spent between them. */
  readonly spent: Costs;
  /** Nobody has prompted it here: the agent tells of a past from elsewhere. */
  readonly isRetold?: true;
  /** The last replies whose tokens are known, the newest last: they may be counted once more. */
  readonly metered?: readonly MeteredReply[];
  /** The tokens that the agent last reported, in the log of an earlier version. */
  readonly tokens?: TurnTokens;
  /** When the agent last gave a sign of life in this turn. */
  readonly lastOutputAt: number | null;
}

export const emptyTranscript: Transcript = {
  seq: 0,
  entries: emptyEntryList,
  turn: { n: 0, status: 'idle', promptId: null, startedAt: null, endedAt: null, echo: '' },
  queue: [],
  queuePaused: null,
  pending: [],
  open: [],
  title: null,
  agentSessionId: null,
  memory: null,
  handover: false,
  commands: [],
  modes: null,
  options: [],
  usage: null,
  spent: {},
  lastOutputAt: null,
};
