import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A secret is shorter than this; whoever sends more has none. */
const MOST_FIRST_BYTES = 200;
const PATIENCE_MS = 10_000;

export interface McpSocketParts {
  /** The session that a secret stands for, or null. */
  readonly sessionOf: (secret: string) => string | null;
  readonly serve: (socket: Socket, sessionId: string) => Promise<void>;
}

/**
 * Where `acdeck mcp` connects, for agents that take programs only: a first line with the secret, then MCP. It lies in a
 * folder that nobody else may look into, with a short path, because sockets have no long ones.
 */
export class McpSocket {
  readonly path: string;
  readonly #folder: string;
  readonly #server: Server;
  readonly #open = new Set<Socket>();

  constructor(parts: McpSocketParts) {
    this.#folder = mkdtempSync(join(tmpdir(), 'acd-'));
    chmodSync(this.#folder, 0o700);
    this.path = join(this.#folder, 's');
    this.#server = createServer((socket) => this.#greet(socket, parts));
    this.#server.listen(this.path);
    this.#server.unref();
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#open) socket.destroy();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #greet(socket: Socket, { sessionOf, serve }: McpSocketParts): void {
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    let heard = Buffer.alloc(0);
    const onData = (part: Buffer) => {
      heard = Buffer.concat([heard, part]);
      const end = heard.indexOf('\n');
      if (end < 0 && heard.length <= MOST_FIRST_BYTES) return;
      socket.off('data', onData);
      const sessionId = end < 0 ? null : sessionOf(heard.subarray(0, end).toString());
      if (sessionId === null) {
        socket.destroy();
        return;
      }
      socket.setTimeout(0);
      socket.pause();
      const rest = heard.subarray(end + 1);
      if (rest.length > 0) socket.unshift(rest);
      serve(socket, sessionId).catch(() => socket.destroy());
    };
    socket.on('data', onData);
  }
}
