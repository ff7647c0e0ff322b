import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MAX_CONFIG_BYTES } from '../protocol/api/config.js';
import { Served } from './serve.rig.js';
import type { TestTab } from './test-tab.rig.js';

const AGENT = { name: null, command: ['x'], env: { A: null, B: 'c' }, home: '~/x' };
const STDIO = { kind: 'stdio', command: 'x', args: [], env: {} };
const HTTP = { kind: 'http', url: 'http://x', headers: { A: null } };

const GOOD: Record<string, unknown[][]> = {
  'Settings.get_config_info': [[]],
  'Settings.reload': [[]],
  'Settings.get_config_content': [['user'], ['folder']],
  'Settings.save_config_content': [
    ['c', 'user', '', null],
    ['c', 'folder', 'x'.repeat(MAX_CONFIG_BYTES), 'r'],
  ],
  'Settings.save_agent': [['c', 'my-agent', AGENT, true]],
  'Settings.remove_agent': [['c', 'my-agent']],
  'Settings.save_mcp_server': [
    ['c', 'my.server_1', STDIO, true],
    ['c', 'web', HTTP, false],
  ],
  'Settings.remove_mcp_server': [['c', 'web']],
  'Settings.update': [
    ['c', { port: null, agent: null, shell: 'off', open: false, additionalDirectories: ['/a', '~/b'] }],
    ['c', { commitMessages: { agent: null, model: 'm' }, theme: 'dark' }],
    ['c', { budgetReplyMinutes: 0, budgetReplyTokens: 1e9, budgetDayCost: 0.5, budgetDayToolCalls: 3 }],
  ],
  'Settings.get_host_info': [[]],
  'Settings.get_licences': [[]],
  'Settings.rename_device': [['c', 'd', 'Laptop']],
  'Settings.sign_out_device': [['c', 'd']],
  'AcpBridge.continue_over_budget': [
    ['c', 's', null],
    ['c', 's', [{ type: 'text', text: 'Continue' }]],
  ],
  'AcpBridge.start_agent': [['c', 'demo']],
  'AcpBridge.stop_agent': [['c', 'demo']],
};

const BAD: Record<string, unknown[][]> = {
  'Settings.get_config_info': [['x']],
  'Settings.reload': [['x']],
  'Settings.get_config_content': [[], ['/etc/passwd'], ['user', 'folder'], [null]],
  'Settings.save_config_content': [
    ['c', 'user', 'text'],
    ['c', 'other', 'text', null],
    ['c', 'user', 1, null],
    ['c', 'user', 'x'.repeat(MAX_CONFIG_BYTES + 1), null],
    ['c', 'user', 'text', ''],
  ],
  'Settings.save_agent': [
    ['c', 'My agent', AGENT, true],
    ['c', '__proto__', AGENT, true],
    ['c', 'a', { ...AGENT, command: [] }, true],
    ['c', 'a', { ...AGENT, command: 'x' }, true],
    ['c', 'a', { ...AGENT, command: ['a\0b'] }, true],
    ['c', 'a', { ...AGENT, env: { A: 1 } }, true],
    ['c', 'a', { ...AGENT, home: 'relative' }, true],
    ['c', 'a', { ...AGENT, shell: true }, true],
    ['c', 'a', AGENT],
  ],
  'Settings.remove_agent': [['c'], ['c', '']],
  'Settings.save_mcp_server': [
    ['c', 'a b', STDIO, true],
    ['c', 'a', { ...STDIO, url: 'http://x' }, true],
    ['c', 'a', { kind: 'ftp', url: 'x' }, true],
    ['c', 'a', { ...HTTP, headers: [] }, true],
  ],
  'Settings.remove_mcp_server': [['c'], ['c', 1]],
  'Settings.update': [
    ['c', { port: 70_000 }],
    ['c', { port: '80' }],
    ['c', { shell: 'yes' }],
    ['c', { additionalDirectories: ['relative'] }],
    ['c', { commitMessages: { agent: 'a' } }],
    ['c', { agents: {} }],
    ['c', { theme: null }],
    ['c', { budgetReplyMinutes: -1 }],
    ['c', { budgetDayTokens: 1.5 }],
    ['c', { budgetDayCost: 1e9 }],
    ['c', { budgetDayCost: null }],
  ],
  'AcpBridge.continue_over_budget': [['c'], ['c', 's'], ['c', 's', []], ['c', 's', 'on'], ['c', 's', true]],
  'Settings.get_host_info': [['x']],
  'Settings.get_licences': [['x']],
  'Settings.rename_device': [
    ['c', 'd', ''],
    ['c', 'd', ' '],
    ['c', 'd', 'x'.repeat(61)],
    ['c', 'd'],
    ['c', 'd', 1],
  ],
  'Settings.sign_out_device': [['c'], ['c', ''], ['c', 1]],
  'AcpBridge.start_agent': [['c'], ['c', 1]],
  'AcpBridge.stop_agent': [['c'], ['c', null]],
};

describe('the methods that change settings and agents', () => {
  let served: Served;
  let tab: TestTab;
  before(async () => {
    served = await Served.start();
    tab = await served.openTab();
  });
  after(() => served.stop());

  for (const [method, calls] of Object.entries(GOOD)) {
    it(`[K24] ${method} takes sound arguments`, async () => {
      for (const args of calls) assert.ok(await tab.call(method, ...args));
    });
  }

  for (const [method, calls] of Object.entries(BAD)) {
    it(`[K24] ${method} refuses others`, async () => {
      for (const args of calls) {
        await assert.rejects(
          tab.call(method, ...args),
          { name: /^(bad_request|too_large)$/ },
          JSON.stringify(args).slice(0, 200),
        );
      }
    });
  }
});
