import { catalogue } from './ui/catalogue.js';

/** What notifications of the system say. */
export const notificationWords = catalogue({
  finished: 'The agent has finished.',
  asked: 'The agent needs you.',
  untitled: 'New session',
});
