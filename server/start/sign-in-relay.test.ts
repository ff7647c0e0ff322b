import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentFault } from '../agents/process/agent-fault.js';
import type { SignInOutput } from '../protocol/api/agent-sign-in.js';
import type { SignInTab } from '../rpc/services.js';
import { type SignInHost, SignInRelay } from './sign-in-relay.js';

/** A tab that writes down what it is told, and is slow when the test wants it. */
class SlowTab implements SignInTab {
  readonly id: string;
  readonly heard: SignInOutput[] = [];
  isWritable = true;
  #waiting: (() => void)[] = [];

  constructor(id: string) {
    this.id = id;
  }

  tell(_method: 'signInOutput', _agentId: string, output: SignInOutput): void {
    this.heard.push(output);
  }

  onceWritable(listener: () => void): void {
    this.#waiting.push(listener);
  }

  recover(): void {
    this.isWritable = true;
    for (const resume of this.#waiting.splice(0)) resume();
  }
}

function relayWith() {
  const starts: unknown[] = [];
  const shown = { attemptId: 'a1', offset: 0, text: '' };
  const auth: ReturnType<SignInHost['authOf']> = {
    start: (wish) => void starts.push(wish),
    cancel: () => {},
    signOut: () => {},
    answer: () => {},
    input: () => {},
    resize: () => {},
    get output() {
      return { ...shown };
    },
  };
  const relay = new SignInRelay(() => 7);
  const authOf: SignInHost['authOf'] = (agentId) => {
    if (agentId !== 'demo') throw new AgentFault({ code: 'unknown_agent', agentId });
    return auth;
  };
  relay.arrive({ authOf });
  return { relay, starts, shown };
}

const wish = { methodId: 'm', consent: null };

describe('the relay of sign-ins', () => {
  it('[AU14] gives a tab what is kept, then what follows, and a slow one what is left by then', () => {
    const { relay, shown } = relayWith();
    const [quick, slow] = [new SlowTab('quick'), new SlowTab('slow')];
    shown.text = 'Word: ';
    assert.deepEqual(relay.watch(quick, 'demo'), { attemptId: 'a1', offset: 0, text: 'Word: ' });
    relay.watch(slow, 'demo');
    slow.isWritable = false;
    shown.text += 'abc';
    relay.tellOutput('demo');
    Object.assign(shown, { offset: 100_000, text: 'x'.repeat(100_000) });
    relay.tellOutput('demo');
    slow.recover();
    assert.deepEqual(
      quick.heard.map(({ offset, text }) => [offset, text.length]),
      [
        [6, 3],
        [100_000, 65_536],
        [165_536, 34_464],
      ],
    );
    assert.deepEqual(slow.heard, quick.heard.slice(1));
    relay.dropTab(quick);
    shown.text += '!';
    relay.tellOutput('demo');
    assert.deepEqual([quick.heard.length, slow.heard.at(-1)?.text], [3, '!']);
  });

  it('[AU15] says what cannot be done in a sentence', () => {
    const { relay } = relayWith();
    assert.throws(() => relay.start('other', wish), {
      name: 'not_found',
      message: 'There is no agent "other".',
    });
    assert.throws(() => new SignInRelay(() => 0).start('demo', wish), { name: 'unavailable' });
  });
});
