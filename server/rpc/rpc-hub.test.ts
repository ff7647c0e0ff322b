import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { RpcError, type WireError } from '../protocol/api/rpc-error.js';
import { Served } from './serve.rig.js';
import type { Services } from './services.js';
import type { TestTab } from './test-tab.rig.js';

describe('the hub', () => {
  let served: Served;
  let tab: TestTab;
  let overrides: Partial<Services['sessions']> = {};
  let failures = 0;

  before(async () => {
    served = await Served.start({
      services: {
        sessions: {
          page: () => (overrides.page ? overrides.page({}, null, 1) : ([] as never)),
          sync: (...args) => overrides.sync?.(...args) as never,
        },
      },
    });
    tab = await served.openTab();
  });
  after(() => served.stop());

  /** The error as it came over the wire. */
  const failureOf = async (method: string): Promise<WireError> => {
    const id = `failing ${++failures}`;
    const answer = tab.answerTo(id);
    tab.send({ jsonrpc: '2.0', id, method, params: { args: [] } });
    return (await answer).error ?? assert.fail('it did not fail');
  };

  it('[R5] [R41] passes on what a method throws, whole', async () => {
    const reason = { code: 'request_voided', reason: { code: 'unanswered', minutes: 2 } } as const;
    overrides = {
      page: () => {
        throw new RpcError('conflict', 'Zwei „Wörter“ — and\na second line.', reason);
      },
    };
    const message = 'Zwei „Wörter“ — and\na second line.';
    assert.deepEqual(await failureOf('Sessions.list'), {
      code: -32003,
      message,
      data: { name: 'conflict', reason },
    });
  });

  it('[R5] passes on the sentence of any other error', async () => {
    const thrown: [unknown, string][] = [
      [new Error('The disk is full.'), 'The disk is full.'],
      [Object.assign(new Error('no such file'), { code: 'ENOENT' }), 'no such file'],
      ['just text', 'just text'],
      [null, 'null'],
      [undefined, 'undefined'],
      [Object.create(null), 'The server failed without saying why.'],
      [new Error(''), 'The server failed without saying why.'],
    ];
    for (const [error, message] of thrown) {
      overrides = {
        page: () => {
          throw error;
        },
      };
      assert.deepEqual(await failureOf('Sessions.list'), {
        code: -32603,
        message,
        data: { name: 'internal', reason: null },
      });
    }
    assert.equal(served.faults.length, thrown.length);
  });

  it('[R5] passes on rejections, and says that a result is no JSON', async () => {
    overrides = { page: () => Promise.reject(new RpcError('storage', 'The store is locked.')) as never };
    assert.equal((await failureOf('Sessions.list')).message, 'The store is locked.');
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    for (const result of [cyclic, 1n, () => 1, Symbol('x')]) {
      overrides = { page: () => result as never };
      assert.match((await failureOf('Sessions.list')).message, /^The answer cannot be sent: /);
    }
    overrides = { page: () => undefined as never };
    assert.equal(await tab.call('Sessions.list'), null);
    const odd = new RpcError('internal', 'Odd.', 1n as never);
    overrides = { page: () => Promise.reject(odd) as never };
    assert.deepEqual(await failureOf('Sessions.list'), {
      code: -32603,
      message: 'Odd.',
      data: { name: 'internal', reason: null },
    });
  });

  it('[R8] answers a call before it tells what came after', async () => {
    overrides = {
      sync: (port) => {
        queueMicrotask(() => port.stream('s1', { epoch: 'e', after: 0, events: [] }));
        return { kind: 'tail', live: true, head: 0, epoch: 'e', after: 0, events: [] };
      },
    };
    const order: string[] = [];
    const page = tab.heard(({ method }) => method === 'AcApp.streamChunk').then(() => order.push('page'));
    await Promise.all([page, tab.call('AcpBridge.get_current_state', 's1').then(() => order.push('answer'))]);
    assert.deepEqual(order, ['answer', 'page']);
  });

  it('[R21] refuses an id that is still at work', async () => {
    let finish: (value: never) => void = () => {};
    overrides = {
      list: () =>
        new Promise((resolve) => {
          finish = resolve;
        }) as never,
    };
    const answers: { id: unknown; error?: WireError; result?: unknown }[] = [];
    tab.socket.on('message', (data) => answers.push(JSON.parse(String(data))));
    const call = { jsonrpc: '2.0', method: 'Sessions.list', params: { args: [] } };
    for (const id of [77_777, '77777']) tab.send({ ...call, id });
    await tab.call('Settings.get');
    finish([] as never);
    await tab.call('Settings.get');
    const [refused, done] = answers.filter(({ id }) => String(id) === '77777');
    assert.deepEqual([refused?.id, refused?.error?.code], ['77777', -32600]);
    assert.deepEqual([done?.id, done?.result], [77_777, []]);
  });

  it('[R22] writes nothing to the console', async () => {
    const spies = (['log', 'error', 'warn', 'info'] as const).map((name) => mock.method(console, name, () => {}));
    const other = await served.openTab();
    await assert.rejects(other.call('nope'));
    await other.close();
    const counts = spies.map((spy) => spy.mock.callCount());
    for (const spy of spies) spy.mock.restore();
    assert.deepEqual(counts, [0, 0, 0, 0]);
  });
});
