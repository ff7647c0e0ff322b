import type { Actor } from '../../server/protocol/events.js';
import type { Entry, PermissionOutcome, QuestionOutcome } from '../../server/protocol/transcript/entries.js';
import { errorDetails, errorEntryText, markText } from '../../webapp/codes/entry-words.js';
import { serverReasonText, terminalEndText, voidReasonText } from '../../webapp/codes/reason-words.js';
import { ruleNameText } from '../../webapp/codes/rule-words.js';
import { noticeText } from '../../webapp/components/conversation/notice-words.js';

/**
 * An entry in the shape that it had when entries held sentences: with the words that the page has for it now, and
 * without how its turn ended, which entries did not tell then.
 */
export function shownBefore({ ended: _ended, ...entry }: Entry): object {
  switch (entry.kind) {
    case 'notice': {
      const { notice, ...rest } = entry;
      return { ...rest, ...noticeText(notice) };
    }
    case 'error': {
      const { trouble: _trouble, code: _code, ...rest } = entry;
      return { ...rest, message: errorEntryText(entry), details: errorDetails(entry) };
    }
    case 'mark':
      return { ...entry, mark: entry.mark.code, text: markText(entry.mark) };
    case 'question':
      return { ...entry, outcome: outcomeBefore(entry.outcome) };
    case 'tool':
      return {
        ...entry,
        permissions: entry.permissions.map((asked) => ({ ...asked, outcome: outcomeBefore(asked.outcome) })),
      };
    case 'terminal':
      return entry.exit?.reason
        ? { ...entry, exit: { ...entry.exit, reason: terminalEndText(entry.exit.reason) } }
        : entry;
    default:
      return entry;
  }
}

function outcomeBefore(outcome: PermissionOutcome | QuestionOutcome): object {
  if (outcome.status === 'voided') return { ...outcome, reason: voidReasonText(outcome.reason) };
  if (outcome.status !== 'answered') return outcome;
  const stored = 'stored' in outcome && outcome.stored ? { stored: ruleNameText(outcome.stored) } : {};
  return { ...outcome, ...stored, by: actorBefore(outcome.by) };
}

function actorBefore(by: Actor): object {
  if (by.kind === 'server' && by.reason) return { ...by, reason: serverReasonText(by.reason) };
  return by.kind === 'rule' ? { ...by, rule: ruleNameText(by.rule) } : by;
}
