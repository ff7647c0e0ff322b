import type { ContentBlock, SessionConfigOption } from '@agentclientprotocol/sdk';
import type { AgentMemory, AgentSessionFacts, AgentUpdate } from '../protocol/events.js';
import type {
  AgentExit,
  AgentHost,
  AgentLink,
  AgentSession,
  ListedSession,
  OpenSessionRequest,
  RetoldPast,
  SessionAbilities,
  SessionListener,
} from './agent-port.js';

/** A prompt that the agent of a test has got, and how it ends. */
export interface ReceivedPrompt {
  readonly text: string;
  readonly end: (stopReason?: string) => void;
  readonly fail: (message: string, code?: number) => void;
}

/** An agent's end of a session, moved by the test. */
export class TestAgentSession implements AgentSession {
  readonly facts: AgentSessionFacts;
  readonly memory: AgentMemory;
  readonly request: OpenSessionRequest;
  readonly listener: SessionListener;
  readonly prompts: ReceivedPrompt[] = [];
  readonly settings: unknown[][] = [];
  cancels = 0;
  isClosed = false;
  refusal: Error | null = null;
  retelling: RetoldPast | null = null;

  constructor(request: OpenSessionRequest, listener: SessionListener, memory: AgentMemory, facts: AgentSessionFacts) {
    this.request = request;
    this.listener = listener;
    this.memory = memory;
    this.facts = facts;
  }

  prompt(content: ContentBlock[]): Promise<{ stopReason: string }> {
    const text = content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('');
    return new Promise((resolve, reject) => {
      const fail = (message: string, code?: number) => reject(Object.assign(new Error(message), code ? { code } : {}));
      this.prompts.push({ text, fail, end: (stopReason = 'end_turn') => resolve({ stopReason }) });
    });
  }

  cancel(): void {
    this.cancels++;
  }

  async setMode(modeId: string): Promise<void> {
    if (this.refusal) throw this.refusal;
    this.settings.push([modeId]);
  }

  async setOption(optionId: string, value: string | boolean): Promise<SessionConfigOption[]> {
    if (this.refusal) throw this.refusal;
    this.settings.push([optionId, value]);
    return [{ id: optionId, name: 'Changed', type: 'select', currentValue: String(value), options: [] }];
  }

  close(): void {
    this.isClosed = true;
  }

  say(text: string): void {
    const content = { type: 'text', text } as const;
    this.listener.onUpdate({ sessionUpdate: 'agent_message_chunk', content });
  }
}

/** Runs agents that a test moves by hand. */
export class TestAgentHost implements AgentHost {
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

  running(): AgentLink[] {
    return this.#running;
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
    const memory = request.agentSessionId === null ? 'new' : this.memory;
    const agentSessionId = memory === 'kept' ? request.agentSessionId! : `agent-${this.sessions.length + 1}`;
    const session = new TestAgentSession(request, listener, memory, { agentSessionId, ...this.facts });
    this.sessions.push(session);
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
