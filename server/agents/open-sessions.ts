import { isAbsolute } from 'node:path';
import { AUTH_REQUIRED, INVALID_PARAMS, NOT_FOUND } from '../protocol/acp-codes.js';
import type { AgentMemory } from '../protocol/events.js';
import { AgentFault } from './agent-fault.js';
import type { AgentExit, OpenSessionRequest, SessionListener } from './agent-link.js';
import type { Clock } from './clock.js';
import { EarlyUpdates } from './early-updates.js';
import { readSessionList } from './list-sessions.js';
import { saysLoaded, saysMissing } from './missing-session.js';
import { parseUpdate } from './parse-update.js';
import { fieldsOf, idOf } from './read-fields.js';
import type { AgentPort, SessionChannel } from './session-channel.js';
import type { SessionSurroundings } from './session-surroundings.js';
import { TIME_LIMITS } from './time-limits.js';

/** The agent's clock and its habits after a turn: it may write a little more. */
const SETTLING_MS = 10_000;

type Reopening = OpenSessionRequest & { agentSessionId: string };

type Outcome =
  | { kind: 'open'; result: unknown }
  /** It is open in this process already. */
  | { kind: 'live'; result: null }
  | { kind: 'missing' }
  | { kind: 'failed'; fault: AgentFault };

export interface OpenSessionsParts {
  agentName: string;
  port: AgentPort;
  clock: Clock;
  opensOncePerMinute?: boolean;
  onLog(line: string): void;
  /** What sessions are opened with now. */
  surroundings(): SessionSurroundings;
  channelFor(sessionId: string, cwd: string, listener: SessionListener): SessionChannel;
}

/** The sessions that are open with one agent process, and the ways to open another. */
export class OpenSessions {
  readonly #parts: OpenSessionsParts;
  readonly #channels = new Map<string, SessionChannel>();
  /** Sessions that the process holds in its memory, with or without a listener of ours, as we last had them. */
  readonly #alive = new Map<string, SessionChannel>();
  /** Sessions that this process has had open at any time. */
  readonly #known = new Set<string>();
  readonly #closing = new Map<string, Promise<unknown>>();
  readonly #early = new EarlyUpdates();

  constructor(parts: OpenSessionsParts) {
    this.#parts = parts;
  }

  find(sessionId: string | null): SessionChannel | null {
    return (sessionId !== null && this.#channels.get(sessionId)) || null;
  }

  all(): SessionChannel[] {
    return [...this.#channels.values()];
  }

  /** Opens the asked-for session or, if the agent no longer has it, a new one that says so. */
  async open(request: OpenSessionRequest, listener: SessionListener): Promise<SessionChannel> {
    const { cwd, agentSessionId } = request;
    if (!isAbsolute(cwd))
      throw new AgentFault(`A session's folder must be absolute, and "${cwd}" is not.`, INVALID_PARAMS);
    if (agentSessionId === null) return await this.#create(cwd, listener, 'new');
    const again = await this.#reopen({ ...request, agentSessionId }, listener);
    if (again) return again;
    const { agentName } = this.#parts;
    if (request.replay === 'keep') throw new AgentFault(`${agentName} no longer has this session.`, NOT_FOUND);
    return await this.#create(cwd, listener, 'lost');
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
    if (channel) return channel.take(update, bytes);
    if (!this.#early.keep(id, { update, bytes })) this.#parts.onLog(`an update for the unknown session ${id}`);
    return null;
  }

  /** A person has done what an address was opened for; only the session that asked for it knows the id. */
  elicitationCompleted(params: unknown): void {
    const elicitationId = idOf(fieldsOf(params).elicitationId);
    if (elicitationId === null) return;
    for (const channel of this.all()) channel.tellCompleted(elicitationId);
  }

  /** We are done with a session; an agent that can forget it is asked to. */
  closed(channel: SessionChannel): void {
    const { sessionId } = channel;
    if (this.#channels.get(sessionId) !== channel) return;
    this.#channels.delete(sessionId);
    const { port } = this.#parts;
    if (!port.profile.canClose) return;
    this.#alive.delete(sessionId);
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
    for (const channel of channels) channel.exit(exit);
  }

  async #create(cwd: string, listener: SessionListener, memory: 'new' | 'lost'): Promise<SessionChannel> {
    const { port, agentName } = this.#parts;
    this.#early.begin();
    try {
      const params = { cwd, ...this.#given() };
      const result = await port.request('session/new', params, TIME_LIMITS.openSession);
      const sessionId = idOf(fieldsOf(result).sessionId);
      if (sessionId === null) throw new AgentFault(`${agentName} opened a session without telling its id.`);
      const channel = this.#attach(sessionId, cwd, listener);
      this.#open(channel, result, memory);
      for (const { update, bytes } of this.#early.take(sessionId)) void channel.take(update, bytes);
      return channel;
    } finally {
      this.#early.end();
    }
  }

  /** Goes on with a session; null if the agent does not have it or cannot do that. */
  async #reopen(request: Reopening, listener: SessionListener): Promise<SessionChannel | null> {
    const { cwd, agentSessionId: sessionId, replay } = request;
    const alive = this.#alive.get(sessionId);
    if (alive && replay === 'drop') {
      const channel = this.#attach(sessionId, cwd, listener);
      channel.goOnFrom(alive);
      this.#alive.set(sessionId, channel);
      return channel;
    }
    // What was closed a moment ago must be closed before it is opened again.
    await this.#closing.get(sessionId);
    const found = await this.#lookUp(request);
    if (found === 'missing') return null;
    await this.#leaveMinute(request, listener);
    const channel = this.#attach(sessionId, cwd, listener);
    try {
      if (await this.#tryWays(channel, request, found.isNewer)) return channel;
    } catch (error) {
      this.#detach(channel);
      throw error;
    }
    this.#detach(channel);
    return null;
  }

  /** Lets the minute pass in which the session began, for agents that would lose it. */
  async #leaveMinute({ begunAt }: Reopening, listener: SessionListener): Promise<void> {
    const { clock, opensOncePerMinute, agentName } = this.#parts;
    const rest = opensOncePerMinute && begunAt !== undefined ? restOfMinute(begunAt, clock.now()) : 0;
    if (rest === 0) return;
    const title = `${agentName} goes on with this session in ${Math.ceil(rest / 1000)} s`;
    const description =
      'It would lose a session that it opens again within its first minute. What you send is kept until then.';
    listener.onUpdate({ sessionUpdate: 'notice', severity: 'info', title, description });
    await new Promise<void>((resolve) => clock.after(rest, resolve));
  }

  /** Tries what the agent offers; what the last way came to decides. False: the agent does not have the session. */
  async #tryWays(channel: SessionChannel, request: Reopening, isNewer: boolean | null): Promise<boolean> {
    const { cwd, replay } = request;
    const { sessionId } = channel;
    let fault: AgentFault | null = null;
    for (const method of this.#waysToReopen(replay, isNewer)) {
      if (replay === 'drop') channel.expectReplay(isNewer);
      const outcome = await this.#tryReopen(method, { sessionId, cwd });
      fault = outcome.kind === 'failed' ? outcome.fault : null;
      if (outcome.kind === 'missing' || outcome.kind === 'failed') continue;
      if (outcome.kind === 'live' && replay === 'keep') throw new AgentFault(heldOpen(this.#parts.agentName));
      const isRetold = method === 'session/load' && outcome.kind === 'open';
      if (isRetold) await this.#drain(channel);
      else channel.expectNoReplay();
      const isForgotten = isRetold && replay === 'drop' && !channel.hasRetold;
      if (isForgotten) this.#parts.onLog(`session/load of ${sessionId} retold nothing: the agent has lost it`);
      this.#open(channel, outcome.result, isForgotten ? 'lost' : 'kept');
      return true;
    }
    if (fault) throw fault;
    return false;
  }

  #waysToReopen(replay: 'keep' | 'drop', isNewer: boolean | null): string[] {
    const { canLoad, canResume } = this.#parts.port.profile;
    const ways = [...(canResume ? ['session/resume'] : []), ...(canLoad ? ['session/load'] : [])];
    // A past that may have grown elsewhere has to be heard to be compared.
    return replay === 'keep' || isNewer ? ways.reverse() : ways;
  }

  async #tryReopen(method: string, where: { sessionId: string; cwd: string }): Promise<Outcome> {
    const { port, onLog } = this.#parts;
    try {
      const params = { ...where, ...this.#given() };
      return { kind: 'open', result: await port.request(method, params, TIME_LIMITS.openSession) };
    } catch (error) {
      const fault = error as AgentFault;
      onLog(`${method} of ${where.sessionId} failed with ${fault.code ?? 'no code'}: ${fault.message}`);
      if (saysLoaded(fault)) return { kind: 'live', result: null };
      if (saysMissing(fault)) return { kind: 'missing' };
      // Without a code the agent did not answer at all; another way would not be answered either.
      if (fault.code === undefined || fault.code === AUTH_REQUIRED) throw fault;
      return { kind: 'failed', fault };
    }
  }

  /** Asks the agent's list for a session before it is opened; a list that cannot be had proves nothing. */
  async #lookUp({ agentSessionId, cwd, seenAt }: Reopening): Promise<'missing' | { isNewer: boolean | null }> {
    const { port, onLog } = this.#parts;
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
    return 'missing';
  }

  /** Some agents answer first and retell then; a first prompt must not get mixed up with that. */
  async #drain(channel: SessionChannel): Promise<void> {
    const { clock } = this.#parts;
    channel.replayAnswered();
    const rounds = TIME_LIMITS.replayDrain / TIME_LIMITS.replayQuiet;
    for (let round = 0, heard = -1; round < rounds; round++) {
      // Silence from the beginning may mean that the retelling is still to come.
      if (heard === channel.heard && channel.hasRetold) return;
      heard = channel.heard;
      await new Promise<void>((resolve) => clock.after(TIME_LIMITS.replayQuiet, resolve));
    }
  }

  #attach(sessionId: string, cwd: string, listener: SessionListener): SessionChannel {
    const channel = this.#parts.channelFor(sessionId, cwd, listener);
    this.#channels.set(sessionId, channel);
    return channel;
  }

  #open(channel: SessionChannel, result: unknown, memory: AgentMemory): void {
    channel.opened(result, memory);
    this.#alive.set(channel.sessionId, channel);
    this.#known.add(channel.sessionId);
    for (const title of this.#parts.surroundings().notes) {
      void channel.take({ sessionUpdate: 'notice', severity: 'warning', title }, 0);
    }
  }

  #given(): Omit<SessionSurroundings, 'roots' | 'notes'> {
    const { roots: _roots, notes: _notes, ...given } = this.#parts.surroundings();
    return given;
  }

  #detach({ sessionId }: SessionChannel): void {
    this.#channels.delete(sessionId);
  }
}

const MINUTE_MS = 60_000;

/** How long it is to the minute after that of `since`, with a moment to spare; 0 if that is over. */
function restOfMinute(since: number, now: number): number {
  const next = (Math.floor(since / MINUTE_MS) + 1) * MINUTE_MS;
  return next > now && next - now <= MINUTE_MS ? next - now + 500 : 0;
}

function isNewer(updatedAt: number | null, seenAt: number | undefined): boolean | null {
  return updatedAt === null || seenAt === undefined ? null : updatedAt > seenAt + SETTLING_MS;
}

function heldOpen(agentName: string): string {
  return `${agentName} has this session open and does not tell its history a second time. Restart the agent and try again.`;
}
