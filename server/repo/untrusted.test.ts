import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { GitRunner } from '../git/git-runner.js';
import { Repository } from '../git/repository.js';
import { ScreenedDir } from '../git/screened-dir.js';
import { watchdogGuard } from '../processes/process-guard.js';
import { patienceMs } from '../testing/patience.rig.js';
import { RepoRig, troubleWith } from './changes.rig.js';

/** A way to make git run what a key names: the settings, and a call of git as in a terminal. */
interface Trap {
  readonly key: string;
  readonly value?: (spell: string) => string;
  readonly more?: readonly (readonly [key: string, value: string])[];
  readonly call: readonly string[];
  readonly input?: string;
  readonly prepare?: (rig: RepoRig) => void;
}

const URL = 'protocol=https\nhost=nowhere.invalid\n\n';
const asked = { call: ['credential', 'fill'], input: URL };
/** Each key of a repository's own settings that names a program, and what makes it run. */
const ALL_TRAPS: readonly Trap[] = [
  { key: 'core.fsmonitor', call: ['status'] },
  { key: 'core.hooksPath', value: () => '.hooks', call: ['commit', '--allow-empty', '-m', 'x'] },
  { key: 'core.sshCommand', call: ['ls-remote', 'ssh://nowhere.invalid/x'] },
  { key: 'core.gitProxy', call: ['ls-remote', 'git://nowhere.invalid/x'] },
  { key: 'core.askPass', ...asked },
  { key: 'core.editor', call: ['commit', '--allow-empty'] },
  // In a terminal; the name of a command is what it pages.
  { key: 'core.pager', call: ['tty', 'log'] },
  { key: 'pager.status', call: ['tty', 'status'] },
  { key: 'core.alternateRefsCommand', call: ['fetch', '../other'], prepare: lendObjects },
  { key: 'filter.evil.clean', call: ['add', 'filtered.txt'], prepare: (rig) => rig.write('filtered.txt', 'new\n') },
  { key: 'filter.evil.smudge', call: ['checkout', '--', 'filtered.txt'], prepare: (rig) => rm(rig, 'filtered.txt') },
  { key: 'filter.evil.process', call: ['add', 'filtered.txt'], prepare: (rig) => rig.write('filtered.txt', 'more\n') },
  { key: 'diff.external', call: ['diff'] },
  { key: 'diff.evil.command', call: ['diff'] },
  { key: 'diff.evil.textconv', call: ['diff'] },
  { key: 'merge.evil.driver', call: ['merge', 'side'], prepare: (rig) => rig.git('checkout', '-f', '-q', 'main') },
  { key: 'credential.helper', ...asked },
  { key: 'gpg.program', call: ['commit', '--allow-empty', '-S', '-m', 'x'] },
  {
    key: 'gpg.ssh.program',
    more: [
      ['gpg.format', 'ssh'],
      ['user.signingKey', 'key.pub'],
    ],
    call: ['commit', '--allow-empty', '-S', '-m', 'x'],
  },
  {
    key: 'sequence.editor',
    call: ['rebase', '-i', '--root'],
    prepare: (rig) => rig.git('checkout', '-f', '-q', 'main'),
  },
  { key: 'alias.evil', value: (spell) => `!${spell}`, call: ['evil'] },
  { key: 'remote.up.uploadpack', more: [['remote.up.url', '../other']], call: ['fetch', 'up'] },
  { key: 'remote.up.receivepack', more: [['remote.up.url', '../other']], call: ['push', 'up', 'main'] },
  {
    key: 'remote.up.vcs',
    value: () => 'ext',
    more: [
      ['protocol.ext.allow', 'always'],
      ['remote.up.url', 'SPELL'],
    ],
    call: ['fetch', 'up'],
  },
  {
    key: 'url.ext::SPELL.insteadOf',
    value: () => 'safe:',
    more: [['protocol.ext.allow', 'always']],
    call: ['ls-remote', 'safe:'],
  },
  { key: 'submodule.sub.update', value: (spell) => `!${spell}`, call: ['submodule', 'update'], prepare: dropSubmodule },
  { key: 'include.path', value: () => 'included', call: ['status'] },
];

/** Only Linux has this way to make a terminal. */
const TRAPS = ALL_TRAPS.filter(({ call }) => call[0] !== 'tty' || process.platform === 'linux');

describe('a repository that nobody trusts', () => {
  it('[GT10] runs none of the programs that it names, and each of them would run without our care', async (t) => {
    const { rig, marks, spell } = trapped(t);
    // First each by itself, as git runs it in a terminal.
    for (const trap of TRAPS) {
      const { key, value = () => spell(key), more = [], call, input = '', prepare } = trap;
      const named = (text: string) => text.replaceAll('SPELL', spell(key));
      prepare?.(rig);
      const settings = [[named(key), value(spell(key))] as const, ...more];
      for (const [name, text] of settings) rig.git('config', name, named(text));
      run(rig, call, input);
      const mark = key === 'core.hooksPath' ? 'hook' : key === 'include.path' ? 'included' : nameOf(key);
      assert.ok(existsSync(join(marks, mark)), `${key} runs without our care`);
      for (const [name] of settings) rig.git('config', '--unset-all', name);
      if (call[0] === 'merge' || call[0] === 'rebase') run(rig, [call[0], '--abort'], '');
    }
    for (const mark of readdirSync(marks)) rmSync(join(marks, mark));
    // Then all at once, and everything that we do.
    rig.write('filtered.txt', 'mine\n');
    rig.write('free.txt', 'mine\n');
    const settings = TRAPS.flatMap(({ key, value = () => spell(key), more = [] }) =>
      [[key, value(spell(key))], ...more].map(([name, text]) =>
        [name!, text!].map((part) => part.replaceAll('SPELL', spell(key))),
      ),
    );
    for (const [name, text] of settings) appendConfig(rig, name!, text!);
    const { files, programs } = await rig.repo.status(0);
    assert.equal(programs.state, 'asked');
    for (const { path } of files.filter(({ kind }) => kind === 'changed' || kind === 'untracked')) {
      for (const [from, to] of [
        ['HEAD', 'index'],
        ['index', 'worktree'],
        ['HEAD', 'worktree'],
      ] as const) {
        await rig.repo.fileDiff(path, { from, to }, null);
      }
    }
    await rig.repo.list(null);
    await rig.repo.tree('', null);
    await rig.repo.fileContent('filtered.txt', 'HEAD');
    await rig.repo.fileContent('filtered.txt', null);
    await rig.repo.patch(true);
    await rig.repo.patch(false);
    await rig.repo.commitFacts('HEAD');
    await rig.repo.isClean();
    await rig.repo.branchChanges('side', 0);
    await rig.repo.branches();
    const created = await rig.root.edits.create('made.txt', 'x', rig.actor);
    const written = await rig.root.edits.write('made.txt', 'y', created.revision, rig.actor);
    await rig.root.undoing.undo(written.undoId);
    await rig.root.undoing.undo(created.undoId);
    assert.deepEqual(readdirSync(marks), [], 'nothing ran');
    // What would run the repository's own programs is refused, with their names.
    const head = rig.git('rev-parse', 'HEAD').trim();
    const seen = await rig.at('filtered.txt');
    const refused = [
      rig.root.staging.stage(seen),
      rig.root.staging.stageAll(),
      rig.root.discarding.discard(seen, { scope: 'worktree', goesWithout: false }),
      rig.root.committing.commit('x', { head }, rig.actor),
    ];
    for (const trouble of await Promise.all(refused.map(troubleWith))) {
      assert.equal(trouble.code, 'untrusted');
      assert.ok(trouble.code === 'untrusted' && trouble.keys.includes('filter.evil.clean'));
    }
    assert.deepEqual(readdirSync(marks), [], 'nothing ran');
  });

  it('[GT10] fetches nothing that is missing, which would run a program too', async (t) => {
    const { rig, marks, spell } = trapped(t);
    const oid = rig.git('rev-parse', 'HEAD:free.txt').trim();
    const settings = [
      ['core.repositoryFormatVersion', '1'],
      ['extensions.partialClone', 'up'],
      ['remote.up.promisor', 'true'],
      ['remote.up.url', '../other'],
      ['remote.up.uploadpack', spell('up')],
    ] as const;
    for (const [name, text] of settings) rig.git('config', name, text);
    rmSync(join(rig.folder, '.git/objects', oid.slice(0, 2), oid.slice(2)));
    run(rig, ['cat-file', 'blob', oid], '');
    assert.deepEqual(readdirSync(marks), ['up'], 'it runs without our care');
    rmSync(join(marks, 'up'));
    await assert.rejects(rig.repo.fileContent('free.txt', 'HEAD'));
    await rig.repo.fileDiff('free.txt', { from: 'HEAD', to: 'worktree' }, null).catch(() => null);
    await rig.repo.status(0).catch(() => null);
    assert.deepEqual(readdirSync(marks), []);
  });

  it('[GT10] reaches no other repository by any protocol, also with a git that knows no other way to forbid it', async (t) => {
    const { rig, marks, spell } = trapped(t);
    const around = { env: { PATH: process.env.PATH, HOME: rig.home }, guard: watchdogGuard() };
    const repository = await Repository.open(new GitRunner(rig.folder, around), {
      isTrusted: () => false,
      screened: new ScreenedDir(join(rig.dataDir, 'screened')),
    });
    rig.git('config', 'protocol.ext.allow', 'always');
    const places = ['../other', `file://${join(rig.folder, '../other')}`, `ext::${spell('ext')}`];
    for (const place of places) {
      run(rig, ['ls-remote', place], '');
      const calls = [
        () => repository.objects({ args: ['ls-remote', place] }),
        () => repository.worktree({ args: ['ls-remote', place] }),
        () => repository.write({ args: ['fetch', place] }),
        () => repository.write({ args: ['push', place, 'main:refs/heads/new'] }),
      ];
      for (const call of calls) {
        const trouble = await troubleWith(call());
        assert.ok(
          trouble.code === 'git' && /transport '\w+' not allowed/.test(trouble.output),
          JSON.stringify(trouble),
        );
      }
    }
    assert.deepEqual(readdirSync(marks), ['ext'], 'it runs without our care');
    rmSync(join(marks, 'ext'));
    await troubleWith(repository.write({ args: ['fetch', places[2]!] }));
    assert.deepEqual(readdirSync(marks), []);
  });

  it('[GT11] is trusted as it is: then its hooks and filters run, and a changed hook asks again', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'a\n', '.gitattributes': '*.up filter=up\n' } });
    rig.git('config', 'filter.up.clean', 'tr a-z A-Z');
    const hook = join(rig.folder, '.git/hooks/pre-commit');
    mkdirSync(join(rig.folder, '.git/hooks'), { recursive: true });
    writeFileSync(hook, '#!/bin/sh\necho checking >&2\n');
    chmodSync(hook, 0o755);
    rig.write('b.up', 'quiet\n');
    const head = rig.git('rev-parse', 'HEAD').trim();
    const asked = (await rig.repo.status(0)).programs;
    assert.deepEqual(asked.keys, [{ key: 'filter.up.clean', value: 'tr a-z A-Z' }]);
    assert.deepEqual([asked.state, asked.hooks], ['asked', ['pre-commit']]);
    const refusal = await troubleWith(rig.root.committing.commit('x', { head }, rig.actor));
    assert.deepEqual(refusal, {
      code: 'untrusted',
      fingerprint: asked.fingerprint,
      keys: ['filter.up.clean'],
      hooks: ['pre-commit'],
    });
    assert.equal((await troubleWith(rig.repo.trustPrograms('another', true))).code, 'stale');
    assert.equal((await rig.repo.trustPrograms(asked.fingerprint, true)).state, 'trusted');
    await rig.root.staging.stage(await rig.at('b.up'));
    assert.equal(rig.git('cat-file', 'blob', ':b.up'), 'QUIET\n');
    const task = await rig.ended((await rig.root.committing.commit('x', { head }, rig.actor)).taskId);
    assert.deepEqual([task.state, task.lines], ['done', ['checking']]);
    writeFileSync(hook, '#!/bin/sh\nexit 1\n');
    assert.equal((await rig.repo.status(0)).programs.state, 'asked');
    assert.equal((await troubleWith(rig.root.committing.commit('x', { head: task.oid }, rig.actor))).code, 'untrusted');
  });

  it('[GT12] is refused where its settings say that its files are elsewhere', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'a\n' } });
    rig.git('config', 'core.worktree', join(rig.folder, '..'));
    assert.equal((await troubleWith(rig.repo.status(0))).code, 'elsewhere');
  });
});

/** A repository with an attribute for every kind of program, a side branch that conflicts, and a submodule. */
function trapped(t: TestContext) {
  const rig = new RepoRig(t, { files: { 'merged.txt': 'base\n', 'key.pub': 'ssh-ed25519 AAAA x\n' } });
  const marks = join(rig.home, 'marks');
  mkdirSync(marks);
  // A program for each, without arguments: some keys take a path and nothing more.
  const cast = (name: string) => {
    const program = join(rig.home, name);
    writeFileSync(program, `#!/bin/sh\n: > ${marks}/${name}\nexit 1\n`);
    chmodSync(program, 0o755);
    return program;
  };
  const spell = (key: string) => cast(nameOf(key));
  rig.write('.gitattributes', 'filtered.txt filter=evil\n*.txt diff=evil\nmerged.txt merge=evil\n');
  rig.write('filtered.txt', 'old\n');
  rig.write('free.txt', 'old\n');
  rig.write('.hooks/pre-commit', `#!/bin/sh\n: > ${marks}/hook\n`);
  chmodSync(join(rig.folder, '.hooks/pre-commit'), 0o755);
  writeFileSync(join(rig.folder, '.git/included'), `[core]\n\tfsmonitor = ${cast('included')}\n`);
  const other = join(rig.folder, '../other');
  mkdirSync(other);
  rig.git('clone', '-q', '--bare', '.', other);
  rig.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '../other', 'sub');
  rig.commitAll('second');
  rig.git('checkout', '-q', '-b', 'side');
  rig.write('merged.txt', 'theirs\n');
  rig.commitAll('theirs');
  rig.git('checkout', '-q', 'main');
  rig.write('merged.txt', 'ours\n');
  rig.commitAll('ours');
  rig.write('free.txt', 'changed\n');
  return { rig, marks, spell };
}

function run(rig: RepoRig, call: readonly string[], input: string): void {
  const [first, ...rest] = call;
  const env = { PATH: process.env.PATH, HOME: rig.home, GIT_TERMINAL_PROMPT: '0', TERM: 'dumb' };
  const options = { cwd: rig.folder, env, input, timeout: patienceMs() } as const;
  if (first === 'tty') spawnSync('script', ['-qec', `git ${rest.join(' ')}`, '/dev/null'], options);
  else spawnSync('git', [...call], options);
}

function nameOf(key: string): string {
  return key.replace(/[^a-z]/gi, '').replace('SPELL', '');
}

/** Written by hand: git itself reads the settings when it writes them, and runs some. */
function appendConfig(rig: RepoRig, key: string, value: string): void {
  const [, section, sub, name] = /^([^.]+)\.(?:(.*)\.)?([^.]+)$/s.exec(key)!;
  const quoted = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  const head = sub === undefined ? `[${section}]` : `[${section} "${quoted(sub)}"]`;
  writeFileSync(join(rig.folder, '.git/config'), `${head}\n\t${name} = "${quoted(value)}"\n`, { flag: 'a' });
}

function lendObjects(rig: RepoRig): void {
  writeFileSync(join(rig.folder, '.git/objects/info/alternates'), `${join(rig.folder, '../other/objects')}\n`);
}

function dropSubmodule(rig: RepoRig): void {
  rig.git('-C', 'sub', 'commit', '-q', '--allow-empty', '-m', 'x');
}

function rm(rig: RepoRig, path: string): void {
  rmSync(join(rig.folder, path));
}
