import { catalogue } from '../../ui/catalogue.js';
import { plural } from '../../ui/format.js';

/** What replies have used. */
export const usageWords = catalogue({
  heading: 'Usage',
  help: 'Replies, time, tokens and cost in this folder, as far as agents report them. Deleted sessions aren’t counted.',
  range: 'Period',
  days: (count: number) => plural(count, 'Last # day', 'Last # days'),
  measure: 'Chart',
  measures: { replies: 'Replies', time: 'Time', calls: 'Tool calls', tokens: 'Tokens', cost: 'Cost' },
  chart: (measure: string) => `${measure} by day`,
  byDay: 'By day',
  byAgent: 'By agent',
  bySession: 'By session',
  day: 'Day',
  agent: 'Agent',
  session: 'Session',
  total: 'Total',
  today: 'Today',
  input: 'Input tokens',
  output: 'Output tokens',
  notReported: 'Not reported',
  untitled: 'Untitled session',
  none: 'No replies in this period yet. Their numbers will appear here.',
  failed: 'The numbers couldn’t be loaded.',
  tryAgain: 'Try again',
});
