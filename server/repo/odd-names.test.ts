import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import type { FileHit } from '../protocol/api/search.js';
import { seeded, seededCases } from '../testing/seeded.rig.js';
import { RepoRig, type RepoRigOptions, troubleWith } from './changes.rig.js';
import { findRipgrep } from './search/find-ripgrep.js';

const TAB = { id: 't1' };
/** As long as a path may be that still fits behind the folder of a test. */
const LONG = `${`${'d'.repeat(199)}/`.repeat(19)}${'e'.repeat(200)}`;
/** Each is a trap for somebody who splits, quotes, trims or takes a name for an option or a pattern. */
const KNOWN = [
  'line\nbreak',
  'a\n\tb',
  'tab\there',
  '\x01\x7f',
  '"quoted"',
  'back\\slash',
  '--all',
  ':(top)x',
  ' spaces ',
  'é/\u202eü',
  '*.txt',
  LONG,
];
const sign = fc.constantFrom(...'aB0 -:"\'\\*?[]{}~^$#!&|;<>()%@\n\t\r\x01\x1bé\u202e😀');
/** How many names are made up besides. */
const DRAWN_NAMES = 2;
const DRAWN = fc
  .sample(fc.string({ unit: sign, minLength: 1, maxLength: 10 }), seededCases(DRAWN_NAMES))
  .filter((name) => !/^\.*$/.test(name));
const NAMES = [...new Set([...KNOWN, ...DRAWN])];
/** Names that are no text, in Latin-1; elsewhere than on Linux every name is one. */
const UNTOLD = process.platform === 'linux' ? ['not-\xff-text', '\xfe\xff'] : [];

/** A repository with a file of each name, and each file different. */
function oddRig(t: TestContext, options: RepoRigOptions = {}): RepoRig {
  seeded(t, DRAWN_NAMES);
  const rig = new RepoRig(t, { ...options, files: Object.fromEntries(NAMES.map((name, n) => [name, textOf(n)])) });
  writeUntold(rig, 'old\n');
  rig.commitAll('Odd');
  return rig;
}

const textOf = (n: number) => `one ${n}\ntwo ${n}\nthree ${n}\nneedle ${n}\n`;
const bytesIn = (rig: RepoRig, name: string) =>
  Buffer.concat([Buffer.from(`${rig.folder}/`), Buffer.from(name, 'latin1')]);
const read = (rig: RepoRig, name: string) => readFileSync(join(rig.folder, name), 'utf8');
const readAll = (rig: RepoRig) => NAMES.map((name) => read(rig, name));
const sorted = (names: readonly string[]) => [...names].sort();

function writeUntold(rig: RepoRig, text: string): void {
  for (const name of UNTOLD) writeFileSync(bytesIn(rig, name), text);
}

/** Every file changed, by its own text. */
function changeAll(rig: RepoRig, how: (text: string) => string): void {
  for (const [n, name] of NAMES.entries()) rig.write(name, how(textOf(n)));
  writeUntold(rig, how('old\n'));
}

/** `topic` and `main` have changed the same line of every file. */
function forked(t: TestContext): RepoRig {
  const rig = oddRig(t);
  rig.git('switch', '-q', '-c', 'topic');
  changeAll(rig, (text) => text.replace('two', 'theirs'));
  rig.commitAll('Theirs');
  rig.git('switch', '-q', 'main');
  changeAll(rig, (text) => text.replace('two', 'ours'));
  rig.commitAll('Ours');
  return rig;
}

describe('a file of any name', () => {
  it('[RP87] is in the way of a switch, goes into a stash and comes out of it', async (t) => {
    const rig = forked(t);
    changeAll(rig, (text) => `${text}mine\n`);
    const trouble = await troubleWith(rig.repo.branching.switch('topic', false));
    assert.ok(trouble.code === 'overwritten');
    assert.deepEqual(sorted(trouble.paths), sorted(NAMES));
    const before = readAll(rig);
    const { stash } = await rig.repo.branching.switch('topic', true);
    assert.equal(rig.git('status', '--porcelain'), '');
    assert.deepEqual(
      readAll(rig),
      NAMES.map((_, n) => textOf(n).replace('two', 'theirs')),
    );
    await rig.repo.branching.switch('main', false);
    assert.deepEqual(await rig.repo.branching.popStash(stash!), { conflicts: [] });
    assert.deepEqual(readAll(rig), before);
    for (const name of UNTOLD) assert.equal(readFileSync(bytesIn(rig, name), 'utf8'), 'old\nmine\n');
  });

  it('[RP87] has its conflict read, resolved in each way, undone, and aborted', async (t) => {
    const rig = forked(t);
    assert.throws(() => rig.git('merge', 'topic'));
    const { files } = await rig.repo.status(0);
    assert.deepEqual(sorted(files.map(({ path }) => path)), sorted(NAMES));
    const sides = ['ours', 'theirs', 'both'] as const;
    const marked = readAll(rig);
    for (const [n, name] of NAMES.entries()) {
      const [ours, theirs] = ['ours', 'theirs'].map((word) => textOf(n).replace('two', word));
      const stages = await rig.repo.branching.conflict(name);
      assert.deepEqual([stages.base, stages.ours, stages.theirs], [textOf(n), ours, theirs], JSON.stringify(name));
      const [file] = files.filter(({ path }) => path === name);
      const side = sides[n % 3]!;
      const both = textOf(n).replace(`two ${n}\n`, `ours ${n}\ntheirs ${n}\n`);
      const { undoId } = await rig.repo.branching.resolve(file!, side);
      assert.equal(read(rig, name), { ours, theirs, both }[side], JSON.stringify(name));
      if (n % 2 === 0) await rig.root.undoing.undo(undoId!);
    }
    const left = NAMES.filter((_, n) => n % 2 === 0);
    const unmerged = (await rig.repo.status(0)).files.filter(({ kind }) => kind === 'conflict');
    assert.deepEqual(sorted(unmerged.map(({ path }) => path)), sorted(left));
    for (const name of left) assert.equal(read(rig, name), marked[NAMES.indexOf(name)], JSON.stringify(name));
    const head = rig.git('rev-parse', 'HEAD').trim();
    const { undoId } = await rig.repo.branching.abort('merge', { head, goesWithout: false });
    assert.equal(rig.git('status', '--porcelain'), '');
    await rig.root.undoing.undo(undoId!);
    for (const name of left) assert.equal(read(rig, name), marked[NAMES.indexOf(name)], JSON.stringify(name));
  });

  it('[RP87] is in its commit, has a history over its renames, a diff and a blame', async (t) => {
    const rig = oddRig(t);
    const first = rig.git('rev-parse', 'HEAD').trim();
    const { files, total, leftOut } = await rig.repo.history.commitFiles('HEAD~1');
    assert.deepEqual([sorted(files.map(({ path }) => path)), total, leftOut], [sorted(NAMES), NAMES.length, 0]);
    const odd = await rig.repo.history.commitFiles('HEAD');
    assert.deepEqual([odd.total, odd.leftOut], [UNTOLD.length, UNTOLD.length]);
    const moved = (name: string) => (name === LONG ? `${name.slice(0, -1)}f` : `to/${name}`);
    for (const [n, name] of NAMES.entries()) {
      mkdirSync(dirname(join(rig.folder, moved(name))), { recursive: true });
      renameSync(join(rig.folder, name), join(rig.folder, moved(name)));
      rig.write(moved(name), `${textOf(n)}last ${n}\n`);
    }
    rig.commitAll('Moves \x01 all');
    const commit = await rig.repo.history.commitFiles('HEAD');
    const renames = commit.files.map(({ path, renamedFrom, letter }) => [letter, path, renamedFrom]);
    assert.deepEqual(
      renames.map((each) => JSON.stringify(each)).sort(),
      NAMES.map((name) => JSON.stringify(['R', moved(name), name])).sort(),
    );
    for (const [n, name] of NAMES.entries()) {
      const words = JSON.stringify(name);
      const { rows } = await rig.repo.history.fileLog(moved(name), 0, 10);
      const told = rows.map(({ subject, path, renamedFrom }) => [subject, path, renamedFrom]);
      assert.deepEqual(
        told,
        [
          ['Moves \x01 all', moved(name), name],
          ['first', name, null],
        ],
        words,
      );
      const blame = await rig.repo.history.blame(moved(name), { version: null, from: 1, count: 10 });
      assert.deepEqual(
        blame.spans.map(([oid, count]) => [oid === commit.oid, count]),
        [
          [false, 4],
          [true, 1],
        ],
        words,
      );
      const diff = await rig.repo.fileDiff(moved(name), { from: first, to: commit.oid }, name);
      assert.deepEqual([diff.runs, diff.new.text], [[[4, 0, 1]], `${textOf(n)}last ${n}\n`], words);
      assert.equal((await rig.repo.fileContent(name, first)).text, textOf(n), words);
    }
  });

  it('[RP87] is found by every search, under its own name', async (t) => {
    const rg = await findRipgrep();
    assert.ok(rg, 'ripgrep is installed');
    const empty = join(new RepoRig(t, { git: false }).home, 'bin');
    mkdirSync(empty);
    const ways: [string, RepoRigOptions][] = [
      ['ripgrep', { ripgrep: rg }],
      ['git', { ripgrep: null }],
      ['git', { ripgrep: null, git: false }],
      ['walker', { ripgrep: null, path: empty }],
    ];
    for (const [engine, options] of ways) {
      const rig = options.git === false ? new RepoRig(t, options) : oddRig(t, options);
      if (options.git === false) changeAll(rig, (text) => text);
      writeUntold(rig, 'needle\n');
      const hits = await search(rig);
      const told = hits.map(({ path, line, text }) => JSON.stringify([path, line, text]));
      assert.deepEqual(told.sort(), NAMES.map((name, n) => JSON.stringify([name, 4, `needle ${n}`])).sort(), engine);
    }
  });

  it('[RP87] goes with its branch, and its deletion is settled', async (t) => {
    const rig = oddRig(t);
    rig.git('switch', '-q', '-c', 'topic');
    for (const name of NAMES) rmSync(join(rig.folder, name));
    rig.commitAll('Removes');
    const { files } = await rig.repo.branchChanges('main', 0);
    assert.deepEqual(sorted(files.map(({ path }) => path)), sorted(NAMES));
    rig.git('switch', '-q', 'main');
    changeAll(rig, (text) => `${text}more\n`);
    rig.commitAll('Changes');
    assert.throws(() => rig.git('merge', 'topic'));
    const seen = await rig.repo.status(0);
    for (const [n, name] of NAMES.entries()) {
      const [file] = seen.files.filter(({ path }) => path === name);
      await rig.repo.branching.resolve(file!, n % 2 === 0 ? 'theirs' : 'ours');
      assert.equal(existsSync(join(rig.folder, name)), n % 2 === 1, JSON.stringify(name));
    }
    assert.equal(rig.git('ls-files', '--unmerged'), '');
  });
});

async function search(rig: RepoRig): Promise<FileHit[]> {
  const query = { text: 'needle', isRegex: false, isWord: false, isCase: true, include: [], exclude: [] };
  const { searchId } = await rig.repo.search.begin(TAB, query);
  const hits: FileHit[] = [];
  for (;;) {
    const page = await rig.repo.search.hits(searchId, hits.length);
    hits.push(...page.hits);
    if (page.isEnd) return hits;
  }
}
