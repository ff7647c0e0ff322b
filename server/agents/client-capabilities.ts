import type { ClientCapabilities } from '@agentclientprotocol/sdk';

/** What we offer to agents: exactly what `answer-agent.ts` answers and the reducer shows. */
export function clientCapabilities(offersFiles: boolean): ClientCapabilities {
  return {
    ...(offersFiles ? { fs: { readTextFile: true, writeTextFile: true } } : {}),
    terminal: true,
    session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
    elicitation: { form: {}, url: {} },
  };
}
