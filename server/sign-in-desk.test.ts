import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentFault } from './agents/agent-fault.js';
import type { SignInOutput } from './protocol/agent-sign-in.js';
import type { SignInTab } from './rpc/sign-in-service.js';
import { act } from './sessions/registry.rig.js';
import { SignInDesk, type SignInHost } from './sign-in-desk.js';

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

function deskWith() {
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
  const desk = new SignInDesk(() => 7);
  const authOf: SignInHost['authOf'] = (agentId) => {
    if (agentId !== 'demo') throw new AgentFault(`There is no agent "${agentId}".`);
    return auth;
  };
  desk.arrive({ authOf });
  return { desk, starts, shown };
}

const wish = { methodId: 'm', consent: null };

describe('the desk of sign-ins', () => {
  it('[AU14] gives a tab what is kept, then what follows, and a slow one what is left by then', () => {
    const { desk, shown } = deskWith();
    const [quick, slow] = [new SlowTab('quick'), new SlowTab('slow')];
    shown.text = 'Word: ';
    assert.deepEqual(desk.watch(quick, 'demo'), { attemptId: 'a1', offset: 0, text: 'Word: ' });
    desk.watch(slow, 'demo');
    slow.isWritable = false;
    shown.text += 'abc';
    desk.tellOutput('demo');
    Object.assign(shown, { offset: 100_000, text: 'x'.repeat(100_000) });
    desk.tellOutput('demo');
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
    desk.dropTab(quick);
    shown.text += '!';
    desk.tellOutput('demo');
    assert.deepEqual([quick.heard.length, slow.heard.at(-1)?.text], [3, '!']);
  });

  it('[AU15] does an act once', () => {
    const { desk, starts } = deskWith();
    const again = act();
    assert.deepEqual(desk.start(again, 'demo', wish), { seq: 7 });
    assert.deepEqual(desk.start(again, 'demo', wish), { seq: 7 });
    assert.deepEqual(starts, [wish]);
  });

  it('[AU15] says what cannot be done in a sentence', () => {
    const { desk } = deskWith();
    assert.throws(() => desk.start(act(), 'other', wish), { code: 'not_found', message: 'There is no agent "other".' });
    assert.throws(() => new SignInDesk(() => 0).start(act(), 'demo', wish), { code: 'unavailable' });
  });
});
