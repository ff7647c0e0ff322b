import type { ContentBlock, SessionConfigOption } from '@agentclientprotocol/sdk';
import type {
  AgentExit,
  AgentLink,
  AgentSession,
  AgentSource,
  ListedSession,
  OpenSessionRequest,
  RetoldPast,
  SessionAbilities,
  SessionListener,
} from '../../ports/agent.js';
import type {
  AgentMemory,
  AgentSessionFacts,
  AgentUpdate,
  ReplacedSession,
  TurnTokens,
} from '../../protocol/events.js';

/** A prompt that the agent of a test has got, and how it ends. */
export interface ReceivedPrompt {
  readonly text: string;
  readonly end: (stopReason?: string, tokens?: TurnTokens) => void;
  readonly fail: (message: string, code?: number) => void;
}

/** An agent's end of a session, moved by the test. */
export class TestAgentSession implements AgentSession {
  readonly facts: AgentSessionFacts;
  readonly memory: AgentMemory;
  readonly request: OpenSessionRequest;
  readonly listener: SessionListener;
  readonly prompts: ReceivedPrompt[] = [];
  /** The blocks of each prompt, as they came. */
  readonly sent: ContentBlock[][] = [];
  readonly settings: unknown[][] = [];
  cancels = 0;
  isClosed = false;
  refusal: Error | null = null;
  /** What it answers to a wish for another option; what was wished for, if it is not given. */
  answer: SessionConfigOption[] | null = null;
  retelling: RetoldPast | null = null;
  replaced: ReplacedSession | null = null;
  /** What it does between a wish and its answer. */
  beforeAnswer: () => void = () => {};

  constructor(request: OpenSessionRequest, listener: SessionListener, memory: AgentMemory, facts: AgentSessionFacts) {
    this.request = request;
    this.listener = listener;
    this.memory = memory;
    this.facts = facts;
  }

  prompt(content: ContentBlock[]): Promise<{ stopReason: string; tokens?: TurnTokens }> {
    this.sent.push(content);
    const text = content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('');
    return new Promise((resolve, reject) => {
      const fail = (message: string, code?: number) => reject(Object.assign(new Error(message), code ? { code } : {}));
      const end: ReceivedPrompt['end'] = (stopReason = 'end_turn', tokens) =>
        resolve({ stopReason, ...(tokens ? { tokens } : {}) });
      this.prompts.push({ text, fail, end });
    });
  }

  cancel(): void {
    this.cancels++;
  }

  async setMode(modeId: string): Promise<void> {
    if (this.refusal) throw this.refusal;
    this.settings.push([modeId]);
    this.beforeAnswer();
  }

  async setOption(optionId: string, value: string | boolean): Promise<SessionConfigOption[]> {
    if (this.refusal) throw this.refusal;
    this.settings.push([optionId, value]);
    this.beforeAnswer();
    return this.answer ?? [{ id: optionId, name: 'Changed', type: 'select', currentValue: String(value), options: [] }];
  }

  close(): void {
    this.isClosed = true;
  }

  /** Begins a tool call. */
  call(toolCallId: string): void {
    this.listener.onUpdate({ sessionUpdate: 'tool_call', toolCallId, title: toolCallId, kind: 'read' });
  }

  /** Reports what the session has cost so far. */
  cost(amount: number, currency = 'USD'): void {
    this.listener.onUpdate({ sessionUpdate: 'usage_update', used: 10, size: 100, cost: { amount, currency } });
  }

  say(text: string): void {
    const content = { type: 'text', text } as const;
    this.listener.onUpdate({ sessionUpdate: 'agent_message_chunk', content });
  }
}

/** Runs agents that a test moves by hand. */
export class TestAgentHost implements AgentSource {
  readonly sessions: TestAgentSession[] = [];
  readonly restarts: string[] = [];
  connects = 0;
  /** Set to keep agents from starting until the test lets them. */
  gate: Promise<void> | null = null;
  startFault: Error | null = null;
  openFault: Error | null = null;
  /** What the agent says about an earlier session that it is asked to go on with. */
  memory: AgentMemory = 'kept';
  facts: Partial<AgentSessionFacts> = {};
  /** What it retells of a past that it is asked to keep, or of one that is known. */
  past: AgentUpdate[] = [];
  retelling: RetoldPast | null = null;
  /** Whether the process dies while it opens the next session. */
  tearNext = false;
  /** Why sessions cannot be opened again, by their ids; new ones are begun in their place. */
  readonly broken = new Map<string, Pick<ReplacedSession, 'trouble' | 'code'>>();
  abilities: SessionAbilities = { list: true, load: true, delete: true };
  readonly listed = new Map<string, ListedSession[]>();
  listings = 0;
  listFault: Error | null = null;
  readonly deleted: string[] = [];
  deleteFault: Error | null = null;
  readonly renamed: [string, string, string][] = [];
  readonly #running: AgentLink[] = [];

  async connect(agentId: string): Promise<AgentLink> {
    this.connects++;
    await this.gate;
    if (this.startFault) throw this.startFault;
    const link = this.#link(agentId);
    if (!this.#running.some((other) => other.agentId === agentId)) this.#running.push(link);
    return link;
  }

  /** How many processes were started only to be asked something, and how many of them have ended. */
  readonly borrowed = { begun: 0, ended: 0 };

  async borrow<T>(agentId: string, use: (link: AgentLink) => Promise<T>): Promise<T> {
    const running = this.#running.find((link) => link.agentId === agentId);
    if (running) return await use(running);
    this.borrowed.begun++;
    try {
      await this.gate;
      if (this.startFault) throw this.startFault;
      return await use(this.#link(agentId));
    } finally {
      this.borrowed.ended++;
    }
  }

  running(): AgentLink[] {
    return this.#running;
  }

  flagged(): void {}

  turnOff(agentId: string): void {
    this.restarts.push(`off ${agentId}`);
  }

  turnOn(agentId: string): void {
    this.restarts.push(`on ${agentId}`);
  }

  async renameSession(...renaming: [string, string, string]): Promise<void> {
    this.renamed.push(renaming);
  }

  #link(agentId: string): AgentLink {
    return {
      ...{ agentId, agentName: `The ${agentId}`, abilities: this.abilities },
      openSession: (request, listener) => this.#open(request, listener),
      listSessions: async () => {
        this.listings++;
        if (this.listFault) throw this.listFault;
        return this.listed.get(agentId) ?? [];
      },
      deleteSession: async (agentSessionId) => {
        this.deleted.push(agentSessionId);
        if (this.deleteFault) throw this.deleteFault;
        const left = this.listed.get(agentId)?.filter((item) => item.agentSessionId !== agentSessionId);
        this.listed.set(agentId, left ?? []);
      },
    };
  }

  restart(agentId: string): void {
    this.restarts.push(agentId);
    this.exit({ exitCode: null, signal: 'SIGKILL', stderr: '' });
  }

  /** The process dies. */
  exit(exit: AgentExit = { exitCode: 1, signal: null, stderr: 'Segmentation fault' }): void {
    for (const session of this.sessions.filter(({ isClosed }) => !isClosed)) {
      session.isClosed = true;
      session.listener.onExit(exit);
      for (const prompt of session.prompts) prompt.fail('The agent is gone');
    }
  }

  /** The end of a session that was opened last. */
  get last(): TestAgentSession {
    return this.sessions.at(-1)!;
  }

  async #open(request: OpenSessionRequest, listener: SessionListener): Promise<AgentSession> {
    if (this.openFault) throw this.openFault;
    const why = this.broken.get(request.agentSessionId ?? '');
    if (why && request.isOnly) throw Object.assign(new Error('Not opened'), why);
    const memory = request.agentSessionId === null ? 'new' : why ? 'lost' : this.memory;
    const fresh = why ? `in place of ${request.agentSessionId}` : `agent-${this.sessions.length + 1}`;
    const agentSessionId = memory === 'kept' ? request.agentSessionId! : fresh;
    const session = new TestAgentSession(request, listener, memory, { agentSessionId, ...this.facts });
    this.sessions.push(session);
    if (why) session.replaced = { agentSessionId: request.agentSessionId!, ...why };
    if (request.replay === 'keep') for (const update of this.past) listener.onUpdate(update);
    if (this.tearNext) {
      this.tearNext = false;
      session.isClosed = true;
      listener.onExit({ exitCode: 1, signal: null, stderr: '' });
      throw new Error('The agent is gone');
    }
    if (request.replay === 'keep') return session;
    if (request.agentSessionId !== null) session.retelling = this.retelling;
    return session;
  }
}
