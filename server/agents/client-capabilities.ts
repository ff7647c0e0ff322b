import type { ClientCapabilities } from '@agentclientprotocol/sdk';

/** What depends on the agent and on the machine. */
export interface Offer {
  files: boolean;
  /** A terminal in the page, for agents whose sign-in needs one. */
  authTerminal: boolean;
}

/** What we offer to agents: exactly what `answer-agent.ts` answers and the reducer shows. */
export function clientCapabilities({ files, authTerminal }: Offer): ClientCapabilities {
  return {
    ...(files ? { fs: { readTextFile: true, writeTextFile: true } } : {}),
    ...(authTerminal ? { auth: { terminal: true } } : {}),
    terminal: true,
    session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
    elicitation: { form: {}, url: {} },
  };
}
