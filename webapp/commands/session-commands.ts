import { serverCommand } from '../state/app/acts.js';
import { orderedSessions } from '../state/app/session-groups.js';
import { isWide } from '../ui/media-controller.js';
import type { Command, CommandContext } from './command.js';
import { commandWords } from './words.js';

/** The session on screen, if it is known. */
export function sessionOf({ app }: CommandContext) {
  return app.server.app.value?.sessions.find(({ id }) => id === app.page.view.value) ?? null;
}

const isShown = (context: CommandContext) => sessionOf(context) !== null;

/** What a person does with whole sessions. */
export const sessionCommands: readonly Command[] = [
  {
    id: 'session.new',
    title: commandWords.session.create,
    group: commandWords.groups.session,
    keys: ['$mod+Shift+O'],
    slash: 'new',
    run: ({ act }) => act({ type: 'new_session', agentId: null }),
  },
  {
    id: 'session.clear',
    title: commandWords.session.clear,
    group: commandWords.groups.session,
    slash: 'clear',
    isAvailable: isShown,
    run: (context) => context.act({ type: 'new_session', agentId: sessionOf(context)?.agentId ?? null }),
  },
  {
    id: 'session.agent',
    title: commandWords.session.agent,
    group: commandWords.groups.session,
    slash: 'agent',
    isAvailable: ({ app }) => (app.server.app.value?.agents.length ?? 0) > 1,
    run: ({ screen }) => screen.open('palette', commandWords.groups.agent),
  },
  {
    id: 'session.switch',
    title: commandWords.session.switch,
    group: commandWords.groups.session,
    keys: ['$mod+P'],
    run: ({ screen }, words) => screen.open('switcher', words || undefined),
  },
  {
    id: 'session.beside',
    title: commandWords.session.beside,
    group: commandWords.groups.session,
    keys: ['$mod+Backslash'],
    isAvailable: ({ app }) => isWide() && app.page.view.value !== null,
    run: ({ act, screen, app }) => {
      const { beside } = app.page.view;
      if (beside.value?.isDrawn) act({ type: 'open_beside', sessionId: beside.value.sessionId });
      else screen.open('beside');
    },
  },
  {
    id: 'session.nth',
    title: commandWords.session.nth,
    group: commandWords.groups.session,
    keys: ['Alt+(Digit[1-9])'],
    isOnlyKey: true,
    run: ({ act, app }, digit) => {
      const session = orderedSessions(app)[Number(digit) - 1];
      if (session) act({ type: 'open_session', sessionId: session.id });
    },
  },
  {
    id: 'session.rename',
    title: commandWords.session.rename,
    group: commandWords.groups.session,
    slash: 'rename',
    argument: 'name',
    isAvailable: isShown,
    run: rename,
  },
  {
    id: 'session.handOver',
    title: commandWords.session.handOver,
    group: commandWords.groups.session,
    slash: 'handover',
    isAvailable: (context) => Boolean(sessionOf(context)?.writable) && !sessionOf(context)?.empty,
    run: ({ screen }) => screen.open('askAgent'),
  },
  {
    id: 'session.delete',
    title: commandWords.session.delete,
    group: commandWords.groups.session,
    isAvailable: (context) => isShown(context) && !sessionOf(context)?.empty,
    run: (context) => {
      const session = sessionOf(context);
      if (!session) return;
      context.act({
        type: 'delete_session',
        sessionId: session.id,
        title: session.title || commandWords.session.untitled,
      });
    },
  },
];

function rename(context: CommandContext, argument = ''): void {
  const sessionId = context.app.page.view.value;
  const title = argument.trim();
  if (!sessionId) return;
  if (title) context.act(serverCommand('Sessions', 'rename', sessionId, title));
  else context.screen.rename(sessionId);
}
