import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCommand, readInput } from '../../../server/protocol/call-reading.js';
import type { ToolEntry } from '../../../server/protocol/transcript/entries.js';
import {
  answered,
  asked,
  entriesAfter,
  prompt,
  tool,
  toolUpdate,
} from '../../../server/protocol/transcript/transcript.rig.js';
import { changedLines } from './changed-lines.js';
import { summarise, timeTaken } from './summarise.js';

const FOLDER = '/home/me/orbit';

function call(fields: object): ToolEntry {
  return entriesAfter(prompt('hi'), tool('t', fields)).at(-1) as ToolEntry;
}

function line(fields: object): string {
  const { verb, target, result } = summarise(call(fields), FOLDER);
  return [verb, target, result].filter(Boolean).join(' | ');
}

const commandIn = (input: unknown) => readCommand(readInput(input, 'execute'));

describe('a tool of an MCP server', () => {
  it('[U58] is named by its server and what it does', () => {
    assert.equal(line({ title: 'mcp__linear__create_issue', status: 'completed' }), 'linear · create issue');
    assert.equal(line({ title: 'mcp__git_hub__list__all', status: 'completed' }), 'git hub · list all');
    assert.equal(line({ title: 'Tool: linear/create_issue', status: 'completed' }), 'linear · create issue');
    assert.equal(line({ title: 'create_issue (linear MCP Server)', status: 'completed' }), 'linear · create issue');
    assert.equal(line({ title: 'mcp__odd', status: 'completed' }), 'mcp__odd');
  });
});

describe('a tool call of a newer agent', () => {
  it('[U89] is told in its own words', () => {
    const odd = { ...call({ title: 'Lift the page', status: 'completed' }), toolKind: 'levitate', status: 'hovering' };
    const { target, result } = summarise(odd as unknown as ToolEntry, FOLDER);
    assert.deepEqual([target, result], ['Lift the page', '']);
  });
});

describe('a tool call in one line', () => {
  const at = [{ path: `${FOLDER}/src/auth.ts` }];
  const diff = { type: 'diff', path: `${FOLDER}/a.ts`, oldText: '', newText: 'x' };
  const change = { ...diff, oldText: 'o' };
  const gone = '*** Begin Patch\n*** Delete File: c\n*** End Patch';
  const cases: [string, object][] = [
    ['Read | src/auth.ts', { kind: 'read', status: 'completed', locations: at, title: 'Read src/auth.ts' }],
    ['Reading | src/auth.ts', { kind: 'read', status: 'in_progress', locations: at }],
    ['Read | the manual', { kind: 'read', status: 'completed', title: 'Read the manual' }],
    ['Edited | a.ts', { kind: 'edit', status: 'completed', content: [change], title: 'Edit a.ts' }],
    ['Edit | a.ts', { kind: 'edit', status: 'pending', content: [change] }],
    ['Created | a.ts', { kind: 'edit', status: 'completed', content: [diff] }],
    ['Creating | a.ts', { kind: 'edit', status: 'in_progress', content: [diff] }],
    ['Create | a.ts | failed', { kind: 'edit', status: 'failed', content: [diff] }],
    ['Edited | a.ts', { kind: 'read', status: 'completed', content: [change] }],
    [
      'Edited | a.ts, b.ts',
      { kind: 'edit', status: 'completed', content: [diff, { ...change, path: `${FOLDER}/b.ts` }] },
    ],
    ['Deleted | src/auth.ts', { kind: 'delete', status: 'completed', locations: at }],
    ['Moved | a.ts → b.ts', { kind: 'move', status: 'completed', rawInput: { source: 'a.ts', destination: 'b.ts' } }],
    ['Moved | the logo', { kind: 'move', status: 'completed', title: 'Move the logo' }],
    ['Deleted | c', { kind: 'other', status: 'completed', title: 'apply_patch', rawInput: { input: gone } }],
    [
      'Ran | npm test',
      { kind: 'execute', status: 'completed', rawInput: { command: 'npm test' }, rawOutput: { exitCode: 0 } },
    ],
    [
      'Run | npm test | exit 1',
      { kind: 'execute', status: 'failed', rawInput: { command: 'npm test' }, rawOutput: { exitCode: 1 } },
    ],
    ['Read | src/auth.ts', { kind: 'read', status: 'completed', title: 'x: {}', rawInput: { files: at } }],
    ['apply_patch', { kind: 'other', status: 'completed', title: 'apply_patch: {"input":"*** Begin...' }],
    ['Ran | the tests', { kind: 'execute', status: 'completed', title: 'Run the tests' }],
    ['Searched | refresh', { kind: 'search', status: 'completed', rawInput: { pattern: 'refresh' } }],
    ['Fetched | https://x.dev/a', { kind: 'fetch', status: 'completed', rawInput: { url: 'https://x.dev/a' } }],
    ['Delete | src/auth.ts | stopped', { kind: 'delete', status: 'cancelled', locations: at }],
    ['Do something odd', { kind: 'other', status: 'completed', title: 'Do something odd' }],
    ['Do something new | failed', { kind: 'of_a_later_protocol', status: 'failed', title: 'Do something new' }],
    ['Tool call', { kind: 'other', status: 'completed', title: '' }],
    ['two lines ␛[31m of title', { kind: 'other', status: 'completed', title: 'two\n lines \u001b[31m of title' }],
  ];
  for (const [expected, fields] of cases) {
    it(`[U25] says “${expected}”`, () => assert.equal(line(fields), expected));
  }

  it('[U25] shows the path of more than two files as the first and a count', () => {
    const paths = ['a', 'b', 'c'].map((name) => ({ path: `${FOLDER}/${name}` }));
    assert.equal(line({ kind: 'read', status: 'completed', locations: paths }), 'Read | a and 2 more');
  });

  it('[U25] says that a person said no rather than that it failed', () => {
    const events = [prompt('hi'), tool('t', { kind: 'edit' }), asked('q', { toolCallId: 't' }), answered('q', 'no')];
    const entry = entriesAfter(...events, toolUpdate('t', { status: 'failed' })).at(-1) as ToolEntry;
    const { result, tone } = summarise(entry, FOLDER);
    assert.deepEqual([result, tone], ['denied', 'quiet']);
  });

  it('[U25] counts only the time in which the call could run', () => {
    const events = [prompt('hi'), tool('t', {}), asked('q', { toolCallId: 't' }), answered('q', 'yes')];
    const entry = entriesAfter(...events, toolUpdate('t', { status: 'completed' })).at(-1) as ToolEntry;
    // Events of the rig are 10 ms apart: 30 from the call to its end, 10 of them a question.
    assert.equal(timeTaken(entry), 20);
  });

  it('[U25] writes a command as it would be typed', () => {
    assert.equal(commandIn({ command: 'rm -rf dist && ls' }), 'rm -rf dist && ls');
    assert.equal(commandIn({ command: ['bash', '-lc', "echo 'hi'"] }), `bash -lc 'echo '\\''hi'\\'''`);
    assert.equal(commandIn({ command: 'sh', args: ['-c', 'a b'] }), "sh -c 'a b'");
    assert.equal(commandIn({ path: 'x' }), null);
    assert.equal(commandIn('npm test'), null);
  });

  it('[U25] knows about how many lines an edit touches', () => {
    assert.equal(changedLines({ oldText: 'a\nb\nc', newText: 'a\nB\nc' }), 2);
    assert.equal(changedLines({ oldText: 'a\nb', newText: 'a\nb' }), 0);
    assert.equal(changedLines({ oldText: 'a\nb', newText: 'a\nx\ny\nb' }), 2);
  });
});
