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
  openSession(request: OpenSessionRequest, listener: SessionListener): Promise<AgentSession>;
}

export interface OpenSessionRequest {
  cwd: string;
  agentSessionId: string | null;
  replay: 'keep' | 'drop';
}

/** The agent's end of one session. */
export interface AgentSession {
  readonly facts: AgentSessionFacts;
  readonly memory: AgentMemory;
  prompt(content: ContentBlock[]): Promise<{ stopReason: string }>;
  cancel(): void;
  setMode(modeId: string): Promise<void>;
  setOption(optionId: string, value: string | boolean): Promise<SessionConfigOption[]>;
  close(): void;
}

/** Whoever wants to hear what the agent says in one session, in the order of the wire. */
export interface SessionListener {
  onUpdate(update: AgentUpdate): void;
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
