import { accessSync, constants } from 'node:fs';
import { basename, isAbsolute } from 'node:path';
import type { ShellListener, ShellRequest, ShellRun } from '../../ports/shell.js';
import type { ProcessGuard } from '../../processes/process-guard.js';
import { type Clock, systemClock } from '../../protocol/clock.js';
import { agentEnv } from '../catalog/agent-env.js';
import { Terminal } from './terminal.js';

/** What the log keeps is bounded elsewhere; nobody asks this terminal for its output. */
const KEPT_BYTES = 1024;

export interface ShellHostOptions {
  guard: ProcessGuard;
  /** The person's environment; what is ours in it is not passed on. */
  env: NodeJS.ProcessEnv;
  clock?: Clock;
}

/** Runs what people type after `!`: in their own shell, in its own process group that does not outlive us. */
export class ShellHost {
  readonly #options: ShellHostOptions;
  readonly #running = new Set<Terminal>();

  constructor(options: ShellHostOptions) {
    this.#options = options;
  }

  run({ terminalId, command, cwd }: ShellRequest, listener: ShellListener): ShellRun {
    const { guard, env, clock = systemClock } = this.#options;
    const plan = {
      terminalId,
      command: shellOf(env),
      args: ['-c', command],
      cwd,
      env: agentEnv(env),
      byteLimit: KEPT_BYTES,
      waitsForChildren: true,
      freesDetached: true,
    };
    const terminal = new Terminal(plan, {
      guard,
      clock,
      whenReady: () => listener.whenReady(),
      // Anyone who wanted it has said so in the log, with the words that were typed.
      onEvent: (event) => event.type !== 'terminal_opened' && listener.onEvent(event),
    });
    this.#running.add(terminal);
    void terminal.exited.then(() => terminal.leave()).then(() => this.#running.delete(terminal));
    return { stop: () => void terminal.kill() };
  }

  /** Ends all commands; settles when no process is left. */
  async stopAll(): Promise<void> {
    await Promise.all([...this.#running].map((terminal) => terminal.release()));
  }
}

/** The shell that a person has chosen, if it can run a command; else the one that every system has. */
export function shellOf({ SHELL }: NodeJS.ProcessEnv): string {
  if (!SHELL || !isAbsolute(SHELL) || ['false', 'nologin', 'true'].includes(basename(SHELL))) return '/bin/sh';
  try {
    accessSync(SHELL, constants.X_OK);
    return SHELL;
  } catch {
    return '/bin/sh';
  }
}
