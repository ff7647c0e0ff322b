import type { Command } from './command.js';

/** Where a person can go. */
export const pageCommands: readonly Command[] = [
  {
    id: 'go.palette',
    title: 'Show all commands',
    group: 'Go to',
    keys: ['$mod+K'],
    run: ({ screen }) => screen.open('palette'),
  },
  {
    id: 'go.composer',
    title: 'Write a message',
    group: 'Go to',
    keys: ['$mod+/'],
    run: ({ act, screen }) => {
      act({ type: 'close_settings' });
      screen.focus('composer');
    },
  },
  {
    id: 'go.question',
    title: 'Go to what is asked',
    group: 'Go to',
    keys: ['$mod+Shift+Y'],
    isAvailable: ({ screen }) => screen.has('question'),
    run: ({ screen }) => screen.focus('question'),
  },
  {
    id: 'go.sessions',
    title: 'Show or hide the sessions',
    group: 'Go to',
    keys: ['$mod+B'],
    run: ({ screen }) => screen.toggleSessions(),
  },
  {
    id: 'go.next-region',
    title: 'Next part of the page',
    group: 'Go to',
    keys: ['F6'],
    run: ({ screen }) => screen.cycle(1),
  },
  {
    id: 'go.previous-region',
    title: 'Previous part of the page',
    group: 'Go to',
    keys: ['Shift+F6'],
    run: ({ screen }) => screen.cycle(-1),
  },
  {
    id: 'go.shortcuts',
    title: 'Show the keyboard shortcuts',
    group: 'Go to',
    keys: ['Shift+?', '?'],
    slash: 'help',
    run: ({ screen }) => screen.open('shortcuts'),
  },
  {
    id: 'go.settings',
    title: 'Open the settings',
    group: 'Settings',
    keys: ['$mod+,'],
    run: ({ act }) => act({ type: 'open_settings' }),
  },
  {
    id: 'go.logs',
    title: 'Show the logs',
    group: 'Settings',
    slash: 'debug',
    run: ({ act }) => act({ type: 'show_logs' }),
  },
];
