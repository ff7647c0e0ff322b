import type { AvailableCommand, ContentBlock, SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import { type EntryList, emptyEntryList } from './entry-list.js';
import type { Actor, AgentMemory } from './events.js';

/** The turn that runs now, or the last one. */
export interface Turn {
  readonly n: number;
  readonly status: 'idle' | 'running' | 'cancelling';
  readonly promptId: string | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** The part of the prompt that the agent has not echoed; what matches it is not shown twice. */
  readonly echo: string;
  /** The agent was told of a past that it has lost. */
  readonly hasContext?: true;
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
  readonly cost: { readonly amount: number; readonly currency: string } | null;
}

/** A session as its log tells it, up to event `seq`. */
export interface Transcript {
  readonly seq: number;
  readonly entries: EntryList;
  readonly turn: Turn;
  readonly queue: readonly QueuedPrompt[];
  /** Why queued prompts are held back, or null. */
  readonly queuePaused: string | null;
  readonly pending: readonly Pending[];
  /** Entries that are not finished: tool calls, terminals, the message being written. */
  readonly open: readonly number[];
  readonly title: string | null;
  readonly agentSessionId: string | null;
  readonly memory: AgentMemory | null;
  /** The next prompt tells the agent of the past that it has lost. */
  readonly handover: boolean;
  readonly commands: readonly AvailableCommand[];
  readonly modes: SessionModeState | null;
  readonly options: readonly SessionConfigOption[];
  readonly usage: Usage | null;
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
  lastOutputAt: null,
};
