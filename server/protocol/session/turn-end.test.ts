import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chunk, ended, entriesAfter, prompt, update } from '../transcript/transcript.rig.js';
import type { SessionEvent } from './session-event.js';

const usage = (amount: number, currency = 'USD'): SessionEvent =>
  update({ sessionUpdate: 'usage_update', used: 5, size: 10, cost: { amount, currency } });
const endsOf = (...events: SessionEvent[]) => entriesAfter(...events).flatMap((entry) => entry.ended ?? []);

describe('the end of a turn in the transcript', () => {
  it('[MS11] is on the last entry: when it began and ended, and the tokens that the agent counted', () => {
    const over: SessionEvent = { type: 'turn_ended', stopReason: 'end_turn', tokens: { output: 7 } };
    const entries = entriesAfter(prompt('Hi'), chunk('Hello'), over);
    assert.deepEqual(entries.at(-1)?.ended, { startedAt: 10, at: 30, seq: 3, tokens: { output: 7 } });
    assert.equal(entries[0]?.ended, undefined);
  });

  it('[MS11] is on the mark or the error that ends a turn early', () => {
    const stopped = entriesAfter(prompt('Hi'), chunk('Hel'), { type: 'turn_ended', stopReason: 'cancelled' });
    assert.deepEqual([stopped.at(-1)?.kind, stopped.at(-1)?.ended?.at], ['mark', 30]);
    const failed = entriesAfter(prompt('Hi'), { type: 'turn_failed', trouble: { code: 'said', text: 'no' } });
    assert.deepEqual([failed.at(-1)?.kind, failed.at(-1)?.ended?.at], ['error', 20]);
  });

  it('[MS11] has the cost by which the session’s has grown, also when the agent counts anew', () => {
    const turns = endsOf(
      ...[prompt('a', 'p1'), chunk('A'), usage(1), ended()],
      ...[prompt('b', 'p2'), chunk('B'), usage(1.5), ended()],
      ...[prompt('c', 'p3'), chunk('C'), ended()],
      ...[prompt('d', 'p4'), chunk('D'), usage(0.25), ended()],
      ...[prompt('e', 'p5'), chunk('E'), usage(3, 'EUR'), ended()],
    );
    assert.deepEqual(
      turns.map(({ cost }) => cost && `${cost.amount} ${cost.currency}`),
      ['1 USD', '0.5 USD', undefined, '0.25 USD', '3 EUR'],
    );
  });

  it('[MS11] has the name of the model that was set', () => {
    const choice = (currentValue: string): SessionEvent => ({
      type: 'options_changed',
      options: [
        {
          ...{ type: 'select', id: 'm', name: 'Model', category: 'model', currentValue },
          options: [{ value: 'big', name: 'Big 5' }],
        },
      ],
    });
    const ends = endsOf(
      ...[choice('big'), prompt('a', 'p1'), chunk('A'), ended()],
      ...[choice('other'), prompt('b', 'p2'), chunk('B'), ended()],
    );
    assert.deepEqual(
      ends.map(({ model }) => model),
      ['Big 5', 'other'],
    );
  });
});
