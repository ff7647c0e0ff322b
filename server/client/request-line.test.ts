import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { requestLine } from './request-line.js';

describe('a request in one line', () => {
  const line = (title: string, toolCall: object, told: object = {}) =>
    requestLine(title, JSON.stringify({ toolCall, told, options: [] }));

  it('[PG32] names the command that its title leaves out', () => {
    assert.equal(line('Run', { rawInput: { command: 'rm -rf ~' } }), 'Run: rm -rf ~');
    assert.equal(line('Run', { rawInput: { command: ['rm', '-rf', '~'] } }), "Run: rm -rf '~'");
    assert.equal(line('Run', { rawInput: { command: 'sh', args: ['-c', 'rm -rf ~'] } }), "Run: sh -c 'rm -rf ~'");
    assert.equal(line('Run', {}, { rawInput: { command: 'rm -rf ~' } }), 'Run: rm -rf ~');
    assert.equal(line('Run', { rawInput: { command: 'ls\n\n\n rm -rf ~' } }), 'Run: ls rm -rf ~');
  });

  it('[PG32] names the files that its title leaves out', () => {
    const at = (...paths: string[]) => ({ locations: paths.map((path) => ({ path })) });
    assert.equal(line('Create file', at('/work/a/night.txt')), 'Create file: night.txt');
    assert.equal(line('Write night.txt', at('/work/a/night.txt')), 'Write night.txt');
    assert.equal(line('Edit', at('/a/x', '/a/y'), at('/a/x', '/b/z', '/b/q')), 'Edit: x, y, z');
    for (const locations of [null, 7, [7], [{}], [{ path: 7 }], [{ path: '' }], [{ path: '/' }]])
      assert.equal(line('Edit', { locations }), 'Edit');
  });

  it('[PG32] reads the input of agents that tell it as a text, and the files of diffs and patches', () => {
    const text = (words: string) => [{ type: 'content', content: { type: 'text', text: words } }];
    const kimi = text('{"path":"/work/a/night.txt","content":"dark"}');
    assert.equal(line('Write', { content: text('Requesting approval') }, { content: kimi }), 'Write: night.txt');
    assert.equal(line('Bash', {}, { content: text('{"command":"rm -rf ~"}') }), 'Bash: rm -rf ~');
    assert.equal(line('Edit', { content: [{ type: 'diff', path: '/a/x.ts', newText: '' }] }), 'Edit: x.ts');
    assert.equal(line('Edit', { rawInput: { file_path: '/a/x.ts', old_string: 'a' } }), 'Edit: x.ts');
    const patch = '*** Begin Patch\n*** Add File: /work/a/night.txt\n+dark\n*** End Patch\n';
    assert.equal(
      line('apply_patch: {"input":"*** Beg...', { rawInput: { input: patch } })
        .split(': ')
        .at(-1),
      'night.txt',
    );
    for (const content of [null, 7, [7], [null], text('{'), text('[]'), text('7'), [{ content: null }]])
      assert.equal(line('Write', { content }), 'Write');
  });

  it('[PG32] says it once, and says nothing that is not there', () => {
    assert.equal(line('Run rm -rf ~', { rawInput: { command: 'rm -rf ~' } }), 'Run rm -rf ~');
    assert.equal(line('Edit a.ts\nmore', { rawInput: { path: 'a.ts' } }), 'Edit a.ts');
    for (const rawInput of [null, 7, 'text', [], { command: 7 }, { command: { a: 1 } }, { command: '' }]) {
      assert.equal(line('Run', { rawInput }), 'Run');
    }
    for (const decided of [undefined, '', '{', 'null', '[]', '{"toolCall":null}'])
      assert.equal(requestLine('Run', decided), 'Run');
    assert.ok(line('Run', { rawInput: { command: 'x'.repeat(5_000) } }).length <= 210);
  });
});
