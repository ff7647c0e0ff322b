import { catalogue } from '../../ui/catalogue.js';

/** The tour for somebody who is here for the first time. */
export const tourWords = catalogue({
  tour: 'Tour',
  step: (now: string, all: string) => `Step ${now} of ${all}`,
  back: 'Back',
  next: 'Next',
  done: 'Done',
  end: 'End tour',
  steps: {
    composer: {
      title: 'Write here',
      text: 'Ask for anything in plain words. Type @ to add files and / for commands. Enter sends, and messages queue while the agent works.',
    },
    control: {
      title: 'You decide',
      text: 'When the agent needs permission, its request appears above this field. You can allow it once, always or not at all.',
    },
    agent: {
      title: 'Your agent',
      text: 'Restart it, read its log, start a session with another agent or set up a new one.',
    },
    sessions: {
      title: 'Your sessions',
      text: 'Every conversation is kept. Search them, pin them and go on where you left off, also in another tab.',
    },
    work: {
      title: 'Changes, files and terminals',
      text: 'Review what the agent changed, read and edit files, commit, and use your own terminal.',
    },
    commands: {
      title: 'All the rest',
      text: 'The command palette has everything, with its shortcuts, and this tour too.',
    },
  },
});
