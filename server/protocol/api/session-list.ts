import type { AgentTrouble } from '../agent-trouble.js';
import type { AppState, SessionSummary } from './app-state.js';

/** What an agent last said about the sessions that it keeps of the folder. */
export interface AgentSessionList {
  readonly agentId: string;
  /** When it last gave a list; null if it never has. */
  readonly listedAt: number | null;
  /** How many sessions were in it. */
  readonly count: number;
  readonly asked: AgentListing;
}

/** How it went when an agent was last asked for its list. */
export type AgentListing =
  /** It is being asked, or soon will be. */
  | { readonly state: 'asking' }
  | { readonly state: 'listed' }
  /** It has no list to give. */
  | { readonly state: 'unsupported' }
  | { readonly state: 'failed'; readonly trouble: AgentTrouble };

/** `active` is what nobody has put away, `failed` those of them whose last reply failed. */
export const SESSION_STATUSES = ['active', 'failed', 'archived'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** Where a session of another folder can be continued: at that folder's own server, if one runs. */
export type SessionHome =
  | { readonly folder: string; readonly state: 'running'; readonly port: number }
  | { readonly folder: string; readonly state: 'stopped' }
  /** The folder is no longer there. */
  | { readonly folder: string; readonly state: 'gone' };

/** Which sessions a list shows. What is left out does not limit it. */
export interface SessionFilter {
  /** Words of the title, of the last reply's beginning or of the branch; all of them, in any order. */
  readonly text?: string;
  readonly agentId?: string;
  /** `active` if it is left out. */
  readonly status?: SessionStatus;
  /** Also the sessions of other folders. */
  readonly everywhere?: boolean;
  readonly folder?: string;
}

/** The session that the next page follows. */
export interface SessionPlace {
  readonly at: number;
  readonly id: string;
}

/** How many sessions each choice of a filter would show, with the rest of the filter as it is. */
export interface SessionCounts {
  readonly agents: Readonly<Record<string, number>>;
  readonly statuses: Readonly<Record<SessionStatus, number>>;
  readonly folders: Readonly<Record<string, number>>;
}

/** Sessions, the last used first, and how to go on; null at the end. */
export interface SessionPage {
  readonly sessions: readonly SessionSummary[];
  readonly next: SessionPlace | null;
  readonly counts: SessionCounts;
}

/** What a person makes of sessions in the list. */
export interface SessionMark {
  readonly pinned?: boolean;
  readonly archived?: boolean;
  readonly unread?: boolean;
}

/** Who said what is looked for: a person, the agent, or a tool by its title. */
export const SPOKEN_BY = ['user', 'agent', 'tool'] as const;

/** Where words are looked for. What is left out does not limit it. */
export interface SearchScope {
  readonly by?: (typeof SPOKEN_BY)[number];
  readonly agentId?: string;
  /** Also in other folders. */
  readonly everywhere?: boolean;
  /** Not before this time, and before that one. */
  readonly since?: number;
  readonly until?: number;
}

/** What a mention of a session carries of its conversation. */
export interface SessionExcerpt {
  readonly text: string;
  /** How many messages are in it. */
  readonly messages: number;
  /** Earlier ones are left out. */
  readonly isCut: boolean;
}

/** A tab gets so many of the newest sessions by itself, and asks for older ones. */
export const NEWEST_SESSIONS = 200;

/** What lists show: no session in which nothing was said yet, and none that works for another one that is there. */
export function listableSessions<S extends Pick<SessionSummary, 'id' | 'empty' | 'copy' | 'parent'>>(
  sessions: readonly S[],
): S[] {
  const ids = new Set(sessions.map(({ id }) => id));
  return sessions.filter(({ empty, copy, parent }) => !empty && (copy || !parent || !ids.has(parent.sessionId)));
}

/** Whether a filter lets a session through. */
export function passesFilter(session: SessionSummary, filter: SessionFilter, here: string): boolean {
  return (
    isFound(session, filter) && hasAgent(session, filter) && hasStatus(session, filter) && isIn(session, filter, here)
  );
}

function isFound({ title, preview = '', branch = '' }: SessionSummary, { text = '' }: SessionFilter): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const all = `${title}\n${preview}\n${branch}`.toLowerCase();
  return words.every((word) => all.includes(word));
}

function hasAgent(session: SessionSummary, { agentId }: SessionFilter): boolean {
  return agentId === undefined || session.agentId === agentId;
}

function hasStatus(session: SessionSummary, { status = 'active' }: SessionFilter): boolean {
  return statusesOf(session).includes(status);
}

function statusesOf({ archivedAt, failed }: SessionSummary): readonly SessionStatus[] {
  if (archivedAt !== undefined) return ['archived'];
  return failed ? ['active', 'failed'] : ['active'];
}

function isIn({ cwd }: SessionSummary, { everywhere = false, folder }: SessionFilter, here: string): boolean {
  return everywhere ? folder === undefined || cwd === folder : cwd === here;
}

/** The counts next to the choices of a filter. */
export function countSessions(sessions: readonly SessionSummary[], filter: SessionFilter, here: string): SessionCounts {
  const agents = new Map<string, number>();
  const statuses: Record<SessionStatus, number> = { active: 0, failed: 0, archived: 0 };
  const folders = new Map<string, number>();
  const { folder: _any, ...anyFolder } = filter;
  for (const session of sessions) {
    if (!isFound(session, filter)) continue;
    const inFolder = isIn(session, filter, here);
    const ofAgent = hasAgent(session, filter);
    const ofStatus = hasStatus(session, filter);
    if (inFolder && ofStatus) count(agents, session.agentId);
    if (inFolder && ofAgent) for (const status of statusesOf(session)) statuses[status] += 1;
    if (ofAgent && ofStatus && isIn(session, anyFolder, here)) count(folders, session.cwd);
  }
  return { agents: Object.fromEntries(agents), statuses, folders: Object.fromEntries(folders) };
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** The order of lists: the last used first. */
export function byLastUse(a: SessionSummary, b: SessionSummary): number {
  return b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
}

/**
 * The state as a tab gets it: the newest sessions, and of the older ones those that want something of a person, are
 * pinned, or that some tab has `wanted`. What works for one of them comes along, and so do their drafts.
 */
export function newestPart(app: AppState, wanted: ReadonlySet<string>): AppState {
  if (app.sessions.length <= NEWEST_SESSIONS) return app;
  let room = NEWEST_SESSIONS;
  const own = app.sessions.filter((session) => {
    const { id, status, unread, pinnedAt, archivedAt, parent } = session;
    if (parent) return false;
    const isNew = archivedAt === undefined && room-- > 0;
    if (isNew || status !== 'idle' || unread || pinnedAt !== undefined) return true;
    return wanted.has(id) || id === app.openSessionId;
  });
  const ids = new Set(own.map(({ id }) => id));
  const needed = new Set([...ids, ...wanted, ...(app.openSessionId === null ? [] : [app.openSessionId])]);
  // Those below are newer than what they work for more often than not, but in no certain order.
  for (let size = -1; size !== needed.size; ) {
    size = needed.size;
    for (const { id, parent, status } of app.sessions) {
      if (parent && (needed.has(parent.sessionId) || status !== 'idle')) needed.add(id);
    }
  }
  const sessions = app.sessions.filter(({ id }) => needed.has(id));
  const drafts = pick(app.drafts, needed);
  const draftChips = app.draftChips && { draftChips: pick(app.draftChips, needed) };
  return { ...app, sessions, drafts, ...draftChips, hasOlderSessions: true };
}

function pick<T>(record: Readonly<Record<string, T>>, ids: ReadonlySet<string>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([id]) => ids.has(id)));
}
