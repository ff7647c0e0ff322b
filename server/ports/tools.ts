import type { McpServer } from '@agentclientprotocol/sdk';
import type { AskedCall } from '../protocol/api/permission-rule.js';

/** Whoever offers our own tools to agents. `server/mcp` implements it; the composition root joins the two. */
export interface ToolOffers {
  /** An MCP server for one session in one process of its agent, or null where there is nothing to offer. */
  offer(sessionId: string, takes: TakenServers): OwnServer | null;
  /** What a request of that session's agent is, where it is for one of our tools; null for any other. */
  read(sessionId: string, call: AskedCall): OwnCall | null;
}

/** A request of an agent that is for one of our tools. */
export interface OwnCall {
  /** It is certain that nothing comes of it but words. */
  readonly isHarmless: boolean;
  /** The task that it gives, and to whom. */
  readonly task: { readonly agentId: string; readonly agent: string; readonly name: string } | null;
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
