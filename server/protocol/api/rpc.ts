import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { EventPage, LoggedEvent, Position } from '../events.js';
import type { OlderEdits } from '../transcript/edits.js';
import type { OlderEntries, Snapshot } from '../transcript/snapshot.js';
import type { AgentReport } from './agent-report.js';
import type { SignInOutput } from './agent-sign-in.js';
import type { AppSnapshot, SessionSummary, SettingValues } from './app-state.js';
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

/** One method of the server. Its arguments are those that the kind does not bring by itself. */
export interface Method<Kind extends MethodKind, Args extends unknown[], Result> {
  readonly kind: Kind;
  readonly role: Role;
  /** Only for the compiler: no method has it. */
  readonly types?: { readonly args: Args; readonly result: Result };
}

const call = <Args extends unknown[], Result>(role: Role): Method<'call', Args, Result> => ({ kind: 'call', role });
const command = <Args extends unknown[] = [], Result = Done>(role: Role): Method<'command', Args, Result> => ({
  kind: 'command',
  role,
});
const sessionCommand = <Args extends unknown[] = [], Result = Done>(
  role: Role,
): Method<'session_command', Args, Result> => ({ kind: 'session_command', role });

/**
 * All that the server offers, by class. The hub exposes exactly these, `server/rpc` has a schema and a handler for each,
 * the web app's API is made from them, and so is the page `specs/rpc-methods.md`.
 */
export const SERVER_METHODS = {
  /** The agent's side of sessions. */
  AcpBridge: {
    /**
     * The app's state or, with a session, that session: the events after `sinceSeq` if they are known, else all of it.
     * From then on the tab gets its events.
     */
    get_current_state: call<
      [sessionId?: string | null, epoch?: string | null, sinceSeq?: number | null],
      AppSnapshot | SessionSync
    >('viewer'),
    /** Entries of a session from before number `before`. */
    get_entries: call<[sessionId: string, epoch: string, before: number, limit: number], OlderEntries>('viewer'),
    /**
     * Entries from before number `before` whose words hold the query or, with null, the messages of people: those of the
     * newest entries there, down to number `first`.
     */
    find_entries: call<[sessionId: string, epoch: string, query: string | null, before: number], FoundEntries>(
      'viewer',
    ),
    /** Events of a session after number `after`, a page at a time; an empty one at the end. */
    get_events: call<[sessionId: string, epoch: string, after: number], EventPage>('viewer'),
    /** Edits of files in entries from before number `before`. */
    get_changes: call<[sessionId: string, epoch: string, before: number], OlderEdits>('viewer'),
    /** The tab no longer gets the events of a session. */
    leave: call<[sessionId: string], null>('viewer'),
    /** Sends a message to the agent, or queues it while the agent works. */
    prompt: sessionCommand<[content: ContentBlock[]]>('full'),
    /** Stops the agent. */
    cancel: sessionCommand('approver'),
    /** Asks another agent something, whose work and answer show in this session. */
    ask_agent: sessionCommand<[agentId: string, text: string]>('full'),
    /** Stops a task that the agent has given to another one. */
    stop_delegation: sessionCommand<[delegationId: string]>('approver'),
    /** Ends an agent that does not stop. */
    force_stop: sessionCommand('approver'),
    /** Answers a request for permission. A note may go with the answer from `full` on, a rule only from the `owner`. */
    answer_permission: sessionCommand<[permissionId: string, optionId: string, extras: PermissionExtras]>('approver'),
    /** Rules that would answer this request the next time, from narrow to wide. */
    suggest_rules: call<[sessionId: string, permissionId: string], RuleDraft[]>('owner'),
    /** Allows the requests of a session that a rule could allow, until it is turned off or the server stops. */
    set_allow_all: sessionCommand<[on: boolean]>('owner'),
    /** Answers a form of the agent. */
    answer_question: sessionCommand<[questionId: string, action: FormAction, content: FormContent | null]>('approver'),
    /** Changes a queued message. */
    edit_queued: sessionCommand<[promptId: string, content: ContentBlock[]]>('full'),
    /** Moves a queued message in front of another one, or to the end. */
    move_queued: sessionCommand<[promptId: string, before: string | null]>('full'),
    /** Removes a queued message. */
    remove_queued: sessionCommand<[promptId: string]>('full'),
    /** Holds the queue back, or lets it go on. */
    pause_queue: sessionCommand<[paused: boolean]>('full'),
    /** Goes on although a budget is used up, for one reply; a reply that was cut off gets this message first. */
    continue_over_budget: sessionCommand<[content: ContentBlock[] | null]>('full'),
    /** Sends a queued message before the others, and interrupts the agent for it. */
    send_now: sessionCommand<[promptId: string]>('full'),
    /** Puts the agent into another mode. */
    set_mode: sessionCommand<[modeId: string]>('full'),
    /** Sets an option that the agent offers. */
    set_option: sessionCommand<[optionId: string, value: string | boolean]>('full'),
    /** Starts an agent again. */
    restart_agent: command<[agentId: string]>('full'),
    /** Starts an agent that does not run. */
    start_agent: command<[agentId: string]>('full'),
    /** Ends an agent's process; it is not started again before a person wants it. */
    stop_agent: command<[agentId: string]>('full'),
    /**
     * Has an agent write the message for what is staged, in a conversation that leaves no trace; with null, the agent that is
     * set for that. How it goes, and the text, is in the app's state.
     */
    generate_commit_message: command<[agentId: string | null, rootId?: string, model?: string | null], TaskBegun>(
      'full',
    ),
    /** Runs a command line in the folder, as the person. */
    run_shell: sessionCommand<[command: string]>('owner'),
    /** Stops a command line that runs. */
    stop_shell: sessionCommand<[terminalId: string]>('full'),
    /** Opens a terminal of the person's own, in a folder of the app's state; `main` if none is named. */
    open_terminal: command<[size: TerminalSize, rootId?: string], OwnTerminal>('owner'),
    /** Ends a terminal with all that runs in it. */
    close_terminal: command<[terminalId: string]>('owner'),
    /** What a terminal has shown after its first `from` characters; later output follows by itself. */
    watch_terminal: call<[terminalId: string, from: number], OwnTerminalOutput>('owner'),
    /** The tab no longer shows a terminal. */
    leave_terminal: call<[terminalId: string], null>('owner'),
    /** Passes a person's keys to their terminal. They are never kept and need no id. */
    type_in_terminal: call<[terminalId: string, text: string], null>('owner'),
    /** The size of a terminal, from the tab in which somebody works. */
    resize_terminal: call<[terminalId: string, cols: number, rows: number], null>('owner'),
    /** The tab has drawn the first `offset` characters of a terminal, and can take more. */
    confirm_terminal: call<[terminalId: string, offset: number], null>('owner'),
    /** Signs in to an agent. `consent` is the command line that the person has seen, where the agent has picked it. */
    sign_in: command<[agentId: string, methodId: string, consent: string | null]>('owner'),
    /** Gives a sign-in up. */
    sign_in_cancel: command<[agentId: string]>('owner'),
    /** Signs out of an agent. */
    sign_out: command<[agentId: string]>('owner'),
    /** Answers a form of the agent during a sign-in. The answer is never kept and needs no id. */
    sign_in_answer: call<[agentId: string, questionId: string, action: FormAction, content: FormContent | null], null>(
      'owner',
    ),
    /** The screen of the sign-in terminal; later output follows by itself. */
    sign_in_output: call<[agentId: string], SignInOutput | null>('owner'),
    /** Passes a person's keys to the sign-in terminal. They are never kept and need no id. */
    sign_in_input: call<[agentId: string, attemptId: string, text: string], null>('owner'),
    /** The size of the sign-in terminal. */
    sign_in_resize: call<[agentId: string, attemptId: string, cols: number, rows: number], null>('owner'),
    /** Lines of the server's log. */
    get_server_log: call<[after: number | null, limit: number], LogPage>('owner'),
    /** Lines of an agent's log. */
    get_agent_log: call<[agentId: string, after: number | null, limit: number, withMessages: boolean], LogPage>(
      'owner',
    ),
    /** A trace of a session, to attach to a bug report: a new one if `traceId` is null, else what follows line `from`. */
    get_trace: call<[sessionId: string, withContents: boolean, traceId: string | null, from: number], TracePage>(
      'owner',
    ),
  },
  /** Which sessions there are. */
  Sessions: {
    /** Begins a session with an agent, or with the default one. */
    create: command<[agentId: string | null], SessionSummary>('full'),
    /**
     * Gives a session to another agent if none has had a part in it yet, else what waits in its queue to a new session; the
     * answer is the session to go on in.
     */
    use_agent: sessionCommand<[agentId: string], SessionSummary>('full'),
    /** What another agent would need to know to take over a session, for a person to change. */
    brief: call<[sessionId: string], string>('full'),
    /** Goes on with a session in a new one of another agent, with these words; both say where the other one is. */
    hand_over: sessionCommand<[agentId: string, text: string], SessionSummary>('full'),
    /** Makes a session the one that a fresh tab shows. */
    open: call<[sessionId: string], SessionSummary>('full'),
    /** Where a session of another folder can be continued. There, a browser signs in anew. */
    find_home: call<[sessionId: string], SessionHome>('full'),
    /** The sessions that a filter lets through, the last used first, a page after a place in them; without one, from the top. */
    list: call<[filter?: SessionFilter | null, after?: SessionPlace | null, limit?: number | null], SessionPage>(
      'viewer',
    ),
    /**
     * Asks an agent, or with null every one that could be started, which sessions it keeps of the folder. One that does not
     * run is started only for that. The sessions, and how it goes, are in the app's state.
     */
    list_from_agents: command<[agentId: string | null]>('full'),
    /** Says which sessions a person at this tab has before their eyes. They count as read on every device. */
    look_at: call<[sessionIds: readonly string[]], null>('approver'),
    /** Pins sessions, archives them or makes them unread, or takes that back. */
    mark: command<[sessionIds: readonly string[], mark: SessionMark]>('full'),
    /** Deletes several sessions. */
    delete_many: command<[sessionIds: readonly string[]]>('full'),
    /** Where words were said, the best places first; the last word may be unfinished. */
    search: call<[query: string, limit: number, scope?: SearchScope | null], SessionHit[]>('viewer'),
    /** Part number `n` of a file to import; the first is 0. A tab sends one file at a time. */
    import_part: call<[importId: string, n: number, part: string], null>('full'),
    /** Makes a copy to be read of the conversation in the file that was sent. */
    import: command<[importId: string], ImportedSession>('full'),
    /** What replies have used in the last days, today included: by day, by agent and by session. */
    get_usage: call<[days: number], UsageReport>('viewer'),
    /** What a mention of a session carries of its conversation. */
    get_excerpt: call<[sessionId: string], SessionExcerpt>('viewer'),
    /** Gives a session a title. */
    rename: sessionCommand<[title: string]>('full'),
    /** Has the agent think of a title, in a conversation that leaves no trace; else the first message is the title. */
    suggest_title: sessionCommand('full'),
    /** Deletes a session. */
    delete: sessionCommand('full'),
    /** Takes the agent's own history in place of ours, which stays in the list as a copy. */
    update_from_agent: sessionCommand('full'),
    /** Tries the agent's earlier session again, which could not be opened; or puts the offer to do so away. */
    answer_old_session: sessionCommand<[isWanted: boolean]>('full'),
    /** Keeps what is written in the composer, for the other tabs. */
    set_draft: call<[sessionId: string, text: string, chips?: readonly DraftChip[] | null], Position>('full'),
  },
  /** A person's choices. */
  Settings: {
    /** The settings, and how often they were changed. */
    get: call<[], SettingsState>('viewer'),
    /** Changes the settings that are named. */
    update: command<[change: SettingsUpdate], SettingsState>('owner'),
    /** The settings beside what the app's state has of them, and the files they are in. */
    get_config_info: call<[], ConfigInfo>('owner'),
    /** A settings file as text, without the values of variables and headers. */
    get_config_content: call<[place: ConfigPlace], ConfigContent>('owner'),
    /** Writes a settings file that is still of this revision, if the text is right. Values that are hidden in it stay. */
    save_config_content: command<[place: ConfigPlace, text: string, revision: string | null], ConfigContent>('owner'),
    /** Reads the settings files again. */
    reload: call<[], ConfigInfo>('owner'),
    /** Adds an agent to the person's settings, or changes it there. */
    save_agent: command<[agentId: string, draft: AgentDraft, isNew: boolean], SettingsState>('owner'),
    /** Takes an agent out of the person's settings. */
    remove_agent: command<[agentId: string], SettingsState>('owner'),
    /** Adds an MCP server to the person's settings, or changes it there. */
    save_mcp_server: command<[name: string, draft: McpDraft, isNew: boolean], SettingsState>('owner'),
    /** Takes an MCP server out of the person's settings. */
    remove_mcp_server: command<[name: string], SettingsState>('owner'),
    /** All that is known of the agents. */
    get_agents: call<[], AgentReport[]>('full'),
    /** Looks for agents again. Gives the ids of those that can start; changes come as events. */
    look_for_agents: call<[], string[]>('full'),
    /** Says yes or no to the programs that the folder brings, as they were when the person looked. */
    trust_folder: command<[fingerprint: string, isTrusted: boolean]>('owner'),
    /** Lets npx download and run an agent. */
    run_with_npx: command<[agentId: string]>('owner'),
    /** Begins new sessions with this agent. */
    set_default_agent: command<[agentId: string]>('full'),
    /** Puts a notice away. */
    dismiss_banner: command<[bannerId: string]>('full'),
    /** Ends every sign-in at this server, the caller's too. Without an id: it must not be done again after the next one. */
    sign_everyone_out: call<[], Done>('owner'),
    /** Lets a program in that asks for a way in, or turns it away. */
    answer_program: command<[visitId: string, isLetIn: boolean]>('owner'),
    /** Removes the token of a program. */
    remove_token: command<[tokenId: string]>('owner'),
    /** Ends the access of all programs and removes their tokens. */
    sign_out_programs: call<[], Done>('owner'),
    /** This computer: versions, where the data is and how much of it there is. */
    get_host_info: call<[], HostInfo>('owner'),
    /** The licences of the software in this build, as text; null outside of a build. */
    get_licences: call<[], string | null>('owner'),
    /** Gives a browser that is let in another name. */
    rename_device: command<[deviceId: string, label: string]>('owner'),
    /** Ends the sign-in of one browser. */
    sign_out_device: command<[deviceId: string]>('owner'),
    /** The rules that answer requests for permission. */
    list_rules: call<[], PermissionRule[]>('viewer'),
    /** Stores a rule. */
    add_rule: command<[rule: RuleDraft], PermissionRule>('owner'),
    /** Changes a rule. */
    edit_rule: command<[ruleId: string, rule: RuleDraft], PermissionRule>('owner'),
    /** Removes a rule. */
    remove_rule: command<[ruleId: string]>('owner'),
    /** What a rule would have answered in past sessions of this folder. */
    try_rule: call<[rule: RuleDraft], RuleTrial>('owner'),
  },
  /**
   * Files and git. `rootId` names a root of the app's state and is `main` if it is left out; no path leads out of it.
   * `checkout_review_parent`, `setup_review_soft_reset` and `exit_review_mode` are not offered: they move HEAD, and a
   * review moves nothing.
   */
  Repo: {
    /** Files by a part of their path; with folders only if they are wanted. */
    find_files: call<[query: string, limit: number, hasFolders?: boolean], FoundFiles>('full'),
    /** Lines of a file. */
    read_file: call<[path: string, fromLine: number, lineCount: number], FileSlice>('full'),
    /** What is in a folder, a page after the name `after`; the root's own folder is empty text. */
    get_file_tree: call<[folder: string, after: string | null, rootId?: string], TreePage>('full'),
    /** All files, a page after the path `after`. */
    get_flat_file_list: call<[after: string | null, rootId?: string], FileListPage>('full'),
    /** A whole file, or its version in `HEAD`, in the `index`, or in a commit. */
    get_file_content: call<[path: string, version: string | null, rootId?: string], FileContent>('full'),
    /** Bytes of a file or of a version of it, from `offset` on, as many as one answer holds. */
    get_file_bytes: call<[path: string, version: string | null, offset: number, rootId?: string], FileBytes>('full'),
    /** Whether a path exists. */
    file_exists: call<[path: string, rootId?: string], boolean>('full'),
    /** Whether a file holds NUL bytes. */
    is_binary_file: call<[path: string, rootId?: string], boolean>('full'),
    /** How the root differs from its last commit, a page from file number `after` on. */
    get_status: call<[after: number, rootId?: string], RepoStatus>('full'),
    /** While a tab shows the status, the server keeps it fresh and puts its number into the app's state. */
    watch_status: call<[isShown: boolean, rootId?: string], null>('full'),
    /**
     * What the commits of the branch have changed since it left `base`, or the base that suggests itself if that is null;
     * a page from file number `after` on.
     */
    get_branch_changes: call<[base: string | null, after: number, rootId?: string], BranchChanges>('full'),
    /** The branches here and of remotes, those that were committed to last first. */
    list_branches: call<[rootId?: string], BranchFacts[]>('full'),
    /** Whether nothing differs from the last commit. */
    is_clean: call<[rootId?: string], boolean>('full'),
    /** What became of a file between two of `HEAD`, `index`, `worktree` and commits. */
    get_file_diff: call<
      [path: string, from: string, to: string, renamedFrom: string | null, rootId?: string],
      FileDiff
    >('full'),
    /** The parts of a file that change, up to 200 and 512 KiB of them, for one whose texts are too large for `get_file_diff`. */
    get_diff_hunks: call<
      [path: string, from: string, to: string, renamedFrom: string | null, rootId?: string],
      DiffHunks
    >('full'),
    /** What is staged, as a patch of at most 1 MiB. */
    get_staged_diff: call<[rootId?: string], string>('full'),
    /** What is not staged, as a patch of at most 1 MiB. */
    get_unstaged_diff: call<[rootId?: string], string>('full'),
    /** Where HEAD is. */
    get_current_branch: call<[rootId?: string], RepoStatus['head']>('full'),
    /** The commit that a name stands for. */
    resolve_ref: call<[name: string, rootId?: string], string>('full'),
    /** The first parent of a commit; null if it has none. */
    get_commit_parent: call<[name: string, rootId?: string], string | null>('full'),
    /** The commit that two commits have in common; null if there is none. */
    get_merge_base: call<[one: string, other: string, rootId?: string], string | null>('full'),
    /** What a commit says, and which remote branches have it. */
    get_commit: call<[name: string, rootId?: string], CommitFacts>('full'),
    /** Creates a file where there is none. */
    create_file: command<[path: string, text: string, rootId?: string], FileWritten>('full'),
    /** Writes a file that is still of this revision. */
    write_file: command<[path: string, text: string, revision: string, rootId?: string], FileWritten>('full'),
    /** Deletes a file; one that is too large for an undo only if the person goes without. */
    delete_file: command<[file: FileAt, withoutUndo: boolean, rootId?: string], FilesChanged>('full'),
    /** Gives a file another path, where there is nothing. */
    rename_file: command<[file: FileAt, to: string, rootId?: string], FilesChanged>('full'),
    /** Gives a folder another path, where there is nothing. */
    rename_directory: command<[from: string, to: string, rootId?: string], FilesChanged>('full'),
    /** Creates an empty folder, where there is nothing. */
    create_folder: command<[path: string, rootId?: string], FilesChanged>('full'),
    /** Deletes a folder with its contents; one that is too large for an undo only if the person does without. */
    delete_folder: command<[path: string, withoutUndo: boolean, rootId?: string], FilesChanged>('full'),
    /**
     * Brings back what an act has taken away; the answer undoes that again. Newer work is replaced only with the print of the
     * refusal that named it.
     */
    undo: command<[undoId: string, rootId?: string, replaces?: string], FilesChanged>('full'),
    /** Stages files as they are on the disk. */
    stage_files: command<[files: FileAt[], rootId?: string], FilesChanged>('full'),
    /** Stages everything but repositories inside of this one. */
    stage_all: command<[rootId?: string], FilesChanged>('full'),
    /** Takes files out of the index. */
    unstage_files: command<[files: FileAt[], rootId?: string], FilesChanged>('full'),
    /** Stages lines: the index gets lines of the file. `ids` are those of the diff from `index` to `worktree`. */
    stage_lines: command<[path: string, ids: DiffIds, changes: LineChange[], rootId?: string], FilesChanged>('full'),
    /** Takes lines out of the index: it gets lines of the last commit. `ids` are those of the diff from `index` to `HEAD`. */
    unstage_lines: command<[path: string, ids: DiffIds, changes: LineChange[], rootId?: string], FilesChanged>('full'),
    /** Throws lines away: the file gets lines of the index. `ids` are those of the diff from `worktree` to `index`. */
    discard_lines: command<[path: string, ids: DiffIds, changes: LineChange[], rootId?: string], FilesChanged>('full'),
    /** Throws changes away, back to what is staged or, with `all`, to the last commit. Files that git does not know are deleted. */
    discard_changes: command<
      [files: FileAt[], scope: 'worktree' | 'all', withoutUndo: boolean, rootId?: string],
      FilesChanged
    >('full'),
    /** Everything that git knows is as in the last commit again; `revision` is that of the status that the person saw. */
    reset_hard: command<[revision: number, withoutUndo: boolean, rootId?: string], FilesChanged>('full'),
    /** Begins a commit of what is staged; how it goes is in the app's state. */
    commit: command<[message: string, options: CommitOptions, rootId?: string], TaskBegun>('full'),
    /** Takes the last commit back, if it is in no remote branch; its changes stay staged. */
    undo_commit: command<[head: string, rootId?: string], { head: string | null }>('full'),
    /** Commits with their parents and names, the newest first, and how to get the next. One graph of a tab ends the one before. */
    get_commit_graph: call<[wish: GraphWish, limit: number, rootId?: string], CommitPage>('full'),
    /** The next commits of a graph. */
    get_more_commits: call<[walkId: string, limit: number], CommitPage>('full'),
    /** What a commit has changed against its first parent. */
    get_commit_files: call<[name: string, rootId?: string], CommitFiles>('full'),
    /** The commits that have changed a file, after so many, also under its earlier names. */
    get_file_log: call<[path: string, after: number, limit: number, rootId?: string], FileLog>('full'),
    /** Who wrote lines of a file, as it is on the disk or in a commit; lines count from 1. */
    get_blame: call<[path: string, version: string | null, from: number, count: number, rootId?: string], BlameLines>(
      'full',
    ),
    /** Begins to search all files; a new search of a tab ends the one before. */
    search_files: call<[query: SearchQuery, rootId?: string], SearchBegun>('full'),
    /** Hits after so many; waits a few seconds if there are none yet. */
    get_search_hits: call<[searchId: string, after: number], SearchPage>('full'),
    /** Ends the search of the tab. */
    stop_search: call<[], null>('full'),
    /** Creates a branch at a commit, or at HEAD if that is null, and goes there if that is wanted. */
    create_branch: command<
      [name: string, from: string | null, isSwitching: boolean, rootId?: string],
      BranchSwitched | null
    >('full'),
    /** Goes to a branch, of a remote too; with `stashes` changes are put away first. */
    switch_branch: command<[name: string, stashes: boolean, rootId?: string], BranchSwitched>('full'),
    /** Gives a branch another name. */
    rename_branch: command<[name: string, to: string, rootId?: string], null>('full'),
    /** Deletes a branch; one that is not merged only with the commit at which the person has seen that. */
    delete_branch: command<[name: string, unmergedAt: string | null, rootId?: string], BranchDeleted>('full'),
    /** What was put away, the newest first. */
    stash_list: call<[rootId?: string], StashFacts[]>('full'),
    /** Puts changes away, new files too if that is wanted. */
    stash_push: command<[message: string, isWithNew: boolean, rootId?: string], { oid: string }>('full'),
    /** Takes changes out again. With conflicts they also stay put away. */
    stash_pop: command<[oid: string, rootId?: string], StashPopped>('full'),
    /** Throws away what was put away; the answer can be stored again. */
    stash_drop: command<[oid: string, rootId?: string], StashFacts>('full'),
    /** Puts back into the list what was dropped from it. */
    stash_store: command<[oid: string, message: string, rootId?: string], null>('full'),
    /** The remotes, without passwords. */
    get_remotes: call<[rootId?: string], RemoteFacts[]>('full'),
    /** What a push of the current branch would do, as far as is known here; the remote is not asked. */
    get_push_plan: call<[rootId?: string], PushPlan>('full'),
    /** Begins to fetch from a remote, or from the usual one if that is null. */
    fetch: command<[remote: string | null, options: ReachOptions, rootId?: string], TaskBegun>('full'),
    /** Begins to fetch and to bring the current branch up to its upstream. */
    pull: command<[way: PullWay, options: ReachOptions, rootId?: string], TaskBegun>('full'),
    /** Begins to push the current branch. It overwrites only the commit that `replaces` names, and only if the remote is still there. */
    push: command<[options: PushOptions, rootId?: string], TaskBegun>('full'),
    /** Begins to go on with what was begun and not ended. */
    continue_operation: command<[operation: Exclude<GitOperation, 'bisect'>, rootId?: string], TaskBegun>('full'),
    /** Gives up what was begun, after a yes to that; `head` is the commit that the person has seen. */
    abort_operation: command<
      [operation: GitOperation, head: string, withoutUndo: boolean, rootId?: string],
      FilesChanged
    >('full'),
    /** The three versions of a file in conflict, as text. */
    get_conflict: call<[path: string, rootId?: string], ConflictStages>('full'),
    /** Settles a conflict: with our version, theirs, or the lines of both. */
    resolve_conflict: command<[file: FileAt, side: ConflictSide, rootId?: string], FilesChanged>('full'),
    /** Stops a task with all its processes. */
    stop_task: call<[taskId: string], null>('full'),
    /** Says yes or no to the programs that the repository brings, as they were when the person looked. */
    trust_programs: command<[fingerprint: string, isTrusted: boolean, rootId?: string], RepoProgramsView>('owner'),
  },
} as const;

/** The table as the compiler sees it. */
export type ServerMethods = typeof SERVER_METHODS;
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

type Calls<C extends ClassName> = {
  [M in MethodName<C>]: (...args: WireArgs<ServerMethods[C][M]>) => Promise<ResultOf<ServerMethods[C][M]>>;
};

/** A table has no overloads, but anyone who names a session knows what comes back. */
interface StateCalls {
  get_current_state(sessionId?: null): Promise<AppSnapshot>;
  get_current_state(sessionId: string, epoch?: string | null, sinceSeq?: number | null): Promise<SessionSync>;
}

export type AcpBridgeApi = Omit<Calls<'AcpBridge'>, keyof StateCalls> & StateCalls;
export type SessionsApi = Calls<'Sessions'>;
export type SettingsApi = Calls<'Settings'>;
export type RepoApi = Calls<'Repo'>;

/** The server as a tab calls it. */
export interface ServerApi {
  readonly AcpBridge: AcpBridgeApi;
  readonly Sessions: SessionsApi;
  readonly Settings: SettingsApi;
  readonly Repo: RepoApi;
}

type NamesOf<C extends ClassName, Kind extends MethodKind> = {
  [M in MethodName<C>]: ServerMethods[C][M] extends { kind: Kind } ? M : never;
}[MethodName<C>];

/** The methods of a class that are acts of a person. */
export type CommandName<C extends ClassName> = NamesOf<C, 'command' | 'session_command'>;
export type SessionCommandName<C extends ClassName> = NamesOf<C, 'session_command'>;

/** What a command takes besides its id. */
export type CommandArgs<C extends ClassName, M extends CommandName<C>> =
  WireArgs<ServerMethods[C][M]> extends [string, ...infer Args] ? Args : never;

/** What a command takes besides its id and its session. */
export type SessionCommandArgs<C extends ClassName, M extends SessionCommandName<C>> =
  WireArgs<ServerMethods[C][M]> extends [string, string, ...infer Args] ? Args : never;

/** Why the server goes away: somebody has stopped it. */
export type ServerStop = 'stopped';

/** `AcApp`: what the server says to a tab. Notifications, never answered. */
export interface AcAppApi {
  streamChunk(sessionId: string, page: EventPage<unknown>): void;
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
