import type { ContentBlock, PermissionOption, SessionConfigOption, ToolCallUpdate } from '@agentclientprotocol/sdk';
import type { AgentTrouble } from '../protocol/agent-trouble.js';
import type {
  AgentMemory,
  AgentSessionFacts,
  AgentUpdate,
  DelegationAsk,
  Question,
  RecountedTokens,
  ReplacedSession,
  TurnTokens,
  WrittenFile,
} from '../protocol/events.js';
import type { Notice } from '../protocol/notices.js';
import type { SessionEvent } from '../protocol/session/session-event.js';
import type { OwnServer, TakenServers } from './tools.js';

/** The part that runs the agents. `server/agents` implements it; the composition root joins the two. */
export interface AgentSource {
  /** The agent's running process, started if need be; rejects with an `AgentFailure` if it cannot run. */
  connect(agentId: string): Promise<AgentLink>;
  /**
   * Does something with the agent's running process or, if it does not run, with one that is started only for this and
   * ended after; rejects with an `AgentFailure` if there can be none.
   */
  borrow<T>(agentId: string, use: (link: AgentLink) => Promise<T>): Promise<T>;
  /** The processes that run now, of any agent. */
  running(): AgentLink[];
  /** A person wants this agent's process ended, no matter what it does, and a fresh one. */
  restart(agentId: string): void;
  /** A person wants this agent's process ended, and none until a person wants one again. */
  turnOff(agentId: string): void;
  /** A person wants this agent to run. */
  turnOn(agentId: string): void;
  /** Tells an agent a title that a person gave to one of its sessions; does nothing where there is no way. */
  renameSession(agentId: string, agentSessionId: string, title: string): Promise<void>;
  /** The agent changed something without asking, while it should have asked. */
  flagged(agentId: string): void;
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
  /** How many messages of people the agent should be able to retell. */
  expects?: number;
  /** Whether the past is worth hearing again, to find out what the agent remembers; where it can't retell it, it is believed. */
  hearsPast?: () => boolean;
  /** This very session is wanted: a new one is not begun in its place. */
  isOnly?: true;
  /** Our own tools for it, asked for when the agent's process is about to open it. */
  ownServer?: (takes: TakenServers) => OwnServer | null;
  /** Nothing is given to it (no MCP servers, no further folders), and nothing done for it (no files, no commands). */
  isAside?: true;
}

/** What an agent retold of a past that we hold already. */
export interface RetoldPast {
  /** Whether its list says that the session has changed since `seenAt`; null if it does not say. */
  readonly isNewer: boolean | null;
  /** The last things that people said, the newest last. */
  readonly said: readonly string[];
  /** It told of more than those. */
  readonly isCut?: true;
}

/** A session that an agent keeps, as its own list reports it. */
export interface ListedSession {
  readonly agentSessionId: string;
  readonly title: string | null;
  /** When it last changed, if the agent says. */
  readonly updatedAt: number | null;
}

/** How an agent has ended a turn, and what that turn has used, if the agent counts. */
export interface PromptEnd {
  stopReason: string;
  tokens?: TurnTokens;
  /** The replies right before it, the newest last, where only now it is known how the agent counts. */
  recounted?: RecountedTokens[];
}

/** The agent's end of one of our sessions. */
export interface AgentSession {
  readonly facts: AgentSessionFacts;
  /** `lost` when the asked-for session was not there and a new one was made. */
  readonly memory: AgentMemory;
  /** Null when nothing was retold, because it was not asked for or could be done without. */
  readonly retelling: RetoldPast | null;
  /** The asked-for session, where it could not be opened and may be tried again. */
  readonly replaced: ReplacedSession | null;
  /** Settles when the turn is over, after every update of that turn was handed to the listener. No time limit. */
  prompt(content: ContentBlock[]): Promise<PromptEnd>;
  /** Asks the agent to stop; the running `prompt` then settles. */
  cancel(): void;
  setMode(modeId: string): Promise<void>;
  setOption(optionId: string, value: string | boolean): Promise<SessionConfigOption[]>;
  /** We are done with it; the listener hears nothing more. */
  close(): void;
}

/** How a session came to be open (again). */
export type SessionOpening = Pick<AgentSession, 'facts' | 'memory' | 'retelling' | 'replaced'>;

/** What an agent may say and ask while it works. Calls come in the order of the wire. */
export interface SessionListener {
  onUpdate(update: AgentUpdate): void;
  /** Something that we have to say about the agent, in its place among what it says. */
  onNotice(severity: 'info' | 'warning', notice: Notice): void;
  /** Keeps a picture that is too large for the log and gives a block that refers to it; null if it cannot be kept. */
  keepPicture(picture: ImageBlock): ImageBlock | null;
  /**
   * Gives the option of the request that was chosen, or null. The signal of this and of what else is asked is aborted
   * when nobody waits for the answer any more; its reason is a `CallOff`, or something else where the agent took it back.
   */
  onPermission(request: PermissionAsk, signal: AbortSignal): Promise<PermissionOption | null>;
  onQuestion(question: Question, signal: AbortSignal): Promise<QuestionAnswer>;
  onTerminal(event: TerminalEvent): void;
  /** Whether a path is exactly a file that a person has attached in this session. */
  isAttached(path: string): boolean;
  /** Whether the agent may have another file written or command run. */
  mayWork(): boolean;
  /** Asks a person whether a file may be written that makes programs run by themselves. */
  onGuardedWrite(file: WrittenFile, signal: AbortSignal): Promise<boolean>;
  /** A file was written for the agent. */
  onFileWritten(file: WrittenFile): void;
  /** The process is gone; `prompt` rejects too. */
  onExit(exit: AgentExit): void;
  /**
   * The agent's process slept, and another has taken the session up. Gives what the agent has to be told beside the
   * prompt for which it was woken.
   */
  onReopened(opening: SessionOpening): ContentBlock[];
  /** While it is not settled nothing more is read from the agent; null when there is room. */
  whenReady(): Promise<void> | null;
}

export interface PermissionAsk {
  toolCall: ToolCallUpdate;
  options: PermissionOption[];
  /** It is about a task for another agent, and we ask it ourselves. */
  delegation?: DelegationAsk;
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
  /** It was ended, because it read nothing of what was written to it. */
  reason?: 'unread';
}

/** An error of an agent: what is wrong, which the page has the sentence for, and ACP's code where there is one. */
export interface AgentFailure extends Error {
  readonly trouble?: AgentTrouble;
  readonly code?: number;
  /** All that the agent said, where its words are only a part of it. */
  readonly details?: string;
}

/** A picture as ACP has it. */
export type ImageBlock = Extract<ContentBlock, { type: 'image' }>;
