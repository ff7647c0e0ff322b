import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FailedRequest, faultOf } from './request-fault.js';

const REQUEST: FailedRequest = {
  agentName: 'Agent',
  login: { kind: 'unknown' },
  method: 'session/prompt',
  overMs: null,
};
const words = (message: string, data?: unknown) => faultOf({ code: -32603, message, data }, REQUEST).message;

describe('what an agent refused with', () => {
  it('[RG9] is told without the name of its code, unless that is all there is', () => {
    assert.equal(words('Internal error: The model refuses.'), 'The model refuses.');
    assert.equal(words('Internal error', { details: 'The model refuses.' }), 'The model refuses.');
    assert.equal(words('Internal error', 'The model refuses.'), 'The model refuses.');
    assert.equal(words('Internal error', { details: '{"message":"It is busy."}' }), 'It is busy.');
    assert.equal(words('Invalid params', 'No such mode'), 'Invalid params: No such mode');
    assert.equal(words('Internal error'), 'Internal error');
    assert.equal(words('Internal error: '), 'Internal error:');
  });
});
