import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { GraphRow, GraphWish } from '../protocol/api/history.js';
import { until } from '../testing/until.rig.js';
import { RepoRig, troubleWith } from './changes.rig.js';
import { gitEnv } from './repo.rig.js';

const TAB = { id: 't1' };

/** A history of many commits with merges, made quickly. */
function manyCommits(t: TestContext, count: number): RepoRig {
  const rig = new RepoRig(t, { files: { 'a.txt': 'a\n' } });
  const lines: string[] = [];
  for (let n = 1; n <= count; n++) {
    const when = 1_600_000_000 + n * 60;
    lines.push(`commit refs/heads/main\nmark :${n}\nauthor A <a@e> ${when} +0000\ncommitter A <a@e> ${when} +0000`);
    lines.push(`data <<E\nCommit ${n}\nE\n${n === 1 ? 'from refs/heads/main^0' : `from :${n - 1}`}`);
    if (n > 5 && n % 5 === 0) lines.push(`merge :${n - 4}`);
    lines.push('');
  }
  const options = { cwd: rig.folder, env: gitEnv(rig.home), input: lines.join('\n') };
  execFileSync('git', ['fast-import', '--quiet', '--force'], options);
  rig.git('reset', '-q', '--hard');
  return rig;
}

async function all(rig: RepoRig, wish: GraphWish, size: number): Promise<GraphRow[]> {
  let page = await rig.repo.history.graph(TAB, wish, size);
  const rows = [...page.rows];
  while (page.walkId) {
    page = await rig.repo.history.more(page.walkId, size);
    rows.push(...page.rows);
  }
  return rows;
}

const subjects = (rows: readonly { subject: string }[]) => rows.map(({ subject }) => subject);

/** Gits that walk through the history of this repository now. */
function walkers(rig: RepoRig): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      const state = /\) (\w) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
      const home = readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`HOME=${rig.home}`);
      return home && state !== 'Z' && words[0] === 'git' && words.includes('log');
    } catch {
      return false;
    }
  });
}

describe('the graph', () => {
  it('[HI2] gives every commit once, with parents and names, in pages of any size', async (t) => {
    const rig = manyCommits(t, 1_500);
    rig.git('tag', 'v1', 'HEAD~3');
    rig.git('branch', 'old', 'HEAD~10');
    rig.git('update-ref', 'refs/remotes/origin/main', 'HEAD~1');
    rig.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
    const told = rig.git('log', '--all', '--format=%H %P').trim().split('\n');
    for (const size of [7, 400, 1_000]) {
      const rows = await all(rig, { scope: 'all' }, size);
      assert.deepEqual(
        rows.map(({ oid, parents }) => [oid, ...parents].join(' ')),
        told.map((line) => line.trim()),
      );
    }
    const rows = (await rig.repo.history.graph(TAB, { scope: 'head' }, 11)).rows;
    const refs = rows.flatMap((row, n) => row.refs.map(({ kind, name, isCurrent }) => [n, kind, name, isCurrent]));
    assert.deepEqual(refs, [
      [0, 'branch', 'main', true],
      [1, 'remote', 'origin/main', false],
      [3, 'tag', 'v1', false],
      [10, 'branch', 'old', false],
    ]);
    assert.deepEqual([rows[0]?.author, rows[0]?.subject], ['A', 'Commit 1500']);
  });

  it('[HI2] of a new repository is empty, and one without a branch names HEAD', async (t) => {
    const empty = new RepoRig(t);
    for (const scope of ['head', 'all'] as const) {
      assert.deepEqual(await empty.repo.history.graph(TAB, { scope }, 10), { walkId: null, rows: [] });
    }
    const rig = new RepoRig(t, { files: { a: 'a\n' } });
    rig.git('switch', '-q', '--detach');
    rig.commitAll('Detached');
    const { rows } = await rig.repo.history.graph(TAB, { scope: 'all' }, 10);
    const detached = rows.find(({ subject }) => subject === 'Detached');
    assert.deepEqual(detached?.refs, [{ kind: 'head', name: 'HEAD', isCurrent: true }]);
  });

  it('[HI3] is one git that waits, and ends with the next graph, the tab and the server', {
    skip: !existsSync('/proc'),
  }, async (t) => {
    const rig = manyCommits(t, 4_000);
    const first = await rig.repo.history.graph(TAB, { scope: 'all' }, 50);
    assert.equal(walkers(rig).length, 1, 'it waits');
    const second = await rig.repo.history.graph(TAB, { scope: 'all' }, 50);
    assert.equal((await troubleWith(rig.repo.history.more(first.walkId!, 50))).code, 'walk_gone');
    await until(() => walkers(rig).length === 1);
    assert.equal((await rig.repo.history.more(second.walkId!, 1_000)).rows.length, 1_000);
    rig.repo.dropTab(TAB);
    await until(() => walkers(rig).length === 0);
    assert.equal((await troubleWith(rig.repo.history.more(second.walkId!, 50))).code, 'walk_gone');
    for (let n = 0; n < 8; n++) await rig.repo.history.graph({ id: `tab${n}` }, { scope: 'all' }, 10);
    await until(() => walkers(rig).length === 6);
    await rig.repo.close();
    assert.deepEqual(walkers(rig), []);
  });

  it('[HI4] is searched by message, author, code and id', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'needle here\n' } });
    rig.write('a.txt', 'nothing\n');
    rig.commitAll('Remove it (all.of [it])');
    rig.git('-c', 'user.name=Grace', 'commit', '-q', '--allow-empty', '-m', 'By somebody else');
    const find = async (query: string, by: 'message' | 'author' | 'code') =>
      subjects((await rig.repo.history.graph(TAB, { scope: 'all', query, by }, 10)).rows);
    assert.deepEqual(await find('ALL.OF [', 'message'), ['Remove it (all.of [it])']);
    assert.deepEqual(await find('.*', 'message'), []);
    assert.deepEqual(await find('grace', 'author'), ['By somebody else']);
    assert.deepEqual(await find('needle', 'code'), ['Remove it (all.of [it])', 'first']);
    assert.deepEqual(await find(rig.git('rev-parse', '--short', 'HEAD~2').trim(), 'message'), ['first']);
    assert.deepEqual(await find('ffffffff', 'message'), []);
  });
});

describe('a commit', () => {
  it('[HI5] lists its files against its first parent, and each has its diff', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'one\ntwo\nthree\nfour\n', 'gone.txt': 'x\n' } });
    const first = await rig.repo.history.commitFiles('HEAD');
    assert.deepEqual(
      first.files.map(({ path, letter, added }) => [path, letter, added]),
      [
        ['a.txt', 'A', 4],
        ['gone.txt', 'A', 1],
      ],
    );
    const diff = await rig.repo.fileDiff('a.txt', { from: first.parent, to: first.oid }, null);
    assert.deepEqual([diff.old.kind, diff.runs], ['none', [[0, 0, 4]]]);
    rig.git('mv', 'a.txt', 'b "ü".txt');
    rig.git('rm', '-q', 'gone.txt');
    rig.write('b "ü".txt', 'one\ntwo\nthree\nFOUR\n');
    rig.commitAll('Second');
    const { files, parent, oid, total } = await rig.repo.history.commitFiles('HEAD');
    assert.deepEqual(
      files.map(({ path, letter, renamedFrom, added, removed }) => [path, letter, renamedFrom, added, removed]),
      [
        ['b "ü".txt', 'R', 'a.txt', 1, 1],
        ['gone.txt', 'D', null, 0, 1],
      ],
    );
    assert.deepEqual([parent, total], [first.oid, 2]);
    const moved = await rig.repo.fileDiff('b "ü".txt', { from: parent, to: oid }, 'a.txt');
    assert.deepEqual(moved.runs, [[3, 1, 1]]);
    assert.equal((await troubleWith(rig.repo.history.commitFiles('nothing'))).code, 'no_commit');
  });
});

describe('a file', () => {
  it('[HI6] has a history that follows its renames, in pages', async (t) => {
    const rig = new RepoRig(t, { files: { 'sub/a.txt': 'one\ntwo\nthree\n', 'other.txt': 'x\n' }, below: 'sub' });
    rig.write('sub/a.txt', 'one\ntwo\nthree\nfour\n');
    rig.commitAll('Adds four');
    rig.write('other.txt', 'y\n');
    rig.commitAll('Elsewhere');
    rig.git('mv', 'sub/a.txt', 'sub/b\nc.txt');
    rig.commitAll('Renames');
    const { rows, next } = await rig.repo.history.fileLog('b\nc.txt', 0, 2);
    assert.deepEqual(
      rows.map(({ subject, path, renamedFrom }) => [subject, path, renamedFrom]),
      [
        ['Renames', 'b\nc.txt', 'a.txt'],
        ['Adds four', 'a.txt', null],
      ],
    );
    assert.equal(next, 2);
    const rest = await rig.repo.history.fileLog('b\nc.txt', 2, 2);
    assert.deepEqual([subjects(rest.rows), rest.next, rest.rows[0]?.parent], [['first'], null, null]);
    assert.deepEqual(await rig.repo.history.fileLog('never.txt', 0, 2), { rows: [], next: null });
  });

  it('[HI7] says which commit its lines are from', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'one\ntwo\nthree\n' } });
    rig.write('a.txt', 'one\nTWO\nthree\n');
    rig.commitAll('Shouts');
    rig.write('a.txt', 'one\nTWO\nthree\nfour\nfive\n');
    const [second, first] = ['HEAD', 'HEAD~1'].map((name) => rig.git('rev-parse', name).trim());
    const blame = await rig.repo.history.blame('a.txt', { version: null, from: 1, count: 100 });
    assert.deepEqual(blame.spans, [
      [first, 1],
      [second, 1],
      [first, 1],
      [null, 2],
    ]);
    const known = new Map(blame.commits.map(({ oid, subject, author }) => [oid, [subject, author]]));
    assert.deepEqual([known.get(second!), known.size], [['Shouts', 'T'], 2]);
    const old = await rig.repo.history.blame('a.txt', { version: 'HEAD~1', from: 2, count: 1 });
    assert.deepEqual([old.from, old.spans], [2, [[first, 1]]]);
    const beyond = await rig.repo.history.blame('a.txt', { version: null, from: 50, count: 10 });
    assert.deepEqual(beyond.spans, []);
    assert.equal(
      (await troubleWith(rig.repo.history.blame('none.txt', { version: null, from: 1, count: 1 }))).code,
      'missing',
    );
  });

  it('[HI8] has a history that runs nothing of the repository', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'one\n', '.gitattributes': '*.txt diff=evil filter=evil\n' } });
    rig.write('a.txt', 'two\n');
    rig.commitAll('Second');
    const mark = join(rig.home, 'mark');
    const trap = join(rig.home, 'trap');
    writeFileSync(trap, `#!/bin/sh\n: > ${mark}\ncat\n`);
    chmodSync(trap, 0o755);
    const keys = [
      'diff.external',
      'diff.evil.command',
      'diff.evil.textconv',
      'filter.evil.clean',
      'core.fsmonitor',
      'core.pager',
      'gpg.program',
      'core.alternateRefsCommand',
    ];
    for (const key of keys) rig.git('config', key, trap);
    rig.git('config', 'log.showSignature', 'true');
    mkdirSync(join(rig.folder, '.git/hooks'), { recursive: true });
    rig.write('a.txt', 'three\n');
    execFileSync('git', ['diff'], { cwd: rig.folder, env: { PATH: process.env.PATH, HOME: rig.home } });
    assert.equal(existsSync(mark), true, 'it runs without our care');
    execFileSync('rm', [mark]);
    for (const by of ['message', 'author', 'code'] as const) await all(rig, { scope: 'all', query: 'o', by }, 10);
    await all(rig, { scope: 'all' }, 10);
    await rig.repo.history.commitFiles('HEAD');
    await rig.repo.history.fileLog('a.txt', 0, 10);
    await rig.repo.history.blame('a.txt', { version: null, from: 1, count: 10 });
    await rig.repo.history.blame('a.txt', { version: 'HEAD', from: 1, count: 10 });
    assert.equal(existsSync(mark), false);
  });
});
