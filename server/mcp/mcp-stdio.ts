import type { Socket } from 'node:net';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { makeToolServer, type ServedSession } from './tool-server.js';

/** Speaks MCP with an agent's program on a socket that is known to be its own. */
export function serveSocket(socket: Socket, session: ServedSession): void {
  serveStdio(() => makeToolServer(session), { transport: new StdioServerTransport(socket, socket) });
  // It was held back until somebody listens.
  socket.resume();
}
