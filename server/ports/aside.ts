/** Something that an agent is asked beside all sessions. */
export interface AsideQuestion {
  readonly agentId: string;
  /** Absolute. */
  readonly cwd: string;
  readonly text: string;
  /** By its id or its name; the agent's own choice if this is null or it has no such model. */
  readonly model: string | null;
  /** For all of it, from the agent's start to its answer. */
  readonly limitMs: number;
  /** A longer answer is none. */
  readonly mostChars: number;
  readonly signal: AbortSignal;
}

/** What came of it. */
export type AsideAnswer =
  | { kind: 'text'; text: string }
  /** It said nothing or too much, refused, or began to use a tool, which ended it. */
  | { kind: 'none'; why: 'empty' | 'too_long' | 'refused' | 'used_tool' }
  | { kind: 'too_slow' }
  | { kind: 'stopped' };

/**
 * Asks an agent in a conversation that no list shows: nothing is allowed to it, and it is deleted if the agent can delete.
 * Rejects with an `AgentFailure` if the agent cannot be asked. `server/sessions` implements it.
 */
export type AskAside = (question: AsideQuestion) => Promise<AsideAnswer>;
