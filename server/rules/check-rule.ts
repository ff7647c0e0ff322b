import { isAbsolute } from 'node:path';
import type { RuleDraft } from '../protocol/permission-rule.js';
import { prefixWords } from './match-command.js';

/** What is wrong with a rule, as a sentence; null if it can be kept. */
export function ruleTrouble(rule: RuleDraft): string | null {
  const { effect, agentId, folder, toolKind, title, command, path } = rule;
  const isNarrow = toolKind !== null || title !== null || command !== null || path !== null;
  if (!isNarrow && effect === 'allow') return 'A rule that allows must name a kind, a title, a command or a path.';
  if (!isNarrow && agentId === null) return 'A rule must name an agent, a kind, a title, a command or a path.';
  if (folder !== null && !isAbsolute(folder)) return 'The folder of a rule must be a whole path.';
  if (command?.isPrefix && prefixWords(command) === null) {
    return 'The beginning of a command is one simple command: without ; & | < > $ ( ) ` and without a variable before it.';
  }
  if (path?.split('/').includes('..')) return 'A path of a rule must not go up with "..".';
  return null;
}
