import type { AppState } from '../../server/protocol/app-state.js';

const SIGNS = { idle: '', running: '◐ ', waiting: '' } as const;

/** The title of the tab: what the session is, and whether it runs or waits for somebody. */
export function pageTitle(app: AppState | null, sessionId: string | null): string {
  const session = app?.sessions.find(({ id }) => id === sessionId);
  const waiting = app?.sessions.filter(({ status }) => status === 'waiting').length ?? 0;
  const count = waiting > 0 ? `(${waiting}) ` : '';
  const words = [session?.title, app?.folder.name, 'AcDeck'].filter(Boolean).join(' · ');
  return `${count || SIGNS[session?.status ?? 'idle']}${words}`;
}
