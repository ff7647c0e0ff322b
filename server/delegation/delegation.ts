import type { AgentTrouble } from '../protocol/agent-trouble.js';
import type { Actor, DelegationOutcome } from '../protocol/events.js';
import type { UsageSum } from '../protocol/usage-sum.js';
import type { ToolCallHints } from './match-call.js';

/** A task as an agent gives it. */
export interface Task {
  readonly name: string;
  readonly task: string;
  readonly agentId: string;
}

/** How a task ended, with the answer in full. */
export interface TaskEnd {
  readonly outcome: DelegationOutcome | 'denied';
  readonly answer: string;
  readonly files: readonly string[];
  readonly trouble?: AgentTrouble;
  /** What the reply has used; left out where there was none. */
  readonly usage?: UsageSum;
}

/** One task that a session has given to another, from the question whether it may to its end. */
export class Delegation {
  readonly id: string;
  /** The session that gives the task. */
  readonly callerId: string;
  readonly task: Task;
  readonly hints: ToolCallHints;
  readonly startedAt: number;
  /** The person who asks; null where an agent does. */
  readonly asker: Actor | null;
  /** Ends the question whether it may begin. */
  readonly asking = new AbortController();
  /** A person is asked that now. */
  isAsked = false;
  /** The session that works on it; null until it may begin. */
  sessionId: string | null = null;
  /** Names the prompt there. */
  readonly promptId: string;
  toolCallId: string | null = null;
  /** The turn that the prompt has begun there. */
  turn: number | null = null;
  end: TaskEnd | null = null;
  endedAt: number | null = null;
  /** Requests of the other agent that whoever waits was told of. */
  readonly told = new Set<string>();
  /** Whoever waits was told how it ended. */
  isEndTold = false;

  constructor(parts: Pick<Delegation, 'id' | 'callerId' | 'task' | 'hints' | 'startedAt' | 'promptId' | 'asker'>) {
    this.id = parts.id;
    this.callerId = parts.callerId;
    this.task = parts.task;
    this.hints = parts.hints;
    this.startedAt = parts.startedAt;
    this.promptId = parts.promptId;
    this.asker = parts.asker;
  }
}
