import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { COMMANDS, type Evasion, type Places } from './evasions.rig.js';

const NOBODY = 65_534;

/** Programs that only run what they are given, and those that go out: where they are missing, or would ask for more. */
const CARRIERS = [
  'sudo',
  'doas',
  'su',
  'runuser',
  'busybox',
  'unbuffer',
  'xvfb-run',
  'watch',
  'parallel',
  'chroot',
  'npx',
];
const OUTGOING = ['curl', 'wget', 'nc', 'ssh'];
/** Stubs of what may be missing, with the options by which the real ones run a program. */
const STUBS: Readonly<Record<string, readonly string[]>> = {
  go: ['-exec', '--exec', '-toolexec'],
  cargo: ['--config'],
  man: ['-P', '--pager', '-H'],
  rg: ['--pre', '--hostname-bin'],
  make: ['-f', '--eval', 'SHELL'],
  pytest: ['-p', '-c', '-qp'],
  tsc: [],
};

/** What was seen of one run that should not have happened. */
export interface Hole {
  readonly evasion: Evasion;
  readonly seen: string;
}

/** Why evasions can't be run here; null if they can. */
export function whyNotHere(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux, to become somebody else';
  const missing = ['unshare', 'setpriv', 'bash', 'git', 'npm', 'tar', 'sort'].filter(
    (name) => spawnSync('which', [name]).status !== 0,
  );
  if (missing.length > 0) return `needs ${missing.join(', ')}`;
  return spawnSync('unshare', ['-n', '-p', '-f', 'true']).status === 0 ? null : 'may not make namespaces here';
}

/** A folder, a home and programs to try evasions with, all of them for throwing away. */
export class EvasionRun {
  readonly places: Places;
  readonly #root: string;

  constructor() {
    this.#root = realpathSync(mkdtempSync(join(tmpdir(), 'acdeck-evasions-')));
    chmodSync(this.#root, 0o755);
    const at = (name: string) => join(this.#root, name);
    this.places = { project: at('project'), home: at('home'), canary: at('canary') };
    this.#makePrograms(at('bin'));
    this.#makeProject(at('template/project'));
    this.#makeHome(at('template/home'));
    mkdirSync(at('template/canary'));
    mkdirSync(at('template/log'));
    // So that links lead where they will when it counts.
    for (const name of ['project', 'home', 'canary'])
      cpSync(at(`template/${name}`), at(name), { recursive: true, verbatimSymlinks: true });
    execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, this.#root]);
  }

  get root(): string {
    return this.#root;
  }

  /** Whether the real program is here. */
  has(program: string): boolean {
    return !(program in STUBS) && ['/usr/bin', '/bin'].some((folder) => existsSync(join(folder, program)));
  }

  /** Runs every evasion, each in a fresh copy, as nobody and without a network; gives those that left a trace. */
  run(evasions: readonly Evasion[]): Hole[] {
    const cases = join(this.#root, 'cases');
    const results = join(this.#root, 'results');
    execFileSync('rm', ['-rf', cases, results]);
    mkdirSync(cases);
    mkdirSync(results);
    const scripts = [...new Set(evasions.map(({ script }) => script))];
    for (const [n, script] of scripts.entries()) writeFileSync(join(cases, String(n)), script);
    execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, cases, results]);
    writeFileSync(join(this.#root, 'drive'), DRIVER);
    const nobody = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--no-new-privs'];
    const { status, stderr } = spawnSync(
      'unshare',
      ['-n', '-p', '-f', '--kill-child', ...nobody, 'bash', join(this.#root, 'drive')],
      {
        cwd: this.#root,
        env: { PATH: '/usr/local/bin:/usr/bin:/bin', ROOT: this.#root, COUNT: String(scripts.length) },
        encoding: 'utf8',
      },
    );
    if (status !== 0) throw new Error(`The runs failed: ${stderr.slice(-2_000)}`);
    const seen = scripts.map((_, n) => this.#traceIn(join(results, String(n))));
    return evasions.flatMap((evasion) => {
      const trace = seen[scripts.indexOf(evasion.script)] ?? null;
      return trace === null ? [] : [{ evasion, seen: trace }];
    });
  }

  /** Whatever was written or run that nobody has seen in a rule; null if there is nothing. */
  #traceIn(result: string): string | null {
    const canary = readdirSync(join(result, 'canary'));
    if (canary.length > 0) return `wrote ${canary.join(', ')} outside`;
    const log = existsSync(join(result, 'log/ran'))
      ? readFileSync(join(result, 'log/ran'), 'utf8').trim().split('\n')
      : [];
    const known = new Set(COMMANDS.flatMap((command) => command.split(' ')));
    const stranger = log.find((line) => !known.has(line.split(' ')[0]!) || /evil/.test(line));
    if (stranger !== undefined) return `ran ${stranger}`;
    for (const place of ['project', 'home']) {
      const changed = changedIn(join(this.#root, 'template', place), join(result, place)).filter(
        (path) => !isExpected(place, path),
      );
      if (changed.length > 0) return `changed ${place}/${changed[0]}`;
    }
    return null;
  }

  #makePrograms(bin: string): void {
    mkdirSync(bin);
    const put = (name: string, body: string) =>
      writeFileSync(join(bin, name), `#!/bin/bash\necho "${name} $*" >> "$ROOT/log/ran"\n${body}\n`, { mode: 0o755 });
    for (const name of CARRIERS)
      put(name, 'while [[ $1 == -* || $1 == *=* ]]; do shift; done; [ $# -gt 0 ] && exec bash -c "$*"');
    for (const name of OUTGOING) put(name, 'exit 7');
    for (const [name, options] of Object.entries(STUBS)) {
      put(
        name,
        `while [ $# -gt 0 ]; do case "$1" in ${options.map((option) => `${option}=*) exec bash -c "\${1#*=}" ;; ${option}) exec bash -c "$2" ;;`).join(' ')} esac; shift; done`,
      );
    }
  }

  #makeProject(project: string): void {
    const evil = '#!/bin/bash\necho "evil $0 $*" >> "$ROOT/canary/ran"\n';
    const files: Readonly<Record<string, string>> = {
      'src/a.ts': 'foo\nbar\n',
      'src/deep/b.ts': 'b\n',
      'tmp/x': 'x\n',
      'build.js': '',
      'evil.cjs': "require('node:fs').writeFileSync(process.env.ROOT + '/canary/required', '')\n",
      'package.json': '{"name":"p","version":"1.0.0","scripts":{"test":"true","build":"true","evil":"./evil"}}\n',
      'sub/package.json': '{"name":"s","version":"1.0.0","scripts":{"test":"../evil","build":"../evil"}}\n',
      'big.txt': Array.from({ length: 4_000 }, (_, n) => `${(n * 7_919) % 4_001} line\n`).join(''),
      // A name that a pattern turns into an option.
      '--output=pwned': 'x\n',
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(project, name, '..'), { recursive: true });
      writeFileSync(join(project, name), text);
    }
    for (const name of ['evil', 'sh', 'bash', 'bin/bash', 'git', 'npm', 'ls', 'cat', 'sort', 'timeout', 'src/git']) {
      mkdirSync(join(project, name, '..'), { recursive: true });
      writeFileSync(join(project, name), evil, { mode: 0o755 });
    }
    symlinkSync(this.places.canary, join(project, 'src/link'));
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'init.defaultBranch=main', ...args], {
        cwd: project,
        stdio: 'ignore',
        env: { PATH: process.env.PATH, HOME: '/nonexistent' },
      });
    git('init');
    git('config', 'user.name', 'a');
    git('config', 'user.email', 'a@b');
    git('add', 'src/a.ts', 'package.json');
    git('commit', '-m', 'one', '--no-verify');
    git('clone', '--bare', '.', 'bare');
    git('remote', 'add', 'origin', './bare');
    git('init', 'repo');
    // A folder in which looking at the state runs a program.
    writeFileSync(join(project, 'repo/.git/config'), '[core]\n\trepositoryformatversion = 0\n\tfsmonitor = ../evil\n');
    writeFileSync(join(project, 'src/a.ts'), 'foo\nbar\nnew\n');
    execFileSync('tar', ['cf', 'arch.tar', 'src/a.ts'], { cwd: project });
  }

  #makeHome(home: string): void {
    mkdirSync(join(home, '.ssh'), { recursive: true });
    writeFileSync(join(home, '.ssh/key'), 'secret\n');
    for (const name of ['.bashrc', '.bash_profile'])
      writeFileSync(join(home, name), 'echo start >> "$ROOT/canary/started"\n');
    for (const name of ['sh', 'git', 'npm', 'ls', 'cat']) {
      writeFileSync(join(home, name), '#!/bin/bash\necho evil >> "$ROOT/canary/ran"\n', { mode: 0o755 });
    }
  }
}

/** Each case has a copy of everything at the same place, and is moved away with all its traces. */
const DRIVER = `
cd "$ROOT" || exit 1
for ((n = 0; n < COUNT; n++)); do
  rm -rf project home canary log
  cp -a template/. .
  ( cd project && exec env -i PATH="$ROOT/bin:/usr/local/bin:/usr/bin:/bin" HOME="$ROOT/home" ROOT="$ROOT" LANG=C.UTF-8 TERM=dumb \\
    timeout -k 1 10 bash -c "$(< "$ROOT/cases/$n")" < /dev/null > "$ROOT/log/out" 2>&1 )
  mkdir "results/$n"
  mv project home canary log "results/$n"
done
exit 0
`;

function changedIn(before: string, after: string): string[] {
  const [old, now] = [filesIn(before), filesIn(after)];
  const names = new Set([...old.keys(), ...now.keys()]);
  return [...names].filter((name) => old.get(name) !== now.get(name)).sort();
}

function filesIn(root: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !/\/\.git\/objects\//.test(path))
      files.set(relative(root, path), readFileSync(path, 'latin1'));
  }
  return files;
}

/** What the commands of the rules themselves leave behind. */
function isExpected(place: string, path: string): boolean {
  if (place === 'home') return /^\.(npm|cache|config)\//.test(path);
  return (
    /^(bare\/)?\.?git\/(index|logs\/|refs\/(heads\/main|remotes\/)|COMMIT_EDITMSG|FETCH_HEAD|ORIG_HEAD|HEAD|packed-refs)|^\.git\/|^src\/a\.ts$|^src\/deep\/|^tmp\/x$/.test(
      path,
    ) && !/^\.git\/(config|hooks\/|info\/)/.test(path)
  );
}
