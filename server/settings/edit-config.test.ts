import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { type Edit, editConfig } from './edit-config.js';

const HAND = `# My settings
theme: dark   # easier on the eyes

agents:
  # the one from work
  mine:
    command: [mine, --acp] # by hand
    env:
      LEVEL: "1" # how loud

  other: {command: [other]}
mcpServers:
  files:
    command: mcp-files
`;

/** Forms in which people write the same things. */
const FORMS = [
  '',
  '# nothing yet\n',
  '{}',
  '---\n',
  'port: 1',
  'port: 1\n...\n',
  '{port: 1, agents: {mine: {command: [a]}}}',
  'agents: {mine: {command: [a], env: {A: b}}}\nport: 1\n',
  'agents:\n    mine:\n        command: [a]\n        env:\n            A: b\n# the end\n',
  'agents:\n  mine:\n    command:\n      - a\n      - b # second\n    name: |\n      Mine\nport: 1\n',
  '"agents":\n  "mine": {command: [a]} # one line\n',
  HAND,
];

const EDITS: Edit[] = [
  { path: ['theme'], value: 'light' },
  { path: ['theme'], value: undefined },
  { path: ['open'], value: false },
  { path: ['additionalDirectories'], value: ['/a b', '~/c: d'] },
  { path: ['agents', 'mine', 'name'], value: 'Mine: #1 "x"' },
  { path: ['agents', 'mine', 'command'], value: ['node', 'my agent.js', '--x={}'] },
  { path: ['agents', 'mine', 'command'], value: undefined },
  { path: ['agents', 'mine', 'env', 'A'], value: 'multi\nline\n' },
  { path: ['agents', 'mine', 'env', 'LEVEL'], value: undefined },
  { path: ['agents', 'new-one', 'command'], value: ['x'] },
  { path: ['agents', 'mine'], value: undefined },
  { path: ['agents', 'nobody'], value: undefined },
  { path: ['mcpServers', 'web', 'url'], value: 'https://example.com/?a=b#c' },
];

function expected(before: Record<string, unknown>, [key, ...rest]: readonly string[], value: unknown): unknown {
  const { [key!]: old, ...others } = before;
  if (rest.length === 0) return value === undefined ? others : { ...others, [key!]: value };
  const inner = expected((old as Record<string, unknown>) ?? {}, rest, value) as Record<string, unknown>;
  return Object.keys(inner).length === 0 ? others : { ...others, [key!]: inner };
}

const comments = (text: string): string[] => text.match(/#[^\n"]*/g) ?? [];

describe('an edit of a settings file', () => {
  it('[K7] says what was wanted and nothing else, in every form of file', () => {
    for (const form of FORMS)
      for (const edit of EDITS) {
        const edited = editConfig(form, edit);
        const about = `${JSON.stringify(form)} with ${JSON.stringify(edit)} became ${JSON.stringify(edited)}`;
        assert.notEqual(edited, null, about);
        assert.deepEqual(parse(edited!) ?? {}, expected(parse(form) ?? {}, edit.path, edit.value), about);
      }
  });

  it('[K7] leaves all other lines as they are', () => {
    for (const edit of EDITS) {
      const before = new Set(HAND.split('\n'));
      const after = editConfig(HAND, edit)!.split('\n');
      const strange = after.filter((line) => !before.has(line));
      // An entry of its own, with all that it takes; or the changed line.
      assert.ok(strange.length <= 4, `${JSON.stringify(edit)}: ${strange.join('|')}`);
      const key = edit.path.at(-1)!;
      const isAbout = (line: string) =>
        line.includes(key) || edit.path.some((part) => line.trim() === `${part}:`) || /^\s*(multi|line)?$/.test(line);
      assert.deepEqual(
        strange.filter((line) => !isAbout(line)),
        [],
        JSON.stringify(edit),
      );
    }
  });

  it('[K7] keeps every comment outside of what it takes out', () => {
    const gone = ['# by hand', '# how loud', '# the one from work'];
    for (const edit of EDITS) {
      const left = comments(editConfig(HAND, edit)!);
      const lost = comments(HAND).filter((comment) => !left.includes(comment));
      const may = edit.value === undefined || edit.path.at(-1) === 'command' ? [...gone, '# easier on the eyes'] : [];
      assert.deepEqual(
        lost.filter((comment) => !may.includes(comment)),
        [],
        JSON.stringify(edit),
      );
    }
  });

  it('[K21] gives up where entries refer to each other', () => {
    const text = 'agents:\n  a: &a {command: [x]}\n  b: *a\n';
    assert.equal(editConfig(text, { path: ['agents', 'b', 'name'], value: 'B' }), null);
    assert.equal(editConfig(text, { path: ['agents', 'a'], value: undefined }), null);
    assert.match(editConfig(text, { path: ['agents', 'c', 'command'], value: ['c'] })!, /b: \*a\n {2}c:/);
  });
});
