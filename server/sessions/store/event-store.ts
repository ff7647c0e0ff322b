import type { DraftBody } from '../../protocol/draft.js';
import type { PermissionRule } from '../../protocol/permission-rule.js';

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
  readonly prompt: string | null;
}

export type SessionChange = Partial<Pick<SessionRow, 'names' | 'ties' | 'updatedAt' | 'draft'>>;

/** Under which id and with which words a session is kept on. */
export type ArchivedAs = Pick<SessionRow, 'id' | 'names' | 'ties' | 'draft'>;

/** An act of a person and what it was answered, as JSON; written together with its effect. */
export interface CommandRecord {
  readonly cmdId: string;
  readonly result: string;
  readonly at: number;
}

/** An event as it is kept: its number, and the whole of it as JSON. */
export interface StoredEvent {
  readonly seq: number;
  readonly body: string;
}

/** An entry of a transcript as JSON, with the name later events use for it and the words to find it by. */
export interface StoredEntry {
  readonly n: number;
  readonly key: string | null;
  readonly body: string;
  /** Null until the entry has ended, or if it has nothing to search. */
  readonly words: string | null;
}

/** A transcript's state at event `seq`, as JSON. The entries kept at that moment belong to it. */
export interface Checkpoint {
  readonly seq: number;
  readonly body: string;
}

/** One write to one log: all of it is kept, or nothing. */
export interface LogWrite {
  readonly sessionId: string;
  readonly events: readonly StoredEvent[];
  readonly command?: CommandRecord;
  readonly row?: SessionChange;
  readonly checkpoint?: Checkpoint & { readonly entries: readonly StoredEntry[] };
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

/** How many places are looked for, and in the sessions of which folder if not of all. */
export interface SearchLimit {
  readonly count: number;
  readonly cwd?: string;
}

/** A browser that was let in, as the gate records it. */
export interface DeviceRow {
  readonly id: string;
  readonly cookieHash: string;
  readonly keyHash: string;
  readonly label: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
}

/** Device records that outlive the server. */
export interface DeviceTable {
  find(cookieHash: string): DeviceRow | null;
  save(device: DeviceRow): void;
  touch(id: string, lastSeenAt: number): void;
  remove(id: string): void;
  list(): DeviceRow[];
}

/** What is remembered of a folder from one start to the next. */
export interface FolderFacts {
  readonly port?: number;
  readonly agentId?: string;
  /** The program and arguments of the agent that was given as a command line. */
  readonly agentCommand?: readonly string[];
  readonly sessionId?: string;
  /** Sessions of agents that a person does not want to see here. */
  readonly hiddenSessions?: readonly string[];
}

export interface FolderTable {
  facts(path: string): FolderFacts;
  remember(path: string, facts: FolderFacts): void;
}

/** Where sessions are kept. Every call is synchronous and throws a `StorageFault` when it cannot be done. */
export interface EventStore {
  readonly devices: DeviceTable;
  readonly folders: FolderTable;
  readonly rules: Pick<RuleTable, 'list'>;

  addSession(row: SessionRow, command?: CommandRecord): void;
  session(id: string): SessionRow | null;
  /** The sessions of a folder, the last used first. */
  sessionsIn(cwd: string): SessionRow[];
  changeSession(id: string, change: SessionChange, command?: CommandRecord): void;
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
  checkpointOf(sessionId: string): Checkpoint | null;
  /** The last entries before number `before`, oldest first. */
  entriesBefore(sessionId: string, before: number, limit: ReadLimit): StoredEntry[];
  /** The number of the newest kept entry with that key, or -1. */
  entryWithKey(sessionId: string, key: string): number;

  /** What a command was answered the first time, or null if it is new. */
  resultOf(cmdId: string): string | null;
  /** Keeps the answer of an act that is not about one session. */
  recordCommand(command: CommandRecord): void;
  changeRules(changes: readonly RuleChange[], command: CommandRecord): void;
  search(query: string, limit: SearchLimit): SearchHit[];
  /** Throws if nothing can be written now. */
  probe(): void;
  close(): void;
}
