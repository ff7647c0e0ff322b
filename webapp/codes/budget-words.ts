import type { BannerSubject } from '../../server/protocol/api/app-state.js';
import type { BudgetMeasure, BudgetUse } from '../../server/protocol/budget.js';
import { catalogue } from '../ui/catalogue.js';
import { compactNumber, compactPlural, money, plural, roughDuration } from '../ui/format.js';

const words = catalogue({
  toolCalls: (count: number) => plural(count, '# tool call', '# tool calls'),
  tokens: (count: number) => compactPlural(count, '# token', '# tokens'),
  reached: {
    reply: (limit: string) => `The reply reached its budget of ${limit}`,
    day: (limit: string) => `The budget of ${limit} per day is used up`,
  },
  overrun: (used: string, limit: string) => `This reply used ${used}. Its budget is ${limit}.`,
  near: {
    reply: (session: string, share: string) => `The reply in “${session}” is close to its budget: ${share}.`,
    day: (share: string) => `Today’s budget is almost used up: ${share}.`,
  },
  usedUp: (share: string) => `Today’s budget is used up: ${share}. New messages wait until you continue or change it.`,
  share: (used: string, limit: string) => `${used} of ${limit}`,
  untitled: 'New session',
});

/** How much of something a budget is about: `30 min`, `100 tool calls`, `500K tokens`, `$20.00`. */
export function budgetAmount(measure: BudgetMeasure, amount: number, unit = ''): string {
  switch (measure) {
    case 'minutes':
      return roughDuration(amount * 60_000);
    case 'toolCalls':
      return words.toolCalls(amount);
    case 'tokens':
      return words.tokens(amount);
    case 'cost':
      return money(amount, unit);
    default:
      // A newer server may know of more.
      measure satisfies never;
      return String(amount);
  }
}

/** Which budget is used up. */
export function budgetReachedText({ span, measure, limit, unit }: BudgetUse): string {
  return words.reached[span === 'day' ? 'day' : 'reply'](budgetAmount(measure, limit, unit));
}

/** What a reply that is over has used too much of. */
export function budgetOverrunText({ measure, limit, used, unit }: BudgetUse): string {
  return words.overrun(budgetAmount(measure, used, unit), budgetAmount(measure, limit, unit));
}

/** What all tabs are told of a budget. */
export function budgetBannerText({ level, budget, session }: Extract<BannerSubject, { code: 'budget' }>): string {
  const share = shareText(budget);
  if (level === 'reached') return words.usedUp(share);
  return budget.span === 'day' ? words.near.day(share) : words.near.reply(session || words.untitled, share);
}

/** `4 of 5 tool calls`, `$16.40 of $20.00`. */
function shareText({ measure, limit, used, unit }: BudgetUse): string {
  const isCount = measure === 'toolCalls' || measure === 'tokens';
  return words.share(
    isCount ? compactNumber(used) : budgetAmount(measure, used, unit),
    budgetAmount(measure, limit, unit),
  );
}
