import type {
  ContentBlock,
  PermissionOption,
  PlanEntry as PlanStep,
  ToolCallContent,
  ToolCallLocation,
  ToolCallUpdate,
  ToolKind,
} from '@agentclientprotocol/sdk';
import type { Actor, ErrorAction, Question } from './events.js';

/** What every line of a transcript has. */
interface EntryBase {
  /** `e` and the number of the event that made it, so that every reader gives the same name. */
  readonly id: string;
  /** The turn it belongs to; 0 is what came before the first prompt. */
  readonly turn: number;
  readonly at: number;
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

/** The last three are ours: agents leave such calls without a final status. `ended` is one whose outcome nobody told. */
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
}

/** One request for permission: pending, then answered or voided, once. */
export interface Permission {
  readonly permissionId: string;
  /** The call as the request described it; kept apart, because agents put other fields there. */
  readonly toolCall: ToolCallUpdate;
  readonly options: readonly PermissionOption[];
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
      readonly stored?: string;
    }
  | { readonly status: 'voided'; readonly reason: string; readonly at: number };

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
  | { readonly status: 'voided'; readonly reason: string; readonly at: number };

/** The agent's plan in this turn; each update replaces it whole. */
export interface PlanEntry extends EntryBase {
  readonly kind: 'plan';
  readonly steps: readonly PlanStep[];
}

/** How a command ended, and why if that was not its own doing. */
export interface TerminalExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly reason?: string;
}

/** A terminal that the server ran; `embedded` when a tool call shows it, `by` whom if a person ran it. */
export interface TerminalEntry extends EntryBase {
  readonly kind: 'terminal';
  readonly terminalId: string;
  readonly command: string;
  readonly cwd: string;
  readonly output: string;
  readonly truncated: boolean;
  readonly exit: TerminalExit | null;
  readonly endedAt: number | null;
  readonly embedded: boolean;
  readonly by?: Actor;
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
  readonly title: string;
  readonly description: string | null;
  readonly action: ErrorAction | null;
}

/** A turn that went wrong. */
export interface ErrorEntry extends EntryBase {
  readonly kind: 'error';
  readonly message: string;
  readonly details: string | null;
  readonly action: ErrorAction | null;
  /** The prompt of this turn may be sent again. */
  readonly canResend?: true;
}

/** A line across the page: restarted, interrupted, cancelled, imported. */
export interface MarkEntry extends EntryBase {
  readonly kind: 'mark';
  readonly mark: 'restarted' | 'interrupted' | 'cancelled' | 'imported' | 'stopped';
  readonly text: string;
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
  | CompactionEntry
  | NoticeEntry
  | ErrorEntry
  | MarkEntry;
