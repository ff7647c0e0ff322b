import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { seeded } from '../../../server/testing/seeded.rig.js';
import { composerWords } from '../../../webapp/components/composer/words.js';
import { messageWords } from '../../../webapp/components/messages/words.js';
import { usageWords } from '../../../webapp/components/usage/words.js';
import { money, number } from '../../../webapp/ui/format.js';
import type { WireLine } from '../wire-trace.js';
import { tokensOf } from '../wires/wire.js';
import { type ShownUsage, usageTable } from './usage-table.js';
import { wireReplies } from './wire-usage.js';

/** One reply: its tokens, what it costs in thousandths if that is told, and whether the agent was started before it. */
interface Reply {
  tokens: number;
  cost: number | null;
  cached: number;
  isRestarted: boolean;
}

const replies = fc.array(
  fc.record({
    tokens: fc.integer({ min: 0, max: 5_000 }),
    cost: fc.option(fc.nat(50)),
    cached: fc.nat(3),
    isRestarted: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);
const SESSION = 'one';
const agentSays = (message: object): WireLine => ({ from: 'agent', line: JSON.stringify(message) });
const weSay = (message: object): WireLine => ({ from: 'client', line: JSON.stringify(message) });

/** The wire of an agent that reports each reply by itself, or the sum since it was started. */
function wireOf(all: readonly Reply[], isSum: boolean): WireLine[] {
  let sum = { input: 0, output: 0, cached: 0, spent: 0 };
  return all.flatMap(({ tokens, cost, cached, isRestarted }, n) => {
    if (isRestarted) sum = { input: 0, output: 0, cached: 0, spent: 0 };
    const own = tokensOf(tokens).tokens!;
    sum = {
      ...{ input: sum.input + own.input, output: sum.output + own.output },
      ...{ cached: sum.cached + cached, spent: sum.spent + (cost ?? 0) },
    };
    const told = isSum ? sum : { ...own, cached };
    const usage = {
      ...{ inputTokens: told.input, outputTokens: told.output, totalTokens: told.input + told.output },
      ...{ cachedReadTokens: told.cached, cachedWriteTokens: 0 },
    };
    const price = (amount: number) => ({
      ...{ sessionUpdate: 'usage_update', used: 1, size: 2 },
      cost: { amount, currency: 'USD' },
    });
    const update = cost === null ? { ...price(0), cost: null } : price(sum.spent / 1000);
    return [
      ...(isRestarted ? [weSay({ id: 0, method: 'initialize' })] : []),
      weSay({ id: n + 1, method: 'session/prompt', params: { sessionId: SESSION } }),
      agentSays({ method: 'session/update', params: { sessionId: SESSION, update } }),
      agentSays({ method: 'session/update', params: { sessionId: 'another', update: price(99) } }),
      agentSays({ id: n + 1, result: { stopReason: 'end_turn', usage } }),
    ];
  });
}

/** A page on which every number is right. A restart may lower what the agent says of the cost, never what was spent. */
function truthOf(all: readonly Reply[]): ShownUsage[] {
  let [input, output, told, before] = [0, 0, 0, 0];
  let spent: number | null = null;
  return all.map(({ tokens, cost, cached, isRestarted }) => {
    const model = tokensOf(tokens).tokens!;
    told = (isRestarted ? 0 : told) + (cost ?? 0);
    const own = cost === null ? null : (told >= before ? told - before : told) / 1000;
    if (own !== null) [spent, before] = [(spent ?? 0) + own, told];
    [input, output] = [input + model.input, output + model.output];
    const dollars = (amount: number | null, none: string) => (amount === null ? none : money(amount, 'USD'));
    const row = {
      ...{ tokens: number(input + output), input: number(input), output: number(output) },
      cost: dollars(spent, usageWords.notReported),
    };
    const { counts } = messageWords;
    const parts = [
      ...[counts.input(number(model.input)), counts.output(number(model.output))],
      ...(cached > 0 ? [counts.cached(number(cached))] : []),
    ];
    const hint = messageWords.tokensHint(parts.join(', '));
    const reply = { tokens: messageWords.tokens(tokens), hint, cost: dollars(own, '') };
    const sessionCost = dollars(spent, composerWords.notReported);
    return { session: 'A', model, reply, totals: { day: row, session: row }, sessionCost };
  });
}

const tableOf = (shown: readonly ShownUsage[], all: readonly Reply[], isSum: boolean) =>
  usageTable(shown, wireReplies(wireOf(all, isSum), new Set([SESSION])), isSum);

describe('the table of tokens and costs', () => {
  it('[RA38] finds nothing wrong with a page that is right, however the agent counts', (t) => {
    fc.assert(
      fc.property(replies, fc.boolean(), (all, isSum) => {
        assert.deepEqual(tableOf(truthOf(all), all, isSum).faults, []);
      }),
      seeded(t, 100),
    );
  });

  it('[RA38] names each number that is another than on the wire', (t) => {
    const wrong = '1,234,567';
    const places = ['tokens', 'hint', 'cost', 'session', 'day', 'meter'] as const;
    const columns = ['tokens', 'input', 'output', 'cost'] as const;
    fc.assert(
      fc.property(replies, fc.boolean(), fc.nat(), fc.constantFrom(...places), (all, isSum, pick, place) => {
        const [at, column] = [pick % all.length, columns[pick % columns.length]!];
        const shown = truthOf(all).map((one, n): ShownUsage => {
          if (n !== at) return one;
          const { reply, totals } = one;
          if (place === 'session' || place === 'day')
            return { ...one, totals: { ...totals, [place]: { ...totals[place], [column]: wrong } } };
          if (place === 'meter') return { ...one, sessionCost: wrong };
          return { ...one, reply: { ...reply!, [place]: wrong } };
        });
        const { faults, text } = tableOf(shown, all, isSum);
        assert.deepEqual(
          faults.map((fault) => fault.split(':')[0]),
          [`reply ${at + 1}`],
        );
        assert.ok(text.includes('DIFFERS'));
      }),
      seeded(t, 100),
    );
  });

  it('[RA38] reads tokens beside ACP’s own fields, and says where they were', () => {
    const answer = (input: number, output: number) => ({
      ...{ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: '' } },
      _meta: { usage: { inputTokens: input, outputTokens: output, totalTokens: input + output } },
    });
    const ways: { source: string; updates: object[]; result: object }[] = [
      {
        ...{ source: '_meta.quota', updates: [] },
        result: { _meta: { quota: { token_count: { input_tokens: 5, output_tokens: 2 } } } },
      },
      { source: '_meta.usage', updates: [answer(4, 0), answer(1, 2)], result: {} },
    ];
    const none = { tokens: '', hint: '', cost: '' };
    const silent = { ...none, input: usageWords.notReported, output: usageWords.notReported };
    const row = { tokens: '7', input: '5', output: '2', cost: usageWords.notReported };
    const right = { ...none, tokens: messageWords.tokens(7), hint: messageWords.tokensHint('5 in, 2 out') };
    for (const { source, updates, result } of ways) {
      const lines = [
        weSay({ id: 1, method: 'session/prompt', params: { sessionId: SESSION } }),
        ...updates.map((update) => agentSays({ method: 'session/update', params: { sessionId: SESSION, update } })),
        agentSays({ id: 1, result: { stopReason: 'end_turn', ...result } }),
      ];
      const shown = { session: 'A', model: { input: 5, output: 2 }, sessionCost: '' };
      const wire = wireReplies(lines, new Set([SESSION]));
      const good = usageTable([{ ...shown, reply: right, totals: { day: row, session: row } }], wire, false);
      assert.deepEqual(good.faults, []);
      assert.ok(good.text.includes(`7 (5 in, 2 out) in ${source}`));
      const bad = usageTable([{ ...shown, reply: none, totals: { day: silent, session: silent } }], wire, false);
      assert.ok(bad.faults.length > 0);
    }
  });

  it('[RA38] says where an agent passes on other numbers than its model’s, and expects them on the page', () => {
    const [shown] = truthOf([{ tokens: 50, cost: null, cached: 0, isRestarted: false }]);
    const all = [{ tokens: 50, cost: null, cached: 0, isRestarted: false }];
    const { text, faults } = tableOf([{ ...shown!, model: { input: 1, output: 1 } }], all, false);
    assert.deepEqual(faults, []);
    assert.match(text, /unlike the model/);
  });
});
