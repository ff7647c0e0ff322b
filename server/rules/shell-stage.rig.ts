import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patienceMs } from '../testing/patience.rig.js';
import { ODD_BLANKS } from './rule-cases.rig.js';

/** What was seen of one command in one shell. */
export interface ShellRun {
  /** Programs with their arguments. */
  readonly runs: readonly (readonly string[])[];
  /** Files that were not there before. */
  readonly made: readonly string[];
  /** What the shell says about a program that it didn't find: it has tried another one. */
  readonly missing: string | null;
}

const FOLDERS = ['/bin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
/** How each shell runs a command without any start files or functions of its own. */
const SHELLS: Readonly<Record<string, (command: string) => string[]>> = {
  bash: (command) => ['--noprofile', '--norc', '-c', command],
  dash: (command) => ['-c', command],
  zsh: (command) => ['-f', '-c', command],
  fish: (command) => ['--no-config', '-C', 'set fish_function_path', '-c', command],
};
/** Programs that only write down what they were given. */
const RECORDED = 'git npm make rm rg grep sort cat ls find touch evil tee wc head go jq'.split(' ');
/** Programs that run others, as rules see through them. */
const REAL = ['sh', 'bash', 'dash', 'timeout', 'nice'];
const RECORDER = `#!/bin/sh
case $0 in "$PROGRAMS"/*) name=\${0##*/} ;; *) name=$0 ;; esac
printf '%s\\0' "$#" "$name" "$@" >> "$RECORD"
`;

/** A folder with recording programs, in which commands are given to real shells, each after the other. */
export class ShellStage {
  readonly shells: readonly string[] = Object.keys(SHELLS).filter((name) => programAt(name) !== null);
  readonly #root = mkdtempSync(join(tmpdir(), 'acdeck-shells-'));
  readonly #known: ReadonlySet<string>;

  constructor() {
    for (const name of ['bin', 'home', 'project']) mkdirSync(this.#at(name));
    for (const name of RECORDED) this.#record(this.#at('bin', name));
    for (const name of REAL) {
      const found = programAt(name);
      if (found) symlinkSync(found, this.#at('bin', name));
    }
    // The names that a shell means if it keeps a blank.
    const names = ['', ' ', '\n', ...ODD_BLANKS].map((blank) => `build.sh${blank}`);
    for (const name of names) this.#record(this.#at('project', name));
    this.#known = new Set(names);
  }

  async run(shell: string, command: string): Promise<ShellRun> {
    const record = this.#at('record');
    rmSync(record, { force: true });
    const errors = await this.#spawn(programAt(shell)!, SHELLS[shell]!(command));
    const runs = existsSync(record) ? recordsIn(readFileSync(record, 'utf8')) : [];
    const made = readdirSync(this.#at('project')).filter((name) => !this.#known.has(name));
    for (const name of made) rmSync(this.#at('project', name), { recursive: true });
    const missing = /not found|Unknown command|No such file/i.test(errors) ? errors.trim() : null;
    return { runs, made, missing };
  }

  close(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }

  /** Ends when all that the command has started is over: until then something holds its output open. */
  #spawn(program: string, args: readonly string[]): Promise<string> {
    const home = this.#at('home');
    const env = {
      PATH: this.#at('bin'),
      HOME: home,
      LANG: 'C.UTF-8',
      TERM: 'dumb',
      PROGRAMS: this.#at('bin'),
      RECORD: this.#at('record'),
    };
    const child = spawn(program, args, {
      cwd: this.#at('project'),
      env: { ...env, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: patienceMs(),
    });
    let errors = '';
    child.stdout.resume();
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    return new Promise((resolve, reject) => child.on('error', reject).on('close', () => resolve(errors)));
  }

  #record(path: string): void {
    writeFileSync(path, RECORDER, { mode: 0o755 });
  }

  #at(...names: string[]): string {
    return join(this.#root, ...names);
  }
}

function programAt(name: string): string | null {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

/** Each record is the number of arguments, the name, and the arguments. */
function recordsIn(text: string): string[][] {
  const fields = text.split('\0').slice(0, -1);
  const runs: string[][] = [];
  for (let at = 0; at < fields.length; ) {
    const end = at + 2 + Number(fields[at]);
    runs.push(fields.slice(at + 1, end));
    at = end;
  }
  return runs;
}
