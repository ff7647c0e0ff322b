import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '../protocol/limits.js';
import type { TerminalEvent } from './agent-link.js';
import type { Clock } from './clock.js';
import { endGroup, type ProcessGroup } from './end-group.js';
import { MARKER_VARIABLE, newMarker, type ProcessGuard } from './process-guard.js';
import { groupMembers } from './process-table.js';
import { TerminalFeed } from './terminal-feed.js';
import { TerminalOutput } from './terminal-output.js';

/** How a command ended; null for what does not apply. */
export interface TerminalExit {
  exitCode: number | null;
  signal: string | null;
}

/** Where terminals tell what happens in them, and who looks after their processes. */
export interface TerminalSurroundings {
  guard: ProcessGuard;
  clock: Clock;
  onEvent(event: TerminalEvent): void;
  /** While it is not settled no output is read; null when there is room. */
  whenReady(): Promise<void> | null;
}

export interface TerminalPlan {
  terminalId: string;
  command: string;
  args: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string>>;
  byteLimit: number;
  /** Whether it runs on while a child in the background still writes; else it ends with its command. */
  waitsForChildren?: boolean;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** A child that went to the background may hold the pipes; its output is not waited for longer than this. */
const DRAIN_MS = 100;
const ASK_MS = 2_000;
/** What a shell answers for a command that it cannot start. */
const NOT_STARTED = 127;

/** One command that runs for an agent, with what it has written so far. */
export class Terminal {
  readonly exited: Promise<TerminalExit>;
  readonly #id: string;
  readonly #around: TerminalSurroundings;
  readonly #output: TerminalOutput;
  readonly #feed: TerminalFeed;
  readonly #family: ProcessGroup | null;
  readonly #letGo: () => void;
  readonly #waitsForChildren: boolean;
  #exit: TerminalExit | null = null;
  #onKill: () => void = () => {};
  readonly #killed = new Promise<void>((resolve) => {
    this.#onKill = resolve;
  });

  constructor(plan: TerminalPlan, around: TerminalSurroundings) {
    const { terminalId, command, args, cwd } = plan;
    this.#id = terminalId;
    this.#around = around;
    this.#waitsForChildren = plan.waitsForChildren ?? false;
    this.#output = new TerminalOutput(plan.byteLimit);
    const emit = (text: string) => around.onEvent({ type: 'terminal_output', terminalId, text });
    this.#feed = new TerminalFeed(around.clock, LIMITS.tickMs, emit);
    around.onEvent({ type: 'terminal_opened', terminalId, command: [command, ...args].join(' '), cwd });
    const marker = newMarker();
    const env = { ...plan.env, [MARKER_VARIABLE]: marker.slice(MARKER_VARIABLE.length + 1) };
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    this.#family = child.pid === undefined ? null : { group: child.pid, marker };
    this.#letGo = this.#family ? around.guard.watch(this.#family) : () => {};
    this.exited = this.#run(child);
  }

  get state(): { output: string; truncated: boolean; exit: TerminalExit | null } {
    return { output: this.#output.text, truncated: this.#output.truncated, exit: this.#exit };
  }

  /** Ends the command and all that it started; what it wrote can still be read. */
  async kill(graceMs: number = ASK_MS): Promise<void> {
    if (this.#family) await endGroup(this.#family, graceMs);
    this.#onKill();
  }

  /** It has ended: what it left behind in its group ends too; what made itself independent is not ours any more. */
  async leave(): Promise<void> {
    const group = this.#family?.group;
    // A marker that nobody bears: only the group is meant.
    if (group && (await groupMembers(group)).length > 0) await endGroup({ group, marker: newMarker() }, ASK_MS);
    this.#letGo();
  }

  /** Ends it at once and for good. */
  async release(): Promise<void> {
    await this.kill(0);
    this.#letGo();
  }

  async #run(child: Child): Promise<TerminalExit> {
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => this.#take(data, stream));
    const exit = await this.#untilExit(child);
    this.#exit = exit;
    this.#feed.end();
    this.#around.onEvent({ type: 'terminal_closed', terminalId: this.#id, ...exit });
    return exit;
  }

  async #untilExit(child: Child): Promise<TerminalExit> {
    const closed = once(child, 'close').catch(() => {});
    try {
      const [exitCode, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
      if (this.#waitsForChildren) await Promise.race([closed, this.#killed]);
      await Promise.race([closed, sleep(DRAIN_MS, undefined, { ref: false })]);
      return { exitCode, signal };
    } catch (error) {
      this.#take(Buffer.from(`The command could not be started: ${(error as Error).message}\n`), null);
      return { exitCode: NOT_STARTED, signal: null };
    }
  }

  #take(data: Buffer, stream: Readable | null): void {
    this.#output.push(data);
    // After the end the log has closed this terminal; the agent may still ask for what came later.
    if (this.#exit) return;
    this.#feed.push(data);
    const wait = this.#around.whenReady();
    if (!wait || !stream) return;
    stream.pause();
    void wait.finally(() => stream.resume());
  }
}
