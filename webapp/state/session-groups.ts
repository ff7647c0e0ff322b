import type { SessionSummary } from '../../server/protocol/app-state.js';
import type { AppContext } from './app-context.js';

/** Sessions that want the same of a person. */
export interface SessionGroup {
  readonly id: 'waiting' | 'running' | 'unread' | 'recent' | 'copies';
  readonly title: string;
  readonly sessions: readonly SessionSummary[];
}

const TITLES = [
  ['waiting', 'Needs you'],
  ['running', 'Running'],
  ['unread', 'Unread'],
  ['recent', 'Recent'],
  ['copies', 'Kept copies'],
] as const;

/** Sessions by what needs a person most; groups without any are left out. */
export function groupSessions(
  sessions: readonly SessionSummary[],
  isUnread: (session: SessionSummary) => boolean,
): SessionGroup[] {
  const groupOf = (session: SessionSummary): SessionGroup['id'] => {
    if (session.archived) return 'copies';
    if (session.status !== 'idle') return session.status;
    if (session.origin) return 'recent';
    return isUnread(session) ? 'unread' : 'recent';
  };
  const groups = TITLES.map(([id, title]) => ({ id, title, sessions: sessions.filter((one) => groupOf(one) === id) }));
  return groups.filter((group) => group.sessions.length > 0);
}

/** The sessions in the order in which the list shows them. */
export function orderedSessions({ app, hidden, seen, view }: AppContext): readonly SessionSummary[] {
  const shown = (app.value?.sessions ?? []).filter(({ id }) => !hidden.value.has(id));
  const isUnread = (session: SessionSummary) => session.id !== view.value && seen.isUnread(session);
  return groupSessions(shown, isUnread).flatMap(({ sessions }) => sessions);
}
