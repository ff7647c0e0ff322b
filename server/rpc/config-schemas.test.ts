import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { z } from 'zod';
import { MAX_CONFIG_BYTES } from '../protocol/api/config.js';
import { OFFERED } from './offered-methods.js';

const AGENT = { name: null, command: ['x'], env: { A: null, B: 'c' }, home: '~/x' };
const STDIO = { kind: 'stdio', command: 'x', args: [], env: {} };
const HTTP = { kind: 'http', url: 'http://x', headers: { A: null } };

/** What no other method takes, at its bounds and just beyond; what holds of all methods is in `every-method.test.ts`. */
const TAKEN: Record<string, unknown[][]> = {
  'Settings.get_config_content': [['user'], ['folder']],
  'Settings.save_config_content': [
    ['user', '', null],
    ['folder', 'x'.repeat(MAX_CONFIG_BYTES), 'r'],
  ],
  'Settings.save_agent': [['my-agent', AGENT, true]],
  'Settings.save_mcp_server': [
    ['my.server_1', STDIO, true],
    ['web', HTTP, false],
  ],
  'Settings.update': [
    [{ port: null, agent: null, shell: 'off', open: false, additionalDirectories: ['/a', '~/b'] }],
    [{ commitMessages: { agent: null, model: 'm' }, theme: 'dark' }],
    [{ budgetReplyMinutes: 0, budgetReplyTokens: 1e9, budgetDayCost: 0.5, budgetDayToolCalls: 3 }],
  ],
};

const REFUSED: Record<string, unknown[][]> = {
  'Settings.get_config_content': [['/etc/passwd']],
  'Settings.save_config_content': [
    ['other', 'text', null],
    ['user', 'x'.repeat(MAX_CONFIG_BYTES + 1), null],
    ['user', 'text', ''],
  ],
  'Settings.save_agent': [
    ['My agent', AGENT, true],
    ['__proto__', AGENT, true],
    ['a', { ...AGENT, command: [] }, true],
    ['a', { ...AGENT, command: 'x' }, true],
    ['a', { ...AGENT, command: ['a\0b'] }, true],
    ['a', { ...AGENT, env: { A: 1 } }, true],
    ['a', { ...AGENT, home: 'relative' }, true],
    ['a', { ...AGENT, shell: true }, true],
  ],
  'Settings.save_mcp_server': [
    ['a b', STDIO, true],
    ['a', { ...STDIO, url: 'http://x' }, true],
    ['a', { kind: 'ftp', url: 'x' }, true],
    ['a', { ...HTTP, headers: [] }, true],
  ],
  'Settings.update': [
    [{ port: 70_000 }],
    [{ port: '80' }],
    [{ shell: 'yes' }],
    [{ additionalDirectories: ['relative'] }],
    [{ commitMessages: { agent: 'a' } }],
    [{ agents: {} }],
    [{ theme: null }],
    [{ budgetReplyMinutes: -1 }],
    [{ budgetDayTokens: 1.5 }],
    [{ budgetDayCost: 1e9 }],
    [{ budgetDayCost: null }],
  ],
  'Settings.rename_device': [
    ['d', ''],
    ['d', ' '],
    ['d', 'x'.repeat(61)],
  ],
};

describe('the arguments that change settings', () => {
  const takes = (method: string, args: unknown[]) => {
    const { kind, args: schema } = OFFERED.get(method)!;
    return (schema as z.ZodType).safeParse(kind === 'call' ? args : ['c', ...args]).success;
  };

  it('[K24] are taken up to their bounds', () => {
    for (const [method, calls] of Object.entries(TAKEN))
      for (const args of calls) assert.ok(takes(method, args), `${method} ${JSON.stringify(args).slice(0, 200)}`);
  });

  it('[K24] are refused beyond', () => {
    for (const [method, calls] of Object.entries(REFUSED))
      for (const args of calls)
        assert.equal(takes(method, args), false, `${method} ${JSON.stringify(args).slice(0, 200)}`);
  });
});
