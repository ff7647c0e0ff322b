import type { BudgetUse } from './budget.js';

/** A sentence that an earlier version has written into a log, where there is a code now. It is shown as it is. */
export interface OldSentence {
  code: 'sentence';
  text: string;
}

/** What ends a turn, or takes the agent away from it. */
export type TurnEnd =
  | 'turn_ended'
  | 'turn_stopped'
  | 'turn_failed'
  | 'agent_stopped'
  | 'agent_restarted'
  | 'server_stopped'
  | 'server_killed';

/** Why a request for permission or a question is no longer open, though nobody answered it. */
export type VoidReason =
  | { code: TurnEnd | 'turn_began' | 'message_sent' | 'session_closed' | 'session_deleted' | 'agent_withdrew' }
  | { code: 'unanswered'; minutes: number }
  | OldSentence;

/** Why a request can be cancelled from the agent's side; it is the reason of an `AbortSignal`. */
export const CALL_OFFS = ['turn_ended', 'turn_stopped', 'agent_stopped', 'session_closed'] as const;
export type CallOff = (typeof CALL_OFFS)[number];

/** Why queued messages are held back. */
export type PauseReason =
  | { code: TurnEnd | 'sign_in_needed' }
  | { code: 'paused'; device: string | null }
  /** A budget is used up; `isCut` where a reply was stopped for it. */
  | { code: 'budget'; budget: BudgetUse; isCut?: true }
  | OldSentence;

/** Why the server left a turn unfinished: it was stopped, or it went away without a word. */
export type Interruption = { code: 'server_stopped' | 'server_killed' } | OldSentence;

/** Why a command ended, where that was not its own doing. */
export type TerminalEnd = { code: 'stopped'; device?: string } | { code: 'server_stopped' } | OldSentence;

/** Why the server did something by itself. */
export type ServerReason =
  | { code: 'unanswered'; minutes: number }
  /** Something ran that was to be asked first, and a person wants the turn stopped then. */
  | { code: 'ran_unasked'; what: string }
  /** A call touched what AcDeck itself keeps. */
  | { code: 'own_files' }
  /** A tool of ours that only reads, or asks a person itself. */
  | { code: 'own_tool' }
  /** A call reads only what a person has attached. */
  | { code: 'attached_file' }
  | { code: 'budget'; budget: BudgetUse }
  | OldSentence;
