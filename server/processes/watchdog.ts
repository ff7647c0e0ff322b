import { type ChildProcess, spawn } from 'node:child_process';
import type { ProcessGroup } from './end-group.js';
import { WATCHDOG_SCRIPT } from './watchdog-script.js';

/** A watchdog that dies this often is not started again; the records of the next start remain. */
const MOST_STARTS = 5;

/**
 * Its own process that ends what we run if we are gone without having done it. It learns of our end by the end of the
 * pipe between us, which nothing can prevent.
 */
export class Watchdog {
  /** With what all our markers begin. */
  readonly #runStart: string;
  /** By their marker; null while the process that leads a group is being started. */
  readonly #groups = new Map<string, ProcessGroup | null>();
  #child: ChildProcess | null = null;
  #starts = 0;

  constructor(runStart: string) {
    this.#runStart = runStart;
  }

  /** Who bears this marker is about to be started: where processes show it, they are in care from their first moment. */
  expect(marker: string): void {
    this.#set(marker, null);
  }

  add(target: ProcessGroup): void {
    this.#set(target.marker, target);
  }

  remove(marker: string): void {
    this.#groups.delete(marker);
    this.#tell(`- ${marker}`);
  }

  /** Processes that are still there and may show no marker; it ends them too when we are gone. */
  remember(seen: readonly { pid: number; startTime: string }[]): void {
    for (const { pid, startTime } of seen) this.#tell(`= ${pid} ${startTime.replaceAll(' ', '_')}`);
  }

  /** Nothing is left, so it may go. */
  dismiss(): void {
    this.#groups.clear();
    const child = this.#child;
    this.#tell('dismiss');
    this.#child = null;
    child?.stdin?.end();
  }

  #set(marker: string, target: ProcessGroup | null): void {
    this.#groups.set(marker, target);
    if (this.#child) this.#tell(lineOf(marker, target));
    else this.#start();
  }

  #start(): void {
    if (this.#starts++ >= MOST_STARTS) return;
    const child = spawn('/bin/sh', ['-c', WATCHDOG_SCRIPT, 'acdeck-watchdog', this.#runStart], {
      // Its own group, or a signal to ours would end both at once.
      detached: true,
      // It must not hold on to a folder that someone wants to remove.
      cwd: '/',
      env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#child = child;
    // Neither the process nor the pipe to it keeps us running.
    child.unref();
    (child.stdin as unknown as { unref(): void }).unref();
    child.stdin?.on('error', () => {});
    child.on('error', () => this.#onGone(child));
    child.on('exit', () => this.#onGone(child));
    for (const [marker, target] of this.#groups) this.#tell(lineOf(marker, target));
  }

  /** It stays for what we have started, whatever we hold now: markers of earlier groups may be around. */
  #onGone(child: ChildProcess): void {
    if (this.#child !== child) return;
    this.#child = null;
    this.#start();
  }

  #tell(line: string): void {
    if (this.#child?.stdin?.writable) this.#child.stdin.write(`${line}\n`);
  }
}

function lineOf(marker: string, target: ProcessGroup | null): string {
  return `+ ${marker} ${target?.group ?? ''} ${target?.startTime ?? ''}`;
}
