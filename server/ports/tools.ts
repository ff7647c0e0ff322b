import type { McpServer } from '@agentclientprotocol/sdk';

/** Whoever offers our own tools to agents. `server/mcp` implements it; the composition root joins the two. */
export interface ToolOffers {
  /** An MCP server for one session in one process of its agent, or null where there is nothing to offer. */
  offer(sessionId: string, takes: TakenServers): OwnServer | null;
}

/** Which MCP servers an agent takes besides programs. */
export interface TakenServers {
  readonly http: boolean;
}

/** A server of ours, as an agent is told of it. */
export interface OwnServer {
  readonly server: McpServer;
  /** The agent's process or its session is over, and what was offered to it with that. */
  end(): void;
}
