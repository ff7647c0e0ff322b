import { type ChildProcess, spawn } from 'node:child_process';
import type { ProcessGroup } from './end-group.js';
import { WATCHDOG_SCRIPT } from './watchdog-script.js';

/** A watchdog that dies this often is not started again; the records of the next start remain. */
const MOST_STARTS = 5;

/**
 * A process of its own that ends the groups we run if we are killed without a chance to do it. It learns
 * of our death by the end of the pipe between us, which nothing can prevent.
 */
export class Watchdog {
  readonly #groups = new Map<number, ProcessGroup>();
  #child: ChildProcess | null = null;
  #starts = 0;

  add(target: ProcessGroup): void {
    this.#groups.set(target.group, target);
    if (this.#child) this.#tell(`+ ${target.group} ${target.marker}`);
    else this.#start();
  }

  remove(group: number): void {
    this.#groups.delete(group);
    this.#tell(`- ${group}`);
  }

  /** Lets the watchdog go, which ends what is still in its care. */
  close(): void {
    this.#groups.clear();
    const child = this.#child;
    this.#child = null;
    child?.stdin?.end();
  }

  #start(): void {
    if (this.#starts++ >= MOST_STARTS) return;
    const child = spawn('/bin/sh', ['-c', WATCHDOG_SCRIPT, 'acdeck-watchdog'], {
      // A group of its own, or a signal to ours would end both at once.
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
    for (const { group, marker } of this.#groups.values()) this.#tell(`+ ${group} ${marker}`);
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
