import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listGitKeys, type SortedKey, sortKey } from './config-keys.rig.js';
import { judgeSetting, judgeSettings } from './local-settings.js';

const spelled = (key: string) => {
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
  return key.slice(0, first).toLowerCase() + key.slice(first, last) + key.slice(last).toLowerCase();
};
const judge = ({ key, value }: Pick<SortedKey, 'key' | 'value'>) => judgeSetting({ key: spelled(key), value });

describe('a setting of a repository that nobody trusts', () => {
  const keys = listGitKeys().map((listed) => ({ listed, sorted: sortKey(listed) }));

  it('[GT36] is sorted for every key that git lists', () => {
    assert.ok(keys.length > 500, `${keys.length} keys`);
    const unsorted = keys.filter(({ sorted }) => sorted === null).map(({ listed }) => listed);
    assert.deepEqual(unsorted, [], 'sort these in config-keys.rig.ts, and say why');
  });

  it('[GT36] is hidden from git if it can run a program, steer the network or name a file elsewhere', () => {
    for (const { sorted } of keys) {
      if (!sorted || sorted.sort === 'harmless') continue;
      const { isPlain, asks } = judge(sorted);
      const isAddress = /^remote\.origin\.(push)?url$/i.test(sorted.key);
      assert.equal(isPlain, isAddress, `${sorted.key}: ${sorted.why}`);
      assert.equal(
        asks.length === 0,
        sorted.isQuiet === true,
        `${sorted.key} asks for ${asks.join(', ') || 'nothing'}`,
      );
    }
  });

  it('[GT36] doesn’t ask if it is harmless, or of another tool', () => {
    const sorted = keys.flatMap(({ sorted: each }) => (each?.sort === 'harmless' ? [each] : []));
    for (const key of sorted) {
      assert.deepEqual(judge({ ...key, value: 'true' }).asks, [], `${key.key}: ${key.why}`);
    }
    const foreign = [
      'gitflow.branch.master',
      'vscode.x',
      'branch.main.vscode-merge-base',
      'remote.origin.gh-resolved',
      'a.b.c.d',
    ];
    for (const key of foreign) assert.deepEqual(judge({ key, value: 'x' }), { isPlain: true, asks: [] }, key);
  });

  it('[GT36] asks if git could know it and AcDeck doesn’t, in the sections for programs and other machines', () => {
    const sections = [
      'core',
      'http',
      'https',
      'credential',
      'remote.x',
      'url.x',
      'protocol',
      'ssh',
      'gpg',
      'hook.x',
      'filter.x',
    ];
    for (const section of [
      ...sections,
      'merge',
      'diff',
      'fetch',
      'push',
      'pull',
      'transfer',
      'commit',
      'lfs',
      'promisor',
    ]) {
      const { isPlain, asks } = judge({ key: `${section}.newInGit4`, value: 'x' });
      assert.ok(!isPlain && asks.length > 0, section);
    }
  });

  it('[GT36] is judged by its value where that decides', () => {
    const cases: [key: string, value: string, isPlain: boolean, asks: number][] = [
      ['http.sslVerify', 'true', true, 0],
      ['http.sslVerify', '', false, 1],
      ['http.https://a.b/.sslVerify', 'false', false, 1],
      ['remote.origin.url', 'https://github.com/a/b.git', true, 0],
      ['remote.origin.url', 'git@github.com:a/b.git', true, 0],
      ['remote.origin.url', 'FILE:///a', true, 1],
      ['remote.origin.url', 'file::/a', true, 1],
      ['remote.origin.url', 'C/a:b', true, 1],
      ['remote.origin.url', 'ext::sh -c x', true, 1],
      ['blame.ignoreRevsFile', '.git-blame-ignore-revs', true, 0],
      ['core.excludesFile', '../x', false, 2],
      ['core.excludesFile', 'a/../../x', false, 2],
      ['core.attributesFile', '~/x', false, 2],
      ['core.attributesFile', '%(prefix)/x', false, 2],
      ['core.attributesFile', '.attributes', true, 0],
      ['extensions.objectFormat', 'sha256', true, 0],
      ['extensions.refStorage', 'files:///elsewhere', false, 3],
    ];
    for (const [key, value, isPlain, asks] of cases) {
      const verdict = judge({ key, value });
      assert.deepEqual([verdict.isPlain, verdict.asks.length], [isPlain, asks], `${key} = ${value}`);
    }
  });

  it('[GT36] asks if it has git push to another machine than the one that the page shows', () => {
    const asks = (...addresses: [name: string, value: string][]) => {
      const entries = addresses.map(([name, value]) => ({ scope: 'local', key: `remote.origin.${name}`, value }));
      return judgeSettings(entries).map((entry) => entry.asks.length);
    };
    const shown = ['url', 'https://github.com/a/b.git'] as [string, string];
    assert.deepEqual(asks(shown, ['pushurl', 'git@github.com:a/b.git']), [0, 0]);
    assert.deepEqual(asks(shown, ['pushurl', 'https://gitlab.com/a/b.git']), [0, 1]);
    assert.deepEqual(asks(shown, ['url', 'https://gitlab.com/a/b.git']), [0, 1]);
    assert.deepEqual(asks(['pushurl', 'https://github.com:8443/a/b.git'], shown), [1, 0]);
    assert.deepEqual(asks(shown, ['pushurl', '/elsewhere/b.git']), [0, 1]);
    assert.deepEqual(asks(['pushurl', 'https://github.com/a/b.git']), [0]);
  });
});
