import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** An operation in progress, none (`calm`), or a repository without commits (`unborn`). */
export const SHAPES = ['calm', 'merge', 'rebase', 'cherry_pick', 'revert', 'bisect', 'unborn'] as const;
export type Shape = (typeof SHAPES)[number];

/** Commits of a template by name. */
export type Commits = Readonly<Record<string, string>>;

const IDENTITY = '[user]\n\tname = T\n\temail = t@example.org\n[init]\n\tdefaultBranch = main\n';
const LINES = Array.from({ length: 20 }, (_, n) => `line ${n}\n`).join('');
const FILES: Readonly<Record<string, string>> = {
  'a.txt': 'one\ntwo\nthree\n',
  'free.txt': 'old\n',
  'merged.txt': 'base\n',
  'both.txt': LINES,
  'mixed.txt': LINES,
  'staged.txt': 'old\n',
  'gone.txt': 'old\n',
  'dir/inner.txt': LINES,
  'dir/deep/x.txt': 'old\n',
  '-option.txt': 'old\n',
  'sp ace;$(touch x).txt': 'old\n',
  'ümlaut.txt': 'old\n',
};

/** Repositories without any trap, made once by git itself; each case copies one. */
export class Templates {
  readonly #place: string;
  readonly #commits = new Map<Shape, Commits>();

  constructor(place: string) {
    this.#place = place;
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, '.gitconfig'), IDENTITY);
    this.#makeHost();
    this.#makeCalm();
    for (const shape of SHAPES) if (shape !== 'calm') this.#makeShape(shape);
    for (const shape of SHAPES) this.#commits.set(shape, this.#read(shape));
  }

  commits(shape: Shape): Commits {
    return this.#commits.get(shape)!;
  }

  /** Puts a copy of a repository there, without a remote. */
  copy(shape: Shape, to: string): void {
    cpSync(join(this.#place, shape), to, { recursive: true, verbatimSymlinks: true });
  }

  /** Puts a copy of the bare repository there that the others were pushed to. */
  copyHost(to: string): void {
    cpSync(join(this.#place, 'host.git'), to, { recursive: true });
  }

  #makeHost(): void {
    const { git, write } = this.#at('seed');
    git('init', '-q', '--template=');
    for (const [name, text] of Object.entries(FILES)) write(name, text);
    this.#submodules('seed');
    git('add', '-A');
    git('commit', '-q', '-m', 'first');
    git('branch', 'side');
    git('branch', 'topic');
    git('clone', '-q', '--bare', '--template=', '.', '../host.git');
    // A commit that only the remote has.
    write('both.txt', LINES.replace('line 19', 'line 19 elsewhere'));
    write('theirs.txt', 'theirs\n');
    git('commit', '-q', '-a', '-m', 'elsewhere');
    git('push', '-q', '../host.git', 'main');
    git('-C', '../host.git', 'repack', '-a', '-d', '-q');
  }

  #makeCalm(): void {
    const { git, write, remove } = this.#at('calm');
    git('clone', '-q', '--template=', '../seed', '.');
    git('reset', '-q', '--hard', 'HEAD^');
    this.#submodules('calm');
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    git('update-ref', 'refs/remotes/origin/remote-only', 'HEAD');
    git('switch', '-q', '-c', 'side');
    write('merged.txt', 'theirs\n');
    git('commit', '-q', '-a', '-m', 'side');
    git('switch', '-q', '-c', 'topic', 'main');
    write('topic.txt', 'topic\n');
    git('add', 'topic.txt');
    git('commit', '-q', '-m', 'topic');
    git('branch', 'odd;$(touch$IFS.x)');
    git('switch', '-q', 'main');
    // The stash has changed a file that changes here afterwards, and it has something staged.
    write('both.txt', LINES.replace('line 9\n', 'line 9 stashed\n'));
    write('a.txt', 'one\ntwo staged\nthree\n');
    git('add', 'a.txt');
    git('-c', 'core.preloadIndex=false', 'stash', 'push', '-q', '-m', 'put away');
    write('merged.txt', 'ours\n');
    write('both.txt', LINES.replace('line 0\n', 'line 0 here\n'));
    git('commit', '-q', '-a', '-m', 'ours');
    write('merged.txt', 'ours again\n');
    git('commit', '-q', '-a', '-m', 'again');
    git('remote', 'remove', 'origin');
    git('update-ref', 'refs/remotes/origin/main', 'topic^');
    git('update-ref', 'refs/remotes/origin/remote-only', 'topic');
    git('repack', '-a', '-d', '-q');
    write('free.txt', 'changed\n');
    write('dir/inner.txt', LINES.replace('line 3', 'line three'));
    write('staged.txt', 'staged\n');
    write('mixed.txt', LINES.replace('line 1\n', 'line one\n'));
    git('add', 'staged.txt', 'mixed.txt');
    write('mixed.txt', LINES.replace('line 1\n', 'line one\n').replace('line 15', 'line fifteen'));
    write('new.txt', 'new\n');
    remove('gone.txt');
  }

  #makeShape(shape: Exclude<Shape, 'calm'>): void {
    const { git, write, tryGit } = this.#at(shape);
    if (shape === 'unborn') {
      git('init', '-q', '--template=');
      for (const [name, text] of Object.entries(FILES)) write(name, text);
      git('add', 'a.txt');
      return;
    }
    rmSync(join(this.#place, shape), { recursive: true });
    this.copy('calm', join(this.#place, shape));
    git('reset', '-q', '--hard');
    const begun = {
      merge: ['merge', 'side'],
      rebase: ['rebase', 'side'],
      cherry_pick: ['cherry-pick', 'side', 'topic'],
      revert: ['revert', '--no-edit', 'HEAD^'],
      bisect: ['bisect', 'start', 'HEAD', 'topic^'],
    }[shape];
    tryGit(...begun);
    // A rebase with other changes doesn't continue.
    if (shape !== 'rebase') write('free.txt', 'changed\n');
  }

  /** One in `.git/modules`, one with its own `.git` that no `.gitmodules` knows, and one inside the first. */
  #submodules(shape: string): void {
    const inner = (folder: string) => {
      const { git, write } = this.#at(join(shape, folder));
      git('init', '-q', '--template=');
      write('s.txt', 'sub\n');
      git('add', '-A');
      git('commit', '-q', '-m', 'sub', '--date=2001-01-01T00:00:00Z');
    };
    for (const folder of ['sub', 'emb']) rmSync(join(this.#place, shape, folder), { recursive: true, force: true });
    const { git, write } = this.#at(shape);
    inner('sub/nested');
    inner('sub');
    inner('emb');
    write('.gitmodules', '[submodule "sub"]\n\tpath = sub\n\turl = ../sub.git\n');
    git('-c', 'advice.addEmbeddedRepo=false', 'add', 'sub', 'emb');
    // As `git submodule absorbgitdirs` leaves it, which refuses the one inside.
    mkdirSync(join(this.#place, shape, '.git/modules'));
    renameSync(join(this.#place, shape, 'sub/.git'), join(this.#place, shape, '.git/modules/sub'));
    write('sub/.git', 'gitdir: ../.git/modules/sub\n');
    git('config', '--file', '.git/modules/sub/config', 'core.worktree', '../../../sub');
    git('config', 'submodule.sub.url', '../sub.git');
    git('config', 'submodule.sub.active', 'true');
  }

  #read(shape: Shape): Commits {
    if (shape === 'unborn') return {};
    const { git } = this.#at(shape);
    const names = ['HEAD', 'HEAD^', 'side', 'topic', 'refs/stash', 'refs/remotes/origin/main'];
    const oids = git('rev-parse', ...names)
      .trim()
      .split('\n');
    return Object.fromEntries(names.map((name, n) => [name, oids[n]!]));
  }

  #at(name: string) {
    const folder = join(this.#place, name);
    mkdirSync(folder, { recursive: true });
    const date = '2001-01-01T00:00:00Z';
    const env = {
      ...{ PATH: process.env.PATH, HOME: this.#place, GIT_CONFIG_NOSYSTEM: '1', GIT_EDITOR: 'true' },
      ...{ GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
    };
    const tryGit = (...args: string[]) => spawnSync('git', args, { cwd: folder, env, encoding: 'utf8' });
    const git = (...args: string[]): string => {
      const { status, stdout, stderr } = tryGit(...args);
      if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr}`);
      return stdout;
    };
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    const remove = (path: string) => rmSync(join(folder, path));
    return { git, tryGit, write, remove };
  }
}
