import type { ListedSession } from '../../ports/agent.js';
import type { DeviceStore } from '../../ports/devices.js';
import type { HistoryNews } from '../../protocol/api/app-state.js';
import type { DraftBody } from '../../protocol/api/draft.js';
import type { PermissionRule } from '../../protocol/api/permission-rule.js';
import type { SearchScope } from '../../protocol/api/session-list.js';
import type { UsageByDay } from '../../protocol/transcript/usage.js';
import type { UsageSum } from '../../protocol/usage-sum.js';
import type { StoredEvent } from './sqlite/stored-text.js';

/** A session as the store lists it, without its log. */
export interface SessionRow {
  readonly id: string;
  readonly agentId: string;
  /** The folder it belongs to; that folder's server owns its log. */
  readonly cwd: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly names: SessionNames;
  readonly ties: SessionTies;
  readonly draft: DraftBody;
  readonly listing: ListedAs;
  /** The session whose agent has set this one to work; null for a person's own. */
  readonly parent: SessionParent | null;
}

/** Whose task a session works on, under which name, and how far that is from a person's own session. */
export interface SessionParent {
  readonly sessionId: string;
  readonly name: string;
  /** 1 for a task of a person's own session. */
  readonly depth: number;
}

/** What ties a session to the one that its agent keeps. */
export interface SessionTies {
  /** The agent's own id of it, from the moment the agent told it. */
  readonly agentSessionId: string | null;
  /** When the two last told the same, as far as we know. */
  readonly seenAt: number;
  /** When the agent began it, if it began here. */
  readonly begunAt?: number;
  /** Ids that the agent gave before and that nothing was said in; agents may list them still. */
  readonly unusedIds: readonly string[];
  /** Ids of sessions that a part of this one was said in before another took their place. */
  readonly setAsideIds?: readonly string[];
  /** Where the log is still to be taken from the agent: who it is, and under which id our earlier log is kept. */
  readonly import: { readonly from: string; readonly archiveId: string | null } | null;
  /** A copy that is only kept to be read. */
  readonly isArchived: boolean;
}

export const UNTIED: SessionTies = {
  agentSessionId: null,
  seenAt: 0,
  unusedIds: [],
  import: null,
  isArchived: false,
};

/** What a session may be called, by whom; a person's word comes first. */
export interface SessionNames {
  readonly person: string | null;
  readonly agent: string | null;
  /** How the first prompt begins; empty if the session was used without words, null if it was never used. */
  readonly prompt: string | null;
}

/** Where a session is in the list, and what its row says besides its name. */
export interface ListedAs {
  /** When a person pinned it, or put it away; null if nobody has. */
  readonly pinnedAt: number | null;
  readonly archivedAt: number | null;
  /** Until when somebody has seen it; null for one from before that was kept, which counts as seen. */
  readonly seenAt: number | null;
  /** Its last turn failed. */
  readonly isFailed: boolean;
  /** How the last reply begins. */
  readonly preview: string;
  /** The branch of its folder when a message was last sent in it. */
  readonly branch: string | null;
  /** What its replies have used; left out before the first one. */
  readonly usage?: UsageByDay;
  /** What its replies to tasks of agents have used, which is part of that; left out before the first one. */
  readonly usedByTasks?: UsageSum;
}

export const UNLISTED: ListedAs = {
  pinnedAt: null,
  archivedAt: null,
  seenAt: null,
  isFailed: false,
  preview: '',
  branch: null,
};

export type SessionChange = Partial<Pick<SessionRow, 'agentId' | 'names' | 'ties' | 'updatedAt' | 'draft' | 'listing'>>;

/** Under which id and with which words a session is kept on. */
export type ArchivedAs = Pick<SessionRow, 'id' | 'names' | 'ties' | 'draft'>;

/** An act of a person and what it was answered, as JSON; written together with its effect. */
export interface CommandRecord {
  readonly cmdId: string;
  readonly result: string;
  readonly at: number;
}

/** The result of a command that is being performed; no JSON reads so. */
export const BEGUN = '';

/** An entry of a transcript as JSON, with the name later events use for it and the words to find it by. */
export interface StoredEntry {
  readonly n: number;
  readonly key: string | null;
  readonly body: string;
  /** Null until the entry has ended, or if it has nothing to search. */
  readonly words: string | null;
}

/** A transcript's state at event `seq`, as JSON. The entries kept at that moment belong to it. */
export interface SavedState {
  readonly seq: number;
  readonly body: string;
}

/** One write to one log: all of it is kept, or nothing. */
export interface LogWrite {
  readonly sessionId: string;
  readonly events: readonly StoredEvent[];
  readonly command?: CommandRecord;
  readonly row?: SessionChange;
  readonly savedState?: SavedState & { readonly entries: readonly StoredEntry[] };
  /** Entries whose saved state is still to come. */
  readonly entries?: readonly StoredEntry[];
  readonly rules?: readonly RuleChange[];
}

/** A rule that is kept from now on, in the place of one with its id, or the id of one that is not. */
export type RuleChange = { readonly keep: PermissionRule } | { readonly drop: string };

/** The rules that answer questions of agents. */
export interface RuleTable {
  /** Oldest first. */
  list(): PermissionRule[];
  change(changes: readonly RuleChange[]): void;
}

/** How much a read gives back at most; it gives at least one item if there is one. */
export interface ReadLimit {
  readonly count: number;
  readonly bytes: number;
}

/** A place where the words of a query were found; the hits stand between U+0002 and U+0003. */
export interface SearchHit {
  readonly sessionId: string;
  readonly entry: number;
  readonly snippet: string;
  /** When the entry began, 0 if that is not known. */
  readonly at: number;
}

/** How many places are looked for, in the sessions of which folder if not of all, and within which scope. */
export interface SearchLimit extends Omit<SearchScope, 'everywhere'> {
  readonly count: number;
  readonly cwd?: string;
}

/** What is remembered of a folder from one start to the next. */
export interface FolderFacts {
  readonly port?: number;
  readonly agentId?: string;
  /** The program and arguments of the agent that was given as a command line. */
  readonly agentCommand?: readonly string[];
  readonly sessionId?: string;
  /** By what browsers know its server again. */
  readonly doorKey?: JsonWebKey;
  /** Sessions of agents that a person does not want to see here. */
  readonly hiddenSessions?: readonly string[];
  /** What sessions that were deleted on that day had used on it: it stays used. */
  readonly deletedUsage?: { readonly day: string; readonly sum: UsageSum };
  /** What agents said of the sessions that they keep, for the next start. */
  readonly agentLists?: readonly KeptList[];
  /** How the clock went while this folder had a server. */
  readonly clock?: unknown;
  /** What its server had at work when it last looked, by session. */
  readonly lifeSigns?: Readonly<Record<string, LifeSign>>;
  /** What the history file has lost, as this folder's pages tell it. */
  readonly historyLoss?: HistoryLoss;
}

/** That something was at work in a session, for the server that comes after one that was killed. */
export interface LifeSign {
  readonly at: number;
  readonly turn: number;
  /** How long that turn had taken, if it ran. */
  readonly ms: number;
}

/** What of a session can no longer be shown: whole entries, and events of which nobody knows what they had become. */
export interface LogDamage {
  readonly entries: number;
  readonly events: number;
}

/** What the history file has lost since somebody has read of it. */
export interface HistoryLoss {
  /** What became of the file, the last time. */
  readonly news: Omit<HistoryNews, 'lost' | 'gaps'>;
  readonly gone: readonly Pick<SessionRow, 'id' | 'names'>[];
  readonly nameless: number;
  /** All that is missing from sessions, by their id, and what of it somebody has read of. */
  readonly damage: readonly (readonly [sessionId: string, LogDamage])[];
  readonly read: readonly (readonly [sessionId: string, LogDamage])[];
  /** The damaged files that are part of this. */
  readonly asides: readonly string[];
}

/** What is remembered of an agent's list of sessions. */
export interface KeptList {
  readonly agentId: string;
  readonly agentName: string;
  readonly listedAt: number;
  /** How many sessions were in it, and the newest of them. */
  readonly count: number;
  readonly sessions: readonly ListedSession[];
}

export interface FolderTable {
  facts(path: string): FolderFacts;
  remember(path: string, facts: FolderFacts): void;
}

/** What became of the history file, and what of it could be kept. */
export interface Mending {
  readonly cause: 'deleted' | 'replaced' | 'truncated' | 'damaged';
  /** Where the file that was found in its place is kept. */
  readonly aside: string | null;
  /** All that was in the file is in it again. */
  readonly isWhole: boolean;
  /** What the new file has. */
  readonly kept: { readonly sessions: number; readonly events: number };
  /** How many pieces of a session's record can no longer be shown, by the session's id. */
  readonly gaps: ReadonlyMap<string, number>;
  /** Sessions that are no longer in the store. */
  readonly gone: readonly Pick<SessionRow, 'id' | 'names'>[];
  /** Sessions that nothing more is known of than that they were there. */
  readonly nameless: number;
}

/** Where sessions are kept. Every call is synchronous and throws a `StorageFault` when it cannot be done. */
export interface EventStore {
  readonly devices: DeviceStore;
  readonly folders: FolderTable;
  readonly rules: Pick<RuleTable, 'list'>;

  addSession(row: SessionRow, command?: CommandRecord): void;
  /** Adds one that nobody sees while its log is written, until it is revealed. */
  addHidden(row: SessionRow): void;
  reveal(id: string, change: SessionChange, command: CommandRecord): void;
  /** Removes what was left hidden in a folder. */
  removeHidden(cwd: string): void;
  session(id: string): SessionRow | null;
  /** The sessions of a folder, the last used first. */
  sessionsIn(cwd: string): SessionRow[];
  /** The sessions of all folders, the last used first. */
  allSessions(): SessionRow[];
  changeSession(id: string, change: SessionChange, command?: CommandRecord): void;
  /** Puts several sessions elsewhere in the list, with the act that wanted it: all of them or none. */
  changeListings(listings: ReadonlyMap<string, ListedAs>, command?: CommandRecord): void;
  /** The session is gone at once; what it leaves behind goes by `purge`. */
  removeSession(id: string, command?: CommandRecord): void;
  /**
   * Puts a fresh session with an empty log in the place of `fresh.id`, in one write. What was there is kept under
   * `archive.id`, or removed.
   */
  supersede(fresh: SessionRow, archive: ArchivedAs | null, command?: CommandRecord): void;
  /** Takes that back: the session of `archiveId` has its old id again, and what took its place is removed. */
  reinstate(archiveId: string, as: ArchivedAs): void;
  /** Deletes a little of what removed sessions have left; false when there is no more. */
  purge(): boolean;

  write(write: LogWrite): void;
  /** The number of the last event, 0 if there is none. */
  headOf(sessionId: string): number;
  eventsAfter(sessionId: string, after: number, limit: ReadLimit): StoredEvent[];
  savedStateOf(sessionId: string): SavedState | null;
  /** The last entries before number `before`, oldest first. */
  entriesBefore(sessionId: string, before: number, limit: ReadLimit): StoredEntry[];
  /** The number of the newest kept entry with that key, or -1. */
  entryWithKey(sessionId: string, key: string): number;

  /** What a command was answered the first time, `BEGUN` if it was not answered yet, null if it is new. */
  resultOf(cmdId: string): string | null;
  /** Keeps that a command is being performed, before it has any effect. */
  beginCommand(cmdId: string, at: number): void;
  /** A command that was begun had no effect. */
  forgetCommand(cmdId: string): void;
  /** Keeps the answer of an act that is not about one session. */
  recordCommand(command: CommandRecord): void;
  changeRules(changes: readonly RuleChange[], command: CommandRecord): void;
  search(query: string, limit: SearchLimit): SearchHit[];
  /** Throws if nothing can be written now. */
  probe(): void;
  /** Looks whether what it is kept in is still there, and mends that; throws if it cannot. */
  look(): void;
  /** Calls `listener` when the store was written anew, before anything else is written: what is still known can be kept then. */
  onMended(listener: (mending: Mending) => void): void;
  close(): void;
}
