import type { SessionSummary } from '../../../server/protocol/api/app-state.js';
import { passesFilter, SESSION_STATUSES, type SessionFilter } from '../../../server/protocol/api/session-list.js';
import type { Preferences } from '../view/preference-store.js';
import type { AppContext } from './contexts.js';
import { appWords } from './words.js';

const GROUPS = [
  'waiting',
  'running',
  'unread',
  'pinned',
  'today',
  'yesterday',
  'week',
  'month',
  'older',
  'copies',
] as const;

/** Sessions that want the same of a person, or are of the same age. */
export interface SessionGroup {
  readonly id: (typeof GROUPS)[number];
  readonly title: string;
  readonly sessions: readonly SessionSummary[];
}

/** Sessions by what needs a person most, then by their age; groups without any are left out. */
export function groupSessions(
  sessions: readonly SessionSummary[],
  isUnread: (session: SessionSummary) => boolean,
  now: number,
): SessionGroup[] {
  const ageOf = ageFrom(now);
  const groupOf = (session: SessionSummary): SessionGroup['id'] => {
    if (session.copy) return 'copies';
    if (session.status !== 'idle') return session.status;
    if (session.origin) return ageOf(session.updatedAt);
    if (isUnread(session)) return 'unread';
    return session.pinnedAt === undefined ? ageOf(session.updatedAt) : 'pinned';
  };
  const found = groupBy(sessions, groupOf);
  return GROUPS.flatMap((id) => {
    const members = found.get(id);
    return members ? [{ id, title: appWords.groups[id], sessions: members }] : [];
  });
}

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Which group a time belongs to, by the days of the person's calendar. */
function ageFrom(now: number): (at: number) => SessionGroup['id'] {
  const midnight = (days: number) => {
    const day = new Date(now);
    return new Date(day.getFullYear(), day.getMonth(), day.getDate() - days).getTime();
  };
  const [today, yesterday, week, month] = [midnight(0), midnight(1), midnight(6), midnight(29)];
  return (at) => {
    if (at >= today!) return 'today';
    if (at >= yesterday!) return 'yesterday';
    if (at >= week!) return 'week';
    return at >= month! ? 'month' : 'older';
  };
}

/** Which sessions work for which; made once for a list, because looking for each anew takes too long in a long one. */
export class TaskTree {
  readonly #below: ReadonlyMap<string | undefined, readonly SessionSummary[]>;

  constructor(sessions: readonly SessionSummary[]) {
    this.#below = groupBy(sessions, ({ parent, copy }) => (copy ? undefined : parent?.sessionId));
  }

  /** The sessions that work for one, the last used first. */
  below(id: string): readonly SessionSummary[] {
    const own = this.#below.get(id);
    return own ? own.flatMap((child) => [child, ...this.below(child.id)]) : [];
  }
}

/** The sessions that work for one, the last used first. */
export function sessionsBelow(sessions: readonly SessionSummary[], id: string): readonly SessionSummary[] {
  return new TaskTree(sessions).below(id);
}

/** Those of them that wait for a person, by id. */
export function waitingBelowIn(sessions: readonly SessionSummary[], id: string): string[] {
  return sessionsBelow(sessions, id)
    .filter(({ status }) => status === 'waiting')
    .map((session) => session.id);
}

/** A session as the list has it: one that others work for needs what they need. */
function withBelow(session: SessionSummary, tree: TaskTree): SessionSummary {
  const all = [session, ...tree.below(session.id)].map(({ status }) => status);
  const status = all.includes('waiting') ? 'waiting' : all.includes('running') ? 'running' : 'idle';
  return status === session.status ? session : { ...session, status };
}

/** What lists show: not what is being deleted, no session in which nothing was said yet, and none that stands below another. */
export function listedSessions(
  sessions: readonly SessionSummary[],
  removed: ReadonlySet<string>,
): readonly SessionSummary[] {
  const ids = new Set(sessions.map(({ id }) => id));
  const tree = new TaskTree(sessions);
  const isOwn = ({ parent, copy }: SessionSummary) => copy || !parent || !ids.has(parent.sessionId);
  return sessions
    .filter((session) => !session.empty && !removed.has(session.id) && isOwn(session))
    .map((session) => withBelow(session, tree));
}

/** What a person has chosen to see of the list, on this device. What cannot be is as if it had not been chosen. */
export function chosenFilter({ listStatus, listAgent, listEverywhere, listFolder }: Preferences): SessionFilter {
  const status = SESSION_STATUSES.find((known) => known === listStatus);
  return {
    ...(status && status !== 'active' && { status }),
    ...(listAgent !== '' && { agentId: listAgent }),
    ...(listEverywhere && { everywhere: true, ...(listFolder !== '' && { folder: listFolder }) }),
  };
}

/** The sessions in the order in which the list shows them. */
export function orderedSessions({
  server: { app, time },
  sessions: { hidden },
  page: { view },
}: AppContext): readonly SessionSummary[] {
  const here = app.value?.folder.path ?? '';
  const shown = listedSessions(app.value?.sessions ?? [], hidden.value).filter((one) => passesFilter(one, {}, here));
  const isUnread = (session: SessionSummary) => session.id !== view.value && session.unread === true;
  return groupSessions(shown, isUnread, time.now()).flatMap(({ sessions }) => sessions);
}
