import { type ChildProcess, spawn } from 'node:child_process';
import type { ProcessGroup } from './end-group.js';
import { WATCHDOG_SCRIPT } from './watchdog-script.js';

/** A watchdog that dies this often is not started again; the records of the next start remain. */
const MOST_STARTS = 5;

/**
 * Its own process that ends the groups we run if we are killed without a chance to do it. It learns
 * of our death by the end of the pipe between us, which nothing can prevent.
 */
export class Watchdog {
  /** By their marker; null while the process that leads a group is being started. */
  readonly #groups = new Map<string, number | null>();
  #child: ChildProcess | null = null;
  #starts = 0;

  /** Who bears this marker is about to be started: where processes show it, they are in care from their first moment. */
  expect(marker: string): void {
    this.#set(marker, null);
  }

  add({ group, marker }: ProcessGroup): void {
    this.#set(marker, group);
  }

  remove(marker: string): void {
    this.#groups.delete(marker);
    this.#tell(`- ${marker}`);
  }

  /** Lets the watchdog go, which ends what is still in its care. */
  close(): void {
    this.#groups.clear();
    const child = this.#child;
    this.#child = null;
    child?.stdin?.end();
  }

  #set(marker: string, group: number | null): void {
    this.#groups.set(marker, group);
    if (this.#child) this.#tell(`+ ${marker} ${group ?? ''}`);
    else this.#start();
  }

  #start(): void {
    if (this.#starts++ >= MOST_STARTS) return;
    const child = spawn('/bin/sh', ['-c', WATCHDOG_SCRIPT, 'acdeck-watchdog'], {
      // Its own group, or a signal to ours would end both at once.
      detached: true,
      // It must not hold on to a folder that someone wants to remove.
      cwd: '/',
      env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#child = child;
    // Neither the process nor the pipe to it keeps us running.
    child.unref();
    (child.stdin as unknown as { unref(): void }).unref();
    child.stdin?.on('error', () => {});
    child.on('error', () => this.#onGone(child));
    child.on('exit', () => this.#onGone(child));
    for (const [marker, group] of this.#groups) this.#tell(`+ ${marker} ${group ?? ''}`);
  }

  #onGone(child: ChildProcess): void {
    if (this.#child !== child) return;
    this.#child = null;
    if (this.#groups.size > 0) this.#start();
  }

  #tell(line: string): void {
    if (this.#child?.stdin?.writable) this.#child.stdin.write(`${line}\n`);
  }
}
