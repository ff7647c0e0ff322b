import { catalogue } from '../../ui/catalogue.js';
import { plural } from '../../ui/format.js';

/** Forms that agents ask to fill in, and what can be wrong with them. */
export const formWords = catalogue({
  question: 'Question',
  answer: 'Answer',
  openInTab: 'Open in a new tab',
  decline: 'Decline',
  cancel: 'Cancel',
  dismissAll: (count: string) => `Dismiss all (${count})`,
  notAPage: 'The agent wants to open an address that isn’t a web page:',
  openPage: (host: string) => `The agent asks you to open this page at ${host}.`,
  choose: 'Choose…',
  optional: 'optional',
  chooseOne: 'Choose one.',
  fillIn: 'Fill this in.',
  chooseAtLeast: (count: number) => plural(count, 'Choose at least #.', 'Choose at least #.'),
  chooseAtMost: (count: number) => plural(count, 'Choose at most #.', 'Choose at most #.'),
  enterNumber: 'Enter a number.',
  enterWhole: 'Enter a whole number.',
  atLeast: (least: string) => `Must be at least ${least}.`,
  atMost: (most: string) => `Must be at most ${most}.`,
  longer: (count: number) => plural(count, 'Enter at least # character.', 'Enter at least # characters.'),
  shorter: (count: number) => plural(count, 'Enter at most # character.', 'Enter at most # characters.'),
  enterEmail: 'Enter an email address.',
  enterAddress: 'Enter a full address, such as https://example.com.',
  enterDate: 'Enter a date.',
});
