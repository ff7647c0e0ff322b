import { catalogue } from '../../ui/catalogue.js';

/** The terminals that a person works in. */
export const terminalWords = catalogue({
  screen: (name: string, keys: string) => `Terminal ${name}. Press ${keys} to leave it.`,
  name: (shell: string, count: number) => `${shell} ${count}`,
  find: {
    label: 'Find in the terminal',
    previous: 'Previous match',
    next: 'Next match',
    close: 'Close search',
    none: 'No matches',
    position: (at: string, count: string) => `${at} of ${count}`,
  },
  exited: (code: number) => `The shell ended with exit code ${code}.`,
  killed: (signal: number) => `The shell was ended by signal ${signal}.`,
  close: 'Close terminal',
  keys: {
    label: 'Keys',
    escape: 'Esc',
    tab: 'Tab',
    control: 'Ctrl',
    interrupt: 'Ctrl+C',
    up: 'Up',
    down: 'Down',
    left: 'Left',
    right: 'Right',
    find: 'Find',
    paste: 'Paste',
  },
});
