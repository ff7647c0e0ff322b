import type { ContentBlock } from '@agentclientprotocol/sdk';

/** Where an entry stands, for what it says and offers. */
export interface EntryPlace {
  readonly folder: string;
  readonly agentId: string;
  readonly agentName: string;
  /** Agents that could be used instead. */
  readonly others: readonly { readonly id: string; readonly name: string }[];
  /** What a person last sent, which can be sent again; null while that makes no sense. */
  readonly lastPrompt: readonly ContentBlock[] | null;
}
