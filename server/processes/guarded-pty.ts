import { endGroup, type ProcessGroup } from './end-group.js';
import type { Pty, PtyProcess } from './load-pty.js';
import { markerEnv } from './marker.js';
import type { GroupGuard } from './process-guard.js';

/** What runs in a terminal, and where. */
export interface PtyPlan {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly size: { readonly cols: number; readonly rows: number };
}

/** How a program in a terminal ended. */
export interface PtyExit {
  readonly exitCode: number;
  readonly signal: number;
}

export interface PtySurroundings {
  readonly pty: Pty;
  readonly guard: GroupGuard;
  onText(text: string): void;
  /** It has ended; what it started may still be there. */
  onExit(): void;
}

const TERM = 'xterm-256color';
const ASK_MS = 1_000;

/** A program in its own terminal. Neither it nor what it started outlives us. */
export class GuardedPty {
  /** Settles when it has ended and nothing of it is left. */
  readonly ended: Promise<PtyExit>;
  readonly #process: PtyProcess;
  readonly #family: ProcessGroup;
  #hasExited = false;

  constructor({ argv, cwd, env, size }: PtyPlan, { pty, guard, onText, onExit }: PtySurroundings) {
    const [file = '', ...args] = argv;
    const marker = guard.newMarker();
    const own = { TERM, ...markerEnv(marker) };
    const forget = guard.expect(marker);
    try {
      this.#process = pty.spawn(file, args, { name: TERM, cwd, ...size, env: { ...env, ...own } });
    } catch (error) {
      forget();
      throw error;
    }
    // A terminal begins a session of processes, so its first process leads its own group.
    this.#family = { group: this.#process.pid, marker };
    const letGo = guard.watch(this.#family);
    this.#process.onData(onText);
    this.ended = this.#untilEnd(onExit, letGo);
  }

  get hasExited(): boolean {
    return this.#hasExited;
  }

  write(text: string): void {
    if (!this.#hasExited) this.#process.write(text);
  }

  resize(cols: number, rows: number): void {
    if (!this.#hasExited) this.#process.resize(cols, rows);
  }

  /** Reads nothing until `resume`: the program waits when the terminal is full. */
  pause(): void {
    if (!this.#hasExited) this.#process.pause();
  }

  resume(): void {
    if (!this.#hasExited) this.#process.resume();
  }

  /** Ends it and all that it started; settles when nothing is left. */
  async kill(): Promise<void> {
    // What is paused would not hear of its end.
    this.resume();
    await endGroup(this.#family, ASK_MS);
    await this.ended;
  }

  /** What could not be ended stays in care. */
  async #untilEnd(onExit: () => void, letGo: () => void): Promise<PtyExit> {
    const exit = await new Promise<PtyExit>((resolve) => {
      this.#process.onExit(({ exitCode, signal }) => resolve({ exitCode, signal: signal ?? 0 }));
    });
    this.#hasExited = true;
    onExit();
    if (await endGroup(this.#family, 0)) letGo();
    return exit;
  }
}
