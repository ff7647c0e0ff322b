import type {
  ContentBlock,
  PermissionOption,
  PlanEntry as PlanStep,
  ToolCallContent,
  ToolCallLocation,
  ToolCallUpdate,
  ToolKind,
} from '@agentclientprotocol/sdk';
import type { AgentTrouble, ProcessEnd } from '../agent-trouble.js';
import type {
  Actor,
  DelegationAsk,
  DelegationOutcome,
  ErrorAction,
  Question,
  TurnTokens,
  WrittenFile,
} from '../events.js';
import type { Notice } from '../notices.js';
import type { Interruption, OldSentence, TerminalEnd, VoidReason } from '../reasons.js';
import type { RuleName } from '../rule-name.js';
import type { Cost, Costs, UsageSum } from '../usage-sum.js';

/** What every line of a transcript has. */
interface EntryBase {
  /** `e` and the number of the event that made it, so that every reader gives the same name. */
  readonly id: string;
  /** The turn it belongs to; 0 is what came before the first prompt. */
  readonly turn: number;
  readonly at: number;
  /** Its turn ended with it: how long that took, and what the agent reported of it. */
  readonly ended?: TurnFacts;
}

/** A turn that is over. Only what the agent reported is there. */
export interface TurnFacts {
  readonly startedAt: number;
  readonly at: number;
  /** The event that ended it; absent in older logs. */
  readonly seq?: number;
  /** How long it took; absent where only the time of day is known. */
  readonly ms?: number;
  /** How many calls were counted in it; absent in older logs. */
  readonly calls?: number;
  /** The name of the model that was set when it ended. */
  readonly model?: string;
  readonly tokens?: Readonly<TurnTokens>;
  /** What the session's costs have grown by. */
  readonly costs?: Costs;
  /** The same in older logs. */
  readonly cost?: Cost;
}

/** What a person sent. */
export interface UserEntry extends EntryBase {
  readonly kind: 'user';
  readonly promptId: string | null;
  readonly content: readonly ContentBlock[];
  readonly by: Actor | null;
  /** What the agent was told besides, of a past that it has lost. */
  readonly context?: string;
  /** The agent's own name for a message that it retells. */
  readonly messageId?: string;
}

/** What the agent said or thought. `open` while more may come; `continues` the entry before it. */
export interface TextEntry extends EntryBase {
  readonly kind: 'agent' | 'thought';
  readonly messageId: string | null;
  readonly content: readonly ContentBlock[];
  readonly open: boolean;
  readonly endedAt: number | null;
  readonly continues?: true;
}

/** The last three are ours: agents leave such calls without a final status. `ended` is one whose outcome nobody reported. */
export type ToolStatus = 'pending' | 'in_progress' | 'completed' | 'failed' | 'cancelled' | 'rejected' | 'ended';

/** A tool call, with the permissions that were asked for it. */
export interface ToolEntry extends EntryBase {
  readonly kind: 'tool';
  readonly toolCallId: string;
  readonly title: string;
  readonly name: string | null;
  readonly toolKind: ToolKind;
  readonly status: ToolStatus;
  readonly content: readonly ToolCallContent[];
  readonly locations: readonly ToolCallLocation[];
  readonly rawInput: unknown;
  readonly rawOutput: unknown;
  readonly endedAt: number | null;
  readonly permissions: readonly Permission[];
  /** It ran and changed something although the agent was to ask first and did not. */
  readonly unasked?: true;
  /** What was written through us for this call. */
  readonly written?: readonly WrittenFile[];
  /** The terminal that it shows is one of the agent's own. */
  readonly hasOwnTerminal?: true;
  /** A command of the agent's own that ran when the turn was stopped, and whose end nobody has reported. */
  readonly mayRunOn?: true;
  /** The tasks that this call has given to other agents, by id. */
  readonly delegations?: readonly string[];
  /** How often it counts as a call, where that is more than once. */
  readonly times?: number;
  /** How many files were written and terminals opened for it through us. */
  readonly writes?: number;
  readonly terminals?: number;
}

/** What an agent said about a call apart from the request for it. */
export interface ToldCall {
  readonly title?: string;
  readonly kind?: ToolKind;
  readonly rawInput?: unknown;
  readonly content?: readonly ToolCallContent[];
  readonly locations?: readonly ToolCallLocation[];
}
export type ToldField = keyof ToldCall;

/** One request for permission: pending, then answered or voided, once. What it shows is frozen with it. */
export interface Permission {
  readonly permissionId: string;
  /** The call as the request described it; kept apart, because agents put other fields there. */
  readonly toolCall: ToolCallUpdate;
  /** What the agent had said besides, when this was asked or last changed. */
  readonly told?: ToldCall;
  /** Stands for all that is decided on; an answer must carry the one that the person saw. */
  readonly digest?: string;
  /** The agent said something else about the call while nobody had answered: what, the last time, and how often. */
  readonly changed?: { readonly fields: readonly ToldField[]; readonly count: number };
  readonly options: readonly PermissionOption[];
  /** It is about a task for another agent. */
  readonly delegation?: DelegationAsk;
  readonly askedAt: number;
  readonly outcome: PermissionOutcome;
}

export type PermissionOutcome =
  | { readonly status: 'pending' }
  | {
      readonly status: 'answered';
      readonly optionId: string;
      readonly by: Actor;
      readonly at: number;
      /** The rule that was made of this answer. */
      readonly stored?: RuleName | OldSentence;
    }
  | { readonly status: 'voided'; readonly reason: VoidReason; readonly at: number };

/** A question of the agent, as a form or an address. */
export interface QuestionEntry extends EntryBase {
  readonly kind: 'question';
  readonly questionId: string;
  readonly question: Question;
  readonly outcome: QuestionOutcome;
}

export type QuestionOutcome =
  | { readonly status: 'pending' }
  | {
      readonly status: 'answered';
      readonly action: 'accept' | 'decline' | 'cancel';
      readonly by: Actor;
      readonly at: number;
    }
  | { readonly status: 'voided'; readonly reason: VoidReason; readonly at: number };

/** The agent's plan in this turn; each update replaces it whole. */
export interface PlanEntry extends EntryBase {
  readonly kind: 'plan';
  readonly steps: readonly PlanStep[];
}

/** How a command ended, and why if that was not its own doing. */
export interface TerminalExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly reason?: TerminalEnd;
}

/** A terminal that the server ran; `embedded` when a tool call shows it, `by` whom if a person ran it. */
export interface TerminalEntry extends EntryBase {
  readonly kind: 'terminal';
  readonly terminalId: string;
  readonly command: string;
  readonly cwd: string;
  readonly output: string;
  readonly truncated: boolean;
  /** How many lines were cut away before `output`. */
  readonly cutLines?: number;
  readonly exit: TerminalExit | null;
  readonly endedAt: number | null;
  readonly embedded: boolean;
  readonly by?: Actor;
  /** It counts as a call by itself. */
  readonly isCounted?: true;
  /** It was begun although the agent was to ask first and did not. */
  readonly unasked?: true;
}

/** A task that was given to another agent; `embedded` when a tool call shows it. */
export interface DelegationEntry extends EntryBase {
  readonly kind: 'delegation';
  readonly delegationId: string;
  /** Where the other agent works. */
  readonly sessionId: string;
  readonly name: string;
  readonly agentId: string;
  readonly task: string;
  /** The turn of that session which the task began; null until it was sent. */
  readonly sentAs: number | null;
  readonly toolCallId: string | null;
  readonly embedded: boolean;
  /** Null while it runs. */
  readonly end: DelegationEnd | null;
  readonly endedAt: number | null;
}

export interface DelegationEnd {
  readonly outcome: DelegationOutcome;
  readonly answer: string;
  readonly trouble?: AgentTrouble;
  readonly usage?: UsageSum;
}

/** The agent shortened its own memory. */
export interface CompactionEntry extends EntryBase {
  readonly kind: 'compaction';
  readonly compactionId: string;
  readonly status: string;
  readonly summary: readonly ContentBlock[];
  readonly error: string | null;
}

/** Something worth saying that is neither the person's nor the agent's. */
export interface NoticeEntry extends EntryBase {
  readonly kind: 'notice';
  readonly severity: 'info' | 'warning' | 'error';
  readonly notice: Notice;
  readonly action: ErrorAction | null;
}

/** The agent's process ended by itself; `duringTurn` if it was at work. */
export interface AgentCrash {
  readonly code: 'agent_exited';
  readonly end: ProcessEnd;
  readonly duringTurn: boolean;
}

/** A turn that went wrong. */
export interface ErrorEntry extends EntryBase {
  readonly kind: 'error';
  readonly trouble: AgentTrouble | AgentCrash;
  /** ACP's code of the error. */
  readonly code?: number;
  /** What the agent said besides. */
  readonly details: string | null;
  readonly action: ErrorAction | null;
  /** The prompt of this turn may be sent again. */
  readonly canResend?: true;
}

/** What a line across the page says: how a turn ended, that the agent was restarted, or where what is above came from. */
export type Mark =
  | { readonly code: 'restarted' | 'cancelled' }
  | { readonly code: 'interrupted'; readonly reason: Interruption }
  /** `from` is the agent's name. */
  | { readonly code: 'imported'; readonly from: string }
  | { readonly code: 'stopped'; readonly cause: StopCause };

/** Why a turn ended before it was done; `silent` is one that ended without a word. */
export type StopCode = 'max_tokens' | 'max_turn_requests' | 'refusal' | 'silent' | 'unknown';
export type StopCause = { readonly code: StopCode } | Readonly<OldSentence>;

/** A line across the page. */
export interface MarkEntry extends EntryBase {
  readonly kind: 'mark';
  readonly mark: Mark;
  readonly action: ErrorAction | null;
}

/** One line of a transcript. */
export type Entry =
  | UserEntry
  | TextEntry
  | ToolEntry
  | QuestionEntry
  | PlanEntry
  | TerminalEntry
  | DelegationEntry
  | CompactionEntry
  | NoticeEntry
  | ErrorEntry
  | MarkEntry;
