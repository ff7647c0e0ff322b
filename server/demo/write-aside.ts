import { MESSAGE_OPENING, TITLE_OPENING } from '../protocol/aside-prompt.js';
import { describeChanges } from './describe-changes.js';
import { shortTitle } from './short-title.js';

/** What AcDeck has asked to be written, a commit message or a title; null for every other prompt. */
export function writeAside(prompt: string): string | null {
  if (prompt.startsWith(`${MESSAGE_OPENING}\n`)) return describeChanges(prompt);
  if (prompt.startsWith(`${TITLE_OPENING}\n`)) return shortTitle(prompt);
  return null;
}
