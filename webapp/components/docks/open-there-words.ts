import { catalogue } from '../../ui/catalogue.js';

/** The way to a session's own folder. */
export const openThereWords = catalogue({
  belongs: 'This session belongs to',
  states: {
    asking: '',
    failed: 'Couldn’t check whether AcDeck is running there.',
    running: 'AcDeck is running there. You may have to sign in.',
    stopped: 'To continue it, start AcDeck in that folder:',
    gone: 'The folder no longer exists.',
  },
  open: 'Open there',
  copy: 'Copy',
  again: 'Check again',
});
