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
  /**
   * The agent's running process, started if need be; rejects with an `AgentFault` if it cannot run. `sessionId` is
   * our session that wants it, for agents that need a process for each.
   */
  connect(agentId: string, sessionId?: string): Promise<AgentLink>;
  /** The processes that run now, of whichever agents. */
  running(): AgentLink[];
  /** A person wants this agent's process ended, whatever it does, and a fresh one. */
  restart(agentId: string): void;
  /** Tells an agent a title that a person gave to one of its sessions; does nothing where there is no way. */
  renameSession(agentId: string, agentSessionId: string, title: string): Promise<void>;
  /** The agent changed something without asking, while it should have asked. */
  flagged?(agentId: string): void;
}

/** One process of an agent. When it dies, its sessions hear `onExit` and the link is of no more use. */
export interface AgentLink {
  readonly agentId: string;
  readonly agentName: string;
  readonly abilities: SessionAbilities;
  openSession(request: OpenSessionRequest, listener: SessionListener): Promise<AgentSession>;
  /** The sessions that the agent keeps for a folder, its own and ours; none where it cannot list. Also without a sign-in. */
  listSessions(cwd: string): Promise<ListedSession[]>;
  deleteSession(agentSessionId: string): Promise<void>;
}

/** What an agent can do with the sessions that it keeps. */
export interface SessionAbilities {
  readonly list: boolean;
  /** It retells a session's past when it opens it again. */
  readonly load: boolean;
  readonly delete: boolean;
}

export interface OpenSessionRequest {
  /** Absolute. */
  cwd: string;
  /** The agent's own id of a session to go on with, or null for a new one. */
  agentSessionId: string | null;
  /** Whether the agent's retelling of the past is news to us (a foreign session) or known. */
  replay: 'keep' | 'drop';
  /** When our log and the agent's own history last told the same. */
  seenAt?: number;
  /** When the agent began it, if it began here. */
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

/** The agent's end of one of our sessions. */
export interface AgentSession {
  readonly facts: AgentSessionFacts;
  /** `lost` when the asked-for session was not there and a new one was made. */
  readonly memory: AgentMemory;
  /** Null when nothing was retold, because it was not asked for or could be done without. */
  readonly retelling: RetoldPast | null;
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
  /** Keeps a picture that is too large for the log and gives a block that refers to it; null if it cannot be kept. */
  keepPicture?(picture: ImageBlock): ImageBlock | null;
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
  /** All that the agent said, where the sentence is only a part of it. */
  readonly details?: string;
}

/** A picture as ACP has it. */
export type ImageBlock = Extract<ContentBlock, { type: 'image' }>;
