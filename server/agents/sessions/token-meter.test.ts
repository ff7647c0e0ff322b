import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { TurnTokens } from '../../protocol/events.js';
import { seeded } from '../../testing/seeded.rig.js';
import type { TokenCount } from '../catalog/catalog.js';
import { TokenMeter } from './token-meter.js';

const totals = (...counts: number[]): TurnTokens[] => counts.map((total) => ({ total }));
const outputs = (...counts: number[]): TurnTokens[] => counts.map((output) => ({ output }));

/** What each reply is shown with in the end, after these reports of one opening. */
function readAll(count: TokenCount | null, reports: readonly (TurnTokens | null)[]): (TurnTokens | undefined)[] {
  const meter = new TokenMeter(count);
  const shown: (TurnTokens | undefined)[] = [];
  for (const report of reports) {
    const { tokens, recounted = [] } = meter.read(report);
    // As the reducer does: replies that had tokens, the newest last.
    const had = shown.flatMap((told, n) => (told ? [n] : [])).slice(-recounted.length || shown.length);
    for (const [n, { was, is }] of recounted.entries()) {
      assert.deepEqual(shown[had[n]!], was);
      shown[had[n]!] = is;
    }
    shown.push(tokens);
  }
  return shown;
}

const turn = fc.record({ input: fc.nat(5_000), output: fc.nat(500), total: fc.nat(9_000) }, { noNullPrototype: true });

/** Turns as an agent reports them that adds them up. */
function sums(turns: readonly TurnTokens[]): TurnTokens[] {
  let sum: Required<Omit<TurnTokens, 'cached'>> = { input: 0, output: 0, total: 0 };
  return turns.map(({ input = 0, output = 0, total = 0 }) => {
    sum = { input: sum.input + input, output: sum.output + output, total: sum.total + total };
    return sum;
  });
}

describe('the tokens of a turn', () => {
  it('[US24] are as reported where the agent counts each turn by itself', () => {
    const wire = totals(115, 511, 424, 818, 0, 115, 130, 117);
    assert.deepEqual(readAll('turn', wire), wire);
    assert.deepEqual(readAll(null, wire), wire);
  });

  it('[US24] are what is more where it adds them up from the opening on', (t) => {
    fc.assert(
      fc.property(fc.array(turn), (turns) => assert.deepEqual(readAll('opening', sums(turns)), turns)),
      seeded(t, 200),
    );
    assert.deepEqual(readAll('opening', totals(500, 700, 50, 60)), totals(500, 200, 50, 10), 'one that begins anew');
  });

  it('[US24] have nothing of a count that nobody can tell them from', () => {
    const reports = [{ total: 10 }, null, { total: 30, input: 25 }, { total: 35, input: 28 }, { input: 30 }];
    assert.deepEqual(readAll('opening', reports), [
      { total: 10 },
      undefined,
      { total: 20 },
      { total: 5, input: 3 },
      { input: 2 },
    ]);
  });

  it('[US24] are added up where the agent reports each answer of its model', () => {
    const meter = new TokenMeter('answer');
    const answer = (usage: unknown) => meter.hear({ sessionUpdate: 'agent_message_chunk', _meta: { usage } });
    answer({ inputTokens: 999 });
    meter.begin();
    answer({ inputTokens: 100, outputTokens: 10 });
    answer({ inputTokens: 5, totalTokens: 6 });
    answer({ inputTokens: -1 });
    answer('many');
    assert.deepEqual(meter.read(null), { tokens: { input: 105, output: 10, total: 6 } });
    meter.begin();
    assert.deepEqual(meter.read(null), {});
    const other = new TokenMeter('turn');
    other.hear({ _meta: { usage: { inputTokens: 100 } } });
    assert.deepEqual(other.read(null), {});
  });

  it('[US25] are those of the turn until the output that an unknown agent reports has grown five times; then all are counted anew', () => {
    const wire = outputs(10, 30, 60, 100, 150, 210, 280);
    assert.deepEqual(readAll(null, wire.slice(0, 5)), wire.slice(0, 5));
    assert.deepEqual(readAll(null, wire), outputs(10, 20, 30, 40, 50, 60, 70));
    const withPause = outputs(10, 30, 30, 60, 100, 150, 210);
    assert.deepEqual(readAll(null, withPause), outputs(10, 20, 0, 30, 40, 50, 60), 'a turn that used nothing');
  });

  it('[US25] are those of the turn again where one is smaller soon after that', () => {
    const wire = outputs(10, 30, 60, 100, 150, 210, 280, 90, 300);
    assert.deepEqual(readAll(null, wire), wire);
    const long = outputs(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    assert.deepEqual(readAll(null, [...long, { output: 4 }]), [...long.map(() => ({ output: 1 })), { output: 4 }]);
  });

  it('[US25] are right in the end for any agent that counts in either way', (t) => {
    const some = turn.filter(({ input, output, total }) => input > 0 && output > 0 && total > 0);
    fc.assert(
      fc.property(fc.array(some, { minLength: 6, maxLength: 40 }), (turns) => {
        assert.deepEqual(readAll(null, sums(turns)), turns);
        const isProven = turns.slice(1, 10).some(({ output }, n) => output < turns[n]!.output);
        if (isProven) assert.deepEqual(readAll(null, turns), turns);
      }),
      seeded(t, 200),
    );
  });
});
