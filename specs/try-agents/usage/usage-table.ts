import type { Cost } from '../../../server/protocol/usage-sum.js';
import { composerWords } from '../../../webapp/components/composer/words.js';
import { messageWords } from '../../../webapp/components/messages/words.js';
import { usageWords } from '../../../webapp/components/usage/words.js';
import { money, number } from '../../../webapp/ui/format.js';
import type { Tokens } from '../wires/wire.js';
import { allOf, NOTHING_REPORTED, plus, type ReplyUsage, type UsageTotals, usageOf } from './expected-usage.js';
import type { ShownReply, ShownTotals } from './page-usage.js';
import type { WireReply, WireTokens } from './wire-usage.js';

/** What the page showed when a reply was over. */
export interface ShownUsage {
  readonly session: string;
  readonly model: Tokens;
  /** Null for a reply that was given in another tab. */
  readonly reply: ShownReply | null;
  readonly totals: { readonly day: ShownTotals; readonly session: ShownTotals };
  /** By the meter; empty where there is none. */
  readonly sessionCost: string;
}

/** One reply: what the model said, what went over the wire, and what the page shows. */
interface Row {
  readonly cells: readonly string[];
  /** What is shown, and should be something else. */
  readonly faults: readonly string[];
}

const HEAD = [
  'reply',
  'model',
  'wire: tokens',
  'wire: cost',
  'read as',
  'reply shows',
  'session shows',
  'today shows',
  '',
];

/** All replies in a table, and what of it is wrong. `isSum` for an agent that counts tokens from its start on. */
export function usageTable(
  shown: readonly ShownUsage[],
  wire: readonly WireReply[],
  isSum: boolean,
): { text: string; faults: string[] } {
  const rows = rowsOf(shown, wire, isSum);
  const lines = [HEAD, HEAD.map(() => '---'), ...rows.map(({ cells }) => cells)];
  return {
    text: lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
    faults: rows.flatMap(({ faults }, n) => faults.map((fault) => `reply ${n + 1}: ${fault}`)),
  };
}

function rowsOf(shown: readonly ShownUsage[], wire: readonly WireReply[], isSum: boolean): Row[] {
  let day = NOTHING_REPORTED;
  const sessions = new Map<string, { totals: UsageTotals; last: WireReply | null }>();
  return shown.map((one, n) => {
    const reported = wire[n];
    if (!reported) return { cells: [String(n + 1)], faults: ['nothing of it went over the wire'] };
    const { totals, last } = sessions.get(one.session) ?? { totals: NOTHING_REPORTED, last: null };
    const usage = usageOf(reported, last, isSum);
    const session = plus(totals, usage);
    day = plus(day, usage);
    sessions.set(one.session, { totals: session, last: reported });
    const faults = [
      ...(one.reply ? replyFaults(one.reply, usage) : []),
      ...totalFaults('the session', one.totals.session, session),
      ...totalFaults('today', one.totals.day, day),
      ...meterFaults(one.sessionCost, session.cost),
    ];
    const sums = [one.totals.session, one.totals.day].map(totalsText);
    const meter = one.sessionCost === '' ? '' : `, meter ${one.sessionCost}`;
    const cells = [
      ...[`${one.session}${n + 1}`, tokensText(one.model)],
      ...[wireText(reported), costText(reported.cost), readingOf(usage, one.model, isSum)],
      ...[one.reply ? replyText(one.reply) : 'another tab', `${sums[0]}${meter}`, sums[1]!],
      faults.length === 0 ? 'equal' : 'DIFFERS',
    ];
    return { cells, faults };
  });
}

/** How the agent's number was read, and whether it is the model's own: no agent has to pass on what its model said. */
function readingOf({ tokens }: ReplyUsage, model: Tokens, isSum: boolean): string {
  if (!tokens) return 'none';
  return `${isSum ? 'sum' : 'reply'}${allOf(tokens) === allOf(model) ? '' : ', unlike the model'}`;
}

function replyFaults({ tokens, hint, cost }: ShownReply, usage: ReplyUsage): string[] {
  return [
    ...differs('its tokens', tokens, usage.tokens ? messageWords.tokens(allOf(usage.tokens)) : ''),
    ...differs('its hint', hint, usage.tokens ? hintOf(usage.tokens) : ''),
    ...costFaults('its cost', cost, usage.cost, ''),
  ];
}

/** What was told of a reply in full; what was cached only where something was. */
export function hintOf({ input, output, cached }: WireTokens): string {
  const { counts } = messageWords;
  const told = [
    typeof input === 'number' && counts.input(number(input)),
    typeof output === 'number' && counts.output(number(output)),
    cached && counts.cached(number(cached)),
  ];
  return messageWords.tokensHint(told.filter(Boolean).join(', '));
}

function totalFaults(whose: string, shown: ShownTotals, totals: UsageTotals): string[] {
  const count = (n: number | null) => (n === null ? usageWords.notReported : number(n));
  return [
    ...differs(`tokens of ${whose}`, shown.tokens, count(totals.total)),
    ...differs(`input of ${whose}`, shown.input, count(totals.input)),
    ...differs(`output of ${whose}`, shown.output, count(totals.output)),
    ...costFaults(`cost of ${whose}`, shown.cost, totals.cost, usageWords.notReported),
  ];
}

/** A meter without a price says so; one with a price has the session's. */
function meterFaults(shown: string, cost: Cost | null): string[] {
  return shown === '' ? [] : costFaults('cost at the meter', shown, cost, composerWords.notReported);
}

/** Amounts that were added up in another order may fall on either side of half a cent. */
const HAIR = 1e-9;

function costFaults(what: string, shown: string, cost: Cost | null, none: string): string[] {
  if (!cost) return differs(what, shown, none);
  const near = [0, -HAIR, HAIR]
    .map((hair) => Math.max(0, cost.amount + hair))
    .map((amount) => money(amount, cost.currency));
  return near.includes(shown) ? [] : differs(what, shown, near[0]!);
}

function differs(what: string, shown: string, should: string): string[] {
  return shown === should ? [] : [`${what}: “${shown}” instead of “${should}”`];
}

function wireText({ tokens, source }: WireReply): string {
  return tokens ? `${tokensText(tokens)}${source === 'usage' ? '' : ` in ${source}`}` : 'none';
}

function tokensText(tokens: WireTokens): string {
  const { input = '–', output = '–', cached } = tokens;
  return `${allOf(tokens)} (${input} in, ${output} out${cached ? `, ${cached} cached` : ''})`;
}

function costText(cost: Cost | null): string {
  return cost ? `${Number(cost.amount.toPrecision(6))} ${cost.currency}` : 'none';
}

function replyText({ tokens, hint, cost }: ShownReply): string {
  return [tokens || 'no tokens', ...(hint ? [`(${hint.split(', as')[0]})`] : []), cost].filter(Boolean).join(' ');
}

function totalsText({ tokens, input, output, cost }: ShownTotals): string {
  const isSilent = [tokens, input, output].every((count) => count === usageWords.notReported);
  return isSilent ? `– ${cost}` : `${tokens} (${input} in, ${output} out), ${cost}`;
}
