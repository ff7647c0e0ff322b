import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RuleDraft } from '../protocol/api/permission-rule.js';
import { ruleDraft } from './rule-schema.js';

const ANY: RuleDraft = {
  effect: 'allow',
  agentId: null,
  folder: null,
  toolKind: null,
  title: null,
  command: null,
  path: null,
};
const kept = (given: Partial<RuleDraft>) => ruleDraft.parse({ ...ANY, ...given });

describe('a rule that a person gives', () => {
  it('[PR71] keeps its command byte for byte, without blanks at the ends that no shell notices', () => {
    const text = (given: string) => kept({ command: { text: given, isPrefix: false } }).command?.text;
    assert.equal(text(' npm test\t\n'), 'npm test');
    for (const odd of ['./build.sh\u00a0', '\ufeff./build.sh', './build.sh\r', './run\\ ', 'cat <<E\nx\nE ']) {
      assert.equal(text(odd), odd);
    }
  });

  it('[PR75] keeps a path, a title and a folder as they are', () => {
    for (const odd of ['sub/a\u00a0', 'sub/a ', ' sub/a', '\u200bsub/a']) {
      const { path, title, folder } = kept({ path: odd, title: odd, folder: odd });
      assert.deepEqual([path, title, folder], [odd, odd, odd]);
    }
  });

  it('[PR12] is refused if it names nothing but blanks, or has a NUL', () => {
    for (const text of ['', ' ', '\n\t', '\u00a0', 'a\0b']) {
      assert.ok(!ruleDraft.safeParse({ ...ANY, path: text }).success, JSON.stringify(text));
      assert.ok(!ruleDraft.safeParse({ ...ANY, command: { text, isPrefix: false } }).success, JSON.stringify(text));
    }
  });
});
