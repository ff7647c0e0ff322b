import type {
  AvailableCommand,
  ContentBlock,
  PermissionOption,
  SessionConfigOption,
  SessionModeState,
  SessionUpdate,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk';

/** Who did something: a person at a device, a stored rule, somebody's "allow all", or the server itself, and why. */
export type Actor =
  | { kind: 'device'; device: string }
  | { kind: 'rule'; rule: string; ruleId?: string }
  | { kind: 'allow_all'; device: string }
  | { kind: 'server'; reason?: string };

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

/** What the agent told when its own session was opened. */
export interface AgentSessionFacts {
  agentSessionId: string;
  modes?: SessionModeState | null;
  options?: SessionConfigOption[] | null;
  commands?: AvailableCommand[] | null;
}

/** Everything that can happen in a session. The log of these is the session. */
export type SessionEvent =
  // Prompts and their queue.
  // `context` is what the agent is told beside the prompt, because it has lost the memory of what was said.
  | { type: 'prompt_sent'; promptId: string; content: ContentBlock[]; by: Actor; context?: string }
  | { type: 'prompt_queued'; promptId: string; content: ContentBlock[]; by: Actor }
  | { type: 'prompt_edited'; promptId: string; content: ContentBlock[] }
  | { type: 'prompt_moved'; promptId: string; before: string | null }
  | { type: 'prompt_removed'; promptId: string }
  | { type: 'queue_paused'; reason: string }
  | { type: 'queue_resumed' }
  // The turn.
  | { type: 'cancel_requested'; by: Actor }
  | { type: 'turn_ended'; stopReason: string }
  | { type: 'turn_failed'; message: string; code?: number; details?: string; action?: ErrorAction }
  | { type: 'turn_interrupted'; reason: string }
  // What the agent says. `late` marks an update to an entry that is there already and not the newest:
  // a tab that has not loaded that entry must not take it for a new one.
  | { type: 'agent_update'; update: AgentUpdate; late?: true }
  // What the agent asks.
  // `entry` is the number of the tool call's entry if that is there already and not the newest.
  | {
      type: 'permission_requested';
      permissionId: string;
      toolCall: ToolCallUpdate;
      options: PermissionOption[];
      entry?: number;
    }
  // `stored` is the name of the rule that was made of this answer.
  | { type: 'permission_answered'; permissionId: string; optionId: string; by: Actor; stored?: string }
  | { type: 'permission_voided'; permissionId: string; reason: string }
  // A call that ran although nobody was asked. `late` as above.
  | { type: 'call_flagged'; toolCallId: string; late?: true }
  | { type: 'question_asked'; questionId: string; question: Question }
  | { type: 'question_answered'; questionId: string; action: 'accept' | 'decline' | 'cancel'; by: Actor }
  | { type: 'question_voided'; questionId: string; reason: string }
  // Terminals that the server runs for the agent or, with `by`, for a person.
  | { type: 'terminal_opened'; terminalId: string; command: string; cwd: string; by?: Actor }
  | { type: 'terminal_output'; terminalId: string; text: string }
  // `reason` says why it ended, where that was not its own doing.
  | { type: 'terminal_closed'; terminalId: string; exitCode: number | null; signal: string | null; reason?: string }
  // The agent's process and its own session.
  | { type: 'agent_session_opened'; facts: AgentSessionFacts; memory: AgentMemory }
  // `duringTurn` ends the turn that ran.
  | { type: 'agent_exited'; exitCode: number | null; signal: string | null; stderr: string; duringTurn?: true }
  | { type: 'agent_restarted' }
  | { type: 'history_imported'; from: string }
  // The rest.
  | { type: 'mode_changed'; modeId: string }
  | { type: 'options_changed'; options: SessionConfigOption[] }
  | { type: 'session_renamed'; title: string }
  | {
      type: 'notice_shown';
      severity: 'info' | 'warning' | 'error';
      title: string;
      description?: string;
      action?: ErrorAction;
    };

/** What a person can do about a failure, as a button. */
export type ErrorAction = 'resend' | 'restart_agent' | 'sign_in' | 'choose_agent' | 'update_from_agent';

/** Whether the agent remembers what the page shows: a new session, all of it, or none of it. */
export type AgentMemory = 'new' | 'kept' | 'lost';

/** An event as recorded: numbered from 1 without gaps, stamped by the server. */
export type LoggedEvent = SessionEvent & { seq: number; at: number };

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
