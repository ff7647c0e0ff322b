import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { seeded } from '../../testing/seeded.rig.js';
import type { SessionEvent } from '../session/session-event.js';
import type { Transcript } from './transcript.js';
import { chunk, prompt, tool, transcriptOf, update } from './transcript.rig.js';
import { addUsage, dayOf, NO_USAGE, readUsage, replyUsage, sumUsage, usageOfReply } from './usage.js';

const lastReplyUsage = (t: Transcript) => replyUsage(t, t.turn.n);
const ended = (tokens?: object): SessionEvent => ({
  type: 'turn_ended',
  stopReason: 'end_turn',
  ...(tokens && { tokens }),
});
const cost = (amount: number) =>
  update({ sessionUpdate: 'usage_update', used: 1, size: 9, cost: { amount, currency: 'USD' } });

describe('what a reply has used', () => {
  it('[US1] is its time, its tool calls, and the tokens and cost that were reported', () => {
    const events = [
      prompt('a'),
      tool('t1', {}),
      tool('t2', {}),
      chunk('A'),
      cost(0.5),
      ended({ input: 10, output: 3 }),
    ];
    const { ms, ...rest } = lastReplyUsage(transcriptOf(...events))!;
    assert.ok(ms > 0);
    assert.deepEqual(rest, { replies: 1, calls: 2, input: 10, output: 3, costs: { USD: 0.5 } });
    assert.equal(lastReplyUsage(transcriptOf(prompt('a'), chunk('A'))), null);
  });

  it('[US2] has nothing that was not reported', () => {
    const used = lastReplyUsage(transcriptOf(prompt('a'), chunk('A'), ended()))!;
    assert.deepEqual(Object.keys(used).sort(), ['calls', 'ms', 'replies']);
    assert.deepEqual(Object.keys(addUsage(used, NO_USAGE)).sort(), ['calls', 'ms', 'replies']);
    assert.equal(addUsage(used, { ...NO_USAGE, input: 5 }).input, 5);
  });

  it('[US3] is what has grown since the reply before in logs of earlier versions, also where the agent counts anew', () => {
    const reply = (input: number, amount: number) => [prompt('x'), chunk('X'), cost(amount), ended({ input })];
    const after = (...events: SessionEvent[][]) => lastReplyUsage(transcriptOf(...events.flat()))!;
    assert.deepEqual([after(reply(10, 1)).input, after(reply(10, 1)).costs], [10, { USD: 1 }]);
    assert.deepEqual(
      [after(reply(10, 1), reply(25, 1.5)).input, after(reply(10, 1), reply(25, 1.5)).costs],
      [15, { USD: 0.5 }],
    );
    assert.equal(after(reply(10, 1), reply(4, 0.25)).input, 4);
    const silent = update({ sessionUpdate: 'usage_update', used: 1, size: 9 });
    assert.deepEqual(
      after(reply(10, 1), [silent], reply(25, 1.5)).costs,
      { USD: 0.5 },
      'a report without a cost between',
    );
  });

  it('[US3] has no impossible number', () => {
    const facts = { startedAt: 1, at: 2 };
    for (const count of [-1, Number.NaN, Number.POSITIVE_INFINITY, 1e12]) {
      const used = usageOfReply({ ...facts, tokens: { input: count }, cost: { amount: count, currency: 'USD' } }, 0);
      assert.deepEqual([used.input, used.costs], [undefined, undefined], String(count));
    }
    assert.equal(usageOfReply({ startedAt: 9, at: 1 }, 0).ms, 0);
    const odd = usageOfReply({ ...facts, cost: { amount: 1, currency: '<b>\n' } }, 0);
    assert.equal(odd.costs, undefined);
  });

  it('[US6] is added up without mixing currencies, in any order', (t) => {
    const sum = fc.record(
      {
        replies: fc.nat(100),
        ms: fc.nat(1e6),
        calls: fc.nat(50),
        input: fc.nat(1e6),
        costs: fc.dictionary(fc.constantFrom('USD', 'EUR', 'credits'), fc.nat(1000)),
      },
      { requiredKeys: ['replies', 'ms', 'calls'] },
    );
    fc.assert(
      fc.property(fc.array(sum, { maxLength: 6 }), (parts) => {
        const all = sumUsage(parts);
        assert.deepEqual(sumUsage([...parts].reverse()), all);
        for (const currency of ['USD', 'EUR', 'credits']) {
          const expected = parts.reduce((total, { costs }) => total + (costs?.[currency] ?? 0), 0);
          assert.equal(all.costs?.[currency] ?? 0, expected);
        }
        assert.equal(
          all.input === undefined,
          parts.every(({ input }) => input === undefined),
        );
      }),
      seeded(t, 100),
    );
  });

  it('[US24] has all tokens, where some agents report a total and others only its parts', () => {
    const reply = (tokens: object) => usageOfReply({ startedAt: 1, at: 2, tokens }, 0);
    const all = sumUsage([reply({ total: 50, input: 3, output: 7 }), reply({ input: 10, output: 2 }), reply({})]);
    assert.deepEqual([all.input, all.output, all.total], [13, 9, 62]);
    assert.equal(sumUsage([reply({}), reply({})]).total, undefined);
  });

  it('[US6] counts currencies that are called like what objects have', () => {
    const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'];
    const reply = (currency: string) => usageOfReply({ startedAt: 1, at: 2, cost: { amount: 5, currency } }, 2);
    const all = sumUsage([...names, ...names].map(reply));
    assert.deepEqual([all.calls, Object.entries(all.costs!)], [20, names.map((name) => [name, 10])]);
    const day = dayOf(0);
    assert.deepEqual(Object.entries(readUsage(JSON.parse(JSON.stringify({ [day]: all })))[day]!.costs!).length, 5);
  });

  it('[US6] counts absurdly many currencies, the last of them together', () => {
    const names = Array.from({ length: 30 }, (_, n) => `coin ${n}`);
    const all = sumUsage(
      names.map((currency) => usageOfReply({ startedAt: 1, at: 2, cost: { amount: 2, currency } }, 0)),
    );
    const kept = names.slice(0, 20).map((name) => [name, 2]);
    assert.deepEqual(Object.entries(all.costs!), [...kept, ['other currencies', 20]]);
  });

  it('[US5] loses only the costs of a record whose costs are damaged', () => {
    const [day, costs] = [dayOf(0), { USD: 5, constructor: 'function Object() { [native code] }6' }];
    const kept = readUsage({ [day]: { replies: 2, ms: 5, calls: 10, costs } });
    assert.deepEqual(kept, { [day]: { replies: 2, ms: 5, calls: 10, costs: { USD: 5 } } });
  });

  it('[US5] is read again as it was kept, and a damaged record is none', () => {
    const day = dayOf(new Date(2026, 2, 9, 23, 59).getTime());
    assert.equal(day, '2026-03-09');
    const kept = { [day]: { replies: 1, ms: 5, calls: 0, costs: { USD: 1 } } };
    assert.deepEqual(readUsage(JSON.parse(JSON.stringify(kept))), kept);
    for (const bad of [
      null,
      7,
      'x',
      [],
      { [day]: null },
      { [day]: { replies: -1, ms: 1, calls: 1 } },
      { [day]: { replies: 'x' } },
    ]) {
      assert.deepEqual(readUsage(bad), {});
    }
    assert.deepEqual(readUsage({ __proto__: kept[day], 'not a day': kept[day] }), {});
  });
});
