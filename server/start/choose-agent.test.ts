import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, describe, it } from 'node:test';
import { UsageError } from '../command/usage-error.js';
import { type Config, defaultConfig } from '../settings/config.js';
import { chooseAgent, knownAgents, type LastAgent, namedAgent } from './choose-agent.js';

const path = mkdtempSync(join(tmpdir(), 'acdeck-agents-'));
after(() => rmSync(path, { recursive: true }));
for (const program of ['gemini', 'mine']) {
  writeFileSync(join(path, program), '#!/bin/sh\n');
  chmodSync(join(path, program), 0o755);
}

const own: Config = {
  ...defaultConfig,
  agents: new Map([
    ['mine', { name: 'Mine', command: ['mine', '--acp'], env: { LEVEL: '1' }, home: null }],
    ['codex', { name: 'My Codex', command: ['/opt/codex'], env: {}, home: null }],
  ]),
};

function choose(asked: string | null, last: LastAgent, config = defaultConfig, on: string | undefined = path) {
  const known = knownAgents(config);
  const places = { path: on, folder: '/nowhere' };
  return chooseAgent(asked === null ? null : namedAgent(asked, known, places), last, { known, ...places });
}

describe('the agent', () => {
  it('[C30] is the one asked for, else the last one, else the first one found, else demo', () => {
    const last = { agentId: 'codex' };
    assert.equal(choose('claude', last).agent.id, 'claude');
    assert.equal(choose(null, last).agent.id, 'codex');
    assert.equal(choose(null, {}).agent.id, 'gemini');
    assert.equal(choose(null, {}, own).agent.id, 'mine');
    assert.equal(choose(null, {}, defaultConfig, '/nowhere').agent.id, 'demo');
    assert.equal(choose(null, { agentId: 'no longer there' }).agent.id, 'gemini');
  });

  it('[C30] comes back when it was a command line', () => {
    const first = choose('mine "two words"', {});
    assert.deepEqual(first.remembered, { agentId: 'custom', agentCommand: ['mine', 'two words'] });
    assert.deepEqual(choose(null, first.remembered).agent.commands, [{ command: 'mine', args: ['two words'] }]);
    const other = choose('demo', first.remembered);
    assert.ok(
      other.entries.some(({ id }) => id === 'custom'),
      'its sessions can still be continued',
    );
    for (const agentCommand of [[], ['a', 1], 'x', null] as unknown as string[][]) {
      assert.equal(choose(null, { agentId: 'custom', agentCommand }).agent.id, 'gemini');
    }
  });

  it('[C7] has an id, of the person or built in; theirs comes first', () => {
    assert.deepEqual(choose('mine', {}, own).agent.env, { LEVEL: '1' });
    assert.deepEqual(choose('codex', {}, own).agent.commands, [{ command: '/opt/codex', args: [] }]);
    assert.equal(knownAgents(own).filter(({ id }) => id === 'codex').length, 1);
    assert.throws(
      () => choose('nobody', {}),
      (error) => error instanceof UsageError && /copilot/.test(error.message),
    );
    assert.throws(() => choose('  ', {}), UsageError);
  });

  it('[AC2] keeps what is built in and not changed by the settings', () => {
    const home = '/data/copilot';
    const change = { name: null, command: null, env: { GH_TOKEN: 'x' }, home };
    const copilot = knownAgents({ agents: new Map([['copilot', change]]) })[0]!;
    assert.equal(copilot.name, 'GitHub Copilot');
    assert.equal(copilot.commands[0]?.command, 'copilot');
    assert.deepEqual([copilot.homePath, copilot.env], [home, { GH_TOKEN: 'x' }]);
    const nobody = new Map([['nobody', { ...change, home: null }]]);
    assert.throws(() => knownAgents({ agents: nobody }), /"nobody" in your settings needs a command/);
  });

  it('[AC37] is taken for what its command starts, by whatever name or id it goes', () => {
    const gemini = choose('gemini', {}).agent;
    const given = choose('/opt/bin/gemini --acp', {}).agent;
    assert.deepEqual([given.id, given.name, given.login], ['custom', gemini.name, gemini.login]);
    const command = ['npx', '-y', '@google/gemini-cli', '--acp'] as const;
    const own = { name: null, command, env: {}, home: null };
    const named = knownAgents({ agents: new Map([['mygem', own]]) })[0]!;
    const replaced = knownAgents({ agents: new Map([['codex', own]]) })[0]!;
    for (const agent of [given, named, replaced]) assert.deepEqual(agent.quirks, gemini.quirks, agent.id);
    assert.deepEqual([named.name, choose('mine --acp', {}).agent.quirks], ['mygem', undefined]);
  });

  it('[AC38] has others that may take its place only if nobody has wanted it', () => {
    const ids = ({ instead }: ReturnType<typeof choose>) => instead.map(({ id }) => id);
    assert.deepEqual(ids(choose(null, {})), ['demo']);
    assert.deepEqual(ids(choose(null, {}, own)), ['gemini', 'demo']);
    assert.deepEqual([ids(choose('gemini', {})), ids(choose(null, { agentId: 'gemini' }))], [[], []]);
    assert.deepEqual(choose(null, {}).remembered, {}, 'the next start looks again');
  });

  it('[C8] may be a command line', () => {
    assert.deepEqual(choose('mine', {}).agent.commands, [{ command: 'mine', args: [] }]);
    const given = choose("./bin/agent --name 'A B' $HOME", {}).agent.commands;
    assert.deepEqual(given, [{ command: resolve('bin/agent'), args: ['--name', 'A B', '$HOME'] }]);
  });

  it('[C9] may not be half a command line', () => {
    assert.throws(() => choose("agent 'x", {}), UsageError);
  });
});
