import type { Command } from './command.js';
import { commandWords } from './words.js';

/** Where a person can go. */
export const pageCommands: readonly Command[] = [
  {
    id: 'go.palette',
    title: commandWords.page.palette,
    group: commandWords.groups.goTo,
    keys: ['$mod+K'],
    run: ({ screen }) => screen.open('palette'),
  },
  {
    id: 'go.composer',
    title: commandWords.page.compose,
    group: commandWords.groups.goTo,
    keys: ['$mod+/'],
    run: ({ act, screen }) => {
      act({ type: 'close_settings' });
      screen.focus('composer');
    },
  },
  {
    id: 'go.question',
    title: commandWords.page.request,
    group: commandWords.groups.goTo,
    keys: ['$mod+Shift+Y'],
    isAvailable: ({ screen }) => screen.has('question'),
    run: ({ screen }) => screen.focus('question'),
  },
  {
    id: 'go.sessions',
    title: commandWords.page.sessions,
    group: commandWords.groups.goTo,
    keys: ['$mod+B'],
    run: ({ screen }) => screen.toggleSessions(),
  },
  {
    id: 'go.next-region',
    title: commandWords.page.next,
    group: commandWords.groups.goTo,
    keys: ['F6'],
    run: ({ screen }) => screen.cycle(1),
  },
  {
    id: 'go.previous-region',
    title: commandWords.page.previous,
    group: commandWords.groups.goTo,
    keys: ['Shift+F6'],
    run: ({ screen }) => screen.cycle(-1),
  },
  {
    id: 'go.shortcuts',
    title: commandWords.page.shortcuts,
    group: commandWords.groups.goTo,
    keys: ['Shift+?', '?'],
    slash: 'help',
    run: ({ screen }) => screen.open('shortcuts'),
  },
  {
    id: 'go.tour',
    title: commandWords.page.tour,
    group: commandWords.groups.goTo,
    slash: 'tour',
    run: ({ screen }) => screen.open('tour'),
  },
  {
    id: 'go.settings',
    title: commandWords.page.settings,
    group: commandWords.groups.settings,
    keys: ['$mod+,'],
    run: ({ act }) => act({ type: 'open_settings' }),
  },
  {
    id: 'go.back',
    title: commandWords.page.back,
    group: commandWords.groups.settings,
    keys: ['Escape'],
    isAvailable: ({ app: { page } }) => page.settings.value !== null || page.view.beside.value?.isDrawn === true,
    run: ({ act, app: { page } }) => act({ type: page.settings.value === null ? 'close_beside' : 'close_settings' }),
  },
  {
    id: 'go.logs',
    title: commandWords.page.logs,
    group: commandWords.groups.settings,
    slash: 'debug',
    run: ({ act }) => act({ type: 'show_logs' }),
  },
];
