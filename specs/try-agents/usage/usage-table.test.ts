import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { messageWords } from '../../../webapp/components/messages/words.js';
import { usageWords } from '../../../webapp/components/usage/words.js';
import { compactNumber, money, number } from '../../../webapp/ui/format.js';
import type { WireLine } from '../wire-trace.js';
import { tokensOf } from '../wires/wire.js';
import { type ShownUsage, usageTable } from './usage-table.js';
import { wireReplies } from './wire-usage.js';

/** One reply: its tokens, what it costs in thousandths, and whether the agent was started before it. */
interface Reply {
  tokens: number;
  cost: number;
  isRestarted: boolean;
}

const replies = fc.array(
  fc.record({ tokens: fc.integer({ min: 0, max: 5_000 }), cost: fc.nat(50), isRestarted: fc.boolean() }),
  { minLength: 1, maxLength: 12 },
);
const SESSION = 'one';
const agentSays = (message: object): WireLine => ({ from: 'agent', line: JSON.stringify(message) });
const weSay = (message: object): WireLine => ({ from: 'client', line: JSON.stringify(message) });

/** The wire of an agent that reports each reply by itself, or the sum since it was started. */
function wireOf(all: readonly Reply[], isSum: boolean): WireLine[] {
  let [input, output, spent] = [0, 0, 0];
  return all.flatMap(({ tokens, cost, isRestarted }, n) => {
    if (isRestarted) [input, output, spent] = [0, 0, 0];
    const own = tokensOf(tokens).tokens!;
    [input, output, spent] = [input + own.input, output + own.output, spent + cost];
    const [inputTokens, outputTokens] = isSum ? [input, output] : [own.input, own.output];
    const usage = { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens };
    const update = {
      sessionUpdate: 'usage_update',
      used: 1,
      size: 2,
      cost: { amount: spent / 1000, currency: 'USD' },
    };
    return [
      ...(isRestarted ? [weSay({ id: 0, method: 'initialize' })] : []),
      weSay({ id: n + 1, method: 'session/prompt', params: { sessionId: SESSION } }),
      agentSays({ method: 'session/update', params: { sessionId: 'another', update: { ...update, cost: null } } }),
      agentSays({ method: 'session/update', params: { sessionId: SESSION, update } }),
      agentSays({ id: n + 1, result: { stopReason: 'end_turn', usage } }),
    ];
  });
}

/** A page on which every number is right. A restart may lower what the agent says of the cost, never what was spent. */
function truthOf(all: readonly Reply[]): ShownUsage[] {
  let [input, output, spent, told, before] = [0, 0, 0, 0, 0];
  return all.map(({ tokens, cost, isRestarted }) => {
    const model = tokensOf(tokens).tokens!;
    [before, told] = [told, (isRestarted ? 0 : told) + cost];
    const own = (told >= before ? told - before : told) / 1000;
    [input, output, spent] = [input + model.input, output + model.output, spent + own];
    const dollars = (amount: number, none: string) => (amount > 0 ? money(amount, 'USD') : none);
    const row = { input: number(input), output: number(output), cost: dollars(spent, usageWords.notReported) };
    const hint = messageWords.tokensHint(compactNumber(model.input), compactNumber(model.output));
    const reply = {
      ...(tokens > 0 ? { tokens: messageWords.tokens(tokens), hint } : { tokens: '', hint: '' }),
      cost: dollars(own, ''),
    };
    return { session: 'A', model, reply, totals: { day: row, session: row }, sessionCost: dollars(spent, '') };
  });
}

const tableOf = (shown: readonly ShownUsage[], all: readonly Reply[], isSum: boolean) =>
  usageTable(shown, wireReplies(wireOf(all, isSum), new Set([SESSION])));

describe('the table of tokens and costs', () => {
  it('[RA38] finds nothing wrong with a page that is right, however the agent counts', () => {
    fc.assert(
      fc.property(replies, fc.boolean(), (all, isSum) => {
        assert.deepEqual(tableOf(truthOf(all), all, isSum).faults, []);
      }),
    );
  });

  it('[RA38] names each number that is another than on the wire', () => {
    const wrong = '1,234,567';
    const places = ['tokens', 'hint', 'cost', 'session', 'day', 'meter'] as const;
    fc.assert(
      fc.property(replies, fc.boolean(), fc.nat(), fc.constantFrom(...places), (all, isSum, pick, place) => {
        const at = pick % all.length;
        const shown = truthOf(all).map((one, n): ShownUsage => {
          if (n !== at) return one;
          const { reply, totals } = one;
          if (place === 'session' || place === 'day')
            return { ...one, totals: { ...totals, [place]: { ...totals[place], input: wrong } } };
          if (place === 'meter') return { ...one, sessionCost: one.sessionCost && wrong };
          return { ...one, reply: { ...reply!, [place]: wrong } };
        });
        const { faults, text } = tableOf(shown, all, isSum);
        const isSaid = place !== 'meter' || shown[at]!.sessionCost !== '';
        assert.deepEqual(
          faults.map((fault) => fault.split(':')[0]),
          isSaid ? [`reply ${at + 1}`] : [],
        );
        assert.equal(text.includes('DIFFERS'), isSaid);
      }),
    );
  });

  it('[RA38] says where an agent reports tokens beside ACP’s own fields, and expects nothing of the page', () => {
    const lines = [
      weSay({ id: 1, method: 'session/prompt', params: { sessionId: SESSION } }),
      agentSays({ id: 1, result: { stopReason: 'end_turn', _meta: { quota: { token_count: { input_tokens: 5 } } } } }),
    ];
    const none = { input: usageWords.notReported, output: usageWords.notReported, cost: usageWords.notReported };
    const shown: ShownUsage = {
      ...{ session: 'A', model: { input: 5, output: 0 }, reply: { tokens: '', hint: '', cost: '' } },
      ...{ totals: { day: none, session: none }, sessionCost: '' },
    };
    const { text, faults } = usageTable([shown], wireReplies(lines, new Set([SESSION])));
    assert.deepEqual(faults, []);
    assert.match(text, /only in _meta: \{"input_tokens":5\}/);
  });
});
