import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emptyTranscript } from '../../protocol/transcript/transcript.js';
import { savedStateOf, transcriptAt } from './saved-state.js';

/** A saved state with other fields; undefined ones are left out. */
function restored(fields: object) {
  const { seq, body } = savedStateOf(emptyTranscript);
  return transcriptAt({ seq, body: JSON.stringify({ ...JSON.parse(body), ...fields }) }, [])!;
}

describe('a saved state of an earlier version', () => {
  it('[US8] has cost what its agent last said, by currency as far as that is known', () => {
    const usage = { used: 1, size: 9, cost: { amount: 2, currency: 'USD' } };
    const old = { spent: undefined, usage };
    assert.deepEqual(restored(old).spent, { USD: 2 });
    assert.deepEqual(restored({ ...old, totals: { USD: 2, EUR: 1 } }).spent, { USD: 2, EUR: 1 });
    assert.deepEqual(restored({ spent: undefined }).spent, {});
    assert.deepEqual(restored({ spent: { USD: 5 }, usage, totals: { USD: 2 } }).spent, { USD: 5 });
  });
});
