import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RpcError } from './rpc-error.js';

describe('RpcError', () => {
  it('[V5] survives the wire whole', () => {
    const sent = new RpcError('conflict', 'Already answered on Phone.', { by: 'Phone' });
    const got = RpcError.from(JSON.parse(JSON.stringify(sent)));
    assert.deepEqual([got.code, got.message, got.data], ['conflict', 'Already answered on Phone.', { by: 'Phone' }]);
  });

  it('[V5] keeps the sentence of whatever was thrown', () => {
    assert.equal(RpcError.from(new TypeError('No such thing')).message, 'No such thing');
    assert.equal(RpcError.from('plain words').message, 'plain words');
    assert.equal(RpcError.from({ code: -32601, message: 'error' }).code, 'unknown_method');
    assert.equal(RpcError.from(Object.assign(new Error('No file'), { code: 'ENOENT' })).code, 'internal');
    assert.equal(RpcError.from({ code: -1000, message: 'Timed out waiting for response' }).code, 'timeout');
  });
});
