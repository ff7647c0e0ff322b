import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { commandLine } from '../specs/rigs/server-process.rig.js';
import { condition, inTime } from './testing/until.rig.js';

/** An agent that is never there: what is tested needs none. */
export const NO_AGENT = '/nonexistent/agent --acp';

const COMMAND = await commandLine(['server']);

/** A home of a test's own, so that nothing of the machine's user is read or touched. */
export class TestHome {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'acdeck-home-')));
  readonly #running = new Set<Acdeck>();

  /** Removed, with everything that was started in it, when the test is over. */
  constructor(t: TestContext | { after(act: () => Promise<void>): void }) {
    t.after(async () => {
      await Promise.all([...this.#running].map((acdeck) => acdeck.end('SIGKILL')));
      rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
    });
  }

  path(...names: string[]): string {
    return join(this.root, ...names);
  }

  folder(name = 'project'): string {
    mkdirSync(this.path(name), { recursive: true });
    return this.path(name);
  }

  /** Starts the real command with these arguments. */
  acdeck(
    args: string[],
    { env = {}, node = [], input }: { env?: Record<string, string>; node?: string[]; input?: string } = {},
  ): Acdeck {
    const { PATH = '' } = process.env;
    const child = spawn(process.execPath, [...node, ...COMMAND, ...args], {
      cwd: this.root,
      env: { PATH, HOME: this.root, XDG_DATA_HOME: this.path('data'), XDG_CONFIG_HOME: this.path('config'), ...env },
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    child.stdin?.end(input);
    const acdeck = new Acdeck(child);
    this.#running.add(acdeck);
    return acdeck;
  }

  /** Starts it in a folder, for programs, without a browser and on any port. */
  server(args: string[] = [], env: Record<string, string> = {}): Acdeck {
    return this.acdeck([this.folder(), '--json', '--no-open', '--port', '0', ...args], { env });
  }
}

export type Line = Record<string, unknown> & { event: string };

/** A running `acdeck` and all that it has said. */
export class Acdeck {
  readonly ended: Promise<number | NodeJS.Signals>;
  stdout = '';
  stderr = '';
  readonly #child: ChildProcess;
  readonly #news = new EventEmitter();

  constructor(child: ChildProcess) {
    this.#child = child;
    this.#news.setMaxListeners(0);
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
      this.#news.emit('news');
    });
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
      this.#news.emit('news');
    });
    this.ended = once(child, 'close').then(([code, signal]) => {
      this.#news.emit('news');
      return (code ?? signal) as number | NodeJS.Signals;
    });
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** What `--json` has printed so far. */
  get lines(): Line[] {
    const whole = this.stdout.split('\n').slice(0, -1);
    return whole.map((line) => JSON.parse(line) as Line);
  }

  /** The line of that event, now or later. */
  async line(event: string): Promise<Line> {
    await this.until(() => this.lines.some((line) => line.event === event));
    return this.lines.find((line) => line.event === event)!;
  }

  /** Waits until something holds of what it has said; fails if it ends before. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      const isOver = this.#child.exitCode !== null || this.#child.signalCode !== null;
      const news: Promise<unknown> = isOver ? this.ended : once(this.#news, 'news');
      await inTime(news, () => `${condition(holds)}, but it said: ${this.stdout}${this.stderr}`);
      if (isOver && !holds()) assert.fail(`acdeck has ended: ${this.stderr}`);
    }
  }

  /** Where it listens, and the token of its address. */
  async door(): Promise<{ port: number; token: string; url: string }> {
    const { url, port } = (await this.line('listening')) as unknown as { url: string; port: number };
    return { url, port, token: new URL(url).hash.replace('#token=', '') };
  }

  /** Closes the pipes that its output goes to. */
  deafen(): void {
    this.#child.stdout!.destroy();
    this.#child.stderr!.destroy();
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | NodeJS.Signals> {
    this.signal(signal);
    return this.ended;
  }

  /** The processes that it has started, and theirs. */
  descendants(): number[] {
    const table = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
    const pairs = table.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
    const below = (parent: number): number[] =>
      pairs.filter(([, ppid]) => ppid === parent).flatMap(([pid]) => [pid, ...below(pid)]);
    return below(this.pid);
  }
}
