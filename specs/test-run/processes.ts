import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

const MOST_CHARS = 20_000;

/** A process of a run, with the end of what it has printed. */
export interface Started {
  child: ChildProcess;
  output(): string;
  /** Its end, however long others hold its pipes. */
  ended: Promise<{ code: number | null; how: string }>;
  kill(): void;
}

/** The processes of a run, each with a group of its own: whatever happens, none stays. */
export class Processes {
  readonly #running = new Set<Started>();

  start(program: string, args: readonly string[], options: SpawnOptions & { withIpc?: true } = {}): Started {
    const { withIpc, ...others } = options;
    const stdio: SpawnOptions['stdio'] = ['ignore', 'pipe', 'pipe', ...(withIpc ? (['ipc'] as const) : [])];
    const child = spawn(program, args, { ...others, stdio, detached: true });
    let output = '';
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-MOST_CHARS);
      });
    }
    const started: Started = {
      child,
      output: () => output,
      ended: this.#end(child).finally(() => {
        this.#running.delete(started);
        started.kill();
      }),
      kill: () => endGroup(child.pid!),
    };
    this.#running.add(started);
    return started;
  }

  endAll(): void {
    for (const { kill } of this.#running) kill();
  }

  async #end(child: ChildProcess): Promise<{ code: number | null; how: string }> {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    // What it had still to say has come by now, unless somebody else is at the other end of the pipe.
    await new Promise(setImmediate);
    for (const stream of [child.stdout!, child.stderr!]) stream.destroy();
    return { code, how: signal ?? `exit code ${code}` };
  }
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
