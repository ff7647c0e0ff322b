import type { IncomingMessage, ServerResponse } from 'node:http';
import type { McpServer as ServerEntry } from '@agentclientprotocol/sdk';
import { hasDelegates } from '../delegation/delegates.js';
import type { OwnCall, OwnServer, TakenServers, ToolOffers } from '../ports/tools.js';
import type { AskedCall } from '../protocol/api/permission-rule.js';
import type { SessionRegistry } from '../sessions/registry/session-registry.js';
import { McpSocket } from './mcp-socket.js';
import { SessionSecrets } from './session-secrets.js';
import type { ToolParts } from './tools/tool.js';

export interface SessionToolsParts extends ToolParts {
  readonly registry: SessionRegistry;
  readonly version: string;
  /** Where agents reach us by HTTP. */
  readonly url: () => string;
  /** The command of the program that agents are given which do not take that. */
  readonly program: readonly [command: string, ...args: string[]];
}

/** The name under which agents know our server, and find its tools. */
const SERVER_NAME = 'acdeck';

/** What speaks MCP, over either way, and what knows the tools. */
interface Answerers {
  readonly answerMcp: typeof import('./mcp-http.js').answerMcp;
  readonly serveSocket: typeof import('./mcp-stdio.js').serveSocket;
  readonly calls: typeof import('./own-calls.js');
}

/** Our tools for agents: offered to sessions, and answered over HTTP or a socket. */
export class SessionTools implements ToolOffers {
  readonly #parts: SessionToolsParts;
  readonly #secrets = new SessionSecrets();
  #socket: McpSocket | null = null;
  #loading: Promise<Answerers> | null = null;
  #loaded: Answerers | null = null;

  constructor(parts: SessionToolsParts) {
    this.#parts = parts;
    parts.registry.listen({ onRemove: (id) => this.#secrets.endSession(id) });
    parts.app.settings.listen(() => {
      if (this.#isOff) this.#secrets.endAll();
    });
  }

  offer(sessionId: string, takes: TakenServers): OwnServer | null {
    const { tree, app, delegations } = this.#parts;
    const { agentId } = tree.session(sessionId);
    if (this.#isOff || app.current.agents.some(({ id, takesNoTools }) => id === agentId && takesNoTools)) return null;
    // Whoever works on a task may at least ask a person; others need somebody to give a task to.
    const isWorthIt = delegations.limits.mayDelegate(sessionId)
      ? hasDelegates(app.current, agentId)
      : tree.depthOf(sessionId) > 0;
    if (!isWorthIt) return null;
    // The agent connects as soon as it has the address.
    void this.#load().catch(() => {});
    const { secret, end } = this.#secrets.issue(sessionId);
    return { server: takes.http ? this.#byHttp(secret) : this.#byProgram(secret), end };
  }

  /** Only of an agent that uses our server: whatever else it calls by that name is not ours. */
  read(sessionId: string, call: AskedCall): OwnCall | null {
    if (!this.#loaded || !this.#secrets.isShownBy(sessionId)) return null;
    const { isHarmlessCall, taskIn } = this.#loaded.calls;
    const isHarmless = isHarmlessCall(call, SERVER_NAME);
    const wish = isHarmless ? null : taskIn(call);
    const { app, delegations } = this.#parts;
    const agentId = wish && delegations.limits.agentFor(sessionId, wish);
    if (!wish || !agentId) return isHarmless ? { isHarmless, task: null } : null;
    const agent = app.current.agents.find(({ id }) => id === agentId)?.name ?? agentId;
    return { isHarmless, task: { agentId, agent, name: wish.name } };
  }

  /** Loads what answers agents, if this one will be offered tools: some lose them if the first answer takes long. */
  async warm(agentId: string): Promise<void> {
    // What can't be loaded fails where it is needed.
    if (!this.#isOff && hasDelegates(this.#parts.app.current, agentId)) await this.#load().catch(() => {});
  }

  sessionOf(secret: string): string | null {
    return this.#secrets.sessionOf(secret);
  }

  async answer(request: IncomingMessage, response: ServerResponse, sessionId: string): Promise<void> {
    const { answerMcp } = await this.#load();
    await answerMcp(request, response, { sessionId, ...this.#parts });
  }

  close(): void {
    this.#secrets.endAll();
    this.#socket?.close();
  }

  get #isOff(): boolean {
    return this.#parts.app.settings.current.values.delegation === 'off';
  }

  /** Loaded late, and once: a page is there without it. */
  #load(): Promise<Answerers> {
    this.#loading ??= Promise.all([import('./mcp-http.js'), import('./mcp-stdio.js'), import('./own-calls.js')]).then(
      ([{ answerMcp }, { serveSocket }, calls]) => {
        this.#loaded = { answerMcp, serveSocket, calls };
        return this.#loaded;
      },
    );
    return this.#loading;
  }

  #byHttp(secret: string): ServerEntry {
    const headers = [{ name: 'Authorization', value: `Bearer ${secret}` }];
    return { type: 'http', name: SERVER_NAME, url: this.#parts.url(), headers };
  }

  #byProgram(secret: string): ServerEntry {
    const [command, ...args] = this.#parts.program;
    this.#socket ??= new McpSocket({
      sessionOf: (given) => this.#secrets.sessionOf(given),
      serve: async (socket, sessionId) => {
        const { serveSocket } = await this.#load();
        serveSocket(socket, { sessionId, ...this.#parts });
      },
    });
    const env = [
      { name: 'ACDECK_MCP_SOCKET', value: this.#socket.path },
      { name: 'ACDECK_MCP_SECRET', value: secret },
    ];
    return { name: SERVER_NAME, command, args, env };
  }
}
