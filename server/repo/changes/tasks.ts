import { randomUUID } from 'node:crypto';
import { repoFault, troubleOf } from '../../git/repo-fault.js';
import type { TaskState } from '../../protocol/api/changes.js';
import { REPO_LIMITS } from '../../protocol/api/repo.js';
import type { Clock } from '../../protocol/clock.js';

/** How often tabs are told what a task writes. */
const TELL_MS = 250;

export interface TasksParts {
  readonly clock: Clock;
  readonly newId?: () => string;
  /** Hears of every step of every task. */
  onChange(task: TaskState): void;
}

/** What a task says of itself while it works. */
export interface TaskVoice {
  readonly signal: AbortSignal;
  /** Another hook runs, or none any more. */
  hook(name: string | null): void;
  output(bytes: Buffer): void;
}

/** What a task made. */
export type TaskOutcome = Partial<Pick<TaskState, 'oid' | 'text'>>;

/** Acts that may take minutes: begun at once, told to all tabs, stopped by any of them. */
export class Tasks {
  readonly #parts: TasksParts;
  readonly #running = new Map<string, AbortController>();
  readonly #work = new Set<Promise<void>>();

  constructor(parts: TasksParts) {
    this.#parts = parts;
  }

  /** Begins one; `work` gives what it made. */
  begin(
    about: Pick<TaskState, 'kind' | 'rootId' | 'device' | 'agentId'>,
    work: (voice: TaskVoice) => Promise<TaskOutcome>,
  ): string {
    const { clock, newId = randomUUID, onChange } = this.#parts;
    const id = newId();
    const stop = new AbortController();
    this.#running.set(id, stop);
    const lines = new LastLines();
    let task: TaskState = {
      ...about,
      ...{ id, state: 'running', startedAt: clock.now(), hook: null, lines: [], trouble: null, oid: null },
    };
    let cancelTell: (() => void) | null = null;
    const tell = (change: Partial<TaskState>) => {
      cancelTell?.();
      cancelTell = null;
      task = { ...task, lines: lines.all, ...change };
      onChange(task);
    };
    const voice: TaskVoice = {
      signal: stop.signal,
      hook: (hook) => tell({ hook }),
      output: (bytes) => {
        lines.push(bytes);
        cancelTell ??= clock.after(TELL_MS, () => tell({}));
      },
    };
    tell({});
    const done = work(voice)
      .then(
        (outcome) => tell({ state: 'done', hook: null, ...outcome }),
        (error) => {
          const trouble = troubleOf(error) ?? { code: 'git' as const, command: about.kind, output: String(error) };
          const isStopped = trouble.code === 'stopped';
          tell({ state: isStopped ? 'stopped' : 'failed', hook: null, trouble: isStopped ? null : trouble });
        },
      )
      .finally(() => {
        this.#running.delete(id);
        this.#work.delete(done);
      });
    this.#work.add(done);
    return id;
  }

  /** Stops a task with all its processes. */
  stop(taskId: string): void {
    const task = this.#running.get(taskId);
    if (!task) throw repoFault({ code: 'missing', path: taskId });
    task.abort();
  }

  /** Stops all; settles when none is left. */
  async stopAll(): Promise<void> {
    for (const task of this.#running.values()) task.abort();
    await Promise.all(this.#work);
  }
}

/** The last lines of what a program writes. */
class LastLines {
  #lines: string[] = [''];

  get all(): string[] {
    return this.#lines.filter((line, n) => line !== '' || n < this.#lines.length - 1).slice(-REPO_LIMITS.taskLines);
  }

  push(bytes: Buffer): void {
    const [first = '', ...rest] = bytes.toString('utf8').split('\n');
    const last = (this.#lines.at(-1) ?? '') + first;
    this.#lines = [...this.#lines.slice(0, -1), last, ...rest]
      .map((line) => line.slice(0, REPO_LIMITS.taskLineChars))
      .slice(-REPO_LIMITS.taskLines - 1);
  }
}
