import { catalogue } from '../../ui/catalogue.js';
import { plural } from '../../ui/format.js';

/** What replies have used. */
export const usageWords = catalogue({
  heading: 'Usage',
  help: 'Replies, time, tokens and cost in this folder, as far as agents report them. Deleted sessions aren’t counted.',
  history: 'Used so far',
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
  budget: {
    heading: 'Budgets',
    help: 'AcDeck warns you at 80% of a budget and stops the agent when it’s used up. Tasks given to other agents count for the reply that needed them. Leave a field empty for no limit.',
    none: 'No limit',
    spans: { reply: 'Per reply', day: 'Per day, in this folder' },
    measures: { minutes: 'Minutes', toolCalls: 'Tool calls', tokens: 'Tokens', cost: 'Cost' },
    notes: {
      minutes: 'How long the agent works',
      toolCalls: 'How often it uses a tool',
      tokens: 'As reported by the agent, usually when a reply ends',
      cost: 'As reported by the agent, in each currency',
    },
    today: (used: string) => `Today: ${used}`,
  },
});
