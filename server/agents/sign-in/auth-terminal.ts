import { GuardedPty, type PtyExit } from '../../processes/guarded-pty.js';
import type { Pty } from '../../processes/load-pty.js';
import type { ProcessGuard } from '../../processes/process-guard.js';
import { SIGN_IN_LIMITS } from '../../protocol/api/agent-sign-in.js';
import type { Clock } from '../../protocol/clock.js';
import { LIMITS } from '../../protocol/limits.js';
import type { AuthCommand } from './auth-methods.js';

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

/** A command of a sign-in in a real terminal. What it shows may hold secrets: it stays in memory, and only its end. */
export class AuthTerminal {
  /** Settles when it has ended and nothing of it is left. */
  readonly ended: Promise<PtyExit>;
  readonly #pty: GuardedPty;
  readonly #around: AuthSurroundings;
  #text = '';
  /** How many characters were there before the ones that are kept. */
  #offset = 0;
  #waiting = '';
  #callOff: (() => void) | null = null;

  constructor({ command, cwd, env, size }: AuthTerminalPlan, around: AuthSurroundings) {
    this.#around = around;
    this.#pty = new GuardedPty(
      { argv: command.argv, cwd, env: { ...env, ...command.env }, size },
      {
        pty: around.pty,
        guard: around.guard,
        onText: (text) => this.#take(text),
        onExit: () => this.#flush(),
      },
    );
    this.ended = this.#pty.ended;
  }

  /** What is kept of all that it has shown. */
  get output(): { offset: number; text: string } {
    return { offset: this.#offset, text: this.#text };
  }

  write(text: string): void {
    this.#pty.write(text);
  }

  resize(cols: number, rows: number): void {
    this.#pty.resize(cols, rows);
  }

  /** Ends it and all that it started; settles when nothing is left. */
  kill(): Promise<void> {
    return this.#pty.kill();
  }

  /** A flood waits in the terminal, not here. */
  #take(text: string): void {
    this.#waiting += text;
    if (this.#waiting.length > SIGN_IN_LIMITS.pieceChars) this.#pty.pause();
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
    this.#pty.resume();
    if (hasNews) this.#around.onText();
  }
}
