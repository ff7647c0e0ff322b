import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { DEFAULT_SETTINGS } from '../protocol/features/settings-table.js';
import { ConfigError, defaultConfig } from './config.js';
import { CONFIG_KEYS, parseConfig, parseFolderConfig } from './parse-config.js';
import { settingShape } from './setting-shape.js';

function parse(text: string) {
  return parseConfig(text, 'config.yaml').config;
}

function assertRefused(text: string, message: RegExp): void {
  assert.throws(
    () => parse(text),
    (error) => error instanceof ConfigError && /^[^\n]+\.$/.test(error.message) && message.test(error.message),
    text.slice(0, 80),
  );
}

/** Lists of lists of lists: a few lines that would fill the memory if they were written out. */
function aliasBomb(): string {
  const row = (i: number) =>
    `  a${i}: &a${i} [${Array(9)
      .fill(`*a${i - 1}`)
      .join(', ')}]`;
  return ['agents:', '  a0: &a0 [x, x]', ...Array.from({ length: 9 }, (_, i) => row(i + 1))].join('\n');
}

function staircase(): string {
  return Array.from({ length: 600 }, (_, i) => `\n${' '.repeat(i)}a:`).join('');
}

describe('parseConfig', () => {
  it('[K1] fills in what is left out', () => {
    for (const text of ['', '# nothing yet\n', '{}', '---\n']) assert.deepEqual(parse(text), defaultConfig, text);
    const given = parse('theme: dark\nport: 0\nopen: false\nagent: demo\n');
    const values = { ...DEFAULT_SETTINGS, theme: 'dark' };
    assert.deepEqual(given, {
      ...defaultConfig,
      agent: 'demo',
      host: { ...defaultConfig.host, port: 0, open: false },
      values,
    });
  });

  it('[PR14] [PR18] reads what happens when nobody answers or nobody was asked', () => {
    const { values } = parse('rejectAfterMinutes: 10\nstopUnasked: true\n');
    assert.deepEqual([values.rejectAfterMinutes, values.stopUnasked], [10, true]);
    assert.deepEqual([parse('').values.rejectAfterMinutes, parse('').values.stopUnasked], [0, false]);
    for (const bad of ['rejectAfterMinutes: -1', 'rejectAfterMinutes: 1.5', 'stopUnasked: 1'])
      assertRefused(bad, /line 1/);
  });

  it('[K13] reads who writes commit messages', () => {
    assert.deepEqual(parse('').commitMessages, { agent: null, model: null });
    assert.deepEqual(parse('commitMessages: {agent: mine}').commitMessages, { agent: 'mine', model: null });
    assert.deepEqual(parse('commitMessages:\n  model: small\n').commitMessages, { agent: null, model: 'small' });
    for (const bad of ['commitMessages: mine', 'commitMessages: {agent: 1}', 'commitMessages: {modell: x}'])
      assertRefused(bad, /line 1/);
  });

  it('[K23] lets a folder set nothing but agents and MCP servers, whatever settings there are', () => {
    const own = CONFIG_KEYS.filter((key) => !['agent', 'agents', 'mcpServers'].includes(key));
    assert.ok(own.length > 20);
    for (const key of own) {
      const isRefused = (error: unknown) =>
        error instanceof ConfigError && error.problem.cause.code === 'not_for_folders' && error.problem.line === 2;
      assert.throws(() => parseFolderConfig(`agent: demo\n${key}: true\n`, 'folder.yaml'), isRefused, key);
    }
  });

  it('[US10] reads budgets, and refuses impossible ones with the line and the key', () => {
    const { values } = parse('budgetReplyMinutes: 30\nbudgetDayCost: 2.5\n');
    assert.deepEqual(
      [values.budgetReplyMinutes, values.budgetDayCost, values.budgetReplyTokens, values.budgetDayToolCalls],
      [30, 2.5, 0, 0],
    );
    assertRefused('theme: dark\nbudgetReplyMinutes: -1\n', /line 2.*"budgetReplyMinutes"/);
    assertRefused('budgetDayTokens: 1.5\n', /line 1.*"budgetDayTokens"/);
    assertRefused('budgetDayCost: .inf\n', /"budgetDayCost"/);
    assertRefused('budgetReplyToolCalls: many\n', /"budgetReplyToolCalls"/);
  });

  it('[K6] reads the agents of the person', () => {
    const text =
      'agents:\n  my-agent:\n    command: [node, "my agent.js", --acp]\n    env: {LEVEL: "1"}\n  b:\n    name: B\n    command: [b]\n';
    assert.deepEqual(
      [...parse(text).agents],
      [
        ['my-agent', { name: null, command: ['node', 'my agent.js', '--acp'], env: { LEVEL: '1' }, home: null }],
        ['b', { name: 'B', command: ['b'], env: {}, home: null }],
      ],
    );
  });

  it('[AC2] takes an agent as program and arguments, and changes to a built-in one', () => {
    const text = 'agents:\n  mine: {command: mine, args: [--acp]}\n  copilot: {home: ~/elsewhere, env: {A: "1"}}\n';
    const { agents } = parse(text);
    assert.deepEqual(agents.get('mine')?.command, ['mine', '--acp']);
    const home = join(homedir(), 'elsewhere');
    assert.deepEqual(agents.get('copilot'), { name: null, command: null, env: { A: '1' }, home });
    assertRefused('agents:\n  a: {command: a, home: relative}\n', /"agents\.a\.home": must be an absolute path/);
  });

  it('[AC30] reads MCP servers of each kind, and refuses what cannot be one', () => {
    const text = [
      'mcpServers:',
      '  files: {command: mcp-files, args: [--root, /tmp], env: {TOKEN: t}}',
      '  web: {url: "https://example.com/mcp", headers: {Authorization: "Bearer x"}}',
      '  old: {type: sse, url: "http://127.0.0.1:1/sse"}',
    ].join('\n');
    assert.deepEqual(parse(text).mcpServers, [
      { name: 'files', command: 'mcp-files', args: ['--root', '/tmp'], env: [{ name: 'TOKEN', value: 't' }] },
      {
        type: 'http',
        name: 'web',
        url: 'https://example.com/mcp',
        headers: [{ name: 'Authorization', value: 'Bearer x' }],
      },
      { type: 'sse', name: 'old', url: 'http://127.0.0.1:1/sse', headers: [] },
    ]);
    assertRefused('mcpServers:\n  a: {url: "file:///etc"}\n', /line 2/);
    assertRefused('mcpServers:\n  a: {command: x, url: "http://x"}\n', /either a command/);
    assertRefused('mcpServers:\n  a: {url: "http://x", headers: {"A b": c}}\n', /line 2/);
    assertRefused('mcpServers:\n  a: {url: "http://x", headers: {A: "b\\r\\nC: d"}}\n', /line 2/);
    assertRefused('mcpServers:\n  "a b": {command: x}\n', /must be letters/);
  });

  it('[AC33] reads folders that sessions may use besides their own', () => {
    const folders = parse('additionalDirectories: [/lib, ~/shared]\n').additionalDirectories;
    assert.deepEqual(folders, ['/lib', join(homedir(), 'shared')]);
    assertRefused('additionalDirectories: [lib]\n', /absolute/);
  });

  it('[K6] refuses an agent that cannot be started', () => {
    assertRefused('agents:\n  a:\n    command: ls -l\n', /line 3: "agents\.a\.command"/);
    assertRefused('agents:\n  a:\n    command: []\n', /line 3: .*at least the program/);
    assertRefused('agents:\n  a: {}\n', /line 2/);
    assertRefused('theme: dark\nagents:\n  A b:\n    command: [x]\n', /line 3: "agents\.A b" must be/);
    assertRefused('agents:\n  a:\n    command: [x]\n    env:\n      "A=B": c\n', /line 5/);
    assertRefused('agents:\n  a:\n    command: ["x\\0y"]\n', /line 3/);
  });

  it('[K2] names the line of what it does not know', () => {
    assertRefused('theme: dark\nfont: big\n', /^config\.yaml, line 2: There is no setting called "font"\.$/);
    assertRefused('\n\ntheme: blue\n', /^config\.yaml, line 3: "theme"/);
    assertRefused('port: 70000', /line 1: "port"/);
    assertRefused('port: "80"', /line 1: "port"/);
    assertRefused('open: 1', /line 1: "open"/);
    assertRefused('[1]', /line 1/);
    assertRefused('just text', /line 1/);
    assertRefused('theme: dark\n\nport: [\n', /^config\.yaml, line 4: /);
    assertRefused('theme: dark\ntheme: light\n', /line 2/);
    assertRefused('theme: dark\n---\ntheme: light\n', /line 2: .*several YAML documents/);
  });

  it('[K3] refuses tags and keys with a meaning of their own', () => {
    assertRefused('theme: !!js/function "x"\n', /line 1/);
    assertRefused('a: 1\ntheme: !secret x\n', /line 2/);
    assertRefused('__proto__: {polluted: 1}\n', /line 1: __proto__ can.t be a key/);
    assertRefused('agents:\n  __proto__:\n    command: [x]\n', /line 2: __proto__ can.t be a key/);
    assertRefused('? [a]\n: 1\n', /line 1/);
    assertRefused('<<: {theme: dark}\n', /line 1/);
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  });

  it('[K25] has an example in the README with every key, which is right', () => {
    const page = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const example = [...page.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, block]) => block).join('');
    const keys = [...example.matchAll(/^([a-zA-Z]+):/gm)].map(([, key]) => key);
    assert.deepEqual(keys.toSorted(), [...CONFIG_KEYS].sort());
    const { keys: chosen, favourites, ...values } = parse(example).values;
    assert.deepEqual({ ...values, keys: {}, favourites: {} }, DEFAULT_SETTINGS);
    assert.deepEqual([Object.keys(chosen), Object.keys(favourites)], [['go.palette'], ['copilot']]);
  });

  it('[CO34] reads favourites, and refuses what can be none', () => {
    const favourites = { copilot: ['model/gpt-5.1', 'mode/https://x'] };
    assert.deepEqual(parse(JSON.stringify({ favourites })).values.favourites, favourites);
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`a${n}`, []]));
    const bad = [
      { 'Not an agent': [] },
      { a: ['model'] },
      { a: ['model/'] },
      { a: 'model/x' },
      { a: ['m/a\nb'] },
      many,
    ];
    for (const value of [...bad, { a: Array(51).fill('m/x') }, []]) {
      assert.throws(() => parse(JSON.stringify({ favourites: value })), JSON.stringify(value).slice(0, 60));
      assert.equal(settingShape.favourites.safeParse(value).success, false, JSON.stringify(value).slice(0, 60));
    }
    assert.equal(settingShape.favourites.safeParse(favourites).success, true);
  });

  it('[K4] refuses what is made to fill the memory', () => {
    assertRefused(aliasBomb(), /refers to itself too often/);
    for (const deep of ['['.repeat(20_000), '[{a: '.repeat(20_000), `\n${'- '.repeat(20_000)}`, staircase()]) {
      assertRefused(`agent: ${deep}`, /nested too deeply/);
    }
  });
});
