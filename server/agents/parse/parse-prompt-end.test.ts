import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parsePromptEnd } from './parse-prompt-end.js';

describe('the end of a turn, as an agent tells it', () => {
  it('[MS12] has the counts that the agent gives, and no others', () => {
    const usage = { inputTokens: 12, outputTokens: 3, totalTokens: 15, thoughtTokens: 1 };
    const tokens = { input: 12, output: 3, total: 15 };
    assert.deepEqual(parsePromptEnd({ stopReason: 'end_turn', usage }), { stopReason: 'end_turn', tokens });
    assert.deepEqual(parsePromptEnd({ stopReason: 'max_tokens' }), { stopReason: 'max_tokens' });
  });

  it('[MS12] leaves out what is not a count', () => {
    for (const bad of [null, 5, 'many', [], { inputTokens: -1 }, { outputTokens: '7' }, { totalTokens: Number.NaN }])
      assert.deepEqual(parsePromptEnd({ stopReason: 'end_turn', usage: bad }), { stopReason: 'end_turn' });
    assert.deepEqual(parsePromptEnd({ usage: { outputTokens: 7, totalTokens: {} } }), {
      stopReason: 'end_turn',
      tokens: { output: 7 },
    });
  });
});
