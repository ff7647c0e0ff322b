import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DEFAULT_SETTINGS } from '../protocol/app-state.js';
import { Served } from './serve.rig.js';
import type { TestTab } from './test-tab.rig.js';

const RULE = {
  ...{ effect: 'allow', agentId: null, folder: '/a', toolKind: 'execute', title: null, path: null },
  command: { text: 'npm test', isPrefix: true },
};
const UNHURRIED = { perSecond: 1e9, burst: 1e9 };

describe('the facades', () => {
  let served: Served;
  let tab: TestTab;

  before(async () => {
    served = await Served.start({ hub: { rate: UNHURRIED } });
    tab = await served.openTab();
  });
  after(() => served.stop());

  const text = [{ type: 'text', text: 'Hi' }];
  const act = { cmdId: 'c', by: { kind: 'device', device: 'A browser' } };
  const routes: [method: string, args: unknown[], service: unknown[]][] = [
    ['AcpBridge.get_entries', ['s', 'e', 9, 5], ['entriesBefore', 's', 'e', 9, 5]],
    ['AcpBridge.prompt', ['c', 's', text], ['prompt', act, 's', text]],
    ['AcpBridge.cancel', ['c', 's'], ['cancel', act, 's']],
    ['AcpBridge.force_stop', ['c', 's'], ['forceStop', act, 's']],
    ['AcpBridge.answer_permission', ['c', 's', 'p', 'o'], ['answerPermission', act, 's', 'p', 'o']],
    [
      'AcpBridge.answer_question',
      ['c', 's', 'q', 'accept', { name: 'x', n: 1, on: true, list: ['a'] }],
      ['answerQuestion', act, 's', 'q', { action: 'accept', content: { name: 'x', n: 1, on: true, list: ['a'] } }],
    ],
    [
      'AcpBridge.answer_question',
      ['c', 's', 'q', 'decline', null],
      ['answerQuestion', act, 's', 'q', { action: 'decline' }],
    ],
    ['AcpBridge.edit_queued', ['c', 's', 'p', text], ['editQueued', act, 's', 'p', text]],
    ['AcpBridge.move_queued', ['c', 's', 'p', null], ['moveQueued', act, 's', 'p', null]],
    ['AcpBridge.remove_queued', ['c', 's', 'p'], ['removeQueued', act, 's', 'p']],
    ['AcpBridge.pause_queue', ['c', 's', true], ['pauseQueue', act, 's', true]],
    [
      'AcpBridge.answer_permission',
      ['c', 's', 'q', 'o', { note: ' x ' }],
      ['answerPermission', act, 's', 'q', 'o', { note: 'x' }],
    ],
    ['AcpBridge.set_allow_all', ['c', 's', true], ['setAllowAll', act, 's', true]],
    ['Settings.add_rule', ['c', RULE], ['addRule', act, RULE]],
    ['Settings.edit_rule', ['c', 'r', RULE], ['editRule', act, 'r', RULE]],
    ['Settings.remove_rule', ['c', 'r'], ['removeRule', act, 'r']],
    ['AcpBridge.send_now', ['c', 's', 'p'], ['sendNow', act, 's', 'p']],
    ['AcpBridge.set_mode', ['c', 's', 'm'], ['setMode', act, 's', 'm']],
    ['AcpBridge.set_option', ['c', 's', 'o', false], ['setOption', act, 's', 'o', false]],
    ['AcpBridge.restart_agent', ['c', 'demo'], ['restartAgent', act, 'demo']],
    ['Repo.find_files', ['que\0ry', 20], ['find', 'query', 20]],
    ['Repo.read_file', ['src/a.ts', 1, 400], ['read', 'src/a.ts', 1, 400]],
    ['Sessions.create', ['c', null], ['create', act, null]],
    ['Sessions.list', [], ['list']],
    ['Sessions.search', ['wo\0rds', 5], ['search', 'words', 5]],
    ['Sessions.rename', ['c', 's', ' New\0 title '], ['rename', act, 's', 'New title']],
    ['Sessions.delete', ['c', 's'], ['remove', act, 's']],
    ['Sessions.update_from_agent', ['c', 's'], ['updateFromAgent', act, 's']],
    ['Settings.trust_folder', ['c', 'print', true], ['trustFolder', act, 'print', true]],
    ['Settings.run_with_npx', ['c', 'demo'], ['runWithNpx', act, 'demo']],
    ['Settings.set_default_agent', ['c', 'demo'], ['setDefault', act, 'demo']],
    ['Settings.dismiss_banner', ['c', 'b'], ['dismissBanner', act, 'b']],
  ];

  it('[R7] reach the service with what was sent, and with the device that acts', async () => {
    for (const [method, args, expected] of routes) {
      await tab.call(method, ...args);
      assert.deepEqual(served.calls.at(-1), expected, method);
    }
  });

  it('[R7] hand the tab to the services that need it', async () => {
    const snapshot = await tab.call<{ kind: string; tab: { id: string } }>('AcpBridge.get_current_state');
    assert.equal(snapshot.kind, 'app');
    const portOf = (call: unknown[]) => (call[1] as { id: string }).id;
    await tab.call('AcpBridge.get_current_state', 's', 'e', 4);
    assert.deepEqual(
      [portOf(served.calls.at(-1)!), ...served.calls.at(-1)!.slice(2)],
      [snapshot.tab.id, 's', { epoch: 'e', seq: 4 }],
    );
    for (const args of [['s'], ['s', null, null], ['s', 'e', null]]) {
      await tab.call('AcpBridge.get_current_state', ...args);
      assert.deepEqual(served.calls.at(-1)!.slice(2), ['s', null]);
    }
    assert.equal(await tab.call('AcpBridge.leave', 's'), null);
    assert.equal(portOf(served.calls.at(-1)!), snapshot.tab.id);
    assert.equal(await tab.call('Sessions.set_draft', 's', 'dra\0ft'), null);
    assert.deepEqual(
      [portOf(served.calls.at(-1)!), ...served.calls.at(-1)!.slice(2)],
      [snapshot.tab.id, 's', 'draft', []],
    );
  });

  it('[AU15] let a tab sign in, and refuse what is out of bounds', async () => {
    await tab.call('AcpBridge.sign_in', 'c', 'demo', 'console', null);
    assert.deepEqual(served.calls.at(-1), ['signIn', act, 'demo', { methodId: 'console', consent: null }]);
    assert.equal(await tab.call('AcpBridge.sign_in_input', 'demo', 'a1', '\u0003'), null);
    assert.deepEqual(served.calls.at(-1), ['signInInput', 'demo', 'a1', '\u0003']);
    await tab.call('AcpBridge.sign_in_resize', 'demo', 'a1', 80, 24);
    assert.deepEqual(served.calls.at(-1), ['signInResize', 'demo', 'a1', { cols: 80, rows: 24 }]);
    const before = served.calls.length;
    for (const [method, ...args] of [
      ['sign_in', 'c', 'demo', 'console'],
      ['sign_in', 'c', 'demo', '', null],
      ['sign_in_input', 'demo', 'a1', 'x'.repeat(65_537)],
      ['sign_in_input', 'demo', 'a1', { text: 'x' }],
      ['sign_in_resize', 'demo', 'a1', 80.5, 24],
      ['sign_in_resize', 'demo', 'a1', 100_000, 24],
      ['sign_in_output', '\0'],
    ]) {
      await assert.rejects(tab.call(`AcpBridge.${method}`, ...args), { code: /bad_request|too_large/ });
    }
    assert.equal(served.calls.length, before);
  });

  it('[R7] give and change the settings', async () => {
    assert.deepEqual(await tab.call('Settings.get_agents'), []);
    assert.deepEqual(await tab.call('Settings.get'), {
      revision: 1,
      values: DEFAULT_SETTINGS,
    });
    assert.deepEqual(await tab.call('Settings.update', 'c', { theme: 'dark' }), {
      revision: 2,
      values: { ...DEFAULT_SETTINGS, theme: 'dark' },
    });
  });

  it('[R4] get prompts of every kind, and no field that ACP does not have', async () => {
    const blocks = [
      { type: 'text', text: 'a' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'file:///a', name: 'a', size: 5 },
      { type: 'resource', resource: { uri: 'file:///a', text: 'b', mimeType: 'text/plain' } },
      { type: 'resource', resource: { uri: 'file:///a', blob: 'AAAA' } },
    ];
    const sent = blocks.map((block) => ({ ...block, polluted: 1 }));
    await tab.call('AcpBridge.prompt', 'c', 's', sent);
    assert.deepEqual(served.calls.at(-1)?.[3], blocks);
  });

  it('[R4] never get a field by the name of __proto__', async () => {
    const args = '["c","s","q","accept",{"__proto__":"x","a":"b"}]';
    const answer = tab.answerTo('proto');
    tab.send(`{"jsonrpc":"2.0","id":"proto","method":"AcpBridge.answer_question","params":{"args":${args}}}`);
    await answer;
    const content = (served.calls.at(-1)![4] as { content: object }).content;
    assert.deepEqual(Object.getPrototypeOf(content), Object.prototype);
    assert.deepEqual({ ...content }, { a: 'b' });
  });

  it('[R7] are called by a message that wants no answer too', async () => {
    tab.send({ jsonrpc: '2.0', method: 'Sessions.delete', params: { args: ['c', 'quiet'] } });
    await tab.call('Settings.get');
    assert.deepEqual(served.calls.at(-1), ['remove', act, 'quiet']);
  });
});
