import type {
  ContentBlock,
  PermissionOption,
  RequestPermissionOutcome,
  SessionConfigOption,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk';
import type { AgentMemory, AgentSessionFacts, AgentUpdate, Question, SessionEvent } from '../protocol/events.js';

/** Whoever runs the agents. `server/agents` implements it; the composition root joins the two. */
export interface AgentHost {
  /** The agent's running process, started if need be; rejects with an `AgentFault` if it cannot run. */
  connect(agentId: string): Promise<AgentLink>;
  /** A person wants this agent's process ended, whatever it does, and a fresh one. */
  restart(agentId: string): void;
}

/** One process of an agent. When it dies, its sessions hear `onExit` and the link is of no more use. */
export interface AgentLink {
  readonly agentId: string;
  readonly agentName: string;
  openSession(request: OpenSessionRequest, listener: SessionListener): Promise<AgentSession>;
}

export interface OpenSessionRequest {
  /** Absolute. */
  cwd: string;
  /** The agent's own id of a session to go on with, or null for a new one. */
  agentSessionId: string | null;
  /** Whether the agent's retelling of the past is news to us (a foreign session) or known. */
  replay: 'keep' | 'drop';
}

/** The agent's end of one of our sessions. */
export interface AgentSession {
  readonly facts: AgentSessionFacts;
  /** `lost` when the asked-for session was not there and a new one was made. */
  readonly memory: AgentMemory;
  /** Settles when the turn is over, after every update of that turn was handed to the listener. No time limit. */
  prompt(content: ContentBlock[]): Promise<{ stopReason: string }>;
  /** Asks the agent to stop; the running `prompt` then settles. */
  cancel(): void;
  setMode(modeId: string): Promise<void>;
  setOption(optionId: string, value: string | boolean): Promise<SessionConfigOption[]>;
  /** We are done with it; the listener hears nothing more. */
  close(): void;
}

/** What an agent may say and ask while it works. Calls come in the order of the wire. */
export interface SessionListener {
  onUpdate(update: AgentUpdate): void;
  onPermission(request: PermissionAsk, signal: AbortSignal): Promise<RequestPermissionOutcome>;
  onQuestion(question: Question, signal: AbortSignal): Promise<QuestionAnswer>;
  onTerminal(event: TerminalEvent): void;
  /** The process is gone; `prompt` rejects too. */
  onExit(exit: AgentExit): void;
  /** While it is not settled nothing more is read from the agent; null when there is room. */
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

export interface AgentExit {
  exitCode: number | null;
  signal: string | null;
  /** The last lines of what it wrote to stderr. */
  stderr: string;
}

/** An error of an agent as a session shows it: a sentence, and ACP's code where there is one. */
export interface AgentFault extends Error {
  readonly code?: number;
}
