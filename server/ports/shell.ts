import type { ErrorReason } from '../protocol/api/error-reason.js';
import type { TerminalEvent } from './agent.js';

/** Runs commands for people. `server/agents` implements it; the composition root joins the two. */
export interface Shells {
  /** Why an act may not run a command, or null if it may. */
  refusal(act: { isRemote?: boolean }): ErrorReason | null;
  /** Starts a command; what comes of it is told to the listener, also that it could not be started. */
  run(request: ShellRequest, listener: ShellListener): ShellRun;
}

export interface ShellRequest {
  terminalId: string;
  /** A command line for the person's own shell. */
  command: string;
  /** Absolute. */
  cwd: string;
}

export interface ShellListener {
  onEvent(event: Exclude<TerminalEvent, { type: 'terminal_opened' }>): void;
  /** While it is not settled no output is read; null when there is room. */
  whenReady(): Promise<void> | null;
}

/** One command at work. */
export interface ShellRun {
  /** Asks it to end, then makes it, with all that it started. */
  stop(): void;
}
