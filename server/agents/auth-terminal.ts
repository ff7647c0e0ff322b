import { SIGN_IN_LIMITS } from '../protocol/agent-sign-in.js';
import { LIMITS } from '../protocol/limits.js';
import type { AuthCommand } from './auth-methods.js';
import type { Clock } from './clock.js';
import { endGroup, type ProcessGroup } from './end-group.js';
import type { Pty, PtyProcess } from './load-pty.js';
import { MARKER_VARIABLE, newMarker, type ProcessGuard } from './process-guard.js';

/** Who starts the terminal, looks after its processes, and hears what it shows. */
export interface AuthSurroundings {
  pty: Pty;
  guard: ProcessGuard;
  clock: Clock;
  /** More text is there to be read. */
  onText(): void;
}

export interface AuthTerminalPlan {
  command: AuthCommand;
  cwd: string;
  env: Readonly<Record<string, string>>;
  size: { cols: number; rows: number };
}

/** How the command ended. */
export interface AuthExit {
  exitCode: number;
  signal: number;
}

const ASK_MS = 1_000;

/** A command of a sign-in in a real terminal. What it shows may hold secrets: it stays in memory, and only its end. */
export class AuthTerminal {
  /** Settles when it has ended and nothing of it is left. */
  readonly ended: Promise<AuthExit>;
  readonly #process: PtyProcess;
  readonly #around: AuthSurroundings;
  readonly #family: ProcessGroup;
  #hasExited = false;
  #text = '';
  /** How many characters were there before the ones that are kept. */
  #offset = 0;
  #waiting = '';
  #callOff: (() => void) | null = null;

  constructor({ command, cwd, env, size }: AuthTerminalPlan, around: AuthSurroundings) {
    const [file = '', ...args] = command.argv;
    const marker = newMarker();
    const own = { TERM: 'xterm-256color', [MARKER_VARIABLE]: marker.slice(MARKER_VARIABLE.length + 1) };
    this.#around = around;
    this.#process = around.pty.spawn(file, args, {
      ...{ name: 'xterm-256color', cwd, ...size },
      env: { ...env, ...command.env, ...own },
    });
    // A terminal begins a session of processes, so its first process leads a group of its own.
    this.#family = { group: this.#process.pid, marker };
    const letGo = around.guard.watch(this.#family);
    this.#process.onData((text) => this.#take(text));
    this.ended = this.#untilEnd().finally(letGo);
  }

  /** What is kept of all that it has shown. */
  get output(): { offset: number; text: string } {
    return { offset: this.#offset, text: this.#text };
  }

  write(text: string): void {
    if (!this.#hasExited) this.#process.write(text);
  }

  resize(cols: number, rows: number): void {
    if (!this.#hasExited) this.#process.resize(cols, rows);
  }

  /** Ends it and all that it started; settles when nothing is left. */
  async kill(): Promise<void> {
    await endGroup(this.#family, ASK_MS);
    await this.ended;
  }

  async #untilEnd(): Promise<AuthExit> {
    const exit = await new Promise<AuthExit>((resolve) => {
      this.#process.onExit(({ exitCode, signal }) => resolve({ exitCode, signal: signal ?? 0 }));
    });
    this.#hasExited = true;
    this.#flush();
    await endGroup(this.#family, 0);
    return exit;
  }

  /** A flood waits in the terminal, not here. */
  #take(text: string): void {
    this.#waiting += text;
    if (this.#waiting.length > SIGN_IN_LIMITS.pieceChars) this.#process.pause();
    this.#callOff ??= this.#around.clock.after(LIMITS.tickMs, () => this.#flush());
  }

  #flush(): void {
    this.#callOff?.();
    this.#callOff = null;
    const all = this.#text + this.#waiting;
    const excess = Math.max(0, all.length - SIGN_IN_LIMITS.keptChars);
    this.#text = all.slice(excess);
    this.#offset += excess;
    const hasNews = this.#waiting !== '';
    this.#waiting = '';
    if (!this.#hasExited) this.#process.resume();
    if (hasNews) this.#around.onText();
  }
}
