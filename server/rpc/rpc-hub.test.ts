import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { RpcError, type WireError } from '../protocol/api/rpc-error.js';
import { Served } from './serve.rig.js';
import type { Services } from './services.js';
import type { TestTab } from './test-tab.rig.js';

/** Written out on purpose: what a tab can reach changes only together with this list. */
const COMPONENTS = [
  'AcpBridge.answer_permission',
  'AcpBridge.answer_question',
  'AcpBridge.ask_agent',
  'AcpBridge.cancel',
  'AcpBridge.close_terminal',
  'AcpBridge.confirm_terminal',
  'AcpBridge.continue_over_budget',
  'AcpBridge.edit_queued',
  'AcpBridge.find_entries',
  'AcpBridge.force_stop',
  'AcpBridge.generate_commit_message',
  'AcpBridge.get_agent_log',
  'AcpBridge.get_changes',
  'AcpBridge.get_current_state',
  'AcpBridge.get_entries',
  'AcpBridge.get_events',
  'AcpBridge.get_server_log',
  'AcpBridge.get_trace',
  'AcpBridge.leave',
  'AcpBridge.leave_terminal',
  'AcpBridge.move_queued',
  'AcpBridge.open_terminal',
  'AcpBridge.pause_queue',
  'AcpBridge.prompt',
  'AcpBridge.remove_queued',
  'AcpBridge.resize_terminal',
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
  'AcpBridge.start_agent',
  'AcpBridge.stop_agent',
  'AcpBridge.stop_delegation',
  'AcpBridge.stop_shell',
  'AcpBridge.suggest_rules',
  'AcpBridge.type_in_terminal',
  'AcpBridge.watch_terminal',
  'Repo.abort_operation',
  'Repo.commit',
  'Repo.continue_operation',
  'Repo.create_branch',
  'Repo.create_file',
  'Repo.create_folder',
  'Repo.delete_branch',
  'Repo.delete_file',
  'Repo.delete_folder',
  'Repo.discard_changes',
  'Repo.discard_lines',
  'Repo.fetch',
  'Repo.file_exists',
  'Repo.find_files',
  'Repo.get_blame',
  'Repo.get_branch_changes',
  'Repo.get_commit',
  'Repo.get_commit_files',
  'Repo.get_commit_graph',
  'Repo.get_commit_parent',
  'Repo.get_conflict',
  'Repo.get_current_branch',
  'Repo.get_diff_hunks',
  'Repo.get_file_bytes',
  'Repo.get_file_content',
  'Repo.get_file_diff',
  'Repo.get_file_log',
  'Repo.get_file_tree',
  'Repo.get_flat_file_list',
  'Repo.get_merge_base',
  'Repo.get_more_commits',
  'Repo.get_push_plan',
  'Repo.get_remotes',
  'Repo.get_search_hits',
  'Repo.get_staged_diff',
  'Repo.get_status',
  'Repo.get_unstaged_diff',
  'Repo.is_binary_file',
  'Repo.is_clean',
  'Repo.list_branches',
  'Repo.pull',
  'Repo.push',
  'Repo.read_file',
  'Repo.rename_branch',
  'Repo.rename_directory',
  'Repo.rename_file',
  'Repo.reset_hard',
  'Repo.resolve_conflict',
  'Repo.resolve_ref',
  'Repo.search_files',
  'Repo.stage_all',
  'Repo.stage_files',
  'Repo.stage_lines',
  'Repo.stash_drop',
  'Repo.stash_list',
  'Repo.stash_pop',
  'Repo.stash_push',
  'Repo.stash_store',
  'Repo.stop_search',
  'Repo.stop_task',
  'Repo.switch_branch',
  'Repo.trust_programs',
  'Repo.undo',
  'Repo.undo_commit',
  'Repo.unstage_files',
  'Repo.unstage_lines',
  'Repo.watch_status',
  'Repo.write_file',
  'Sessions.answer_old_session',
  'Sessions.brief',
  'Sessions.create',
  'Sessions.delete',
  'Sessions.delete_many',
  'Sessions.find_home',
  'Sessions.get_excerpt',
  'Sessions.get_usage',
  'Sessions.hand_over',
  'Sessions.import',
  'Sessions.import_part',
  'Sessions.list',
  'Sessions.list_from_agents',
  'Sessions.look_at',
  'Sessions.mark',
  'Sessions.open',
  'Sessions.rename',
  'Sessions.search',
  'Sessions.set_draft',
  'Sessions.suggest_title',
  'Sessions.update_from_agent',
  'Sessions.use_agent',
  'Settings.add_rule',
  'Settings.answer_program',
  'Settings.dismiss_banner',
  'Settings.edit_rule',
  'Settings.get',
  'Settings.get_agents',
  'Settings.get_config_content',
  'Settings.get_config_info',
  'Settings.get_host_info',
  'Settings.get_licences',
  'Settings.list_rules',
  'Settings.look_for_agents',
  'Settings.reload',
  'Settings.remove_agent',
  'Settings.remove_mcp_server',
  'Settings.remove_rule',
  'Settings.remove_token',
  'Settings.rename_device',
  'Settings.run_with_npx',
  'Settings.save_agent',
  'Settings.save_config_content',
  'Settings.save_mcp_server',
  'Settings.set_default_agent',
  'Settings.sign_everyone_out',
  'Settings.sign_out_device',
  'Settings.sign_out_programs',
  'Settings.trust_folder',
  'Settings.try_rule',
  'Settings.update',
  'system.extension.dual-batch',
  'system.listComponents',
];

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

  it('[R1] offers exactly the checked-in list', () => {
    assert.deepEqual(Object.keys(tab.components).sort(), COMPONENTS);
  });

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
