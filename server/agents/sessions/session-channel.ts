import { pathToFileURL } from 'node:url';
import type { ContentBlock, RequestPermissionOutcome, SessionConfigOption } from '@agentclientprotocol/sdk';
import type {
  AgentExit,
  AgentSession,
  ImageBlock,
  PermissionAsk,
  PromptEnd,
  QuestionAnswer,
  RetoldPast,
  SessionListener,
  TerminalEvent,
} from '../../ports/agent.js';
import type {
  AgentMemory,
  AgentSessionFacts,
  AgentUpdate,
  Question,
  ReplacedSession,
  WrittenFile,
} from '../../protocol/events.js';
import { fieldsOf } from '../../protocol/fields.js';
import type { Notice } from '../../protocol/notices.js';
import type { CallOff } from '../../protocol/reasons.js';
import type { DroppedLinks } from '../catalog/catalog.js';
import type { FilePart, WorkspaceFiles } from '../files/workspace-files.js';
import type { AgentProfile } from '../parse/agent-profile.js';
import { fitUpdate } from '../parse/fit-update.js';
import { parseOptions } from '../parse/parse-options.js';
import { parsePromptEnd } from '../parse/parse-prompt-end.js';
import { present } from '../parse/read-fields.js';
import { RefusedRequest } from '../process/agent-fault.js';
import { TIME_LIMITS } from '../process/time-limits.js';
import { toldTerminals } from '../terminals/reported-terminals.js';
import type { Terminals } from '../terminals/terminals.js';
import { Retelling } from './retelling.js';
import { LEGACY_MODEL_OPTION, SessionOptions } from './session-options.js';
import type { TokenMeter } from './token-meter.js';

/** How a session speaks to its agent. */
export interface AgentCalls {
  readonly profile: AgentProfile;
  /** Rejects with an `AgentFault`, also when the time limit (null: none) is over. */
  request(method: string, params: object, limitMs: number | null): Promise<unknown>;
  notify(method: string, params: object): void;
  /** The session is closed; the agent may be told. */
  onClosed(channel: SessionChannel): void;
}

export interface ChannelParts {
  sessionId: string;
  /** The session's folder. */
  cwd: string;
  port: AgentCalls;
  listener: SessionListener;
  files: WorkspaceFiles;
  terminals: Terminals;
  /** Nothing is done for the agent in it. */
  isAside: boolean;
  /** Of which links in a prompt the agent shows its model nothing. */
  dropsLinks: DroppedLinks | null;
  meter: TokenMeter;
}

/** Writes that may wait for a person at a time; fewer than the requests that may be worked on. */
const MOST_GUARDED = 32;
/** What is said of a session rather than in it; never part of a retelling. */
const STATE_KINDS = ['available_commands_update', 'current_mode_update', 'config_option_update'];
const LATER_STATE_KINDS = [...STATE_KINDS, 'usage_update', 'session_info_update', 'notice'];

/** One session with an agent, from our side: what it says goes to the listener, what we want goes to it. */
export class SessionChannel implements AgentSession {
  readonly sessionId: string;
  readonly cwd: string;
  readonly files: WorkspaceFiles;
  readonly terminals: Terminals;
  meter: TokenMeter;
  memory: AgentMemory = 'new';
  /** The session in whose place this one was begun. */
  replaced: ReplacedSession | null = null;
  /** How many updates came; of those, how many were a retelling that we know already. */
  heard = 0;
  dropped = 0;
  readonly #port: AgentCalls;
  readonly #isAside: boolean;
  readonly #dropsLinks: DroppedLinks | null;
  /** Ids of the addresses that the agent wanted opened. */
  readonly #addresses = new Set<string>();
  #listener: SessionListener | null;
  #isOver = false;
  /** Aborted when nobody waits any more for answers to what the agent has asked so far. */
  #asked = new AbortController();
  #options = new SessionOptions(null);
  /** How often the agent has reported its options by itself. */
  #optionsTold = 0;
  #retelling: Retelling | null = null;
  #isNewer: boolean | null = null;
  #turns = 0;
  /** The person has stopped the turn, and the agent has not ended it yet. */
  #isStopping = false;
  /** Writes that wait for a person. */
  #guarded = 0;
  /** The write that was let begin last: each is counted before the next. */
  #lastWrite: Promise<unknown> = Promise.resolve();
  /** Writes that are not over. */
  readonly #writing = new Set<Promise<void>>();
  /** Which updates are let through: while a known past is retold, and after that until we prompt. */
  #only: readonly string[] | null = null;

  constructor(parts: ChannelParts) {
    this.sessionId = parts.sessionId;
    this.cwd = parts.cwd;
    this.files = parts.files;
    this.terminals = parts.terminals;
    this.meter = parts.meter;
    this.#port = parts.port;
    this.#isAside = parts.isAside;
    this.#dropsLinks = parts.dropsLinks;
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

  /** Nothing was retold: the session continued where it was. */
  expectNoReplay(): void {
    this.#retelling = null;
  }

  get retelling(): RetoldPast | null {
    if (!this.#retelling) return null;
    const { said, isCut } = this.#retelling;
    return { isNewer: this.#isNewer, said, ...(isCut ? { isCut } : {}) };
  }

  /** Whether the agent has reported anything of a past that was asked for. */
  get hasRetold(): boolean {
    return this.#retelling?.hasWords ?? true;
  }

  /** How many messages of people were retold. */
  get retoldCount(): number {
    return this.#retelling?.said.length ?? 0;
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
    this.meter = before.meter;
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
    const keep = (picture: ImageBlock) => this.#listener?.keepPicture(picture) ?? null;
    for (const piece of fitUpdate(this.#withModels(this.#withPlaces(update)), bytes, keep))
      this.#listener?.onUpdate(piece);
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

  /** Something that we have to say about the agent, in its place among what it says. */
  tellNotice(severity: 'info' | 'warning', notice: Notice): void {
    this.#listener?.onNotice(severity, notice);
  }

  /** A person has done what an address was opened for. */
  tellCompleted(elicitationId: string): void {
    if (!this.#addresses.delete(elicitationId)) return;
    void this.take({ sessionUpdate: '_elicitation_complete', elicitationId }, 0);
  }

  async prompt(content: ContentBlock[]): Promise<PromptEnd> {
    this.#only = null;
    if (this.#turns++ === 0) this.terminals.beginTurn();
    const isDropped = (uri: string) =>
      this.#dropsLinks === 'all' || (this.#dropsLinks !== null && !this.#isInside(uri));
    const prompt = fitPrompt(content, this.#port.profile.prompt, isDropped);
    this.meter.begin();
    try {
      const result = await this.#port.request('session/prompt', { sessionId: this.sessionId, prompt }, null);
      const { stopReason, tokens } = parsePromptEnd(result);
      return { stopReason, ...this.meter.read(tokens) };
    } finally {
      // Anyone who still waits for an answer asked in a turn that is over.
      if (--this.#turns === 0) {
        this.#isStopping = false;
        this.#callOff('turn_ended');
      }
      // Files that the agent began to write in this turn belong to it, even if the agent didn't wait for them.
      await Promise.allSettled([...this.#writing]);
    }
  }

  /** Whether an address is one of a file in the session's folder. */
  #isInside(uri: string): boolean {
    return uri.startsWith(pathToFileURL(`${this.cwd}/`).href);
  }

  get isBusy(): boolean {
    return this.#turns > 0;
  }

  /** Also ends the terminals of the turn, or of the last one: agents were seen to forget them. */
  cancel(): void {
    this.#port.notify('session/cancel', { sessionId: this.sessionId });
    this.#isStopping = this.isBusy;
    this.#callOff('turn_stopped');
    void this.terminals.stopTurn();
  }

  /** Starts a command for the agent, unless the person has just stopped it or a budget is used up. */
  createTerminal(params: unknown): string {
    this.#refuseWork();
    if (this.#isAside) throw new RefusedRequest('No commands are run in this session.');
    return this.terminals.create(params);
  }

  /** Reads a file for the agent: one of its folders, or what a person has attached. */
  async readFile(path: unknown, part: FilePart): Promise<string> {
    const isAttached = typeof path === 'string' && this.#listener?.isAttached(path) === true;
    return await this.files.read(path, part, isAttached);
  }

  /** Writes a file for the agent: everyone sees that it did, and a person is asked first where that could run something. */
  async writeFile(path: unknown, content: unknown, signal: AbortSignal): Promise<void> {
    const writing = this.#write(path, content, signal);
    this.#writing.add(writing);
    await writing.finally(() => this.#writing.delete(writing));
  }

  async #write(path: unknown, content: unknown, signal: AbortSignal): Promise<void> {
    this.#refuseWork();
    // Kept, because the session may be closed before the file is written.
    const listener = this.#listener;
    // It may be found out only after the turn has ended that a person is to be asked.
    const asked = this.#asked.signal;
    const mayWrite = (planned: WrittenFile) => this.#askToWrite(planned, AbortSignal.any([asked, signal]));
    await this.files.write(path, content, mayWrite, (write) =>
      this.#inTurn(async () => {
        this.#refuseWork();
        const file = await write();
        listener?.onFileWritten(file);
        return file;
      }),
    );
  }

  async #inTurn<T>(write: () => Promise<T>): Promise<T> {
    const writing = this.#lastWrite.then(write);
    this.#lastWrite = writing.catch(() => {});
    return await writing;
  }

  async #askToWrite(file: WrittenFile, signal: AbortSignal): Promise<boolean> {
    const listener = this.#listener;
    if (!listener || this.#guarded >= MOST_GUARDED) return false;
    this.#guarded++;
    try {
      return await this.#ask((callOff) => listener.onGuardedWrite(file, callOff), signal, false);
    } finally {
      this.#guarded--;
    }
  }

  #refuseWork(): void {
    if (this.#isStopping) throw new RefusedRequest('The turn was stopped.');
    if (this.#listener && !this.#listener.mayWork()) throw new RefusedRequest('The budget is used up.');
  }

  async setMode(modeId: string): Promise<void> {
    await this.#port.request('session/set_mode', { sessionId: this.sessionId, modeId }, TIME_LIMITS.change);
  }

  async setOption(optionId: string, value: string | boolean): Promise<SessionConfigOption[]> {
    const { sessionId } = this;
    const told = this.#optionsTold;
    // What it tells on the way is what holds, unless it answers with a list.
    const noted = () => (told === this.#optionsTold ? this.#options.note(optionId, value) : (this.#options.list ?? []));
    if (optionId === LEGACY_MODEL_OPTION) {
      await this.#port.request('session/set_model', { sessionId, modelId: value }, TIME_LIMITS.change);
      return noted();
    }
    const kind = typeof value === 'boolean' ? { type: 'boolean' } : {};
    const params = { sessionId, configId: optionId, ...kind, value };
    const result = await this.#port.request('session/set_config_option', params, TIME_LIMITS.change);
    const options = parseOptions(fieldsOf(result).configOptions);
    return options ? this.#options.replace(options) : noted();
  }

  close(): void {
    if (!this.#listener) return;
    this.#listener = null;
    this.#callOff('session_closed');
    void this.terminals.releaseAll();
    if (!this.#isOver) this.#port.onClosed(this);
  }

  async askPermission(ask: PermissionAsk, signal: AbortSignal): Promise<RequestPermissionOutcome> {
    const listener = this.#listener;
    if (!listener || ask.options.length === 0) return { outcome: 'cancelled' };
    const { content } = ask.toolCall;
    const toolCall = content ? { ...ask.toolCall, content: this.files.place(content, false) } : ask.toolCall;
    const put = (callOff: AbortSignal) => listener.onPermission({ ...ask, toolCall }, callOff);
    const option = await this.#ask(put, signal, null);
    return option ? { outcome: 'selected', optionId: option.optionId } : { outcome: 'cancelled' };
  }

  async askQuestion(question: Question, signal: AbortSignal): Promise<QuestionAnswer> {
    const listener = this.#listener;
    if (!listener) return { action: 'cancel' };
    if (question.mode === 'url') this.#addresses.add(question.elicitationId);
    const put = (callOff: AbortSignal) => listener.onQuestion(question, callOff);
    return await this.#ask<QuestionAnswer>(put, signal, { action: 'cancel' });
  }

  /** Asks, until the agent takes its request back or it is cancelled; then, and if nobody can answer, there is no answer. */
  async #ask<T>(put: (signal: AbortSignal) => Promise<T>, signal: AbortSignal, none: T): Promise<T> {
    const [ended, answered] = [new AbortController(), new AbortController()];
    const calledOff = new Promise<T>((resolve) => {
      for (const other of [signal, this.#asked.signal]) {
        const end = () => {
          ended.abort(other.reason);
          resolve(none);
        };
        if (other.aborted) end();
        else other.addEventListener('abort', end, { once: true, signal: answered.signal });
      }
    });
    try {
      return await (ended.signal.aborted ? calledOff : Promise.race([calledOff, put(ended.signal)]));
    } catch {
      // Nobody chose anything, and that never means yes.
      return none;
    } finally {
      answered.abort();
    }
  }

  /** Nobody waits for the answers to what was asked so far; the agent hears so at once. */
  #callOff(reason: CallOff): void {
    this.#asked.abort(reason);
    this.#asked = new AbortController();
  }

  /** The process is gone. */
  exit(exit: AgentExit): void {
    this.#isOver = true;
    this.#callOff('agent_stopped');
    void this.terminals.releaseAll();
    this.#listener?.onExit(exit);
  }

  /** A change that is a part of its file is reported with where that part is. */
  #withPlaces(update: AgentUpdate): AgentUpdate {
    if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') return update;
    const { content, status } = update;
    return Array.isArray(content) ? { ...update, content: this.files.place(content, status === 'completed') } : update;
  }

  /** The agent's new list of options does not hold the models that it reported in the old form. */
  #withModels(update: AgentUpdate): AgentUpdate {
    if (update.sessionUpdate !== 'config_option_update') return update;
    this.#optionsTold++;
    const options = this.#options.replace(update.configOptions as SessionConfigOption[]);
    return { sessionUpdate: 'config_option_update', configOptions: options };
  }
}

/** A prompt's blocks as this agent can take them; what it cannot take becomes text or a link. */
function fitPrompt(
  content: readonly ContentBlock[],
  can: AgentProfile['prompt'],
  isDropped: (uri: string) => boolean,
): ContentBlock[] {
  return content.map((given) => {
    const block = given.type === 'resource' && !can.embedded ? withoutEmbedding(given) : given;
    if (block.type === 'image' && !can.image) return leftOut('An image', 'images');
    if (block.type === 'audio' && !can.audio) return leftOut('A recording', 'recordings');
    if (block.type === 'resource_link' && isDropped(block.uri))
      return { type: 'text', text: `[${block.name}](${block.uri})` };
    return block;
  });
}

function leftOut(what: string, kind: string): ContentBlock {
  return { type: 'text', text: `[${what} was left out: this agent takes no ${kind}.]` };
}

function withoutEmbedding({ resource }: Extract<ContentBlock, { type: 'resource' }>): ContentBlock {
  if (!('text' in resource)) return { type: 'resource_link', uri: resource.uri, name: resource.uri };
  // Longer than any fence in it, so that its own words cannot end it.
  const runs = resource.text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return { type: 'text', text: `${resource.uri}:\n${fence}\n${resource.text}\n${fence}` };
}
