import type {
  AvailableCommand,
  ContentBlock,
  PermissionOption,
  SessionConfigOption,
  SessionModeState,
  SessionUpdate,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk';
import type { AgentTrouble } from './agent-trouble.js';
import type { Notice } from './notices.js';
import type { Interruption, OldSentence, PauseReason, ServerReason, TerminalEnd, VoidReason } from './reasons.js';
import type { RuleName } from './rule-name.js';
import type { UsageSum, Used } from './usage-sum.js';

/** Who did something: a person at a device, a stored rule, somebody's "allow all", the agent of another session, or the server itself, and why. */
export type Actor =
  | { kind: 'device'; device: string }
  /** `agent` is the name of the agent that works in that session. */
  | { kind: 'session'; sessionId: string; agent: string }
  | { kind: 'rule'; rule: RuleName | OldSentence; ruleId?: string }
  | { kind: 'allow_all'; device: string }
  | { kind: 'server'; reason?: ServerReason };

/** An ACP update as the agent sent it; one of a kind that ACP does not know (yet) is kept and harmless. */
export type AgentUpdate = SessionUpdate | UnknownUpdate;
export interface UnknownUpdate {
  sessionUpdate: `_${string}`;
  [field: string]: unknown;
}

/** What an agent asks of a person: fields to fill in, or an address to open. */
export type Question =
  | { mode: 'form'; message: string; schema: unknown; toolCallId?: string }
  | { mode: 'url'; message: string; url: string; elicitationId: string; toolCallId?: string };

/** What the agent reported when its own session was opened. */
export interface AgentSessionFacts {
  agentSessionId: string;
  modes?: SessionModeState | null;
  options?: SessionConfigOption[] | null;
  commands?: AvailableCommand[] | null;
}

/** A file that was written for an agent through us, so that this isn't a claim of the agent's. */
export interface WrittenFile {
  /** Where it really is, all links followed. */
  path: string;
  /** As the agent called it, if that is something else. */
  named?: string;
  isNew: boolean;
  /** Null for a new file. */
  oldText: string | null;
  newText: string;
  /** What was written, in bytes. */
  bytes: number;
  /** Why the texts are not told; then they are null and empty. */
  untold?: 'large' | 'unreadable';
}

/**
 * Everything that can happen in a session. Events carry codes and data, never sentences of ours: the page has those.
 * The log of these is the session.
 */
export type SessionEvent =
  // Prompts and their queue.
  // `context` is what the agent is told beside the prompt, because it has lost the memory of what was said.
  | { type: 'prompt_sent'; promptId: string; content: ContentBlock[]; by: Actor; context?: string }
  | { type: 'prompt_queued'; promptId: string; content: ContentBlock[]; by: Actor }
  | { type: 'prompt_edited'; promptId: string; content: ContentBlock[] }
  | { type: 'prompt_moved'; promptId: string; before: string | null }
  | { type: 'prompt_removed'; promptId: string }
  | { type: 'queue_paused'; reason: PauseReason }
  | { type: 'queue_resumed' }
  // A person lets one more reply begin although the day's budget is used up.
  | { type: 'budget_lifted'; by: Actor }
  // The turn.
  | { type: 'cancel_requested'; by: Actor }
  // `isForced` when the agent's process was ended for it, and all that it ran.
  // `tokens` is what the turn has used, as the agent counted it; without `tokensOf` it was recorded by an earlier version,
  // which kept what the agent said, and some agents say what all turns so far have used. `recounted` is for the replies
  // right before it, the newest last: only now it is known how the agent counts.
  | {
      type: 'turn_ended';
      stopReason: string;
      isForced?: true;
      tokens?: TurnTokens;
      tokensOf?: 'turn';
      recounted?: RecountedTokens[];
    }
  | { type: 'turn_failed'; trouble: AgentTrouble; code?: number; details?: string; action?: ErrorAction }
  | { type: 'turn_interrupted'; reason: Interruption }
  // What the agent says. `late` marks an update to an entry that is there already and not the newest:
  // a tab that has not loaded that entry must not take it for a new one.
  | { type: 'agent_update'; update: AgentUpdate; late?: true }
  // What the agent asks.
  // `entry` is the number of the tool call's entry if that is there already and not the newest. `digest` stands for the
  // request and all that was said about the call before; folding freezes the latter with the request.
  | {
      type: 'permission_requested';
      permissionId: string;
      toolCall: ToolCallUpdate;
      options: PermissionOption[];
      delegation?: DelegationAsk;
      entry?: number;
      digest?: string;
    }
  // The agent said something else about the call while nobody had answered.
  | { type: 'permission_changed'; permissionId: string; digest: string }
  // How many more requests the agent has made than can be open at a time.
  | { type: 'permissions_waiting'; count: number }
  // `stored` is the rule that was made of this answer.
  | { type: 'permission_answered'; permissionId: string; optionId: string; by: Actor; stored?: RuleName | OldSentence }
  | { type: 'permission_voided'; permissionId: string; reason: VoidReason }
  // A call that ran although nobody was asked. `late` as above.
  | { type: 'call_flagged'; toolCallId: string; late?: true }
  // The same for a terminal that no call has shown when it began.
  | { type: 'terminal_flagged'; terminalId: string }
  // A file was written through us, for a call of the agent's or, without one, for a call that we made. `late` as above.
  | { type: 'file_written'; toolCallId: string; file: WrittenFile; late?: true }
  | { type: 'question_asked'; questionId: string; question: Question }
  | { type: 'question_answered'; questionId: string; action: 'accept' | 'decline' | 'cancel'; by: Actor }
  | { type: 'question_voided'; questionId: string; reason: VoidReason }
  // Terminals that the server runs for the agent or, with `by`, for a person.
  // `isTold` is one that the agent runs by itself and only reports. `toolCallId` is the call that includes it.
  | {
      type: 'terminal_opened';
      terminalId: string;
      command: string;
      cwd: string;
      by?: Actor;
      isTold?: true;
      toolCallId?: string;
    }
  | { type: 'terminal_output'; terminalId: string; text: string }
  // `reason` says why it ended, where that was not its own doing.
  | {
      type: 'terminal_closed';
      terminalId: string;
      exitCode: number | null;
      signal: string | null;
      reason?: TerminalEnd;
    }
  // The agent's process and its own session.
  // `replaced` is the earlier session that could not be opened, where this one was begun instead.
  | { type: 'agent_session_opened'; facts: AgentSessionFacts; memory: AgentMemory; replaced?: ReplacedSession }
  // What becomes of that earlier session: a person has it tried again, it waits for that, or nobody wants to hear of it.
  | { type: 'old_session_changed'; state: OldSessionState }
  // The agent turned out to have lost its memory when the prompt was on its way: it was told this beside it.
  | { type: 'context_added'; context: string }
  // `duringTurn` ends the turn that ran; `unread` is one that we ended, because it read nothing of what we wrote.
  | {
      type: 'agent_exited';
      exitCode: number | null;
      signal: string | null;
      stderr: string;
      duringTurn?: true;
      reason?: 'unread';
    }
  | { type: 'agent_restarted' }
  | { type: 'history_imported'; from: string }
  // Tasks that the agent has given to others. What they do is in the log of `sessionId`, and nothing of it is copied here.
  | {
      type: 'delegation_started';
      delegationId: string;
      sessionId: string;
      name: string;
      agentId: string;
      /** How the task begins. */
      task: string;
      /** The call of the agent that wanted it, where that is known. */
      toolCallId?: string;
    }
  // `turn` is the other session's, once the task has been sent.
  | { type: 'delegation_changed'; delegationId: string; toolCallId?: string; turn?: number }
  // `answer` is how the last message there begins.
  | {
      type: 'delegation_ended';
      delegationId: string;
      outcome: DelegationOutcome;
      answer: string;
      trouble?: AgentTrouble;
      /** What the reply there has used. */
      usage?: UsageSum;
    }
  // The rest.
  | { type: 'mode_changed'; modeId: string }
  | { type: 'options_changed'; options: SessionConfigOption[] }
  | { type: 'session_renamed'; title: string }
  | {
      type: 'notice_shown';
      severity: 'info' | 'warning' | 'error';
      notice: Notice;
      action?: ErrorAction;
      /** How many of the messages here the agent no longer remembers, where this says so. */
      forgotten?: number;
    };

/** What a turn has used, as far as the agent has counted it. */
export interface TurnTokens {
  input?: number;
  output?: number;
  /** Of all kinds: more than input and output, where an agent counts what was cached by itself. */
  total?: number;
  cached?: number;
}

/** What a reply was taken to have used, and what it has used after all. */
export interface RecountedTokens {
  was: TurnTokens;
  is: TurnTokens;
}

/** A task for another agent that a person decides about. */
export interface DelegationAsk {
  agentId: string;
  /** What that agent is called. */
  agent?: string;
  name: string;
  /**
   * How free the other agent is; where it's freer than the one that gives the task, only a person may say yes. Left out
   * of an agent's own request: AcDeck asks again where it matters.
   */
  freedom?: DelegateFreedom;
}

/** Whether the other agent asks before it acts, as far as we know: as usual, never, or less than the one above it. */
export type DelegateFreedom = 'asks' | 'asks_nothing' | 'asks_less';

/** How a task ended that was given to another agent; `refused` is one that the agent's model would not do. */
export type DelegationOutcome = 'completed' | 'failed' | 'stopped' | 'interrupted' | 'refused';

/** What a person can do about a failure, as a button. */
export type ErrorAction =
  | 'resend'
  | 'restart_agent'
  /** The same where the agent is up, and goes on with what it should not do. */
  | 'restart_running_agent'
  | 'sign_in'
  | 'update_from_agent';

/** Whether the agent remembers what the page shows: a new session, all of it, or none of it. */
export type AgentMemory = 'new' | 'kept' | 'lost';

/** A session of the agent's that could not be opened again, and why. */
export interface ReplacedSession {
  agentSessionId: string;
  trouble: AgentTrouble;
  code?: number;
}

export type OldSessionState = 'waiting' | 'trying' | 'hidden';

/** An event as recorded: numbered from 1 without gaps, stamped by the server. */
export type LoggedEvent = SessionEvent & EventStamp;

export interface EventStamp {
  seq: number;
  at: number;
  /** What the agent has used with it. */
  used?: Used;
  /** How long the turn took that it ends, no matter how the clock was set meanwhile; absent where nobody measured it. */
  ms?: number;
  /** When what it ends was last known to go on, where a later server tells of it; absent where it is told at once. */
  until?: number;
}

/** The number in a log that a reader has reached; `epoch` names one life of the log. */
export interface Position {
  epoch: string;
  seq: number;
}

/** Events `after + 1 … after + events.length` of one log. */
export interface EventPage<E = LoggedEvent> {
  epoch: string;
  after: number;
  events: E[];
}
