import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { findFiles } from '../find-files.js';
import { ROOT } from '../read-sources.js';

/** A line of the command's `--json` output. */
export type OutputLine = { event: string; [field: string]: unknown };

/** A project folder and a data folder of a test's own. */
export interface TestPlace {
  folder: string;
  dataDir: string;
  remove(): Promise<void>;
}

export interface StartOptions {
  agent?: string;
  port?: number;
  env?: (place: TestPlace) => Record<string, string>;
  args?: string[];
  /** What the project folder is called; any name will do if nobody reads it. */
  folderName?: string;
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

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#news.setMaxListeners(0);
    createInterface({ input: child.stdout! }).on('line', (line) => {
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
    const { agent = 'demo', port, env, args = [] } = options;
    const own = ['--json', '--no-open', '--agent', agent, '--data-dir', place.dataDir];
    const ports = port === undefined ? [] : ['--port', String(port)];
    const command = [...(await commandLine()), place.folder, ...own, ...ports, ...args];
    const child = spawn(process.execPath, command, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_OPTIONS: '', ...env?.(place) },
    });
    const server = new ServerProcess(child);
    await server.line('listening');
    return server;
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** Where it listens, with the launch token. */
  get url(): string {
    return String(this.#lines.find(({ event }) => event === 'listening')?.url);
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

  /** The processes that it has started, and theirs. */
  async descendants(): Promise<number[]> {
    const { stdout } = await promisify(execFile)('ps', ['-e', '-o', 'pid=,ppid=']);
    const pairs = stdout
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
    const below = (parent: number): number[] =>
      pairs.filter(([, ppid]) => ppid === parent).flatMap(([pid]) => [pid, ...below(pid)]);
    return below(this.pid);
  }

  /** The first line of that event, now or later; rejects if the process ends without it. */
  async line(event: string): Promise<OutputLine> {
    for (;;) {
      const found = this.#lines.find((line) => line.event === event);
      if (found) return found;
      if (this.#isClosed)
        throw new Error(`The server ended before it said "${event}": ${this.#how()}\n${this.#stderr}`);
      await once(this.#news, 'news');
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

/** Node's arguments for the command: the build, unless the sources have moved on since. */
export async function commandLine(): Promise<string[]> {
  const built = join(ROOT, 'dist/server/main.js');
  const sources = await findFiles(join(ROOT, 'server'), (path) => /(?<!\.test|\.rig)\.ts$/.test(path));
  const newest = Math.max(...sources.map((path) => statSync(path).mtimeMs));
  if (existsSync(built) && statSync(built).mtimeMs >= newest) return [built];
  return ['--import', join(ROOT, 'node_modules/tsx/dist/loader.mjs'), join(ROOT, 'server/main.ts')];
}

/** Whether a process is still there. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
