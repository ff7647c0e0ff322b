import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ROLES, type Role } from '../protocol/api/rpc.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import { OFFERED } from './offered-methods.js';
import { Served } from './serve.rig.js';
import type { TestTab } from './test-tab.rig.js';

/** Written out on purpose: what a role may call changes only together with this list. Each role may also call what those above it may. */
const NEEDED: Record<Role, readonly string[]> = {
  viewer: [
    'AcpBridge.find_entries',
    'AcpBridge.get_changes',
    'AcpBridge.get_current_state',
    'AcpBridge.get_entries',
    'AcpBridge.get_events',
    'AcpBridge.leave',
    'Sessions.get_excerpt',
    'Sessions.list',
    'Sessions.search',
    'Sessions.get_usage',
    'Settings.get',
    'Settings.list_rules',
  ],
  approver: [
    'AcpBridge.answer_permission',
    'AcpBridge.answer_question',
    'AcpBridge.cancel',
    'AcpBridge.force_stop',
    'AcpBridge.stop_delegation',
    'Sessions.look_at',
  ],
  full: [
    'AcpBridge.ask_agent',
    'Sessions.brief',
    'Sessions.hand_over',
    'AcpBridge.continue_over_budget',
    'AcpBridge.edit_queued',
    'AcpBridge.generate_commit_message',
    'AcpBridge.move_queued',
    'AcpBridge.pause_queue',
    'AcpBridge.prompt',
    'AcpBridge.remove_queued',
    'AcpBridge.restart_agent',
    'AcpBridge.start_agent',
    'AcpBridge.stop_agent',
    'AcpBridge.send_now',
    'AcpBridge.set_mode',
    'AcpBridge.set_option',
    'AcpBridge.stop_shell',
    'Repo.find_files',
    'Repo.read_file',
    'Repo.abort_operation',
    'Repo.get_commit_graph',
    'Repo.get_more_commits',
    'Repo.get_commit_files',
    'Repo.get_file_log',
    'Repo.get_blame',
    'Repo.search_files',
    'Repo.get_search_hits',
    'Repo.stop_search',
    'Repo.continue_operation',
    'Repo.create_branch',
    'Repo.delete_branch',
    'Repo.fetch',
    'Repo.get_conflict',
    'Repo.get_push_plan',
    'Repo.get_remotes',
    'Repo.pull',
    'Repo.push',
    'Repo.rename_branch',
    'Repo.resolve_conflict',
    'Repo.stash_drop',
    'Repo.stash_list',
    'Repo.stash_pop',
    'Repo.stash_push',
    'Repo.stash_store',
    'Repo.switch_branch',
    'Repo.commit',
    'Repo.create_file',
    'Repo.create_folder',
    'Repo.delete_file',
    'Repo.delete_folder',
    'Repo.discard_changes',
    'Repo.discard_lines',
    'Repo.file_exists',
    'Repo.get_branch_changes',
    'Repo.get_commit',
    'Repo.get_commit_parent',
    'Repo.get_current_branch',
    'Repo.get_diff_hunks',
    'Repo.get_file_bytes',
    'Repo.get_file_content',
    'Repo.get_file_diff',
    'Repo.get_file_tree',
    'Repo.get_flat_file_list',
    'Repo.get_merge_base',
    'Repo.get_staged_diff',
    'Repo.get_status',
    'Repo.get_unstaged_diff',
    'Repo.is_binary_file',
    'Repo.is_clean',
    'Repo.list_branches',
    'Repo.rename_directory',
    'Repo.rename_file',
    'Repo.reset_hard',
    'Repo.resolve_ref',
    'Repo.stage_all',
    'Repo.stage_files',
    'Repo.stage_lines',
    'Repo.stop_task',
    'Repo.undo',
    'Repo.undo_commit',
    'Repo.unstage_files',
    'Repo.unstage_lines',
    'Repo.watch_status',
    'Repo.write_file',
    'Sessions.create',
    'Sessions.delete',
    'Sessions.delete_many',
    'Sessions.find_home',
    'Sessions.list_from_agents',
    'Sessions.mark',
    'Sessions.import',
    'Sessions.import_part',
    'Sessions.open',
    'Sessions.rename',
    'Sessions.set_draft',
    'Sessions.suggest_title',
    'Sessions.update_from_agent',
    'Sessions.answer_old_session',
    'Sessions.use_agent',
    'Settings.dismiss_banner',
    'Settings.get_agents',
    'Settings.look_for_agents',
    'Settings.set_default_agent',
  ],
  desk: [
    'AcpBridge.get_agent_log',
    'AcpBridge.get_server_log',
    'AcpBridge.get_trace',
    'AcpBridge.run_shell',
    'AcpBridge.set_allow_all',
    'AcpBridge.sign_in',
    'AcpBridge.sign_in_answer',
    'AcpBridge.sign_in_cancel',
    'AcpBridge.sign_in_input',
    'AcpBridge.sign_in_output',
    'AcpBridge.sign_in_resize',
    'AcpBridge.sign_out',
    'AcpBridge.suggest_rules',
    'AcpBridge.open_terminal',
    'AcpBridge.close_terminal',
    'AcpBridge.watch_terminal',
    'AcpBridge.leave_terminal',
    'AcpBridge.type_in_terminal',
    'AcpBridge.resize_terminal',
    'AcpBridge.confirm_terminal',
    'Repo.trust_programs',
    'Settings.add_rule',
    'Settings.answer_program',
    'Settings.edit_rule',
    'Settings.get_config_content',
    'Settings.get_config_info',
    'Settings.get_host_info',
    'Settings.get_licences',
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
    'Settings.sign_everyone_out',
    'Settings.sign_out_device',
    'Settings.sign_out_programs',
    'Settings.trust_folder',
    'Settings.try_rule',
    'Settings.update',
  ],
};

const RULE = {
  ...{ effect: 'allow', agentId: null, folder: '/a', toolKind: 'execute', title: null, path: null },
  command: { text: 'npm test', isPrefix: true },
};
const OID = 'a'.repeat(40);
const FILE = { path: 'a.ts', revision: 'r' };
const LINES = ['a.ts', { old: OID, new: null }, [{ at: 0, drop: 1, take: [0, 1] }]];
const TEXT = [{ type: 'text', text: 'Hi' }];

/** Sound arguments, so that nothing but the role can be in the way; ids are left to `argsOf`. */
const ARGS: Record<string, unknown[]> = {
  'AcpBridge.get_current_state': ['s1', 'e', 1],
  'AcpBridge.get_entries': ['s1', 'e', 1, 1],
  'AcpBridge.find_entries': ['s1', 'e', null, 0],
  'AcpBridge.get_changes': ['s1', 'e', 0],
  'AcpBridge.get_events': ['s1', 'e', 0],
  'Sessions.import_part': ['i', 0, '{}'],
  'Sessions.import': ['i'],
  'AcpBridge.prompt': [TEXT],
  'AcpBridge.answer_permission': ['p', 'o', { digest: 'd' }],
  'AcpBridge.answer_question': ['q', 'decline', null],
  'AcpBridge.suggest_rules': ['s1', 'p'],
  'AcpBridge.set_allow_all': [true],
  'AcpBridge.edit_queued': ['p', TEXT],
  'AcpBridge.move_queued': ['p', null],
  'AcpBridge.pause_queue': [true],
  'AcpBridge.continue_over_budget': [null],
  'AcpBridge.set_option': ['o', true],
  'AcpBridge.sign_in': ['demo', 'm', null],
  'AcpBridge.sign_in_answer': ['demo', 'q', 'decline', null],
  'AcpBridge.sign_in_input': ['demo', 'a', 'x'],
  'AcpBridge.sign_in_resize': ['demo', 'a', 80, 24],
  'AcpBridge.open_terminal': [{ cols: 80, rows: 24 }],
  'AcpBridge.watch_terminal': ['t', 0],
  'AcpBridge.type_in_terminal': ['t', 'x'],
  'AcpBridge.resize_terminal': ['t', 80, 24],
  'AcpBridge.confirm_terminal': ['t', 0],
  'AcpBridge.get_server_log': [null, 1],
  'AcpBridge.get_agent_log': ['demo', null, 1, false],
  'AcpBridge.get_trace': ['s1', false, null, 0],
  'Sessions.list': [],
  'Sessions.look_at': [['s1']],
  'Sessions.mark': [['s1'], { pinned: true }],
  'Sessions.delete_many': [['s1']],
  'Sessions.list_from_agents': [null],
  'Sessions.search': ['words', 1],
  'Sessions.get_usage': [7],
  'Sessions.delete': [],
  'Sessions.suggest_title': [],
  'Sessions.update_from_agent': [],
  'Sessions.answer_old_session': [true],
  'Sessions.set_draft': ['s1', 'text'],
  'AcpBridge.cancel': [],
  'AcpBridge.ask_agent': ['demo', 'Why?'],
  'Sessions.brief': ['s1'],
  'Sessions.hand_over': ['demo', 'Go on'],
  'AcpBridge.stop_delegation': ['d'],
  'AcpBridge.force_stop': [],
  'Settings.get': [],
  'Settings.update': [{ theme: 'dark' }],
  'Settings.get_agents': [],
  'Settings.get_config_info': [],
  'Settings.get_config_content': ['user'],
  'Settings.reload': [],
  'Settings.save_config_content': ['user', '', null],
  'Settings.save_agent': ['a', { name: null, command: ['x'], env: {}, home: null }, true],
  'Settings.save_mcp_server': ['a', { kind: 'http', url: 'http://x', headers: {} }, true],
  'Settings.look_for_agents': [],
  'Settings.list_rules': [],
  'Settings.sign_everyone_out': [],
  'Settings.get_host_info': [],
  'Settings.get_licences': [],
  'Settings.rename_device': ['d', 'Mine'],
  'Settings.sign_out_device': ['d'],
  'Settings.answer_program': ['v', true],
  'Settings.remove_token': ['t'],
  'Settings.sign_out_programs': [],
  'Settings.trust_folder': ['print', true],
  'Settings.add_rule': [RULE],
  'Settings.edit_rule': ['r', RULE],
  'Settings.try_rule': [RULE],
  'Repo.find_files': ['a', 1],
  'Repo.read_file': ['a.ts', 1, 1],
  'Repo.get_file_tree': ['', null],
  'Repo.get_flat_file_list': [null],
  'Repo.get_file_content': ['a.ts', 'HEAD'],
  'Repo.get_file_bytes': ['a.ts', null, 0],
  'Repo.get_branch_changes': [null, 0],
  'Repo.get_merge_base': ['a', 'b'],
  'Repo.get_status': [0],
  'Repo.watch_status': [true],
  'Repo.is_clean': [],
  'Repo.get_file_diff': ['a.ts', 'index', 'worktree', null],
  'Repo.get_diff_hunks': ['a.ts', 'index', 'worktree', null],
  'Repo.get_staged_diff': [],
  'Repo.get_unstaged_diff': [],
  'Repo.get_current_branch': [],
  'Repo.create_file': ['a.ts', 'text'],
  'Repo.write_file': ['a.ts', 'text', 'r'],
  'Repo.delete_file': [FILE, false],
  'Repo.rename_file': [FILE, 'b.ts'],
  'Repo.rename_directory': ['a', 'b'],
  'Repo.create_folder': ['a'],
  'Repo.delete_folder': ['a', false],
  'Repo.stage_files': [[FILE]],
  'Repo.stage_all': [],
  'Repo.unstage_files': [[FILE]],
  'Repo.stage_lines': LINES,
  'Repo.unstage_lines': LINES,
  'Repo.discard_lines': LINES,
  'Repo.discard_changes': [[FILE], 'worktree', false],
  'Repo.reset_hard': [1, false],
  'Repo.commit': ['message', { head: null }],
  'Repo.undo_commit': [OID],
  'Repo.trust_programs': ['print', true],
  'Repo.get_commit_graph': [{ scope: 'all' }, 1],
  'Repo.get_more_commits': ['w', 1],
  'Repo.get_file_log': ['a.ts', 0, 1],
  'Repo.get_blame': ['a.ts', null, 1, 1],
  'Repo.search_files': [{ text: 'x', isRegex: false, isWord: false, isCase: false, include: [], exclude: [] }],
  'Repo.get_search_hits': ['s', 0],
  'Repo.stop_search': [],
  'Repo.create_branch': ['topic', null, true],
  'Repo.switch_branch': ['topic', false],
  'Repo.rename_branch': ['topic', 'other'],
  'Repo.delete_branch': ['topic', null],
  'Repo.stash_list': [],
  'Repo.stash_push': ['Words', true],
  'Repo.stash_pop': [OID],
  'Repo.stash_drop': [OID],
  'Repo.stash_store': [OID, 'Words'],
  'Repo.get_remotes': [],
  'Repo.get_push_plan': [],
  'Repo.fetch': [null, {}],
  'Repo.pull': ['forward', {}],
  'Repo.push': [{}],
  'Repo.continue_operation': ['merge'],
  'Repo.abort_operation': ['merge', OID, false],
  'Repo.get_conflict': ['a.ts'],
  'Repo.resolve_conflict': [FILE, 'ours'],
};
const UNHURRIED = { perSecond: 1e9, burst: 1e9 };

describe('roles', () => {
  let served: Served;
  const tabs = {} as Record<Role, TestTab>;

  before(async () => {
    served = await Served.start({ hub: { rate: UNHURRIED } });
    for (const role of ROLES) {
      served.role = role;
      tabs[role] = await served.openTab();
    }
  });
  after(() => served.stop());

  const argsOf = (method: string) => {
    const before = { call: [], command: ['c'], session_command: ['c', 's1'] }[OFFERED.get(method)!.kind];
    return [...before, ...(ARGS[method] ?? ['s1'])];
  };
  const failureOf = (role: Role, method: string, args = argsOf(method)) =>
    tabs[role].call(method, ...args).then(
      () => null,
      (error: unknown) => RpcError.from(error).name,
    );

  it('[R40] are four, and every method needs one of them', () => {
    assert.deepEqual(Object.keys(NEEDED), [...ROLES]);
    assert.deepEqual(Object.values(NEEDED).flat().sort(), [...OFFERED.keys()].sort());
  });

  it('[R40] let through what they may call, and nothing else, whatever its arguments', async () => {
    for (const [held, role] of ROLES.entries()) {
      for (const [needed, methods] of Object.values(NEEDED).entries()) {
        for (const method of methods) {
          const before = served.calls.length;
          const expected = held >= needed ? null : 'forbidden';
          assert.equal(await failureOf(role, method), expected, `${role} calls ${method}`);
          if (expected === null) continue;
          assert.equal(await failureOf(role, method, [{}, {}, {}, {}, {}, {}]), expected);
          assert.equal(served.calls.length, before, `${method} was done for a ${role}`);
        }
      }
    }
    assert.deepEqual(served.faults, []);
  });

  it('[R40] let nothing through that wants no answer either', async () => {
    const before = served.calls.length;
    for (const method of [...NEEDED.full, ...NEEDED.desk]) {
      tabs.approver.send({ jsonrpc: '2.0', method, params: { args: argsOf(method) } });
    }
    await tabs.approver.call('Settings.get');
    assert.equal(served.calls.length, before);
  });

  it('[R40] are told only of what they may call', () => {
    const known: string[] = ['system.extension.dual-batch', 'system.listComponents'];
    for (const role of ROLES) {
      known.push(...NEEDED[role]);
      assert.deepEqual(Object.keys(tabs[role].components).sort(), [...known].sort(), role);
    }
  });

  it('[R43] let an approver allow and deny, without a rule or a note', async () => {
    const answer = (extras: object) => ['c', 's1', 'p', 'o', { digest: 'd', ...extras }];
    const table = [
      ['approver', { note: 'And then?' }, 'forbidden'],
      ['approver', { rule: RULE }, 'forbidden'],
      ['full', { note: 'And then?' }, null],
      ['full', { rule: RULE }, 'forbidden'],
      ['full', { note: 'And then?', rule: RULE }, 'forbidden'],
      ['desk', { note: 'And then?', rule: RULE }, null],
    ] as const;
    for (const [role, extras, expected] of table) {
      const before = served.calls.length;
      assert.equal(await failureOf(role, 'AcpBridge.answer_permission', answer(extras)), expected);
      assert.equal(served.calls.length - before, expected ? 0 : 1);
    }
  });
});
