import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ERROR_CODES, RpcError, type RpcErrorName } from './rpc-error.js';

describe('RpcError', () => {
  it('[V5] survives the wire whole', () => {
    const sent = new RpcError('conflict', 'Already answered.', { code: 'queue_full', most: 5 });
    const got = RpcError.from(JSON.parse(JSON.stringify(sent)));
    assert.deepEqual(
      [got.name, got.message, got.reason],
      ['conflict', 'Already answered.', { code: 'queue_full', most: 5 }],
    );
  });

  it('[V5] keeps the sentence of whatever was thrown', () => {
    assert.equal(RpcError.from(new TypeError('No such thing')).message, 'No such thing');
    assert.equal(RpcError.from('plain words').message, 'plain words');
    assert.equal(RpcError.from({ code: -32601, message: 'error' }).name, 'unknown_method');
    assert.equal(RpcError.from(Object.assign(new Error('No file'), { code: 'ENOENT' })).name, 'internal');
    assert.equal(RpcError.from({ code: -1000, message: 'Timed out waiting for response' }).name, 'timeout');
  });

  it('[R41] has a number of its own for each name, as JSON-RPC 2.0 wants it', () => {
    const names = Object.keys(ERROR_CODES) as RpcErrorName[];
    assert.equal(new Set(names.map((name) => ERROR_CODES[name])).size, names.length);
    for (const name of names) {
      const { code, data } = new RpcError(name, 'Why.').toJSON();
      const isOfTheStandard = [-32700, -32600, -32601, -32602, -32603].includes(code);
      assert.ok(Number.isInteger(code) && (isOfTheStandard || (code <= -32000 && code >= -32099)), name);
      assert.deepEqual(data, { name, reason: null });
      assert.equal(RpcError.from({ code, message: 'Why.' }).name, name);
    }
  });

  it('[R41] is known by its number where the name is missing or unknown', () => {
    for (const data of [undefined, null, 5, 'not_found', {}, { name: 'sudo' }, { name: 'toString' }, { name: 5 }]) {
      assert.equal(RpcError.from({ code: -32002, message: 'Gone.', data }).name, 'not_found');
      assert.equal(RpcError.from({ code: 1e9, message: 'Odd.', data }).name, 'internal');
    }
  });
});
