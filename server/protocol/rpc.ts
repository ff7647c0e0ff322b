import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { AgentReport } from './agent-report.js';
import type { SignInOutput } from './agent-sign-in.js';
import type { AppSnapshot, SessionSummary, SettingValues } from './app-state.js';
import type { DraftChip } from './draft.js';
import type { OlderEdits } from './edits.js';
import type { EventPage, LoggedEvent } from './events.js';
import type { LogPage, TracePage } from './logs.js';
import type { PermissionRule, RuleDraft, RuleTrial } from './permission-rule.js';
import type { FileSlice, FoundFiles } from './repo.js';
import type { OlderEntries, Snapshot } from './snapshot.js';
import type { StartupStage } from './startup.js';

/**
 * What a tab gets when it asks for a session. `live` means that events from here on come by
 * themselves; otherwise the tab asks again from where it now stands.
 */
export type SessionSync =
  | { kind: 'snapshot'; epoch: string; snapshot: Snapshot; live: true }
  | ({ kind: 'tail'; live: boolean; head: number } & EventPage<LoggedEvent>);

/** What a command answers; its outcome comes as events. */
export interface Done {
  seq: number;
}

/** A message or tool title in which the words of a query stand; `matches` are `[start, end)` in `snippet`. */
export interface SessionHit {
  sessionId: string;
  title: string;
  agentId: string;
  /** The number of the entry in its transcript. */
  entry: number;
  snippet: string;
  matches: [start: number, end: number][];
  at: number;
}

/** What goes with an answer: a rule to store, or words that the agent gets as its next message. */
export interface PermissionExtras {
  rule?: RuleDraft;
  note?: string;
}

/** `AcpBridge`: the agent's side of a session. Every act of a person carries its own `cmdId` and happens once. */
export interface AcpBridgeApi {
  get_current_state(sessionId?: null): Promise<AppSnapshot>;
  get_current_state(sessionId: string, epoch?: string | null, sinceSeq?: number | null): Promise<SessionSync>;
  get_entries(sessionId: string, epoch: string, before: number, limit: number): Promise<OlderEntries>;
  get_changes(sessionId: string, epoch: string, before: number): Promise<OlderEdits>;
  leave(sessionId: string): Promise<null>;
  prompt(cmdId: string, sessionId: string, content: ContentBlock[]): Promise<Done>;
  cancel(cmdId: string, sessionId: string): Promise<Done>;
  force_stop(cmdId: string, sessionId: string): Promise<Done>;
  answer_permission(
    cmdId: string,
    sessionId: string,
    permissionId: string,
    optionId: string,
    extras?: PermissionExtras,
  ): Promise<Done>;
  /** Rules that would answer this question the next time, from narrow to wide. */
  suggest_rules(sessionId: string, permissionId: string): Promise<RuleDraft[]>;
  /** Answers every question of a session with yes, until it is turned off or the server stops. */
  set_allow_all(cmdId: string, sessionId: string, on: boolean): Promise<Done>;
  answer_question(
    cmdId: string,
    sessionId: string,
    questionId: string,
    action: 'accept' | 'decline' | 'cancel',
    content: Record<string, unknown> | null,
  ): Promise<Done>;
  edit_queued(cmdId: string, sessionId: string, promptId: string, content: ContentBlock[]): Promise<Done>;
  move_queued(cmdId: string, sessionId: string, promptId: string, before: string | null): Promise<Done>;
  remove_queued(cmdId: string, sessionId: string, promptId: string): Promise<Done>;
  pause_queue(cmdId: string, sessionId: string, paused: boolean): Promise<Done>;
  send_now(cmdId: string, sessionId: string, promptId: string): Promise<Done>;
  set_mode(cmdId: string, sessionId: string, modeId: string): Promise<Done>;
  set_option(cmdId: string, sessionId: string, optionId: string, value: string | boolean): Promise<Done>;
  restart_agent(cmdId: string, agentId: string): Promise<Done>;
  run_shell(cmdId: string, sessionId: string, command: string): Promise<Done>;
  stop_shell(cmdId: string, sessionId: string, terminalId: string): Promise<Done>;
  /** `consent` is the command line that a person has seen, for a way whose command the agent has picked. */
  sign_in(cmdId: string, agentId: string, methodId: string, consent: string | null): Promise<Done>;
  sign_in_cancel(cmdId: string, agentId: string): Promise<Done>;
  sign_out(cmdId: string, agentId: string): Promise<Done>;
  /** What the sign-in terminal shows; what it shows later comes by itself. */
  sign_in_output(agentId: string): Promise<SignInOutput | null>;
  /** Answers what the agent asks during a sign-in. Never kept either. */
  sign_in_answer(
    agentId: string,
    questionId: string,
    action: 'accept' | 'decline' | 'cancel',
    content: Record<string, unknown> | null,
  ): Promise<null>;
  /** What a person types there: never kept, so never repeated. */
  sign_in_input(agentId: string, attemptId: string, text: string): Promise<null>;
  sign_in_resize(agentId: string, attemptId: string, cols: number, rows: number): Promise<null>;
  get_server_log(after: number | null, limit: number): Promise<LogPage>;
  get_agent_log(agentId: string, after: number | null, limit: number, withMessages: boolean): Promise<LogPage>;
  get_trace(sessionId: string, withContents: boolean, traceId: string | null, from: number): Promise<TracePage>;
}

/** `Sessions`: which sessions there are. */
export interface SessionsApi {
  create(cmdId: string, agentId: string | null): Promise<SessionSummary>;
  open(sessionId: string): Promise<SessionSummary>;
  list(): Promise<SessionSummary[]>;
  /** Where words were said, the best places first; the last word may be unfinished. */
  search(query: string, limit: number): Promise<SessionHit[]>;
  rename(cmdId: string, sessionId: string, title: string): Promise<Done>;
  delete(cmdId: string, sessionId: string): Promise<Done>;
  /** Takes the agent's own history in place of ours, which stays in the list as a copy. */
  update_from_agent(cmdId: string, sessionId: string): Promise<Done>;
  set_draft(sessionId: string, text: string, chips?: readonly DraftChip[] | null): Promise<null>;
}

/** `Settings`: what a person has chosen. */
export interface SettingsApi {
  get(): Promise<{ revision: number; values: SettingValues }>;
  update(cmdId: string, change: Partial<SettingValues>): Promise<{ revision: number; values: SettingValues }>;
  get_agents(): Promise<AgentReport[]>;
  trust_folder(cmdId: string, fingerprint: string, isTrusted: boolean): Promise<Done>;
  run_with_npx(cmdId: string, agentId: string): Promise<Done>;
  set_default_agent(cmdId: string, agentId: string): Promise<Done>;
  dismiss_banner(cmdId: string, bannerId: string): Promise<Done>;
  list_rules(): Promise<PermissionRule[]>;
  add_rule(cmdId: string, rule: RuleDraft): Promise<PermissionRule>;
  edit_rule(cmdId: string, ruleId: string, rule: RuleDraft): Promise<PermissionRule>;
  remove_rule(cmdId: string, ruleId: string): Promise<Done>;
  /** What a rule would have answered in past sessions of this folder. */
  try_rule(rule: RuleDraft): Promise<RuleTrial>;
}

/** `Repo`: the files of the folder. */
export interface RepoApi {
  find_files(query: string, limit: number): Promise<FoundFiles>;
  read_file(path: string, fromLine: number, lineCount: number): Promise<FileSlice>;
}

/** `AcApp`: what the server says to a tab. Notifications, never answered. */
export interface AcAppApi {
  streamChunk(sessionId: string, page: EventPage<unknown>): void;
  startupProgress(stage: StartupStage, message: string, percent: number): void;
  serverStopping(reason: string): void;
  signInOutput(agentId: string, output: SignInOutput): void;
}

/** All that the server offers, by class; the hub exposes exactly these. */
export interface ServerApi {
  AcpBridge: AcpBridgeApi;
  Sessions: SessionsApi;
  Settings: SettingsApi;
  Repo: RepoApi;
}

type MethodNames = { readonly [C in keyof ServerApi]: readonly (keyof ServerApi[C] & string)[] };

/** The names as values, from which both ends build their adapters. */
export const SERVER_METHODS = {
  AcpBridge: [
    'get_current_state',
    'get_entries',
    'get_changes',
    'leave',
    'prompt',
    'cancel',
    'force_stop',
    'answer_permission',
    'suggest_rules',
    'set_allow_all',
    'answer_question',
    'edit_queued',
    'move_queued',
    'remove_queued',
    'pause_queue',
    'send_now',
    'set_mode',
    'set_option',
    'restart_agent',
    'run_shell',
    'stop_shell',
    'sign_in',
    'sign_in_cancel',
    'sign_out',
    'sign_in_answer',
    'sign_in_output',
    'sign_in_input',
    'sign_in_resize',
    'get_server_log',
    'get_agent_log',
    'get_trace',
  ],
  Sessions: ['create', 'open', 'list', 'search', 'rename', 'delete', 'update_from_agent', 'set_draft'],
  Settings: [
    'get',
    'update',
    'get_agents',
    'trust_folder',
    'run_with_npx',
    'set_default_agent',
    'dismiss_banner',
    'list_rules',
    'add_rule',
    'edit_rule',
    'remove_rule',
    'try_rule',
  ],
  Repo: ['find_files', 'read_file'],
} as const satisfies MethodNames;

export const TAB_METHODS = [
  'streamChunk',
  'startupProgress',
  'serverStopping',
  'signInOutput',
] as const satisfies (keyof AcAppApi)[];
