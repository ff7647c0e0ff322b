import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ROLES, type Role } from '../protocol/api/rpc.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import { argsOf, RULE } from './method-args.rig.js';
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
  owner: [
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
    for (const method of [...NEEDED.full, ...NEEDED.owner]) {
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
      ['owner', { note: 'And then?', rule: RULE }, null],
    ] as const;
    for (const [role, extras, expected] of table) {
      const before = served.calls.length;
      assert.equal(await failureOf(role, 'AcpBridge.answer_permission', answer(extras)), expected);
      assert.equal(served.calls.length - before, expected ? 0 : 1);
    }
  });
});
