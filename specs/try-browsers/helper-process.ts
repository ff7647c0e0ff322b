import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** Ends the whole group with the program or with whoever started it, however that went: then the pipe to here closes. */
const GUARD = '("$@" < /dev/null; kill -KILL 0) & cat > /dev/null; kill -KILL 0';

/** A program that a browser needs, with all that it starts in turn. It does not outlive this process. */
export class HelperProcess {
  readonly #program: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #said = '';

  /** The third stream of the program is read too: `Xvfb` writes its number there. */
  constructor(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    this.#child = spawn('/bin/sh', ['-c', GUARD, program, program, ...args], {
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
      // A group of its own, so that a browser goes with all its processes.
      detached: true,
    });
    this.#ended = once(this.#child, 'close').catch(() => {});
    this.#program = program;
    for (const stream of this.#child.stdio.slice(1)) {
      (stream as Readable).setEncoding('utf8').on('data', (text: string) => {
        this.#said = (this.#said + text).slice(-64 * 1024);
        this.#child.emit('said');
      });
    }
  }

  /** Waits until it has written something, and gives the first group of the pattern. */
  async says(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = pattern.exec(this.#said)?.[1];
      if (found !== undefined) return found;
      const news = await Promise.race([once(this.#child, 'said'), this.#ended.then(() => null)]);
      if (news === null && !pattern.test(this.#said))
        throw new Error(`${this.#program} ended before it was ready: ${this.#said.trim().slice(-500)}`);
    }
  }

  async end(): Promise<void> {
    if (this.#child.pid !== undefined) killGroup(this.#child.pid);
    await this.#ended;
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
