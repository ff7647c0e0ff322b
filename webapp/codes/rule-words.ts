import { type RuleDraft, type RuleTrouble, ruleNameOf } from '../../server/protocol/api/permission-rule.js';
import { own } from '../../server/protocol/own.js';
import type { OldSentence } from '../../server/protocol/reasons.js';
import type { RuleName, RuleSubject } from '../../server/protocol/rule-name.js';
import { catalogue } from '../ui/catalogue.js';

const NAMES = catalogue({
  allow: (pattern: string) => `Allow ${pattern}`,
  deny: (pattern: string) => `Deny ${pattern}`,
  everyKind: (toolKind: string) => `every ${toolKind}`,
  everythingOf: (agentId: string) => `everything from ${agentId}`,
  everything: 'everything',
});

/** A rule by name, as the conversation tells who answered. */
export function ruleNameText(rule: RuleName | OldSentence): string {
  if ('code' in rule) return rule.text;
  const pattern = subjectText(rule.about);
  return rule.effect === 'allow' ? NAMES.allow(pattern) : NAMES.deny(pattern);
}

/** What a rule is about, as short as it can be said: `npm test *`. */
export function rulePattern(rule: RuleDraft): string {
  return subjectText(ruleNameOf(rule).about);
}

function subjectText(about: RuleSubject): string {
  switch (about.kind) {
    case 'command':
      return about.isPrefix ? `${about.text} *` : about.text;
    case 'path':
      return about.toolKind ? `${about.toolKind} ${about.path}` : about.path;
    case 'title':
      return `“${about.title}”`;
    case 'tool':
      return NAMES.everyKind(about.toolKind);
    case 'agent':
      return NAMES.everythingOf(about.agentId);
    default:
      return NAMES.everything;
  }
}

/** A word by a name that somebody else has given. */
export function ownWord<T>(words: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(words, name) ? own(words, name) : undefined;
}

const TROUBLES = catalogue<Record<RuleTrouble, string>>({
  allows_everything: 'A rule that allows must name a command, a path or a kind of tool.',
  names_nothing: 'A rule must name an agent, a kind, a title, a command or a path.',
  folder_not_absolute: 'Enter the full path of the folder.',
  command_not_simple:
    'Enter the start of one simple command, without ; & | < > $ ( ) ` and without a variable before it.',
  path_goes_up: 'A path can’t go up with “..”.',
  command_too_wide: 'Commands that start like this could do anything. Enter the whole command instead.',
  files_without_kind: 'A rule that allows files must say what for: read, search, edit, delete or move.',
  needs_command_or_path: 'A rule that allows this must name the command or the path.',
});

/** Why a rule cannot be kept. */
export function ruleTroubleText(trouble: RuleTrouble): string {
  return ownWord(TROUBLES, trouble) ?? UNKNOWN.trouble;
}

const UNKNOWN = catalogue({ trouble: 'This rule can’t be saved.' });
