import { catalogue } from '../../ui/catalogue.js';

/** Signing in to an agent, and out. */
export const signInWords = catalogue({
  signInTo: (agent: string) => `Sign in to ${agent}`,
  signOutOf: (agent: string) => `Sign out of ${agent}`,
  cancel: 'Cancel',
  close: 'Close',
  noMethod: (agent: string) => `${agent} can’t be signed in to from here.`,
  noMethodOrHelp: (agent: string) =>
    `${agent} can’t be signed in to from here. Sign in with its own program in a terminal.`,
  byHand: (help: string) => `By hand: ${help}`,
  signedIn: 'I’ve signed in. Try again',
  waiting: (agent: string, method: string) =>
    `Waiting for ${agent}: ${method}. If a page opened in your browser, finish there.`,
  inTerminal:
    'Answer in the terminal. Nothing typed or shown there is kept. Your message will be sent when you’re done.',
  signingOut: (agent: string) => `Signing out of ${agent}…`,
  signInFailed: 'Signing in didn’t work.',
  signInFailedWhy: (why: string) => `Signing in didn’t work: ${why}`,
  signOutFailed: 'Signing out didn’t work.',
  signOutFailedWhy: (why: string) => `Signing out didn’t work: ${why}`,
  tryAgain: 'Try again',
  otherMethods: 'Other methods',
  signIn: 'Sign in',
  copyCommand: 'Copy command',
  openTerminal: 'Open terminal',
  reviewCommand: 'Review command',
  byMethod: (action: string, method: string) => `${action}: ${method}`,
  unsupported: 'AcDeck doesn’t support this sign-in method. Use another one.',
  command: 'Command',
  noTerminal:
    'Terminals in the page need the optional package @lydell/node-pty, which isn’t installed. Run the command in your own terminal, then try again.',
  chosenBy: (agent: string) => `${agent} chose this command. It will run as you, on the machine running AcDeck:`,
  run: 'Run this command',
  copy: 'Copy',
  notNow: 'Not now',
  setVariables:
    'Set this where you start AcDeck, then restart AcDeck. Don’t put a key into a message: messages are kept.',
  variables: 'Variables',
  optional: 'optional',
  getKey: (address: string) => `Get a key at ${address}`,
  terminal: 'Terminal',
  pageToOpen: (address: string) => `Page to open: ${address}`,
});
