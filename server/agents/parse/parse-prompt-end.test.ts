import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parsePromptEnd } from './parse-prompt-end.js';

describe('the end of a turn, as an agent tells it', () => {
  it('[MS12] has the counts that the agent gives, and no others', () => {
    const usage = { inputTokens: 12, outputTokens: 3, totalTokens: 20, thoughtTokens: 1 };
    const tokens = { input: 12, output: 3, total: 20 };
    assert.deepEqual(parsePromptEnd({ stopReason: 'end_turn', usage }), { stopReason: 'end_turn', tokens });
    const cached = { ...usage, cachedReadTokens: 4, cachedWriteTokens: 1 };
    assert.deepEqual(parsePromptEnd({ usage: cached }).tokens, { ...tokens, cached: 5 });
    assert.deepEqual(parsePromptEnd({ stopReason: 'max_tokens' }), { stopReason: 'max_tokens', tokens: null });
  });

  it('[MS12] has them also under the name that some agents use', () => {
    const quota = { token_count: { input_tokens: 7, output_tokens: 2 } };
    assert.deepEqual(parsePromptEnd({ _meta: { quota } }).tokens, { input: 7, output: 2 });
    assert.deepEqual(parsePromptEnd({ usage: { totalTokens: 1 }, _meta: { quota } }).tokens, { total: 1 });
  });

  it('[MS12] leaves out what is not a count', () => {
    for (const bad of [null, 5, 'many', [], { inputTokens: -1 }, { outputTokens: '7' }, { totalTokens: Number.NaN }])
      assert.deepEqual(parsePromptEnd({ stopReason: 'end_turn', usage: bad, _meta: { quota: bad } }), {
        stopReason: 'end_turn',
        tokens: null,
      });
    assert.deepEqual(parsePromptEnd({ usage: { outputTokens: 7, totalTokens: {} } }), {
      stopReason: 'end_turn',
      tokens: { output: 7 },
    });
  });
});
