import { isAbsolute } from 'node:path';
import type { AgentExit, ListedSession, OpenSessionRequest, SessionListener } from '../../ports/agent.js';
import type { OwnServer, TakenServers } from '../../ports/tools.js';
import type { ProcessGuard } from '../../processes/process-guard.js';
import { AUTH_REQUIRED, METHOD_NOT_FOUND, NOT_FOUND } from '../../protocol/acp-codes.js';
import type { Clock } from '../../protocol/clock.js';
import { MINUTE_MS } from '../../protocol/clock.js';
import type { AgentMemory, ReplacedSession } from '../../protocol/events.js';
import { fieldsOf } from '../../protocol/fields.js';
import { cutName } from '../../text/cut-text.js';
import { cleanLine } from '../../text/strip-control.js';
import type { DroppedLinks, TokenCount } from '../catalog/catalog.js';
import { WorkspaceFiles } from '../files/workspace-files.js';
import { parseUpdate } from '../parse/parse-update.js';
import { idOf } from '../parse/read-fields.js';
import { AgentFault } from '../process/agent-fault.js';
import { TIME_LIMITS } from '../process/time-limits.js';
import type { TerminalSurroundings } from '../terminals/terminal.js';
import { Terminals } from '../terminals/terminals.js';
import { EarlyUpdates } from './early-updates.js';
import { itemsIn, readSessionList } from './list-sessions.js';
import { mayPass, saysLoaded, saysMissing } from './missing-session.js';
import { type AgentCalls, SessionChannel } from './session-channel.js';
import type { SessionSurroundings } from './session-surroundings.js';
import { TokenMeter } from './token-meter.js';

/** The agent's clock and its habits after a turn: it may write a little more. */
const SETTLING_MS = 10_000;

type Reopening = OpenSessionRequest & { agentSessionId: string };

type Outcome =
  | { kind: 'open'; result: unknown }
  /** It is open in this process already. */
  | { kind: 'live'; result: null }
  | { kind: 'failed'; fault: AgentFault };

/** An asked-for session, or why there is none; null if the agent has no way to open one again. */
type Reopened = { channel: SessionChannel } | { channel: null; fault: AgentFault | null };

export interface ProcessSessionsParts {
  agentName: () => string;
  port: AgentCalls;
  clock: Clock;
  /** For the terminals that the agent asks for. */
  guard: ProcessGuard;
  env: Readonly<Record<string, string>>;
  /** Opening a session again within the minute of the clock in which it began would lose it. */
  opensOncePerMinute: boolean;
  /** It waits longer for MCP servers that are programs. */
  hurriesHttpServers: boolean;
  /** Of which links in a prompt it shows its model nothing. */
  dropsLinks: DroppedLinks | null;
  /** How the agent counts tokens; null where that is not known. */
  tokenCount(): TokenCount | null;
  onLog(line: string): void;
  /** What sessions are opened with now. */
  surroundings(): SessionSurroundings;
}

/** The sessions that are open with one agent process, and the ways to open another. */
export class ProcessSessions {
  readonly #parts: ProcessSessionsParts;
  readonly #channels = new Map<string, SessionChannel>();
  /** Sessions that the process holds in its memory, with or without a listener of ours, as we last had them. */
  readonly #alive = new Map<string, SessionChannel>();
  /** Sessions that this process has had open at any time. */
  readonly #known = new Set<string>();
  readonly #closing = new Map<string, Promise<unknown>>();
  /** Our own tools, by the session that the process has them in. */
  readonly #tools = new Map<string, OwnServer>();
  readonly #early = new EarlyUpdates();

  constructor(parts: ProcessSessionsParts) {
    this.#parts = parts;
  }

  find(sessionId: string | null): SessionChannel | null {
    return (sessionId !== null && this.#channels.get(sessionId)) || null;
  }

  all(): SessionChannel[] {
    return [...this.#channels.values()];
  }

  /** Opens the asked-for session or, if that is not possible for good, a new one that says so. */
  async open(request: OpenSessionRequest, listener: SessionListener): Promise<SessionChannel> {
    const { cwd } = request;
    if (!isAbsolute(cwd)) throw new TypeError(`A session's folder must be absolute, and "${cwd}" is not.`);
    const { port, hurriesHttpServers } = this.#parts;
    const offer = new ToolOffer(request, { http: port.profile.mcp.http && !hurriesHttpServers });
    try {
      const channel = await this.#openWith(request, listener, offer);
      this.#keepTools(channel.sessionId, offer.taken);
      return channel;
    } catch (error) {
      offer.taken?.end();
      throw error;
    }
  }

  async #openWith(request: OpenSessionRequest, listener: SessionListener, offer: ToolOffer): Promise<SessionChannel> {
    const { agentSessionId } = request;
    if (agentSessionId === null) return await this.#create(request, { listener, offer }, 'new');
    const again = await this.#reopen({ ...request, agentSessionId }, listener, offer);
    if (again.channel) return again.channel;
    const { fault } = again;
    if (request.replay === 'keep' || request.isOnly) throw this.#refusal(fault);
    this.#parts.onLog(`a new session is begun in the place of ${agentSessionId}`);
    return await this.#create(request, { listener, offer }, 'lost', fault && replacedBy(agentSessionId, fault));
  }

  /** A session that the process has held all along keeps the tools that it has. */
  #keepTools(sessionId: string, tools: OwnServer | null): void {
    if (!tools) return;
    this.#tools.get(sessionId)?.end();
    this.#tools.set(sessionId, tools);
  }

  #endTools(sessionId: string): void {
    this.#tools.get(sessionId)?.end();
    this.#tools.delete(sessionId);
  }

  #refusal(fault: AgentFault | null): AgentFault {
    if (fault && !saysMissing(fault)) return fault;
    return new AgentFault({ code: 'session_gone', agent: this.#parts.agentName() }, NOT_FOUND);
  }

  /** Hands an update to its session; one of a session that nobody knows is only logged. */
  takeUpdate(params: unknown, bytes: number): Promise<void> | null {
    const { sessionId, update: raw } = fieldsOf(params);
    const id = idOf(sessionId);
    const update = parseUpdate(raw);
    if (id === null || update === null) {
      this.#parts.onLog('an update without a session or a kind');
      return null;
    }
    const channel = this.#channels.get(id);
    if (channel) {
      channel.meter.hear(raw);
      return channel.take(update, bytes);
    }
    if (!this.#early.keep(id, { update, bytes })) this.#parts.onLog(`an update for the unknown session ${id}`);
    return null;
  }

  /** A person has done what an address was opened for; only the session that asked for it knows the id. */
  elicitationCompleted(params: unknown): void {
    const elicitationId = idOf(fieldsOf(params).elicitationId);
    if (elicitationId === null) return;
    for (const channel of this.all()) channel.tellCompleted(elicitationId);
  }

  /** A line of the agent's was too long to be read; where it is not known whose it was, all sessions are told. */
  tellOversized(sessionId: string | null, bytes: number): void {
    this.#parts.onLog(`a line of ${bytes} bytes was skipped`);
    const found = this.find(sessionId);
    const notice = { code: 'message_too_large', mebibytes: 16 } as const;
    for (const channel of found ? [found] : this.all()) channel.tellNotice('warning', notice);
  }

  /** The sessions that the agent keeps for a folder. */
  async list(cwd: string): Promise<ListedSession[]> {
    const { items } = await readSessionList(this.#parts.port, { cwd });
    return (await itemsIn(cwd, items)).map(({ cwd: _cwd, ...listed }) => listed);
  }

  /** Asks all running turns to end. */
  cancelTurns(): void {
    for (const channel of this.all()) if (channel.isBusy) channel.cancel();
  }

  /** Ends the commands that run for the agent; settles when none is left. */
  async releaseTerminals(): Promise<void> {
    await Promise.all(this.all().map((channel) => channel.terminals.releaseAll()));
  }

  /** We are done with a session; an agent that can forget it is asked to. */
  closed(channel: SessionChannel): void {
    const { sessionId } = channel;
    if (this.#channels.get(sessionId) !== channel) return;
    this.#channels.delete(sessionId);
    const { port } = this.#parts;
    if (!port.profile.canClose) return;
    this.#alive.delete(sessionId);
    this.#endTools(sessionId);
    const closing = port
      .request('session/close', { sessionId }, TIME_LIMITS.close)
      .catch((error: Error) => this.#parts.onLog(`session/close of ${sessionId} failed: ${error.message}`))
      .finally(() => {
        if (this.#closing.get(sessionId) === closing) this.#closing.delete(sessionId);
      });
    this.#closing.set(sessionId, closing);
  }

  exit(exit: AgentExit): void {
    const channels = this.all();
    this.#channels.clear();
    this.#alive.clear();
    for (const sessionId of [...this.#tools.keys()]) this.#endTools(sessionId);
    for (const channel of channels) channel.exit(exit);
  }

  async #create(
    { cwd, ...request }: OpenSessionRequest,
    { listener, offer }: { listener: SessionListener; offer: ToolOffer },
    memory: 'new' | 'lost',
    replaced: ReplacedSession | null = null,
  ): Promise<SessionChannel> {
    const { port, agentName } = this.#parts;
    const isAside = request.isAside === true;
    this.#early.begin();
    try {
      const params = { cwd, ...(isAside ? { mcpServers: [] } : this.#given(offer)) };
      const result = await port.request('session/new', params, TIME_LIMITS.openSession);
      const sessionId = idOf(fieldsOf(result).sessionId);
      if (sessionId === null) throw new AgentFault({ code: 'session_nameless', agent: agentName() });
      const channel = this.#attach(sessionId, cwd, listener, isAside);
      this.#open(channel, result, memory, isAside);
      channel.replaced = replaced;
      for (const { update, bytes } of this.#early.take(sessionId)) void channel.take(update, bytes);
      return channel;
    } finally {
      this.#early.end();
    }
  }

  /** Goes on with a session; what failed for good is tried once more, and then given up. */
  async #reopen(request: Reopening, listener: SessionListener, offer: ToolOffer): Promise<Reopened> {
    const { cwd, agentSessionId: sessionId, replay } = request;
    const alive = this.#alive.get(sessionId);
    if (alive && replay === 'drop') {
      const channel = this.#attach(sessionId, cwd, listener);
      channel.goOnFrom(alive);
      this.#alive.set(sessionId, channel);
      return { channel };
    }
    // What was closed a moment ago must be closed before it is opened again.
    await this.#closing.get(sessionId);
    const found = await this.#lookUp(request);
    if (found instanceof AgentFault) return { channel: null, fault: found };
    const ways = this.#waysToReopen(request, found.isNewer);
    if (ways.length === 0) return { channel: null, fault: null };
    await this.#leaveMinute(request, listener);
    const channel = this.#attach(sessionId, cwd, listener);
    try {
      const plan = { ways, isNewer: found.isNewer, offer };
      let fault = await this.#tryWays(channel, request, plan);
      // A history that is wanted may have been told in part, and must not be told twice.
      if (fault && replay === 'drop' && fault.code !== METHOD_NOT_FOUND) {
        this.#parts.onLog(`session ${sessionId} is tried once more`);
        await this.#pause(TIME_LIMITS.reopenPause);
        fault = await this.#tryWays(channel, request, plan);
      }
      if (!fault) return { channel };
      this.#detach(channel);
      return { channel: null, fault: fault.code === METHOD_NOT_FOUND ? null : fault };
    } catch (error) {
      this.#detach(channel);
      throw error;
    }
  }

  /** Lets the minute pass in which the session began, for agents that would lose it. */
  async #leaveMinute({ begunAt }: Reopening, listener: SessionListener): Promise<void> {
    const { clock, opensOncePerMinute, agentName } = this.#parts;
    const rest = opensOncePerMinute && begunAt !== undefined ? restOfMinute(begunAt, clock.now()) : 0;
    if (rest === 0) return;
    const seconds = Math.ceil(rest / 1000);
    listener.onNotice('info', { code: 'resuming_soon', agent: agentName(), seconds });
    await this.#pause(rest);
  }

  /** Tries what the agent offers. Gives why the last way failed, or null; throws what may pass by itself. */
  async #tryWays(
    channel: SessionChannel,
    { cwd, replay, expects = 0 }: Reopening,
    { ways, isNewer, offer }: { ways: readonly string[]; isNewer: boolean | null; offer: ToolOffer },
  ): Promise<AgentFault | null> {
    const { sessionId } = channel;
    const faults: AgentFault[] = [];
    for (const method of ways) {
      if (replay === 'drop') channel.expectReplay(isNewer);
      const outcome = await this.#tryReopen(method, { sessionId, cwd }, offer);
      if (outcome.kind === 'failed') {
        faults.push(outcome.fault);
        continue;
      }
      if (outcome.kind === 'live' && replay === 'keep') throw this.#heldOpen;
      const isRetold = method === 'session/load' && outcome.kind === 'open';
      if (isRetold) await this.#drain(channel, expects);
      else channel.expectNoReplay();
      if (channel.dropped > 0) this.#parts.onLog(`dropped ${channel.dropped} replayed updates of session ${sessionId}`);
      const isForgotten = isRetold && replay === 'drop' && !channel.hasRetold;
      if (isForgotten) this.#parts.onLog(`session/load of ${sessionId} retold nothing: the agent has lost it`);
      this.#open(channel, outcome.result, isForgotten ? 'lost' : 'kept');
      return null;
    }
    const passing = faults.find(mayPass);
    if (passing) throw passing;
    return faults.findLast(({ code }) => code !== METHOD_NOT_FOUND) ?? faults.at(-1) ?? null;
  }

  #waysToReopen({ replay, hearsPast }: Reopening, isNewer: boolean | null): string[] {
    const { canLoad, canResume } = this.#parts.port.profile;
    const ways = [...(canResume ? ['session/resume'] : []), ...(canLoad ? ['session/load'] : [])];
    // A past that may have grown elsewhere, or shrunk, has to be heard to be compared.
    return replay === 'keep' || isNewer || hearsPast?.() ? ways.reverse() : ways;
  }

  async #tryReopen(method: string, where: { sessionId: string; cwd: string }, offer: ToolOffer): Promise<Outcome> {
    const { port, onLog } = this.#parts;
    try {
      const params = { ...where, ...this.#given(offer) };
      return { kind: 'open', result: await port.request(method, params, TIME_LIMITS.openSession) };
    } catch (error) {
      const fault = error as AgentFault;
      onLog(`${method} of ${where.sessionId} failed with ${fault.code ?? 'no code'}: ${fault.message}`);
      if (saysLoaded(fault)) return { kind: 'live', result: null };
      // Without a code the agent did not answer at all, and without a sign-in it answers nothing.
      if (fault.code === undefined || fault.code === AUTH_REQUIRED) throw fault;
      return { kind: 'failed', fault };
    }
  }

  /** Asks the agent's list for a session before it is opened; a list that cannot be had proves nothing. */
  async #lookUp({ agentSessionId, cwd, seenAt }: Reopening): Promise<AgentFault | { isNewer: boolean | null }> {
    const { port, onLog, agentName } = this.#parts;
    const unknown = { isNewer: null };
    if (!port.profile.canList) return unknown;
    try {
      for (const folder of [cwd, null]) {
        const { items, isWhole } = await readSessionList(port, { cwd: folder, until: agentSessionId });
        const found = items.find((item) => item.agentSessionId === agentSessionId);
        if (found) return { isNewer: isNewer(found.updatedAt, seenAt) };
        if (!isWhole) return unknown;
      }
    } catch (error) {
      onLog(`session/list failed: ${(error as Error).message}`);
      return unknown;
    }
    // Some agents list what was there when they started, and no more.
    if (this.#known.has(agentSessionId)) return unknown;
    onLog(`session/list does not have ${agentSessionId}, so it is not loaded`);
    return new AgentFault({ code: 'session_unlisted', agent: agentName() }, NOT_FOUND);
  }

  /** Some agents answer first and retell then; a first prompt must not get mixed up with that. */
  async #drain(channel: SessionChannel, expects: number): Promise<void> {
    channel.replayAnswered();
    const rounds = TIME_LIMITS.replayDrain / TIME_LIMITS.replayQuiet;
    for (let round = 0, heard = -1, silence = 0; round < rounds; round++) {
      silence = heard === channel.heard ? silence + TIME_LIMITS.replayQuiet : 0;
      // Silence from the beginning, or before all was told, may mean that the rest is still to come.
      const isWhole = channel.retoldCount >= expects;
      if (silence >= (isWhole ? TIME_LIMITS.replayQuiet : TIME_LIMITS.replayPatience) && channel.hasRetold) return;
      heard = channel.heard;
      await this.#pause(TIME_LIMITS.replayQuiet);
    }
  }

  async #pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => this.#parts.clock.after(ms, resolve));
  }

  #attach(sessionId: string, cwd: string, listener: SessionListener, isAside = false): SessionChannel {
    const { port, guard, clock, env, surroundings, dropsLinks } = this.#parts;
    const around: TerminalSurroundings = {
      guard,
      clock,
      onEvent: (event) => channel.tellTerminal(event),
      whenReady: () => channel.whenReady(),
    };
    const terminals = new Terminals(around, cwd, env);
    const { roots, closed } = surroundings();
    const files = new WorkspaceFiles(isAside ? [] : [cwd, ...roots], closed);
    const channel: SessionChannel = new SessionChannel({
      ...{ sessionId, cwd, port, listener, files, terminals, isAside, dropsLinks },
      meter: new TokenMeter(this.#parts.tokenCount()),
    });
    this.#channels.set(sessionId, channel);
    return channel;
  }

  #open(channel: SessionChannel, result: unknown, memory: AgentMemory, isAside = false): void {
    channel.opened(result, memory);
    this.#alive.set(channel.sessionId, channel);
    this.#known.add(channel.sessionId);
    if (isAside) return;
    for (const notice of this.#parts.surroundings().notes) channel.tellNotice('warning', notice);
  }

  #given(offer: ToolOffer): Omit<SessionSurroundings, 'roots' | 'closed' | 'notes'> {
    const { roots: _roots, closed: _closed, notes: _notes, ...given } = this.#parts.surroundings();
    const own = offer.take();
    // Ours has its name to itself: what a person calls alike would be taken for it.
    const others = given.mcpServers.filter(({ name }) => name !== own?.server.name);
    return own ? { ...given, mcpServers: [...others, own.server] } : given;
  }

  get #heldOpen(): AgentFault {
    return new AgentFault({ code: 'session_held_open', agent: this.#parts.agentName() });
  }

  #detach({ sessionId }: SessionChannel): void {
    this.#channels.delete(sessionId);
  }
}

/** Our own tools for one opening: asked for when the first request goes out, and the same for each further try. */
class ToolOffer {
  readonly #ask: () => OwnServer | null;
  #taken: OwnServer | null | undefined;

  constructor({ ownServer }: OpenSessionRequest, takes: TakenServers) {
    this.#ask = () => ownServer?.(takes) ?? null;
  }

  get taken(): OwnServer | null {
    return this.#taken ?? null;
  }

  take(): OwnServer | null {
    this.#taken ??= this.#ask();
    return this.#taken;
  }
}

const REASON_CHARS = 300;

function replacedBy(agentSessionId: string, { code, trouble: told }: AgentFault): ReplacedSession {
  const trouble = told.code === 'said' ? { ...told, text: cutName(cleanLine(told.text), REASON_CHARS) } : told;
  return { agentSessionId, trouble, ...(code === undefined ? {} : { code }) };
}

/** How long it is to the minute after that of `since`, with a moment to spare; 0 if that is over. */
function restOfMinute(since: number, now: number): number {
  const next = (Math.floor(since / MINUTE_MS) + 1) * MINUTE_MS;
  return next > now && next - now <= MINUTE_MS ? next - now + 500 : 0;
}

function isNewer(updatedAt: number | null, seenAt: number | undefined): boolean | null {
  return updatedAt === null || seenAt === undefined ? null : updatedAt > seenAt + SETTLING_MS;
}
