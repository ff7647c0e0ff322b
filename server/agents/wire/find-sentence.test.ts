import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ScriptedError } from '../../testing/scripted-agent.rig.js';
import { initializeScripted } from '../connection/connection.rig.js';
import { sentenceIn } from './request-fault.js';

const inner = { error: { code: 400, message: 'API key not valid. Please pass a valid API key.', status: 'BAD' } };

describe('the sentence in an error', () => {
  it('[AU20] is found in JSON, in JSON inside of JSON, and behind other words', () => {
    const sentence = inner.error.message;
    const wrapped = { error: { message: JSON.stringify(inner, null, 2), code: 400 } };
    for (const text of [
      JSON.stringify(inner),
      JSON.stringify([inner]),
      JSON.stringify(wrapped),
      `got status: 400 Bad Request. ${JSON.stringify(wrapped)}`,
      JSON.stringify({ error: sentence }),
      JSON.stringify({ message: sentence }),
    ]) {
      assert.equal(sentenceIn(text), sentence);
    }
  });

  it('[AU20] is not made up where there is none', () => {
    const deep = Array.from({ length: 10 }).reduce<string>((text) => JSON.stringify({ message: text }), 'deep');
    for (const text of [
      '',
      'Plain words',
      'a {b} c',
      '{"error":',
      '{"code":7}',
      '[]',
      '[1]',
      'null',
      '{"message":""}',
    ]) {
      assert.equal(sentenceIn(text), null, text);
    }
    assert.equal(typeof sentenceIn(deep), 'string');
    assert.equal(sentenceIn(`{"message":"${'x'.repeat(300_000)}"}`), null);
  });

  it('[AU20] is what a failed prompt tells, with all of it as details', async (t) => {
    const raw = JSON.stringify(inner);
    const fail = () => {
      throw new ScriptedError(400, raw);
    };
    const { open } = await initializeScripted(t, {}, { 'session/prompt': fail });
    const session = await open();
    await assert.rejects(session.prompt([{ type: 'text', text: 'go' }]), {
      code: 400,
      message: inner.error.message,
      details: raw,
    });
  });
});
