import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseAuthMethods, shellLine } from './auth-methods.js';

const context = { argv: ['/bin/agent', '--acp'], hasTerminal: true };
const shownOf = (...methods: unknown[]) => parseAuthMethods(methods, context).map(({ shown }) => shown);
const kindsOf = (...methods: unknown[]) => shownOf(...methods).map(({ id, kind }) => `${id} ${kind}`);

describe('the ways to sign in', () => {
  it('[AU1] are read by their type, and none of them can do harm', () => {
    assert.deepEqual(shownOf({ id: 'a', name: 'A\u001b[2J\u202e', description: 'How' }), [
      { id: 'a', name: 'A', description: 'How', kind: 'agent' },
    ]);
    const terminal = { name: 'T', type: 'terminal' };
    assert.deepEqual(
      kindsOf(
        { id: 'plain', name: 'P', type: 'agent', extra: 1 },
        { id: 'odd', name: 'O', type: '_vendor' },
        { id: 'args', ...terminal, args: ['x', 7] },
        { id: 'nul', ...terminal, args: ['x\0'] },
        { id: 'env', ...terminal, env: { 'A B': 'x' } },
        { id: 'long', ...terminal, args: ['x'.repeat(5_000)] },
        { id: 'none', name: 'N', _meta: { 'terminal-auth': { command: ' ' } } },
        { id: 'good', ...terminal, args: null },
      ),
      [
        'plain agent',
        'odd unknown',
        'args unknown',
        'nul unknown',
        'env unknown',
        'long unknown',
        'none unknown',
        'good terminal',
      ],
    );
    assert.deepEqual(kindsOf(null, 'x', { name: 'no id' }, { id: 'x', name: 'X' }, { id: 'x', name: 'again' }), [
      'x agent',
    ]);
    for (const nothing of [undefined, null, {}, 'x', 7]) assert.deepEqual(parseAuthMethods(nothing, context), []);
    const many = Array.from({ length: 100 }, (_, n) => ({ id: `m${n}`, name: 'M' }));
    assert.equal(parseAuthMethods(many, context).length, 20);
  });

  it('[AU1] may name variables, in the later and the first form', () => {
    const [later, first] = shownOf(
      {
        ...{ id: 'v', name: 'Key', type: 'env_var', link: 'https://keys.example' },
        vars: [
          { name: 'API_KEY', label: 'Your key', secret: true },
          { name: 'BAD NAME' },
          { name: 'P', optional: true },
        ],
      },
      { id: 'w', name: 'Key', type: 'env_var', varName: 'OLD_KEY', link: 'javascript:alert(1)' },
    );
    assert.deepEqual(later, {
      ...{ id: 'v', name: 'Key', description: null, kind: 'env_var', link: 'https://keys.example' },
      variables: [
        { name: 'API_KEY', label: 'Your key', isOptional: false },
        { name: 'P', label: null, isOptional: true },
      ],
    });
    assert.deepEqual([first?.kind === 'env_var' && first.link, first?.kind], [null, 'env_var']);
  });

  it('[AU2] run the program of the agent with more arguments, in all of the forms', () => {
    const own = { args: ['--cli', 'auth login'], env: { A: '1' } };
    const listed = { ...own, env: [{ name: 'A', value: '1' }] };
    const commandLine = "A=1 /bin/agent --acp --cli 'auth login'";
    const way = { description: null, kind: 'terminal', commandLine, needsConsent: false, canRun: true };
    assert.deepEqual(
      shownOf(
        { id: 'a', name: 'A', type: 'terminal', ...own },
        { id: 'b', name: 'B', type: 'terminal', ...listed },
        { id: 'c', name: 'C', _meta: { type: 'terminal', ...own } },
      ),
      [
        { id: 'a', name: 'A', ...way },
        { id: 'b', name: 'B', ...way },
        { id: 'c', name: 'C', ...way },
      ],
    );
  });

  it('[AU12] need consent where the agent picks the command', () => {
    const picked = { command: '/opt/copilot', args: ['login'], env: { X: 'y z' }, label: 'Copilot Login' };
    const [method] = shownOf({ id: 'copilot-login', name: 'Log in', _meta: { 'terminal-auth': picked } });
    assert.deepEqual(method, {
      ...{ id: 'copilot-login', name: 'Log in', description: null, kind: 'terminal', canRun: true },
      commandLine: "X='y z' /opt/copilot login",
      needsConsent: true,
    });
  });
});

describe('a command line', () => {
  it('[AU3] can be typed as it is shown', () => {
    assert.equal(
      shellLine(['/a b/c', '-x=1', '', "it's", '$(rm -rf ~)', 'ä']),
      "'/a b/c' -x=1 '' 'it'\\''s' '$(rm -rf ~)' 'ä'",
    );
  });

  it('[AU3] shows what would hide', () => {
    const line = shellLine(['ls', 'a\r\nb\u001b[2K', '\u202egpj.exe', '\u200bx', 'tag\u{e0041}']);
    assert.equal(line, "ls $'a\\u000d\\u000ab\\u001b[2K' $'\\u202egpj.exe' $'\\u200bx' $'tag\\U000e0041'");
  });
});
