import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeeperThan } from './frame-guard.js';

describe('the depth of JSON', () => {
  it('[R10] counts brackets and not what stands in strings', () => {
    assert.equal(isDeeperThan('[[1]]', 2), false);
    assert.equal(isDeeperThan('[[[1]]]', 2), true);
    assert.equal(isDeeperThan('[{},{},[],{}]', 2), false);
    assert.equal(isDeeperThan('{"[[[[\\"[[[[":"{{{{"}', 1), false);
    assert.equal(isDeeperThan('["\\\\",[[]]]', 2), true);
  });
});
