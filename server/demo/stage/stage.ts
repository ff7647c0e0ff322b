import { randomUUID } from 'node:crypto';
import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises';
import {
  type AgentContext,
  type ClientCapabilities,
  type ContentBlock,
  methods,
  type PermissionOption,
  type SessionUpdate,
  type ToolCall,
  type ToolCallUpdate,
} from '@agentclientprotocol/sdk';
import { HANDOVER_OPENING } from '../../protocol/handover.js';
import type { DemoSession } from './demo-session.js';

/** Thrown inside a scene when the person has stopped the turn. */
export class Cancelled extends Error {}

/** How a question for permission ended. */
export type SceneVerdict = 'allowed' | 'rejected';

export interface StageParts {
  session: DemoSession;
  client: AgentContext;
  capabilities: ClientCapabilities;
  prompt: ContentBlock[];
  signal: AbortSignal;
  /** All pauses are multiplied by this; 0 is instant. */
  pace: number;
  /** Stores the session as it is now. */
  save: () => void;
}

const ANSWERS: PermissionOption[] = [
  { optionId: 'once', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'always', name: 'Always allow', kind: 'allow_always' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
];

/** What a scene can do. Every act takes its time and throws `Cancelled` once the turn is stopped. */
export class Stage {
  readonly session: DemoSession;
  readonly client: AgentContext;
  readonly capabilities: ClientCapabilities;
  readonly prompt: ContentBlock[];
  readonly signal: AbortSignal;
  readonly save: () => void;
  readonly #pace: number;
  #calls = 0;

  constructor(parts: StageParts) {
    this.session = parts.session;
    this.client = parts.client;
    this.capabilities = parts.capabilities;
    this.prompt = parts.prompt;
    this.signal = parts.signal;
    this.save = parts.save;
    this.#pace = parts.pace;
  }

  /** What the person wrote, without what AcDeck adds after a loss of memory. */
  get text(): string {
    const texts = this.prompt.map((block) => (block.type === 'text' ? block.text : ''));
    return texts.filter((text) => !text.trimStart().startsWith(HANDOVER_OPENING)).join(' ');
  }

  get cwd(): string {
    return this.session.memory.cwd;
  }

  get isInstant(): boolean {
    return this.#pace * this.session.paceFactor === 0;
  }

  /** Waits; always lets messages in, so that a stop is heard. */
  async pause(ms: number): Promise<void> {
    const time = ms * this.#pace * this.session.paceFactor;
    const wait = time > 0 ? sleep(time, undefined, { signal: this.signal }) : nextRound();
    await wait.catch(() => {});
    if (this.signal.aborted) throw new Cancelled();
  }

  async update(update: SessionUpdate): Promise<void> {
    if (this.signal.aborted) throw new Cancelled();
    this.session.record(update);
    await this.client.notify(methods.client.session.update, { sessionId: this.session.id, update });
  }

  /** Speaks markdown a few words at a time. */
  async say(markdown: string, messageId: string = randomUUID()): Promise<void> {
    await this.#stream('agent_message_chunk', markdown, messageId);
  }

  async think(text: string): Promise<void> {
    if (this.session.memory.isThinkingShown) await this.#stream('agent_thought_chunk', text, randomUUID());
  }

  /** Announces a tool call and gives back its id. */
  async callTool(call: Omit<ToolCall, 'toolCallId'>): Promise<string> {
    const toolCallId = `call-${this.session.memory.history.length}-${++this.#calls}`;
    await this.update({ sessionUpdate: 'tool_call', toolCallId, ...call });
    return toolCallId;
  }

  async changeTool(change: ToolCallUpdate): Promise<void> {
    await this.update({ sessionUpdate: 'tool_call_update', ...change });
  }

  /** Asks the person, unless the mode or an earlier "always" has answered already. */
  async ask(toolCall: ToolCallUpdate, kind: string): Promise<SceneVerdict> {
    const { memory } = this.session;
    if (memory.modeId === 'auto' || memory.allowed.includes(kind)) return 'allowed';
    const request = { sessionId: this.session.id, toolCall, options: ANSWERS };
    const options = { cancellationSignal: this.signal };
    const asked = this.client.request(methods.client.session.requestPermission, request, options);
    const { outcome } = await this.unlessStopped(asked);
    if (outcome.outcome !== 'selected' || outcome.optionId === 'no') return 'rejected';
    if (outcome.optionId === 'always') memory.allowed.push(kind);
    return 'allowed';
  }

  /** Waits for the client, but not after a stop. */
  async unlessStopped<T>(answer: Promise<T>): Promise<T> {
    answer.catch(() => {});
    const stopped = new Promise<never>((_resolve, reject) => {
      if (this.signal.aborted) reject(new Cancelled());
      this.signal.addEventListener('abort', () => reject(new Cancelled()), { once: true });
    });
    stopped.catch(() => {});
    return await Promise.race([answer, stopped]);
  }

  async #stream(kind: 'agent_message_chunk' | 'agent_thought_chunk', text: string, messageId: string): Promise<void> {
    for (const piece of text.match(/\S+\s*|\s+/g) ?? []) {
      await this.update({ sessionUpdate: kind, messageId, content: { type: 'text', text: piece } });
      await this.pause(18);
    }
  }
}

/** One thing that the demo agent can show. */
export interface Scene {
  readonly name: string;
  /** A word in the prompt that asks for it. */
  readonly keyword: RegExp;
  /** Shown in the list of slash commands. */
  readonly description: string;
  /** Scenes that end badly are played only when the prompt is about little else. */
  readonly isRough?: true;
  play(stage: Stage): Promise<void>;
}
