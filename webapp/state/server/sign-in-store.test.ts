import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SignInOutput } from '../../../server/protocol/api/agent-sign-in.js';
import { settled } from '../../../server/protocol/clock.rig.js';
import { SignInStore } from './sign-in-store.js';

function storeWith(kept: SignInOutput | null) {
  const typed: unknown[][] = [];
  const heard: string[] = [];
  const server = {
    kept,
    sign_in_answer: async () => null,
    sign_in_output: async () => server.kept,
    sign_in_input: async (...args: unknown[]) => {
      typed.push(args);
      return null;
    },
    sign_in_resize: async () => null,
  };
  const store = new SignInStore(server);
  const sink = { write: (text: string) => heard.push(text), reset: () => heard.push('<reset>') };
  return { store, server, sink, heard, typed };
}

describe('what a sign-in terminal shows in a tab', () => {
  it('[AU14] is all of it once, however it comes', async () => {
    const { store, sink, heard } = storeWith({ attemptId: 'a', offset: 0, text: 'Word: ' });
    store.show('demo', 'a', sink);
    store.take({ attemptId: 'other', offset: 0, text: 'not mine' });
    await settled();
    store.take({ attemptId: 'a', offset: 3, text: 'd: x' });
    store.take({ attemptId: 'a', offset: 7, text: 'yz' });
    assert.equal(heard.join(''), 'Word: xyz');
  });

  it('[AU14] begins anew where something was missed', async () => {
    const { store, server, sink, heard } = storeWith({ attemptId: 'a', offset: 0, text: 'one' });
    const leave = store.show('demo', 'a', sink);
    await settled();
    server.kept = { attemptId: 'a', offset: 500, text: 'end' };
    store.catchUp();
    await settled();
    leave();
    store.take({ attemptId: 'a', offset: 503, text: 'unheard' });
    assert.deepEqual(heard, ['one', '<reset>', 'end']);
  });

  it('[AU23] is typed into that very terminal, and into none when there is none', async () => {
    const { store, sink, typed } = storeWith(null);
    store.type('lost');
    store.show('demo', 'a', sink);
    store.type('secret');
    assert.deepEqual(typed, [['demo', 'a', 'secret']]);
  });
});
