import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  type BigIntStats,
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { patienceMs } from '../../testing/patience.rig.js';
import { type Hosts, openHosts, TRUE_NAME } from './hosts.rig.js';
import type { Commits, Shape, Templates } from './templates.rig.js';

/** How the folder leads to its repository: a folder, a file or a link; or a folder whose settings are a link. */
export const FORMS = ['folder', 'file', 'link', 'config'] as const;
export type Form = (typeof FORMS)[number];

/** The remote of a repository; traps may replace it. */
export interface BedRemote {
  name: string;
  url: string;
}

/** A file outside of the folder: its stat, and a hash of its content. */
interface Seen {
  readonly print: string;
  readonly held: string;
}

const MOST_NAMED = 3;

/**
 * One hostile repository with all that is around it: the folder, the home of the person, programs of the attacker, the
 * host that the person means, and one that belongs to the attacker. What happens outside of the folder shows.
 */
export class Bed {
  readonly place: string;
  readonly folder: string;
  readonly home: string;
  readonly dataDir: string;
  readonly shape: Shape;
  readonly commits: Commits;
  readonly hosts: Hosts;
  remote: BedRemote | null;
  readonly #marks: string;
  readonly #evil: string;
  #git = '.git';
  #before: ReadonlyMap<string, Seen> = new Map();

  private constructor(place: string, templates: Templates, shape: Shape, hosts: Hosts) {
    this.place = place;
    this.shape = shape;
    this.hosts = hosts;
    this.commits = templates.commits(shape);
    this.folder = join(place, 'work');
    this.home = join(place, 'home');
    this.dataDir = join(place, 'data');
    this.#marks = join(place, 'marks');
    this.#evil = join(place, 'evil');
    for (const dir of [this.home, this.dataDir, this.#marks, this.#evil]) mkdirSync(dir, { recursive: true });
    templates.copy(shape, this.folder);
    this.remote = { name: 'origin', url: hosts.trueUrl };
    this.#furnish(templates);
  }

  static async make(place: string, templates: Templates, shape: Shape, certificates: string): Promise<Bed> {
    const bare = join(place, 'host/repo.git');
    templates.copyHost(bare);
    return new Bed(place, templates, shape, await openHosts(bare, certificates));
  }

  /** A program of the attacker that leaves a mark. Some keys take a path and nothing more. */
  spell(name: string): string {
    const program = join(this.#evil, name);
    // The command line of the parent shows which call of git ran it.
    this.#script(program, `tr '\\0' ' ' < /proc/$PPID/cmdline > ${this.#marks}/${name}\nexit 1`);
    return program;
  }

  /** The same program as text, to be put into a file. */
  spellText(name: string): string {
    return `#!/bin/sh\nexec ${this.spell(name)}\n`;
  }

  /** Adds a setting without git, which reads the settings when it writes them and may run some. */
  config(key: string, value: string, file = '.git/config'): void {
    const [, section, sub, name] = /^([^.]+)\.(?:(.*)\.)?([^.]+)$/s.exec(key)!;
    const quoted = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
    const head = sub === undefined ? `[${section}]` : `[${section} "${quoted(sub)}"]`;
    this.append(file, `${head}\n\t${name} = "${quoted(value)}"\n`);
  }

  attributes(line: string, file = '.git/info/attributes'): void {
    this.append(file, `${line}\n`);
  }

  /** Written as Latin-1: some names aren't valid UTF-8. */
  append(path: string, text: string): void {
    mkdirSync(dirname(this.#at(path)), { recursive: true });
    appendFileSync(this.#at(path), Buffer.from(text, 'latin1'));
  }

  put(path: string, text: string, mode = 0o644): void {
    const full = this.#at(path);
    mkdirSync(dirname(full), { recursive: true });
    rmSync(full, { recursive: true, force: true });
    writeFileSync(full, text);
    chmodSync(full, mode);
  }

  /** Makes a link in the folder; with `takesAlong` it replaces a file or folder that moves to the target. */
  link(path: string, target: string, takesAlong = false): void {
    const full = this.#at(path);
    mkdirSync(dirname(full), { recursive: true });
    if (takesAlong && existsSync(full)) {
      rmSync(target, { recursive: true, force: true });
      cpSync(full, target, { recursive: true });
    }
    rmSync(full, { recursive: true, force: true });
    symlinkSync(target, full);
  }

  has(path: string): boolean {
    return existsSync(this.#at(path));
  }

  /** Gives a file another time, as unpacking does: git has to read it again. */
  touch(path: string): void {
    utimesSync(join(this.folder, path), 1_000_000, 1_000_000);
  }

  /** A bare repository in the folder that takes every push, because its branch is behind. */
  bare(path: string): void {
    cpSync(join(this.place, 'host/repo.git'), join(this.folder, path), { recursive: true });
    const oldest = this.commits['refs/remotes/origin/main'];
    if (oldest) this.put(`${path}/refs/heads/main`, `${oldest}\n`);
  }

  /** Reads a file of the folder. */
  read(path: string): string {
    return readFileSync(this.#at(path), 'utf8');
  }

  /** Completes the archive, with `last` as the last step; from then on nothing outside may change. */
  finish(form: Form, last: () => void = () => {}): void {
    if (this.remote) {
      const { name, url } = this.remote;
      this.config(`remote.${name}.url`, url);
      this.config(`remote.${name}.fetch`, `+refs/heads/*:refs/remotes/${name.replaceAll(/[^a-z]/g, '')}/*`);
      this.config('branch.main.remote', name);
      this.config('branch.main.merge', 'refs/heads/main');
    }
    if (form === 'config') {
      renameSync(join(this.folder, '.git/config'), join(this.folder, '.git/settings'));
      symlinkSync('settings', join(this.folder, '.git/config'));
    } else if (form !== 'folder') this.#moveGit(form);
    last();
    this.settle();
  }

  /** Takes the present state as the one to keep, and forgets marks that were left while the archive was made. */
  settle(): void {
    for (const name of readdirSync(this.#marks)) rmSync(join(this.#marks, name));
    this.hosts.breaches.length = 0;
    this.#before = this.#look();
  }

  /** Runs a line as the person would in a terminal. */
  type(line: string): Promise<void> {
    const env = {
      ...{ PATH: process.env.PATH, HOME: this.home, GIT_CONFIG_NOSYSTEM: '1', TMPDIR: join(this.place, 'tmp') },
      ...{ GIT_TERMINAL_PROMPT: '0', TERM: 'dumb', TRUE: this.hosts.trueUrl, SHELL: '/bin/sh' },
    };
    mkdirSync(env.TMPDIR, { recursive: true });
    const shell = spawn('sh', ['-c', line], { cwd: this.folder, env, stdio: 'ignore', timeout: patienceMs() });
    return new Promise((done) => shell.on('close', () => done()));
  }

  /** Runs git as the author of the archive did. */
  prepare(...args: string[]): string {
    const env = { PATH: process.env.PATH, HOME: this.home, GIT_CONFIG_NOSYSTEM: '1', GIT_EDITOR: 'true' };
    const { stdout } = spawnSync('git', args, { cwd: this.folder, env, encoding: 'utf8', timeout: patienceMs() });
    return stdout.trim();
  }

  /** Adds a commit with a file to a branch, here or at the true host. */
  commitFile(path: string, text: string, { branch = 'topic', isElsewhere = false, mode = 644 } = {}): void {
    const input = [
      ...[`commit refs/heads/${branch}`, 'committer T <t@example.org> 1000000000 +0000', 'data 1', 'x'],
      ...[`from refs/heads/${branch}^0`, `M ${mode} inline ${path}`, `data ${text.length}`, text, ''],
    ].join('\n');
    const cwd = isElsewhere ? join(this.place, 'host/repo.git') : this.folder;
    const env = { PATH: process.env.PATH, HOME: this.home, GIT_CONFIG_NOSYSTEM: '1' };
    spawnSync('git', ['fast-import', '--quiet'], { cwd, env, input });
  }

  /** Lists everything since the last call that a repository must not cause. */
  news(): string[] {
    const ran = readdirSync(this.#marks).sort();
    const by = ran.map((name) => {
      const mark = join(this.#marks, name);
      // Every call has the same settings; leave them out.
      const words = readFileSync(mark, 'utf8')
        .replaceAll(/ (-c \S+|--no-pager)(?= )/g, '')
        .trim()
        .slice(0, 200);
      rmSync(mark);
      return `ran ${name}, started by: ${words}`;
    });
    const after = this.#look();
    const names = [...new Set([...this.#before.keys(), ...after.keys()])].sort();
    const changed = names.filter((name) => this.#before.get(name)?.held !== after.get(name)?.held);
    this.#before = after;
    const more = changed.length > MOST_NAMED ? [`changed ${changed.length - MOST_NAMED} more`] : [];
    const written = changed.slice(0, MOST_NAMED).map((name) => `changed ${name}`);
    return [...by, ...written, ...more, ...this.hosts.breaches.splice(0)];
  }

  close(): void {
    this.hosts.close();
    rmSync(this.place, { recursive: true, force: true });
  }

  /** The home of a person with things that matter, and another repository of theirs. */
  #furnish(templates: Templates): void {
    const helper = join(this.home, 'helper');
    this.#script(helper, 'test "$1" = get && printf "username=person\\npassword=PERSONS-TOKEN\\n"');
    this.#script(join(this.home, 'ssh'), 'exit 255');
    const { origin } = new URL(this.hosts.trueUrl);
    const settings = [
      ['user', 'name = T\n\temail = t@example.org'],
      ['init', 'defaultBranch = main'],
      ['core', `sshCommand = ${join(this.home, 'ssh')}`],
      [`credential "${origin}"`, `helper = ${helper}`],
      [`credential "https://${TRUE_NAME}"`, `helper = ${helper}`],
    ];
    const home = (name: string, text: string) => writeFileSync(join(this.home, name), text);
    home('.gitconfig', settings.map(([section, text]) => `[${section}]\n\t${text}\n`).join(''));
    home('.bashrc', '# mine\n');
    home('.netrc', `machine ${TRUE_NAME} login person password PERSONS-TOKEN\n`);
    home('.git-credentials', `https://person:PERSONS-TOKEN@${TRUE_NAME}\n`);
    home('.cookies', '127.0.0.1\tFALSE\t/\tFALSE\t4000000000\tSECRET\tcookie\n');
    templates.copyHost(join(this.home, 'private.git'));
  }

  /** A path in the folder; git's own folder may have moved. */
  #at(path: string): string {
    return join(this.folder, path.replace(/^\.git\//, `${this.#git}/`));
  }

  #moveGit(form: 'file' | 'link'): void {
    renameSync(join(this.folder, '.git'), join(this.folder, '.real'));
    this.#git = '.real';
    if (form === 'link') symlinkSync('.real', join(this.folder, '.git'));
    else writeFileSync(join(this.folder, '.git'), 'gitdir: .real\n');
    if (this.has('sub/.git')) this.put('sub/.git', 'gitdir: ../.real/modules/sub\n');
  }

  /** All files except those in the folder, in our data folder and on the true host. */
  #look(): Map<string, Seen> {
    const seen = new Map<string, Seen>();
    const mine = new Set(['work', 'data', 'marks', 'host', 'tmp']);
    const walk = (name: string) => {
      const full = join(this.place, name);
      const about = lstatSync(full, { bigint: true });
      if (about.isDirectory()) for (const each of readdirSync(full)) walk(`${name}/${each}`);
      const print = `${about.mode} ${about.ino} ${about.size} ${about.mtimeNs}`;
      const known = this.#before.get(name);
      // Git may give an object a new time; only the content counts.
      const held = known?.print === print ? known.held : `${about.mode} ${contentOf(full, about)}`;
      seen.set(name, { print, held });
    };
    for (const name of readdirSync(this.place)) if (!mine.has(name)) walk(name);
    return seen;
  }

  #script(path: string, text: string): void {
    writeFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
  }
}

function contentOf(path: string, about: BigIntStats): string {
  if (about.isSymbolicLink()) return readlinkSync(path);
  return about.isFile() ? createHash('sha1').update(readFileSync(path)).digest('hex') : '';
}
