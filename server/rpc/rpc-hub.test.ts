import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { SERVER_METHODS } from '../protocol/rpc.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { SessionService } from '../sessions/session-service.js';
import { FakeApp, FakeSettings, fakeAgents, fakeRepo, fakeSessions, fakeSignIn } from './fake-services.rig.js';
import { RpcHub } from './rpc-hub.js';
import { Served } from './serve.rig.js';
import type { TestTab } from './test-tab.rig.js';

/** Written out on purpose: what a tab can reach changes only together with this list. */
const COMPONENTS = [
  'AcpBridge.answer_permission',
  'AcpBridge.answer_question',
  'AcpBridge.cancel',
  'AcpBridge.edit_queued',
  'AcpBridge.force_stop',
  'AcpBridge.get_agent_log',
  'AcpBridge.get_changes',
  'AcpBridge.get_current_state',
  'AcpBridge.get_entries',
  'AcpBridge.get_server_log',
  'AcpBridge.get_trace',
  'AcpBridge.leave',
  'AcpBridge.move_queued',
  'AcpBridge.pause_queue',
  'AcpBridge.prompt',
  'AcpBridge.remove_queued',
  'AcpBridge.restart_agent',
  'AcpBridge.run_shell',
  'AcpBridge.send_now',
  'AcpBridge.set_allow_all',
  'AcpBridge.set_mode',
  'AcpBridge.set_option',
  'AcpBridge.sign_in',
  'AcpBridge.sign_in_answer',
  'AcpBridge.sign_in_cancel',
  'AcpBridge.sign_in_input',
  'AcpBridge.sign_in_output',
  'AcpBridge.sign_in_resize',
  'AcpBridge.sign_out',
  'AcpBridge.stop_shell',
  'AcpBridge.suggest_rules',
  'Repo.find_files',
  'Repo.read_file',
  'Sessions.create',
  'Sessions.delete',
  'Sessions.list',
  'Sessions.open',
  'Sessions.rename',
  'Sessions.search',
  'Sessions.set_draft',
  'Sessions.update_from_agent',
  'Settings.add_rule',
  'Settings.dismiss_banner',
  'Settings.edit_rule',
  'Settings.get',
  'Settings.get_agents',
  'Settings.list_rules',
  'Settings.remove_rule',
  'Settings.run_with_npx',
  'Settings.set_default_agent',
  'Settings.trust_folder',
  'Settings.try_rule',
  'Settings.update',
  'system.extension.dual-batch',
  'system.listComponents',
];

describe('the hub', () => {
  let served: Served;
  let tab: TestTab;
  let overrides: Partial<SessionService> = {};

  before(async () => {
    served = await Served.start({
      sessions: {
        list: () => (overrides.list ? overrides.list() : []),
        sync: (...args) => overrides.sync?.(...args) as never,
      },
    });
    tab = await served.openTab();
  });
  after(() => served.stop());

  const failureOf = async (method: string, ...args: unknown[]) =>
    tab.call(method, ...args).then(
      () => assert.fail('it did not fail'),
      (error: RpcError) => error.toJSON(),
    );

  it('[R1] offers exactly the checked-in list', () => {
    assert.deepEqual(Object.keys(tab.components).sort(), COMPONENTS);
  });

  it('[R5] passes on what a method throws, whole', async () => {
    const data = { sessionId: 's1', tries: [1, 2] };
    overrides = {
      list: () => {
        throw new RpcError('conflict', 'Zwei „Wörter“ — and\na second line.', data);
      },
    };
    const message = 'Zwei „Wörter“ — and\na second line.';
    assert.deepEqual(await failureOf('Sessions.list'), { code: 'conflict', message, data });
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
        list: () => {
          throw error;
        },
      };
      assert.deepEqual(await failureOf('Sessions.list'), { code: 'internal', message, data: null });
    }
    assert.equal(served.faults.length, thrown.length);
  });

  it('[R5] passes on rejections, and says that a result is no JSON', async () => {
    overrides = { list: () => Promise.reject(new RpcError('storage', 'The store is locked.')) as never };
    assert.equal((await failureOf('Sessions.list')).message, 'The store is locked.');
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    for (const result of [cyclic, 1n, () => 1, Symbol('x')]) {
      overrides = { list: () => result as never };
      assert.match((await failureOf('Sessions.list')).message, /^The answer cannot be sent: /);
    }
    overrides = { list: () => undefined as never };
    assert.equal(await tab.call('Sessions.list'), null);
    const odd = new RpcError('internal', 'Odd.', 1n);
    overrides = { list: () => Promise.reject(odd) as never };
    assert.deepEqual(await failureOf('Sessions.list'), { code: 'internal', message: 'Odd.', data: null });
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
    const answers: { id: unknown; error?: { code: string }; result?: unknown }[] = [];
    tab.socket.on('message', (data) => answers.push(JSON.parse(String(data))));
    const call = { jsonrpc: '2.0', method: 'Sessions.list', params: { args: [] } };
    for (const id of [77_777, '77777']) tab.send({ ...call, id });
    await tab.call('Settings.get');
    finish([] as never);
    await tab.call('Settings.get');
    const [refused, done] = answers.filter(({ id }) => String(id) === '77777');
    assert.deepEqual([refused?.id, refused?.error?.code], ['77777', 'bad_request']);
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

describe('a hub that offers too much', () => {
  const create = (methods: Record<string, readonly string[]>) =>
    new RpcHub({
      sessions: fakeSessions([]),
      app: new FakeApp(),
      settings: new FakeSettings(),
      repo: fakeRepo([]),
      agents: fakeAgents([]),
      signIn: fakeSignIn([]),
      methods,
    });

  it('[R6] does not start with a method that has no schema', () => {
    for (const name of ['wipe', 'constructor', 'toString', '__proto__']) {
      const methods = { ...SERVER_METHODS, Sessions: [...SERVER_METHODS.Sessions, name] };
      assert.throws(() => create(methods), new RegExp(`Sessions\\.${name} has no schema`));
    }
    assert.throws(() => create({ ...SERVER_METHODS, Shell: ['exec'] }), /Shell\.exec has no schema/);
  });
});
