import { type ChildProcess, spawn } from 'node:child_process';

/** Keeps a core busy until the process that started it is gone, however that came. */
const BUSY = `while (process.ppid === ${process.pid}) for (const end = Date.now() + 50; Date.now() < end; );`;

/** Processes that do nothing but keep cores busy. */
export class BusyLoad {
  readonly #processes: ChildProcess[];

  constructor(count: number) {
    this.#processes = Array.from({ length: count }, () => spawn(process.execPath, ['-e', BUSY], { stdio: 'ignore' }));
  }

  get pids(): number[] {
    return this.#processes.map(({ pid }) => pid!);
  }

  end(): void {
    for (const busy of this.#processes) busy.kill('SIGKILL');
  }
}
