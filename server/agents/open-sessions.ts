import { isAbsolute } from 'node:path';
import type { AgentMemory } from '../protocol/events.js';
import { INVALID_PARAMS } from './acp-codes.js';
import { AgentFault } from './agent-fault.js';
import type { AgentExit, OpenSessionRequest, SessionListener } from './agent-link.js';
import type { Clock } from './clock.js';
import { EarlyUpdates } from './early-updates.js';
import { parseUpdate } from './parse-update.js';
import { fieldsOf, idOf } from './read-fields.js';
import type { AgentPort, SessionChannel } from './session-channel.js';
import { TIME_LIMITS } from './time-limits.js';

/** The codes in which agents say that a session is not there; there is no single one. */
const NOT_THERE = [-32002, -32602, -32603, -32601];

export interface OpenSessionsParts {
  agentName: string;
  port: AgentPort;
  clock: Clock;
  onLog(line: string): void;
  channelFor(sessionId: string, cwd: string, listener: SessionListener): SessionChannel;
}

/** The sessions that are open with one agent process, and the ways to open another. */
export class OpenSessions {
  readonly #parts: OpenSessionsParts;
  readonly #channels = new Map<string, SessionChannel>();
  /** Sessions that the process holds in its memory, with or without a listener of ours, as we last had them. */
  readonly #alive = new Map<string, SessionChannel>();
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
    return again ?? (await this.#create(cwd, listener, 'lost'));
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
    port.request('session/close', { sessionId }, TIME_LIMITS.close).catch(() => {});
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
      const result = await port.request('session/new', { cwd, mcpServers: [] }, TIME_LIMITS.openSession);
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
  async #reopen(
    request: OpenSessionRequest & { agentSessionId: string },
    listener: SessionListener,
  ): Promise<SessionChannel | null> {
    const { cwd, agentSessionId: sessionId, replay } = request;
    const alive = this.#alive.get(sessionId);
    const channel = this.#attach(sessionId, cwd, listener);
    if (alive) {
      channel.goOnFrom(alive);
      this.#alive.set(sessionId, channel);
      return channel;
    }
    for (const method of this.#waysToReopen(replay)) {
      if (replay === 'drop') channel.expectReplay();
      const outcome = await this.#tryReopen(method, { sessionId, cwd }).catch((error) => {
        this.#detach(channel);
        throw error;
      });
      if (outcome.kind === 'missing') continue;
      if (method === 'session/load') await this.#drain(channel);
      this.#open(channel, outcome.result, 'kept');
      return channel;
    }
    this.#detach(channel);
    return null;
  }

  #waysToReopen(replay: 'keep' | 'drop'): string[] {
    const { canLoad, canResume } = this.#parts.port.profile;
    const ways = [...(canResume ? ['session/resume'] : []), ...(canLoad ? ['session/load'] : [])];
    return replay === 'keep' ? ways.reverse() : ways;
  }

  async #tryReopen(method: string, where: { sessionId: string; cwd: string }) {
    const { port, onLog } = this.#parts;
    try {
      const result = await port.request(method, { ...where, mcpServers: [] }, TIME_LIMITS.openSession);
      return { kind: 'open', result } as const;
    } catch (error) {
      const { code, message } = error as AgentFault;
      onLog(`${method} of ${where.sessionId} failed with ${code ?? 'no code'}: ${message}`);
      if (/already (loaded|active|open)/i.test(message)) return { kind: 'open', result: null } as const;
      if (code !== undefined && NOT_THERE.includes(code)) return { kind: 'missing' } as const;
      throw error;
    }
  }

  /** Some agents answer first and retell then; a first prompt must not get mixed up with that. */
  async #drain(channel: SessionChannel): Promise<void> {
    const { clock } = this.#parts;
    channel.replayAnswered();
    const rounds = TIME_LIMITS.replayDrain / TIME_LIMITS.replayQuiet;
    for (let round = 0, heard = -1; round < rounds && heard !== channel.heard; round++) {
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
  }

  #detach({ sessionId }: SessionChannel): void {
    this.#channels.delete(sessionId);
  }
}
