import { catalogue } from './catalogue.js';
import { plural } from './format.js';

/** Sentences that several features say. */
export const commonWords = catalogue({
  copied: 'Copied',
  notCopied: 'Not copied',
  invisibleCharacter: (code: string) => `${code}, an invisible character`,
  lookAlikeCharacter: (code: string) => `${code}, looks like another character`,
  linesAdded: (count: number) => plural(count, '# line added', '# lines added'),
  linesRemoved: (count: number) => plural(count, '# line removed', '# lines removed'),
  hiddenCharacters: 'Contains hidden characters that change the reading order',
  newSession: 'New session',
  theAgent: 'the agent',
  notifications: {
    unsupported: 'This browser can’t show notifications for this address.',
    blocked:
      'Your browser blocks notifications for this address. Allow them in its site settings, then reload the page.',
    help: 'When the agent finishes or needs you while this page is hidden.',
  },
});
