import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { inTime } from '../../server/testing/until.rig.js';
import { ROOT } from '../project-root.js';
import type { Half } from '../stale-build.mjs';
import { freshBuild } from '../test-run/fresh-build.js';

/** A line of the command's `--json` output. */
export type OutputLine = { event: string; [field: string]: unknown };

/** A project folder and a data folder of a test's own. */
export interface TestPlace {
  folder: string;
  dataDir: string;
  remove(): Promise<void>;
}

export interface StartOptions {
  /** Null leaves the choice to the command. */
  agent?: string | null;
  port?: number;
  env?: (place: TestPlace) => Record<string, string>;
  args?: string[];
  /** Whether a browser is opened, which `BROWSER` in the environment names. */
  opens?: true;
  /** What the project folder is called; any name will do if nobody reads it. */
  folderName?: string;
  /** As `npm run dev` does: from the sources, file by file. */
  isDev?: true;
}

/** Makes the two folders that a server needs; what is in them survives a restart. */
export async function makePlace(folderName?: string): Promise<TestPlace> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'acdeck-test-')));
  const folder = folderName ? join(home, folderName) : await mkdtemp(join(home, 'project-'));
  await mkdir(folder, { recursive: true });
  const dataDir = join(home, 'data');
  return { folder, dataDir, remove: () => rm(home, { recursive: true, force: true, maxRetries: 5 }) };
}

/** The real command in a process of its own, as a person would start it. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #lines: OutputLine[] = [];
  readonly #news = new EventEmitter();
  #stderr = '';
  /** It has ended and all that it had to say was read. */
  #isClosed = false;

  private constructor(child: ChildProcess, isDev: boolean) {
    this.#child = child;
    this.#news.setMaxListeners(0);
    createInterface({ input: child.stdout! }).on('line', (line) => {
      // Vite, which is there in development only, says what it does among our lines.
      if (isDev && !line.startsWith('{')) return;
      this.#lines.push(JSON.parse(line) as OutputLine);
      this.#news.emit('news');
    });
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-64 * 1024);
    });
    child.once('close', () => {
      this.#isClosed = true;
      this.#news.emit('news');
    });
  }

  /** Starts it and waits until it listens. */
  static async start(place: TestPlace, options: StartOptions = {}): Promise<ServerProcess> {
    const { agent = 'demo', port, env, args = [], opens, isDev } = options;
    const own = ['--json', '--data-dir', place.dataDir, ...(agent === null ? [] : ['--agent', agent])];
    if (!opens) own.push('--no-open');
    const ports = port === undefined ? [] : ['--port', String(port)];
    const command = [...(isDev ? FROM_SOURCES : await commandLine()), place.folder, ...own, ...ports, ...args];
    const child = spawn(process.execPath, command, {
      stdio: ['ignore', 'pipe', 'pipe'],
      // The settings of whoever runs the tests are not read and not changed.
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        XDG_CONFIG_HOME: join(place.dataDir, '../config'),
        ...(isDev ? { ACDECK_DEV: '1' } : {}),
        ...env?.(place),
      },
    });
    const server = new ServerProcess(child, isDev === true);
    await server.line('listening');
    return server;
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** Where it listens, with the launch token of now. */
  get url(): string {
    return String(this.#lines.findLast(({ event }) => event === 'listening')?.url);
  }

  get origin(): string {
    return new URL(this.url).origin;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  get stderr(): string {
    return this.#stderr;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  hasSaid(event: string): boolean {
    return this.#lines.some((line) => line.event === event);
  }

  /** The processes that it has started, and theirs; all, or those with some words in their command line. */
  async descendants(words = ''): Promise<number[]> {
    const { stdout } = await promisify(execFile)('ps', ['-e', '-ww', '-o', 'pid=,ppid=,args=']);
    const rows = stdout.split('\n').map((line) => {
      const [pid, ppid, ...args] = line.trim().split(/\s+/);
      return { pid: Number(pid), ppid: Number(ppid), args: args.join(' ') };
    });
    const below = (parent: number): typeof rows =>
      rows.filter(({ ppid }) => ppid === parent).flatMap((row) => [row, ...below(row.pid)]);
    return below(this.pid)
      .filter(({ args }) => args.includes(words))
      .map(({ pid }) => pid);
  }

  /** The first line of that event, now or later; rejects if the process ends without it. */
  async line(event: string): Promise<OutputLine> {
    for (;;) {
      const found = this.#lines.find((line) => line.event === event);
      if (found) return found;
      if (this.#isClosed)
        throw new Error(`The server ended before it said "${event}": ${this.#how()}\n${this.#stderr}`);
      await inTime(
        once(this.#news, 'news'),
        () => `the server to say "${event}" after: ${JSON.stringify(this.#lines.at(-1))}`,
      );
    }
  }

  #how(): string {
    return `exit code ${this.#child.exitCode}, signal ${this.#child.signalCode}`;
  }

  /** Sends a signal and waits for the end. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    if (this.isRunning) {
      const ended = once(this.#child, 'exit');
      this.#child.kill(signal);
      await ended;
    }
    return { code: this.#child.exitCode, signal: this.#child.signalCode };
  }
}

const END_WITH_US = ['--import', join(ROOT, 'specs/rigs/end-with-parent.mjs')];
const FROM_SOURCES = [
  ...END_WITH_US,
  ...['--import', join(ROOT, 'node_modules/tsx/dist/loader.mjs')],
  join(ROOT, 'server/main.ts'),
];

/** Node's arguments for the command, which is built if it is old and ends with this process; a test without a page needs the server only. */
export async function commandLine(halves?: readonly Half[]): Promise<string[]> {
  await freshBuild(halves);
  return [...END_WITH_US, join(ROOT, 'dist/server/main.js')];
}
