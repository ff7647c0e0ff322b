import { orderedSessions } from '../state/session-groups.js';
import type { Command, CommandContext } from './command.js';

/** The session on screen, if it is known. */
export function sessionOf({ app }: CommandContext) {
  return app.app.value?.sessions.find(({ id }) => id === app.view.value) ?? null;
}

const isShown = (context: CommandContext) => sessionOf(context) !== null;

/** What a person does with whole sessions. */
export const sessionCommands: readonly Command[] = [
  {
    id: 'session.new',
    title: 'New session',
    group: 'Session',
    keys: ['$mod+Shift+O'],
    slash: 'new',
    run: ({ act }) => act({ type: 'new_session', agentId: null }),
  },
  {
    id: 'session.clear',
    title: 'Start over with the same agent',
    group: 'Session',
    slash: 'clear',
    isAvailable: isShown,
    run: (context) => context.act({ type: 'new_session', agentId: sessionOf(context)?.agentId ?? null }),
  },
  {
    id: 'session.agent',
    title: 'New session with another agent…',
    group: 'Session',
    slash: 'agent',
    isAvailable: ({ app }) => (app.app.value?.agents.length ?? 0) > 1,
    run: ({ screen }) => screen.open('palette', 'Agent'),
  },
  {
    id: 'session.switch',
    title: 'Switch session…',
    group: 'Session',
    keys: ['$mod+P'],
    run: ({ screen }) => screen.open('switcher'),
  },
  {
    id: 'session.nth',
    title: 'Go to session 1 to 9',
    group: 'Session',
    keys: ['Alt+(Digit[1-9])'],
    isOnlyKey: true,
    run: ({ act, app }, digit) => {
      const session = orderedSessions(app)[Number(digit) - 1];
      if (session) act({ type: 'open_session', sessionId: session.id });
    },
  },
  {
    id: 'session.rename',
    title: 'Rename this session',
    group: 'Session',
    slash: 'rename',
    argument: 'name',
    isAvailable: isShown,
    run: rename,
  },
  {
    id: 'session.delete',
    title: 'Delete this session',
    group: 'Session',
    isAvailable: isShown,
    run: (context) => {
      const session = sessionOf(context);
      if (!session) return;
      context.act({ type: 'delete_session', sessionId: session.id, title: session.title || 'New session' });
    },
  },
];

function rename(context: CommandContext, argument = ''): void {
  const sessionId = context.app.view.value;
  const title = argument.trim();
  if (!sessionId) return;
  if (title) context.act({ type: 'rename_session', sessionId, title });
  else context.screen.rename(sessionId);
}
