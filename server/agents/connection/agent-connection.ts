import type { Writable } from 'node:stream';
import { type ClientCapabilities, type ClientConnection, client, PROTOCOL_VERSION } from '@agentclientprotocol/sdk';
import { debug, since } from '../../diagnostics/debug.js';
import type {
  AgentExit,
  AgentLink,
  AgentSession,
  ListedSession,
  OpenSessionRequest,
  SessionAbilities,
  SessionListener,
} from '../../ports/agent.js';
import type { ProcessGuard } from '../../processes/process-guard.js';
import { AUTH_REQUIRED } from '../../protocol/acp-codes.js';
import type { AgentTrouble, SignInHint } from '../../protocol/agent-trouble.js';
import type { AgentFeature } from '../../protocol/api/agent-report.js';
import type { Clock } from '../../protocol/clock.js';
import { fieldsOf, isFields } from '../../protocol/fields.js';
import { CardWatch } from '../cards/card-watch.js';
import { type AgentProfile, parseProfile } from '../parse/agent-profile.js';
import { AgentFault } from '../process/agent-fault.js';
import { TIME_LIMITS } from '../process/time-limits.js';
import { ProcessSessions, type ProcessSessionsParts } from '../sessions/process-sessions.js';
import type { AgentCalls, SessionChannel } from '../sessions/session-channel.js';
import type { SessionSurroundings } from '../sessions/session-surroundings.js';
import { AgentWire } from '../wire/agent-wire.js';
import { faultOf, NEEDS_SIGN_IN } from '../wire/request-fault.js';
import type { OnDeaf } from '../wire/unread-lines.js';
import { type AskPerson, answerAgent } from './answer-agent.js';

export interface ConnectionParts {
  agentId: string;
  /** What it is called at the moment. */
  agentName: () => string;
  /** How to sign in, for the sentence that says that it is needed. */
  login: SignInHint;
  /** Our own version. */
  version: string;
  offersFiles: boolean;
  /** Opening a session again within the minute of the clock in which it began would lose it. */
  opensOncePerMinute: boolean;
  /** It waits longer for MCP servers that are programs. */
  hurriesHttpServers: boolean;
  /** It tells the command of a call by its title. */
  commandsInTitles: boolean;
  /** Of which links in a prompt it shows its model nothing. */
  dropsLinks: ProcessSessionsParts['dropsLinks'];
  /** How it counts tokens, once it has said who it is; null where that is not known. */
  tokenCount: ProcessSessionsParts['tokenCount'];
  /** Whether a sign-in may use a terminal in the page. */
  offersAuthTerminal: boolean;
  stdin: Writable;
  /** For the terminals that agents ask for. */
  env: Readonly<Record<string, string>>;
  guard: ProcessGuard;
  clock: Clock;
  /** Something that we have to say in the agent's log. */
  onLog(line: string): void;
  /** A line of the agent's that isn't a message. */
  onGarbage(line: string): void;
  /** Every message of the protocol, both ways. */
  onMessage(direction: 'in' | 'out', message: unknown, bytes: number): void;
  /** Told by each answer whether the agent wants a person to sign in, or null if not. */
  onSignIn(trouble: AgentTrouble | null, about?: SignInNews): void;
  /** The agent reads nothing any more. */
  onDeaf: OnDeaf;
  /** The agent was seen to do something. */
  onSeen(feature: AgentFeature): void;
  /** What sessions are given besides their folder. */
  surroundings(profile: AgentProfile): SessionSurroundings;
  /** Opens sessions in processes of their own instead of in this one. */
  openApart?: ((request: OpenSessionRequest, listener: SessionListener) => Promise<AgentSession>) | undefined;
}

/** What an answer says about the sign-in. */
export interface SignInNews {
  /** The request that was answered; none where the agent says that somebody has signed in. */
  method?: string;
  /** The ways to sign in that come with a refusal. */
  authMethods?: unknown;
}

/** ACP with one agent process. */
export class AgentConnection implements AgentLink, AgentCalls {
  readonly agentId: string;
  readonly #parts: ConnectionParts;
  readonly #wire: AgentWire;
  readonly #sdk: ClientConnection;
  readonly #sessions: ProcessSessions;
  readonly #watch: CardWatch;
  #profile: AgentProfile | null = null;
  /** What the agent last refused without a sign-in. */
  #refused: string | null = null;
  /** Whom the agent may ask while it signs somebody in. */
  #askOutside: AskPerson | null = null;

  constructor(parts: ConnectionParts) {
    this.agentId = parts.agentId;
    this.#parts = parts;
    this.#watch = new CardWatch((feature) => parts.onSeen(feature));
    this.#sessions = new ProcessSessions({
      ...parts,
      port: this,
      surroundings: () => parts.surroundings(this.profile),
    });
    this.#wire = new AgentWire(parts.stdin, parts.clock, {
      onUpdate: (params, bytes) => {
        this.#watch.onUpdate(params);
        return this.#sessions.takeUpdate(params, bytes);
      },
      onGarbage: (text) => parts.onGarbage(text),
      onOversized: (sessionId, bytes) => this.#sessions.tellOversized(sessionId, bytes),
      onMessage: (direction, message, bytes) =>
        parts.onMessage(direction, this.#askOutside ? withoutAnswer(message) : message, bytes),
      onDeaf: (why) => parts.onDeaf(why),
    });
    const app = answerAgent(client({ name: 'acdeck' }), {
      offersFiles: parts.offersFiles,
      commandsInTitles: parts.commandsInTitles,
      answerLarge: (signal, make) => this.#wire.answerLarge(signal, make),
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

  get agentName(): string {
    return this.#parts.agentName();
  }

  /** What the agent can do; only after `initialize`. */
  get profile(): AgentProfile {
    if (!this.#profile) throw new AgentFault({ code: 'not_ready', agent: this.agentName });
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
      clientCapabilities: clientCapabilities(this.#parts),
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
    return this.profile.canList ? await this.#sessions.list(cwd) : [];
  }

  async deleteSession(sessionId: string): Promise<void> {
    if (!this.profile.canDelete) throw new AgentFault({ code: 'cannot_delete', agent: this.agentName });
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

  /** Has the agent sign the person in, in its own way; takes as long as it needs, or until it is cancelled. */
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
      this.#parts.onSignIn(null, { method });
    }
    return result;
  }

  #faultOf(error: unknown, method: string, overMs: number | null): AgentFault {
    const { agentName, login } = this.#parts;
    const fault = faultOf(error, { agentName: agentName(), login, method, overMs });
    if (fault.code === AUTH_REQUIRED) {
      this.#refused = method;
      const { authMethods } = fieldsOf(fieldsOf(error).data);
      this.#parts.onSignIn(fault.trouble, { method, authMethods });
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
    this.#sessions.cancelTurns();
  }

  /** Ends the commands that run for the agent; settles when none is left. */
  async releaseTerminals(): Promise<void> {
    await this.#sessions.releaseTerminals();
  }

  /** The process is gone: sessions hear of it, then all that is unanswered fails with this. */
  finish(exit: AgentExit, trouble: AgentTrouble): void {
    this.#sessions.exit(exit);
    this.#sdk.close(new AgentFault(trouble));
  }
}

/**
 * Whether the success of a request shows that the person is signed in. Some agents refuse to open a session without,
 * others only to work in it: for those an opened session shows nothing.
 */
export function showsSignIn(method: string, refused: string | null): boolean {
  return method === 'session/prompt' || (NEEDS_SIGN_IN.includes(method) && refused !== 'session/prompt');
}

/** What we offer to agents: exactly what `answer-agent.ts` answers and the reducer shows. */
function clientCapabilities({ offersFiles, offersAuthTerminal }: ConnectionParts): ClientCapabilities {
  return {
    ...(offersFiles ? { fs: { readTextFile: true, writeTextFile: true } } : {}),
    ...(offersAuthTerminal ? { auth: { terminal: true } } : {}),
    terminal: true,
    session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
    elicitation: { form: {}, url: {} },
  };
}

/** A message of ours as it may be written down while somebody signs in: what they filled in is left out. */
function withoutAnswer(message: unknown): unknown {
  const fields = fieldsOf(message);
  const { result } = fields;
  if (!isFields(result) || !('content' in result)) return message;
  return { ...fields, result: { ...result, content: '[not kept]' } };
}
