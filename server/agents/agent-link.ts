import type {
  ContentBlock,
  PermissionOption,
  RequestPermissionOutcome,
  SessionConfigOption,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk';
import type { AgentMemory, AgentSessionFacts, AgentUpdate, Question, SessionEvent } from '../protocol/events.js';

/** One running process of an agent. When it dies, its sessions hear `onExit` and the link is of no more use. */
export interface AgentLink {
  readonly agentId: string;
  readonly agentName: string;
  /** Whether it can list, retell and delete its sessions. */
  readonly abilities: SessionAbilities;
  openSession(request: OpenSessionRequest, listener: SessionListener): Promise<AgentSession>;
  listSessions(cwd: string): Promise<ListedSession[]>;
  deleteSession(agentSessionId: string): Promise<void>;
}

export interface SessionAbilities {
  readonly list: boolean;
  readonly load: boolean;
  readonly delete: boolean;
}

export interface OpenSessionRequest {
  cwd: string;
  agentSessionId: string | null;
  replay: 'keep' | 'drop';
  seenAt?: number;
  begunAt?: number;
}

/** What an agent retold of a past that we hold already. */
export interface RetoldPast {
  /** Whether its list says that the session has changed since `seenAt`; null if it does not say. */
  readonly isNewer: boolean | null;
  /** The last things that people said, the newest last. */
  readonly said: readonly string[];
}

/** A session that an agent keeps, as its own list tells it. */
export interface ListedSession {
  readonly agentSessionId: string;
  readonly title: string | null;
  /** When it last changed, if the agent says. */
  readonly updatedAt: number | null;
}

/** The agent's end of one session. */
export interface AgentSession {
  readonly facts: AgentSessionFacts;
  readonly memory: AgentMemory;
  readonly retelling: RetoldPast | null;
  prompt(content: ContentBlock[]): Promise<{ stopReason: string }>;
  cancel(): void;
  setMode(modeId: string): Promise<void>;
  setOption(optionId: string, value: string | boolean): Promise<SessionConfigOption[]>;
  close(): void;
}

/** Whoever wants to hear what the agent says in one session, in the order of the wire. */
export interface SessionListener {
  onUpdate(update: AgentUpdate): void;
  /** Keeps a picture that is too large for the log and gives a block that refers to it; null if it cannot be kept. */
  keepPicture?(picture: ImageBlock): ImageBlock | null;
  onPermission(request: PermissionAsk, signal: AbortSignal): Promise<RequestPermissionOutcome>;
  onQuestion(question: Question, signal: AbortSignal): Promise<QuestionAnswer>;
  onTerminal(event: TerminalEvent): void;
  onExit(exit: AgentExit): void;
  whenReady(): Promise<void> | null;
}

export interface PermissionAsk {
  toolCall: ToolCallUpdate;
  options: PermissionOption[];
}

export interface QuestionAnswer {
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, unknown>;
}

export type TerminalEvent = Extract<SessionEvent, { type: 'terminal_opened' | 'terminal_output' | 'terminal_closed' }>;

/** How a process ended, with the last lines of its stderr. */
export interface AgentExit {
  exitCode: number | null;
  signal: string | null;
  stderr: string;
}

/** A picture as ACP has it. */
export type ImageBlock = Extract<ContentBlock, { type: 'image' }>;
