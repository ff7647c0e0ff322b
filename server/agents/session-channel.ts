import type { ContentBlock, RequestPermissionOutcome, SessionConfigOption } from '@agentclientprotocol/sdk';
import type { AgentMemory, AgentSessionFacts, AgentUpdate, Question } from '../protocol/events.js';
import type {
  AgentExit,
  AgentSession,
  ImageBlock,
  PermissionAsk,
  QuestionAnswer,
  RetoldPast,
  SessionListener,
  TerminalEvent,
} from './agent-link.js';
import type { AgentProfile } from './agent-profile.js';
import { fitUpdate } from './fit-update.js';
import { OpenAsks } from './open-asks.js';
import { parseOptions } from './parse-options.js';
import { fitPrompt } from './prompt-blocks.js';
import { fieldsOf, present, textOf } from './read-fields.js';
import { Retelling } from './retelling.js';
import { LEGACY_MODEL_OPTION, SessionOptions } from './session-options.js';
import type { Terminals } from './terminals.js';
import { TIME_LIMITS } from './time-limits.js';
import { toldTerminals } from './told-terminals.js';
import type { WorkspaceFiles } from './workspace-files.js';

/** How a session speaks to its agent. */
export interface AgentPort {
  readonly profile: AgentProfile;
  /** Rejects with an `AgentFault`, also when the time limit (null: none) is over. */
  request(method: string, params: object, limitMs: number | null): Promise<unknown>;
  notify(method: string, params: object): void;
  /** The session is closed; the agent may be told. */
  onClosed(channel: SessionChannel): void;
}

export interface ChannelParts {
  sessionId: string;
  port: AgentPort;
  listener: SessionListener;
  files: WorkspaceFiles;
  terminals: Terminals;
}

/** What is said of a session rather than in it; never part of a retelling. */
const STATE_KINDS = ['available_commands_update', 'current_mode_update', 'config_option_update'];
const LATER_STATE_KINDS = [...STATE_KINDS, 'usage_update', 'session_info_update', 'notice'];

/** One session with an agent, from our side: what it says goes to the listener, what we want goes to it. */
export class SessionChannel implements AgentSession {
  readonly sessionId: string;
  readonly files: WorkspaceFiles;
  readonly terminals: Terminals;
  memory: AgentMemory = 'new';
  /** How many updates came; of those, how many were a retelling that we know already. */
  heard = 0;
  dropped = 0;
  readonly #port: AgentPort;
  readonly #asks = new OpenAsks();
  /** Ids of the addresses that the agent wanted opened. */
  readonly #addresses = new Set<string>();
  #listener: SessionListener | null;
  #isOver = false;
  #options = new SessionOptions(null);
  #retelling: Retelling | null = null;
  #isNewer: boolean | null = null;
  #turns = 0;
  /** Which updates are let through: while a known past is retold, and after that until we prompt. */
  #only: readonly string[] | null = null;

  constructor(parts: ChannelParts) {
    this.sessionId = parts.sessionId;
    this.files = parts.files;
    this.terminals = parts.terminals;
    this.#port = parts.port;
    this.#listener = parts.listener;
  }

  get facts(): AgentSessionFacts {
    const { modes, list } = this.#options;
    return {
      agentSessionId: this.sessionId,
      ...(modes === undefined ? {} : { modes }),
      ...present({ options: list }),
    };
  }

  /** From here on the agent retells what our log holds; what it tells is only compared. */
  expectReplay(isNewer: boolean | null): void {
    this.#only = STATE_KINDS;
    this.#retelling = new Retelling();
    this.#isNewer = isNewer;
  }

  /** Nothing was retold: the session was gone on with where it stands. */
  expectNoReplay(): void {
    this.#retelling = null;
  }

  get retelling(): RetoldPast | null {
    return this.#retelling && { isNewer: this.#isNewer, said: this.#retelling.said };
  }

  /** Whether the agent has told anything of a past that was asked for. */
  get hasRetold(): boolean {
    return this.#retelling?.hasWords ?? true;
  }

  /** The agent has answered; some go on retelling after that, but what is told of the present is news. */
  replayAnswered(): void {
    if (this.#only) this.#only = LATER_STATE_KINDS;
  }

  /** Takes the answer by which the session was opened. */
  opened(result: unknown, memory: AgentMemory): void {
    this.#options = new SessionOptions(result);
    this.memory = memory;
  }

  /** The session has been open in this process all the time. */
  goOnFrom(before: SessionChannel): void {
    this.#options = before.#options;
    this.memory = 'kept';
  }

  /** Hands an update to the listener; the promise settles when it can take the next. */
  take(update: AgentUpdate, bytes: number): Promise<void> | null {
    this.heard++;
    if (this.#only && !this.#only.includes(update.sessionUpdate)) {
      this.dropped++;
      this.#retelling?.take(update);
      return null;
    }
    const { before, after } = toldTerminals(update);
    for (const event of before) this.tellTerminal(event);
    const keep = (picture: ImageBlock) => this.#listener?.keepPicture?.(picture) ?? null;
    for (const piece of fitUpdate(this.#withModels(update), bytes, keep)) this.#listener?.onUpdate(piece);
    for (const event of after) this.tellTerminal(event);
    return this.whenReady();
  }

  whenReady(): Promise<void> | null {
    return this.#listener?.whenReady() ?? null;
  }

  /** Terminals end after the agent that wanted them, so this is heard even then. */
  tellTerminal(event: TerminalEvent): void {
    this.#listener?.onTerminal(event);
  }

  /** A person has done what an address was opened for. */
  tellCompleted(elicitationId: string): void {
    if (!this.#addresses.delete(elicitationId)) return;
    void this.take({ sessionUpdate: '_elicitation_complete', elicitationId }, 0);
  }

  async prompt(content: ContentBlock[]): Promise<{ stopReason: string }> {
    this.#only = null;
    this.#turns++;
    const prompt = fitPrompt(content, this.#port.profile.prompt);
    try {
      const result = await this.#port.request('session/prompt', { sessionId: this.sessionId, prompt }, null);
      return { stopReason: textOf(fieldsOf(result).stopReason) ?? 'end_turn' };
    } finally {
      // Whoever still waits for an answer asked in a turn that is over.
      if (--this.#turns === 0) this.#asks.callOffAll();
    }
  }

  get isBusy(): boolean {
    return this.#turns > 0;
  }

  cancel(): void {
    this.#port.notify('session/cancel', { sessionId: this.sessionId });
    this.#asks.callOffAll();
  }

  async setMode(modeId: string): Promise<void> {
    await this.#port.request('session/set_mode', { sessionId: this.sessionId, modeId }, TIME_LIMITS.change);
  }

  async setOption(optionId: string, value: string | boolean): Promise<SessionConfigOption[]> {
    const { sessionId } = this;
    if (optionId === LEGACY_MODEL_OPTION) {
      await this.#port.request('session/set_model', { sessionId, modelId: value }, TIME_LIMITS.change);
      return this.#options.note(optionId, value);
    }
    const kind = typeof value === 'boolean' ? { type: 'boolean' } : {};
    const params = { sessionId, configId: optionId, ...kind, value };
    const result = await this.#port.request('session/set_config_option', params, TIME_LIMITS.change);
    const options = parseOptions(fieldsOf(result).configOptions);
    return options ? this.#options.replace(options) : this.#options.note(optionId, value);
  }

  close(): void {
    if (!this.#listener) return;
    this.#listener = null;
    this.#asks.callOffAll();
    void this.terminals.releaseAll();
    if (!this.#isOver) this.#port.onClosed(this);
  }

  /** Only an option of this very question counts as chosen. */
  async askPermission(ask: PermissionAsk, signal: AbortSignal): Promise<RequestPermissionOutcome> {
    const listener = this.#listener;
    if (!listener || ask.options.length === 0) return { outcome: 'cancelled' };
    const put = (callOff: AbortSignal) => listener.onPermission(ask, callOff);
    const outcome = await this.#asks.ask<RequestPermissionOutcome>(put, signal, { outcome: 'cancelled' });
    if (outcome.outcome !== 'selected') return { outcome: 'cancelled' };
    const { optionId } = outcome;
    const isOffered = ask.options.some((option) => option.optionId === optionId);
    return isOffered ? { outcome: 'selected', optionId } : { outcome: 'cancelled' };
  }

  async askQuestion(question: Question, signal: AbortSignal): Promise<QuestionAnswer> {
    const listener = this.#listener;
    if (!listener) return { action: 'cancel' };
    if (question.mode === 'url') this.#addresses.add(question.elicitationId);
    const put = (callOff: AbortSignal) => listener.onQuestion(question, callOff);
    return await this.#asks.ask<QuestionAnswer>(put, signal, { action: 'cancel' });
  }

  /** The process is gone. */
  exit(exit: AgentExit): void {
    this.#isOver = true;
    this.#asks.callOffAll();
    void this.terminals.releaseAll();
    this.#listener?.onExit(exit);
  }

  /** The agent's new list of options does not hold the models that it told in the old form. */
  #withModels(update: AgentUpdate): AgentUpdate {
    if (update.sessionUpdate !== 'config_option_update') return update;
    const options = this.#options.replace(update.configOptions as SessionConfigOption[]);
    return { sessionUpdate: 'config_option_update', configOptions: options };
  }
}
