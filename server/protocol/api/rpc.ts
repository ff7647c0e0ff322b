import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { ChannelSync } from '../channel.js';
import type { EventPage, Position } from '../events.js';
import type { SettingValues } from '../features/settings-table.js';
import type { LoggedEvent } from '../session/session-event.js';
import type { OlderEdits } from '../transcript/edits.js';
import type { OlderEntries, Snapshot } from '../transcript/snapshot.js';
import type { AgentReport } from './agent-report.js';
import type { SignInOutput } from './agent-sign-in.js';
import type { AppSnapshot, SessionSummary } from './app-state.js';
import type {
  BranchDeleted,
  BranchSwitched,
  ConflictSide,
  ConflictStages,
  PullWay,
  PushOptions,
  PushPlan,
  ReachOptions,
  RemoteFacts,
  StashFacts,
  StashPopped,
} from './branches.js';
import type {
  BranchChanges,
  BranchFacts,
  CommitFacts,
  CommitOptions,
  DiffHunks,
  DiffIds,
  FileAt,
  FileBytes,
  FileContent,
  FileDiff,
  FileListPage,
  FilesChanged,
  FileWritten,
  LineChange,
  RepoProgramsView,
  RepoStatus,
  TaskBegun,
  TreePage,
} from './changes.js';
import type { ChannelName, SyncOf } from './channels.js';
import type { AgentDraft, ConfigContent, ConfigInfo, ConfigPlace, McpDraft, SettingsUpdate } from './config.js';
import type { DraftChip } from './draft.js';
import type { BlameLines, CommitFiles, CommitPage, FileLog, GraphWish } from './history.js';
import type { HostInfo } from './host.js';
import type { LogPage, TracePage } from './logs.js';
import type { OwnTerminal, OwnTerminalOutput, TerminalSize } from './own-terminal.js';
import type { PermissionRule, RuleDraft, RuleTrial } from './permission-rule.js';
import type { FileSlice, FoundFiles } from './repo.js';
import type { GitOperation } from './repo-trouble.js';
import type { SearchBegun, SearchPage, SearchQuery } from './search.js';
import type {
  SearchScope,
  SessionExcerpt,
  SessionFilter,
  SessionHome,
  SessionMark,
  SessionPage,
  SessionPlace,
} from './session-list.js';
import type { StartupDetail, StartupStage } from './startup.js';
import type { UsageReport } from './usage-report.js';

/**
 * What a tab gets when it asks for a session. `live` means that events from here on come by
 * themselves; otherwise the tab asks again from its current number.
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

/** A conversation that came from a file, and how many events of the file were left out. */
export interface ImportedSession {
  session: SessionSummary;
  dropped: number;
}

/** An entry that was looked for, and how its words read there. */
export interface FoundEntry {
  entry: number;
  kind: string;
  snippet: string;
  at: number;
}

/** What was found from entry `first` on; 0 if nothing is left to be looked through. */
export interface FoundEntries {
  first: number;
  hits: FoundEntry[];
}

/** What goes with an answer: what the person saw, a rule to store, or words that the agent gets as its next message. */
export interface PermissionExtras {
  /** The request's digest as the person saw it. */
  digest: string;
  rule?: RuleDraft;
  note?: string;
}

/** How a person leaves a form of an agent, and what they filled in. */
export type FormAction = 'accept' | 'decline' | 'cancel';
export type FormContent = Record<string, unknown>;

/** The settings as a tab sees them; the revision goes up with every change. */
export interface SettingsState {
  readonly revision: number;
  readonly values: SettingValues;
}

/** Who a tab can be, from the least to the most: each may do what those before it may. Today every tab is the owner’s. */
export const ROLES = ['viewer', 'approver', 'full', 'owner'] as const;

/**
 * `viewer` looks at sessions, `approver` also answers agents and stops them, `full` also works with them, `owner` also
 * decides about the computer: its programs, rules, sign-ins, settings and logs.
 */
export type Role = (typeof ROLES)[number];

/** Whether a role may do what needs another one. */
export function isAtLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/**
 * A `command` is an act of a person: its first argument is an id, made when the person acts, by which a repeat is known
 * and not done again. A `session_command` is one that names its session right after that. A `call` has no id: it asks
 * something, or says what must not or need not be repeated.
 */
export type MethodKind = 'call' | 'command' | 'session_command';

/** One method of the server, for the compiler only. Its arguments are those that the kind does not bring by itself. */
export interface Method<Kind extends MethodKind, Args extends unknown[], Result> {
  readonly kind: Kind;
  readonly args: Args;
  readonly result: Result;
}

type Call<Args extends unknown[], Result> = Method<'call', Args, Result>;
type Command<Args extends unknown[] = [], Result = Done> = Method<'command', Args, Result>;
type SessionCommand<Args extends unknown[] = [], Result = Done> = Method<'session_command', Args, Result>;
/** One that may hold keys or passwords: while it waits for the server, the browser doesn't keep it anywhere. */
type SecretCommand<Args extends unknown[], Result> = Command<Args, Result> & { readonly isSecret: true };

/**
 * All that the server offers, by class. The hub exposes exactly these, `server/rpc` has an entry with the role, the schemas
 * and the handler of each, the web app's API is made from them, and so is the page `specs/rpc-methods.md`.
 */
export interface ServerMethods {
  /** The agent's side of sessions. */
  AcpBridge: {
    /**
     * The app's state or, with a session's id or the name of another channel, that: the events after `sinceSeq` if they
     * are known, else all of it. From then on the tab gets its events. Some channels need more than `viewer`.
     */
    get_current_state: Call<
      [channel?: string | null, epoch?: string | null, sinceSeq?: number | null],
      AppSnapshot | SessionSync | ChannelSync<unknown, { type: string }>
    >;
    /** Entries of a session from before number `before`. */
    get_entries: Call<[sessionId: string, epoch: string, before: number, limit: number], OlderEntries>;
    /**
     * Entries from before number `before` whose words hold the query or, with null, the messages of people: those of the
     * newest entries there, down to number `first`.
     */
    find_entries: Call<[sessionId: string, epoch: string, query: string | null, before: number], FoundEntries>;
    /** Events of a session after number `after`, a page at a time; an empty one at the end. */
    get_events: Call<[sessionId: string, epoch: string, after: number], EventPage<LoggedEvent>>;
    /** Edits of files in entries from before number `before`. */
    get_changes: Call<[sessionId: string, epoch: string, before: number], OlderEdits>;
    /** The tab no longer gets the events of a session or another channel. */
    leave: Call<[channel: string], null>;
    /** Sends a message to the agent, or queues it while the agent works. */
    prompt: SessionCommand<[content: ContentBlock[]]>;
    /** Stops the agent. */
    cancel: SessionCommand;
    /** Asks another agent something, whose work and answer show in this session. */
    ask_agent: SessionCommand<[agentId: string, text: string]>;
    /** Stops a task that the agent has given to another one. */
    stop_delegation: SessionCommand<[delegationId: string]>;
    /** Ends an agent that does not stop. */
    force_stop: SessionCommand;
    /** Answers a request for permission. A note may go with the answer from `full` on, a rule only from the `owner`. */
    answer_permission: SessionCommand<[permissionId: string, optionId: string, extras: PermissionExtras]>;
    /** Rules that would answer this request the next time, from narrow to wide. */
    suggest_rules: Call<[sessionId: string, permissionId: string], RuleDraft[]>;
    /** Allows the requests of a session that a rule could allow, until it is turned off or the server stops. */
    set_allow_all: SessionCommand<[on: boolean]>;
    /** Answers a form of the agent. */
    answer_question: SessionCommand<[questionId: string, action: FormAction, content: FormContent | null]>;
    /** Changes a queued message. */
    edit_queued: SessionCommand<[promptId: string, content: ContentBlock[]]>;
    /** Moves a queued message in front of another one, or to the end. */
    move_queued: SessionCommand<[promptId: string, before: string | null]>;
    /** Removes a queued message. */
    remove_queued: SessionCommand<[promptId: string]>;
    /** Holds the queue back, or lets it go on. */
    pause_queue: SessionCommand<[paused: boolean]>;
    /** Goes on although a budget is used up, for one reply; a reply that was cut off gets this message first. */
    continue_over_budget: SessionCommand<[content: ContentBlock[] | null]>;
    /** Sends a queued message before the others, and interrupts the agent for it. */
    send_now: SessionCommand<[promptId: string]>;
    /** Puts the agent into another mode. */
    set_mode: SessionCommand<[modeId: string]>;
    /** Sets an option that the agent offers. */
    set_option: SessionCommand<[optionId: string, value: string | boolean]>;
    /** Starts an agent again. */
    restart_agent: Command<[agentId: string]>;
    /** Starts an agent that does not run. */
    start_agent: Command<[agentId: string]>;
    /** Ends an agent's process; it is not started again before a person wants it. */
    stop_agent: Command<[agentId: string]>;
    /**
     * Has an agent write the message for what is staged, in a conversation that leaves no trace; with null, the agent that is
     * set for that. How it goes, and the text, is in the app's state.
     */
    generate_commit_message: Command<[agentId: string | null, rootId?: string, model?: string | null], TaskBegun>;
    /** Runs a command line in the folder, as the person. */
    run_shell: SessionCommand<[command: string]>;
    /** Stops a command line that runs. */
    stop_shell: SessionCommand<[terminalId: string]>;
    /** Opens a terminal of the person's own, in a folder of the app's state; `main` if none is named. */
    open_terminal: Command<[size: TerminalSize, rootId?: string], OwnTerminal>;
    /** Ends a terminal with all that runs in it. */
    close_terminal: Command<[terminalId: string]>;
    /** What a terminal has shown after its first `from` characters; later output follows by itself. */
    watch_terminal: Call<[terminalId: string, from: number], OwnTerminalOutput>;
    /** The tab no longer shows a terminal. */
    leave_terminal: Call<[terminalId: string], null>;
    /** Passes a person's keys to their terminal. They are never kept and need no id. */
    type_in_terminal: Call<[terminalId: string, text: string], null>;
    /** The size of a terminal, from the tab in which somebody works. */
    resize_terminal: Call<[terminalId: string, cols: number, rows: number], null>;
    /** The tab has drawn the first `offset` characters of a terminal, and can take more. */
    confirm_terminal: Call<[terminalId: string, offset: number], null>;
    /** Signs in to an agent. `consent` is the command line that the person has seen, where the agent has picked it. */
    sign_in: Command<[agentId: string, methodId: string, consent: string | null]>;
    /** Gives a sign-in up. */
    sign_in_cancel: Command<[agentId: string]>;
    /** Signs out of an agent. */
    sign_out: Command<[agentId: string]>;
    /** Answers a form of the agent during a sign-in. The answer is never kept and needs no id. */
    sign_in_answer: Call<[agentId: string, questionId: string, action: FormAction, content: FormContent | null], null>;
    /** The screen of the sign-in terminal; later output follows by itself. */
    sign_in_output: Call<[agentId: string], SignInOutput | null>;
    /** Passes a person's keys to the sign-in terminal. They are never kept and need no id. */
    sign_in_input: Call<[agentId: string, attemptId: string, text: string], null>;
    /** The size of the sign-in terminal. */
    sign_in_resize: Call<[agentId: string, attemptId: string, cols: number, rows: number], null>;
    /** Lines of the server's log. */
    get_server_log: Call<[after: number | null, limit: number], LogPage>;
    /** Lines of an agent's log. */
    get_agent_log: Call<[agentId: string, after: number | null, limit: number, withMessages: boolean], LogPage>;
    /** A trace of a session, to attach to a bug report: a new one if `traceId` is null, else what follows line `from`. */
    get_trace: Call<[sessionId: string, withContents: boolean, traceId: string | null, from: number], TracePage>;
  };
  /** Which sessions there are. */
  Sessions: {
    /** Begins a session with an agent, or with the default one. */
    create: Command<[agentId: string | null], SessionSummary>;
    /**
     * Gives a session to another agent if none has had a part in it yet, else what waits in its queue to a new session; the
     * answer is the session to go on in.
     */
    use_agent: SessionCommand<[agentId: string], SessionSummary>;
    /** What another agent would need to know to take over a session, for a person to change. */
    brief: Call<[sessionId: string], string>;
    /** Goes on with a session in a new one of another agent, with these words; both say where the other one is. */
    hand_over: SessionCommand<[agentId: string, text: string], SessionSummary>;
    /** Makes a session the one that a fresh tab shows. */
    open: Call<[sessionId: string], SessionSummary>;
    /** Where a session of another folder can be continued. There, a browser signs in anew. */
    find_home: Call<[sessionId: string], SessionHome>;
    /** The sessions that a filter lets through, the last used first, a page after a place in them; without one, from the top. */
    list: Call<[filter?: SessionFilter | null, after?: SessionPlace | null, limit?: number | null], SessionPage>;
    /**
     * Asks an agent, or with null every one that could be started, which sessions it keeps of the folder. One that does not
     * run is started only for that. The sessions, and how it goes, are in the app's state.
     */
    list_from_agents: Command<[agentId: string | null]>;
    /** Says which sessions a person at this tab has before their eyes. They count as read on every device. */
    look_at: Call<[sessionIds: readonly string[]], null>;
    /** Pins sessions, archives them or makes them unread, or takes that back. */
    mark: Command<[sessionIds: readonly string[], mark: SessionMark]>;
    /** Deletes several sessions. */
    delete_many: Command<[sessionIds: readonly string[]]>;
    /** Where words were said, the best places first; the last word may be unfinished. */
    search: Call<[query: string, limit: number, scope?: SearchScope | null], SessionHit[]>;
    /** Part number `n` of a file to import; the first is 0. A tab sends one file at a time. */
    import_part: Call<[importId: string, n: number, part: string], null>;
    /** Makes a copy to be read of the conversation in the file that was sent. */
    import: Command<[importId: string], ImportedSession>;
    /** What replies have used in the last days, today included: by day, by agent and by session. */
    get_usage: Call<[days: number], UsageReport>;
    /** What a mention of a session carries of its conversation. */
    get_excerpt: Call<[sessionId: string], SessionExcerpt>;
    /** Gives a session a title. */
    rename: SessionCommand<[title: string]>;
    /** Has the agent think of a title, in a conversation that leaves no trace; else the first message is the title. */
    suggest_title: SessionCommand;
    /** Deletes a session. */
    delete: SessionCommand;
    /** Takes the agent's own history in place of ours, which stays in the list as a copy. */
    update_from_agent: SessionCommand;
    /** Tries the agent's earlier session again, which could not be opened; or puts the offer to do so away. */
    answer_old_session: SessionCommand<[isWanted: boolean]>;
    /** Keeps what is written in the composer, for the other tabs. */
    set_draft: Call<[sessionId: string, text: string, chips?: readonly DraftChip[] | null], Position>;
  };
  /** A person's choices. */
  Settings: {
    /** The settings, and how often they were changed. */
    get: Call<[], SettingsState>;
    /** Changes the settings that are named. */
    update: Command<[change: SettingsUpdate], SettingsState>;
    /** The settings beside what the app's state has of them, and the files they are in. */
    get_config_info: Call<[], ConfigInfo>;
    /** A settings file as text, without the values of variables and headers. */
    get_config_content: Call<[place: ConfigPlace], ConfigContent>;
    /** Writes a settings file that is still of this revision, if the text is right. Values that are hidden in it stay. */
    save_config_content: SecretCommand<[place: ConfigPlace, text: string, revision: string | null], ConfigContent>;
    /** Reads the settings files again. */
    reload: Call<[], ConfigInfo>;
    /** Adds an agent to the person's settings, or changes it there. */
    save_agent: SecretCommand<[agentId: string, draft: AgentDraft, isNew: boolean], SettingsState>;
    /** Takes an agent out of the person's settings. */
    remove_agent: Command<[agentId: string], SettingsState>;
    /** Adds an MCP server to the person's settings, or changes it there. */
    save_mcp_server: SecretCommand<[name: string, draft: McpDraft, isNew: boolean], SettingsState>;
    /** Takes an MCP server out of the person's settings. */
    remove_mcp_server: Command<[name: string], SettingsState>;
    /** All that is known of the agents. */
    get_agents: Call<[], AgentReport[]>;
    /** Looks for agents again. Gives the ids of those that can start; changes come as events. */
    look_for_agents: Call<[], string[]>;
    /** Says yes or no to the programs that the folder brings, as they were when the person looked. */
    trust_folder: Command<[fingerprint: string, isTrusted: boolean]>;
    /** Lets npx download and run an agent. */
    run_with_npx: Command<[agentId: string]>;
    /** Begins new sessions with this agent. */
    set_default_agent: Command<[agentId: string]>;
    /** Puts a notice away. */
    dismiss_banner: Command<[bannerId: string]>;
    /** Ends every sign-in at this server, the caller's too. Without an id: it must not be done again after the next one. */
    sign_everyone_out: Call<[], Done>;
    /** Lets a program in that asks for a way in, or turns it away. */
    answer_program: Command<[visitId: string, isLetIn: boolean]>;
    /** Removes the token of a program. */
    remove_token: Command<[tokenId: string]>;
    /** Ends the access of all programs and removes their tokens. */
    sign_out_programs: Call<[], Done>;
    /** This computer: versions, where the data is and how much of it there is. */
    get_host_info: Call<[], HostInfo>;
    /** The licences of the software in this build, as text; null outside of a build. */
    get_licences: Call<[], string | null>;
    /** Gives a browser that is let in another name. */
    rename_device: Command<[deviceId: string, label: string]>;
    /** Ends the sign-in of one browser. */
    sign_out_device: Command<[deviceId: string]>;
    /** The rules that answer requests for permission. */
    list_rules: Call<[], PermissionRule[]>;
    /** Stores a rule. */
    add_rule: Command<[rule: RuleDraft], PermissionRule>;
    /** Changes a rule. */
    edit_rule: Command<[ruleId: string, rule: RuleDraft], PermissionRule>;
    /** Removes a rule. */
    remove_rule: Command<[ruleId: string]>;
    /** What a rule would have answered in past sessions of this folder. */
    try_rule: Call<[rule: RuleDraft], RuleTrial>;
  };
  /**
   * Files and git. `rootId` names a root of the app's state and is `main` if it is left out; no path leads out of it.
   * `checkout_review_parent`, `setup_review_soft_reset` and `exit_review_mode` are not offered: they move HEAD, and a
   * review moves nothing.
   */
  Repo: {
    /** Files by a part of their path; with folders only if they are wanted. */
    find_files: Call<[query: string, limit: number, hasFolders?: boolean], FoundFiles>;
    /** Lines of a file. */
    read_file: Call<[path: string, fromLine: number, lineCount: number], FileSlice>;
    /** What is in a folder, a page after the name `after`; the root's own folder is empty text. */
    get_file_tree: Call<[folder: string, after: string | null, rootId?: string], TreePage>;
    /** All files, a page after the path `after`. */
    get_flat_file_list: Call<[after: string | null, rootId?: string], FileListPage>;
    /** A whole file, or its version in `HEAD`, in the `index`, or in a commit. */
    get_file_content: Call<[path: string, version: string | null, rootId?: string], FileContent>;
    /** Bytes of a file or of a version of it, from `offset` on, as many as one answer holds. */
    get_file_bytes: Call<[path: string, version: string | null, offset: number, rootId?: string], FileBytes>;
    /** Whether a path exists. */
    file_exists: Call<[path: string, rootId?: string], boolean>;
    /** Whether a file holds NUL bytes. */
    is_binary_file: Call<[path: string, rootId?: string], boolean>;
    /** How the root differs from its last commit, a page from file number `after` on. */
    get_status: Call<[after: number, rootId?: string], RepoStatus>;
    /** While a tab shows the status, the server keeps it fresh and puts its number into the app's state. */
    watch_status: Call<[isShown: boolean, rootId?: string], null>;
    /**
     * What the commits of the branch have changed since it left `base`, or the base that suggests itself if that is null;
     * a page from file number `after` on.
     */
    get_branch_changes: Call<[base: string | null, after: number, rootId?: string], BranchChanges>;
    /** The branches here and of remotes, those that were committed to last first. */
    list_branches: Call<[rootId?: string], BranchFacts[]>;
    /** Whether nothing differs from the last commit. */
    is_clean: Call<[rootId?: string], boolean>;
    /** What became of a file between two of `HEAD`, `index`, `worktree` and commits. */
    get_file_diff: Call<
      [path: string, from: string, to: string, renamedFrom: string | null, rootId?: string],
      FileDiff
    >;
    /** The parts of a file that change, up to 200 and 512 KiB of them, for one whose texts are too large for `get_file_diff`. */
    get_diff_hunks: Call<
      [path: string, from: string, to: string, renamedFrom: string | null, rootId?: string],
      DiffHunks
    >;
    /** What is staged, as a patch of at most 1 MiB. */
    get_staged_diff: Call<[rootId?: string], string>;
    /** What is not staged, as a patch of at most 1 MiB. */
    get_unstaged_diff: Call<[rootId?: string], string>;
    /** Where HEAD is. */
    get_current_branch: Call<[rootId?: string], RepoStatus['head']>;
    /** The commit that a name stands for. */
    resolve_ref: Call<[name: string, rootId?: string], string>;
    /** The first parent of a commit; null if it has none. */
    get_commit_parent: Call<[name: string, rootId?: string], string | null>;
    /** The commit that two commits have in common; null if there is none. */
    get_merge_base: Call<[one: string, other: string, rootId?: string], string | null>;
    /** What a commit says, and which remote branches have it. */
    get_commit: Call<[name: string, rootId?: string], CommitFacts>;
    /** Creates a file where there is none. */
    create_file: Command<[path: string, text: string, rootId?: string], FileWritten>;
    /** Writes a file that is still of this revision. */
    write_file: Command<[path: string, text: string, revision: string, rootId?: string], FileWritten>;
    /** Deletes a file; one that is too large for an undo only if the person goes without. */
    delete_file: Command<[file: FileAt, withoutUndo: boolean, rootId?: string], FilesChanged>;
    /** Gives a file another path, where there is nothing. */
    rename_file: Command<[file: FileAt, to: string, rootId?: string], FilesChanged>;
    /** Gives a folder another path, where there is nothing. */
    rename_directory: Command<[from: string, to: string, rootId?: string], FilesChanged>;
    /** Creates an empty folder, where there is nothing. */
    create_folder: Command<[path: string, rootId?: string], FilesChanged>;
    /** Deletes a folder with its contents; one that is too large for an undo only if the person does without. */
    delete_folder: Command<[path: string, withoutUndo: boolean, rootId?: string], FilesChanged>;
    /**
     * Brings back what an act has taken away; the answer undoes that again. Newer work is replaced only with the print of the
     * refusal that named it.
     */
    undo: Command<[undoId: string, rootId?: string, replaces?: string], FilesChanged>;
    /** Stages files as they are on the disk. */
    stage_files: Command<[files: FileAt[], rootId?: string], FilesChanged>;
    /** Stages everything but repositories inside of this one. */
    stage_all: Command<[rootId?: string], FilesChanged>;
    /** Takes files out of the index. */
    unstage_files: Command<[files: FileAt[], rootId?: string], FilesChanged>;
    /** Stages lines: the index gets lines of the file. `ids` are those of the diff from `index` to `worktree`. */
    stage_lines: Command<[path: string, ids: DiffIds, changes: LineChange[], rootId?: string], FilesChanged>;
    /** Takes lines out of the index: it gets lines of the last commit. `ids` are those of the diff from `index` to `HEAD`. */
    unstage_lines: Command<[path: string, ids: DiffIds, changes: LineChange[], rootId?: string], FilesChanged>;
    /** Throws lines away: the file gets lines of the index. `ids` are those of the diff from `worktree` to `index`. */
    discard_lines: Command<[path: string, ids: DiffIds, changes: LineChange[], rootId?: string], FilesChanged>;
    /** Throws changes away, back to what is staged or, with `all`, to the last commit. Files that git does not know are deleted. */
    discard_changes: Command<
      [files: FileAt[], scope: 'worktree' | 'all', withoutUndo: boolean, rootId?: string],
      FilesChanged
    >;
    /** Everything that git knows is as in the last commit again; `revision` is that of the status that the person saw. */
    reset_hard: Command<[revision: number, withoutUndo: boolean, rootId?: string], FilesChanged>;
    /** Begins a commit of what is staged; how it goes is in the app's state. */
    commit: Command<[message: string, options: CommitOptions, rootId?: string], TaskBegun>;
    /** Takes the last commit back, if it is in no remote branch; its changes stay staged. */
    undo_commit: Command<[head: string, rootId?: string], { head: string | null }>;
    /** Commits with their parents and names, the newest first, and how to get the next. One graph of a tab ends the one before. */
    get_commit_graph: Call<[wish: GraphWish, limit: number, rootId?: string], CommitPage>;
    /** The next commits of a graph. */
    get_more_commits: Call<[walkId: string, limit: number], CommitPage>;
    /** What a commit has changed against its first parent. */
    get_commit_files: Call<[name: string, rootId?: string], CommitFiles>;
    /** The commits that have changed a file, after so many, also under its earlier names. */
    get_file_log: Call<[path: string, after: number, limit: number, rootId?: string], FileLog>;
    /** Who wrote lines of a file, as it is on the disk or in a commit; lines count from 1. */
    get_blame: Call<[path: string, version: string | null, from: number, count: number, rootId?: string], BlameLines>;
    /** Begins to search all files; a new search of a tab ends the one before. */
    search_files: Call<[query: SearchQuery, rootId?: string], SearchBegun>;
    /** Hits after so many; waits a few seconds if there are none yet. */
    get_search_hits: Call<[searchId: string, after: number], SearchPage>;
    /** Ends the search of the tab. */
    stop_search: Call<[], null>;
    /** Creates a branch at a commit, or at HEAD if that is null, and goes there if that is wanted. */
    create_branch: Command<
      [name: string, from: string | null, isSwitching: boolean, rootId?: string],
      BranchSwitched | null
    >;
    /** Goes to a branch, of a remote too; with `stashes` changes are put away first. */
    switch_branch: Command<[name: string, stashes: boolean, rootId?: string], BranchSwitched>;
    /** Gives a branch another name. */
    rename_branch: Command<[name: string, to: string, rootId?: string], null>;
    /** Deletes a branch; one that is not merged only with the commit at which the person has seen that. */
    delete_branch: Command<[name: string, unmergedAt: string | null, rootId?: string], BranchDeleted>;
    /** What was put away, the newest first. */
    stash_list: Call<[rootId?: string], StashFacts[]>;
    /** Puts changes away, new files too if that is wanted. */
    stash_push: Command<[message: string, isWithNew: boolean, rootId?: string], { oid: string }>;
    /** Takes changes out again. With conflicts they also stay put away. */
    stash_pop: Command<[oid: string, rootId?: string], StashPopped>;
    /** Throws away what was put away; the answer can be stored again. */
    stash_drop: Command<[oid: string, rootId?: string], StashFacts>;
    /** Puts back into the list what was dropped from it. */
    stash_store: Command<[oid: string, message: string, rootId?: string], null>;
    /** The remotes, without passwords. */
    get_remotes: Call<[rootId?: string], RemoteFacts[]>;
    /** What a push of the current branch would do, as far as is known here; the remote is not asked. */
    get_push_plan: Call<[rootId?: string], PushPlan>;
    /** Begins to fetch from a remote, or from the usual one if that is null. */
    fetch: Command<[remote: string | null, options: ReachOptions, rootId?: string], TaskBegun>;
    /** Begins to fetch and to bring the current branch up to its upstream. */
    pull: Command<[way: PullWay, options: ReachOptions, rootId?: string], TaskBegun>;
    /** Begins to push the current branch. It overwrites only the commit that `replaces` names, and only if the remote is still there. */
    push: Command<[options: PushOptions, rootId?: string], TaskBegun>;
    /** Begins to go on with what was begun and not ended. */
    continue_operation: Command<[operation: Exclude<GitOperation, 'bisect'>, rootId?: string], TaskBegun>;
    /** Gives up what was begun, after a yes to that; `head` is the commit that the person has seen. */
    abort_operation: Command<
      [operation: GitOperation, head: string, withoutUndo: boolean, rootId?: string],
      FilesChanged
    >;
    /** The three versions of a file in conflict, as text. */
    get_conflict: Call<[path: string, rootId?: string], ConflictStages>;
    /** Settles a conflict: with our version, theirs, or the lines of both. */
    resolve_conflict: Command<[file: FileAt, side: ConflictSide, rootId?: string], FilesChanged>;
    /** Stops a task with all its processes. */
    stop_task: Call<[taskId: string], null>;
    /** Says yes or no to the programs that the repository brings, as they were when the person looked. */
    trust_programs: Command<[fingerprint: string, isTrusted: boolean, rootId?: string], RepoProgramsView>;
  };
}

export type ClassName = keyof ServerMethods;
export type MethodName<C extends ClassName> = keyof ServerMethods[C] & string;

/** What a method is called with, as it crosses the wire. */
export type WireArgs<M> =
  M extends Method<infer Kind, infer Args, unknown>
    ? {
        call: Args;
        command: [cmdId: string, ...Args];
        session_command: [cmdId: string, sessionId: string, ...Args];
      }[Kind]
    : never;

/** What a method answers. */
export type ResultOf<M> = M extends Method<MethodKind, infer _Args, infer Result> ? Result : never;

type NamesOf<C extends ClassName, Kind extends MethodKind> = {
  [M in MethodName<C>]: ServerMethods[C][M] extends { kind: Kind } ? M : never;
}[MethodName<C>];

/** Questions only: an act of a person goes to the outbox, which has it done once. */
type Calls<C extends ClassName> = {
  [M in NamesOf<C, 'call'>]: (...args: WireArgs<ServerMethods[C][M]>) => Promise<ResultOf<ServerMethods[C][M]>>;
};

/** A table has no overloads, but anyone who names a channel knows what comes back. */
interface StateCalls {
  get_current_state(channel?: null): Promise<AppSnapshot>;
  get_current_state<Name extends ChannelName>(
    channel: Name,
    epoch?: string | null,
    sinceSeq?: number | null,
  ): Promise<SyncOf<Name>>;
  get_current_state(sessionId: string, epoch?: string | null, sinceSeq?: number | null): Promise<SessionSync>;
}

export type AcpBridgeApi = Omit<Calls<'AcpBridge'>, keyof StateCalls> & StateCalls;
export type SessionsApi = Calls<'Sessions'>;
export type SettingsApi = Calls<'Settings'>;
export type RepoApi = Calls<'Repo'>;

/** The server as a tab asks it. */
export interface ServerApi {
  readonly AcpBridge: AcpBridgeApi;
  readonly Sessions: SessionsApi;
  readonly Settings: SettingsApi;
  readonly Repo: RepoApi;
}

/** The methods of a class that are acts of a person. */
export type AnyCommandName<C extends ClassName> = NamesOf<C, 'command' | 'session_command'>;
/** Those that may wait in the browser's storage. */
export type CommandName<C extends ClassName> = {
  [M in AnyCommandName<C>]: ServerMethods[C][M] extends { isSecret: true } ? never : M;
}[AnyCommandName<C>];
export type SessionCommandName<C extends ClassName> = NamesOf<C, 'session_command'>;

/** What a command takes besides its id. */
export type CommandArgs<C extends ClassName, M extends AnyCommandName<C>> =
  WireArgs<ServerMethods[C][M]> extends [string, ...infer Args] ? Args : never;

/** What a command takes besides its id and its session. */
export type SessionCommandArgs<C extends ClassName, M extends SessionCommandName<C>> =
  WireArgs<ServerMethods[C][M]> extends [string, string, ...infer Args] ? Args : never;

/** Why the server goes away: somebody has stopped it. */
export type ServerStop = 'stopped';

/** `AcApp`: what the server says to a tab. Notifications, never answered. */
export interface AcAppApi {
  streamChunk(channel: string, page: EventPage<unknown>): void;
  startupProgress(stage: StartupStage, detail: StartupDetail, percent: number): void;
  serverStopping(reason: ServerStop): void;
  signInOutput(agentId: string, output: SignInOutput): void;
  terminalOutput(output: OwnTerminalOutput): void;
}

export const TAB_METHODS = [
  'streamChunk',
  'startupProgress',
  'serverStopping',
  'signInOutput',
  'terminalOutput',
] as const satisfies (keyof AcAppApi)[];
