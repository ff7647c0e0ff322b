import type { Writable } from 'node:stream';
import { type ClientConnection, client, PROTOCOL_VERSION } from '@agentclientprotocol/sdk';
import { debug, since } from '../diagnostics/debug.js';
import { AUTH_REQUIRED } from '../protocol/acp-codes.js';
import type { AgentFeature } from '../protocol/agent-report.js';
import { AgentFault } from './agent-fault.js';
import type {
  AgentExit,
  AgentLink,
  AgentSession,
  ListedSession,
  OpenSessionRequest,
  SessionAbilities,
  SessionListener,
} from './agent-link.js';
import { type AgentProfile, parseProfile } from './agent-profile.js';
import { AgentWire } from './agent-wire.js';
import { type AskPerson, answerAgent } from './answer-agent.js';
import { CardWatch } from './card-watch.js';
import { clientCapabilities } from './client-capabilities.js';
import type { Clock } from './clock.js';
import { withoutAnswer } from './hide-answer.js';
import { itemsIn, readSessionList } from './list-sessions.js';
import { OpenSessions } from './open-sessions.js';
import type { ProcessGuard } from './process-guard.js';
import { fieldsOf } from './read-fields.js';
import { faultOf, NEEDS_SIGN_IN } from './request-fault.js';
import { type AgentPort, SessionChannel } from './session-channel.js';
import { NO_SURROUNDINGS, type SessionSurroundings } from './session-surroundings.js';
import type { TerminalSurroundings } from './terminal.js';
import { Terminals } from './terminals.js';
import { TIME_LIMITS } from './time-limits.js';
import { WorkspaceFiles } from './workspace-files.js';

export interface ConnectionParts {
  agentId: string;
  agentName: string;
  /** How to sign in, for the sentence that says that it is needed. */
  login: string;
  /** Our own version. */
  version: string;
  offersFiles: boolean;
  /** Opening a session again within the minute of the clock in which it began would lose it. */
  opensOncePerMinute?: boolean;
  /** Whether a sign-in may use a terminal in the page. */
  offersAuthTerminal: boolean;
  stdin: Writable;
  /** For the terminals that agents ask for. */
  env: Readonly<Record<string, string>>;
  guard: ProcessGuard;
  clock: Clock;
  /** Something that belongs into the agent's log. */
  onLog(line: string): void;
  /** Every message of the protocol, both ways. */
  onMessage?(direction: 'in' | 'out', message: unknown, bytes: number): void;
  /** Told by each answer whether the agent wants a person to sign in, in which words, and which ways it then tells. */
  onSignIn(message: string | null, authMethods?: unknown): void;
  /** The agent reads nothing any more. */
  onDeaf(): void;
  /** The agent was seen to do something. */
  onSeen?: ((feature: AgentFeature) => void) | undefined;
  /** What sessions are given besides their folder. */
  surroundings?: ((profile: AgentProfile) => SessionSurroundings) | undefined;
  /** Opens sessions in processes of their own instead of in this one. */
  openApart?: ((request: OpenSessionRequest, listener: SessionListener) => Promise<AgentSession>) | undefined;
}

/** ACP with one agent process. */
export class AgentConnection implements AgentLink, AgentPort {
  readonly agentId: string;
  readonly agentName: string;
  readonly #parts: ConnectionParts;
  readonly #wire: AgentWire;
  readonly #sdk: ClientConnection;
  readonly #sessions: OpenSessions;
  readonly #watch: CardWatch;
  #profile: AgentProfile | null = null;
  /** What the agent last refused without a sign-in. */
  #refused: string | null = null;
  /** Whom the agent may ask while it signs somebody in. */
  #askOutside: AskPerson | null = null;

  constructor(parts: ConnectionParts) {
    this.agentId = parts.agentId;
    this.agentName = parts.agentName;
    this.#parts = parts;
    this.#watch = new CardWatch((feature) => parts.onSeen?.(feature));
    this.#sessions = new OpenSessions({
      ...parts,
      port: this,
      surroundings: () => this.#surroundings,
      channelFor: (sessionId, cwd, listener) => this.#channelFor(sessionId, cwd, listener),
    });
    this.#wire = new AgentWire(parts.stdin, {
      onUpdate: (params, bytes) => {
        this.#watch.onUpdate(params);
        return this.#sessions.takeUpdate(params, bytes);
      },
      onGarbage: (text) => parts.onLog(text),
      onOversized: (sessionId, bytes) => this.#tellOversized(sessionId, bytes),
      onMessage: (direction, message, bytes) =>
        parts.onMessage?.(direction, this.#askOutside ? withoutAnswer(message) : message, bytes),
      onDeaf: () => parts.onDeaf(),
    });
    const app = answerAgent(client({ name: 'acdeck' }), {
      offersFiles: parts.offersFiles,
      find: (sessionId) => this.#sessions.find(sessionId),
      onAsked: (method, params) => this.#watch.onAsked(method, params),
      askOutside: () => this.#askOutside,
      findByRequest: (requestId) => this.#sessions.find(this.#wire.sessionOfRequest(requestId)),
    });
    // An address that a person opened has done its work; the page may want to say so.
    app.onNotification(
      'elicitation/complete',
      (params: unknown) => params,
      ({ params }) => this.#sessions.elicitationCompleted(params),
    );
    this.#sdk = app.connect(this.#wire.stream);
  }

  /** What the agent can do; only after `initialize`. */
  get profile(): AgentProfile {
    if (!this.#profile) throw new AgentFault(`${this.agentName} is not initialized yet.`);
    return this.#profile;
  }

  /** Reads what the agent says until it stops; nothing is lost on the way. */
  pump(output: AsyncIterable<Uint8Array>): Promise<void> {
    return this.#wire.pump(output);
  }

  /** The first exchange, before anything else. */
  async initialize(limitMs: number = TIME_LIMITS.initialize): Promise<AgentProfile> {
    const params = {
      protocolVersion: PROTOCOL_VERSION,
      clientInfo: { name: 'acdeck', title: 'AcDeck', version: this.#parts.version },
      clientCapabilities: clientCapabilities({
        files: this.#parts.offersFiles,
        authTerminal: this.#parts.offersAuthTerminal,
      }),
    };
    const result = await this.request('initialize', params, limitMs);
    this.#profile = parseProfile(result, this.agentName);
    return this.#profile;
  }

  async openSession(request: OpenSessionRequest, listener: SessionListener): Promise<AgentSession> {
    const { openApart } = this.#parts;
    return openApart ? await openApart(request, listener) : await this.#sessions.open(request, listener);
  }

  get abilities(): SessionAbilities {
    const { canList, canLoad, canDelete } = this.profile;
    return { list: canList, load: canLoad, delete: canDelete };
  }

  async listSessions(cwd: string): Promise<ListedSession[]> {
    if (!this.profile.canList) return [];
    const { items } = await readSessionList(this, { cwd });
    return (await itemsIn(cwd, items)).map(({ cwd: _cwd, ...listed }) => listed);
  }

  async deleteSession(sessionId: string): Promise<void> {
    if (!this.profile.canDelete) throw new AgentFault(`${this.agentName} cannot delete sessions.`);
    await this.request('session/delete', { sessionId }, TIME_LIMITS.change);
  }

  /** Tells the agent a title; false if it takes none. */
  async renameSession(sessionId: string, title: string): Promise<boolean> {
    if (!this.profile.canTitle) return false;
    await this.request('session/set_title', { sessionId, title }, TIME_LIMITS.change);
    return true;
  }

  async request(method: string, params: object, limitMs: number | null): Promise<unknown> {
    const limit = new AbortController();
    const callOff = limitMs === null ? () => {} : this.#parts.clock.after(limitMs, () => limit.abort());
    const began = debug.timing ? performance.now() : 0;
    try {
      const result = await this.#ask(method, params, limit.signal);
      debug.timing?.(`${this.agentName} answered ${method} after ${since(began)}`);
      this.#watch.onAnswered(method, params, result);
      return result;
    } catch (error) {
      throw this.#faultOf(error, method, limit.signal.aborted ? limitMs : null);
    } finally {
      callOff();
    }
  }

  /** Has the agent sign the person in, in its own way; takes as long as it takes, or until it is called off. */
  async authenticate(methodId: string, signal: AbortSignal, ask: AskPerson): Promise<void> {
    this.#askOutside = ask;
    try {
      await this.#ask('authenticate', { methodId }, signal);
    } catch (error) {
      throw this.#faultOf(error, 'authenticate', null);
    } finally {
      this.#askOutside = null;
    }
    this.#refused = null;
    this.#parts.onSignIn(null);
  }

  async logOut(): Promise<void> {
    await this.request('logout', {}, TIME_LIMITS.change);
  }

  async #ask(method: string, params: object, cancellationSignal: AbortSignal): Promise<unknown> {
    const options = { cancellationSignal, stopWaitingOnCancel: true };
    const result = await this.#sdk.agent.request<unknown>(method, params, options);
    if (showsSignIn(method, this.#refused)) {
      this.#refused = null;
      this.#parts.onSignIn(null);
    }
    return result;
  }

  #faultOf(error: unknown, method: string, overMs: number | null): AgentFault {
    const { agentName, login } = this.#parts;
    const fault = faultOf(error, { agentName, login, method, overMs });
    if (fault.code === AUTH_REQUIRED) {
      this.#refused = method;
      this.#parts.onSignIn(fault.message, fieldsOf(fieldsOf(error).data).authMethods);
    }
    return fault;
  }

  notify(method: string, params: object): void {
    // It fails only when the process is gone, which everybody hears.
    this.#sdk.agent.notify(method, params).catch(() => {});
  }

  onClosed(channel: SessionChannel): void {
    this.#sessions.closed(channel);
  }

  /** Asks all running turns to end, before the process is ended. */
  cancelTurns(): void {
    for (const channel of this.#sessions.all()) if (channel.isBusy) channel.cancel();
  }

  /** Ends the commands that run for the agent; settles when none is left. */
  async releaseTerminals(): Promise<void> {
    await Promise.all(this.#sessions.all().map((channel) => channel.terminals.releaseAll()));
  }

  /** The process is gone: sessions hear of it, then whatever is unanswered fails with this sentence. */
  finish(exit: AgentExit, message: string): void {
    this.#sessions.exit(exit);
    this.#sdk.close(new AgentFault(message));
  }

  get #surroundings(): SessionSurroundings {
    return this.#parts.surroundings?.(this.profile) ?? NO_SURROUNDINGS;
  }

  #channelFor(sessionId: string, cwd: string, listener: SessionListener): SessionChannel {
    const { guard, clock, env } = this.#parts;
    const around: TerminalSurroundings = {
      guard,
      clock,
      onEvent: (event) => channel.tellTerminal(event),
      whenReady: () => channel.whenReady(),
    };
    const terminals = new Terminals(around, cwd, env);
    const files = new WorkspaceFiles([cwd, ...this.#surroundings.roots]);
    const channel = new SessionChannel({ sessionId, port: this, listener, files, terminals });
    return channel;
  }

  #tellOversized(sessionId: string | null, bytes: number): void {
    this.#parts.onLog(`a line of ${bytes} bytes was skipped`);
    const found = this.#sessions.find(sessionId);
    const title = 'A message of the agent was larger than 16 MiB and was left out';
    for (const channel of found ? [found] : this.#sessions.all()) {
      void channel.take({ sessionUpdate: 'notice', severity: 'warning', title }, 0);
    }
  }
}

/**
 * Whether the success of a request shows that the person is signed in. Some agents refuse to open a session without,
 * others only to work in it: for those an opened session shows nothing.
 */
function showsSignIn(method: string, refused: string | null): boolean {
  return method === 'session/prompt' || (NEEDS_SIGN_IN.includes(method) && refused !== 'session/prompt');
}
