import type { ContentBlock } from '@agentclientprotocol/sdk';

/** Where an entry stands, for what it says and offers. */
export interface EntryPlace {
  readonly folder: string;
  readonly agentId: string;
  readonly agentName: string;
  /** Whether the agent runs, so that nobody has to start it again. */
  readonly isAgentUp: boolean;
  /** Whether the agent waits for a person to sign in. */
  readonly needsSignIn: boolean;
  readonly isQueueEmpty: boolean;
  /** Agents that could be used instead. */
  readonly others: readonly { readonly id: string; readonly name: string }[];
  /** The turn whose troubles something can still be done about; null while one runs. */
  readonly lastTurn: number | null;
  /** What a person last sent. */
  readonly lastPrompt: readonly ContentBlock[] | null;
}
