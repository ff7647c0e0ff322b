import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TerminalEvent } from '../../ports/agent.js';
import { endGroup, endOnlyGroup, type ProcessGroup } from '../../processes/end-group.js';
import { markerEnv, newMarker } from '../../processes/marker.js';
import type { ProcessGuard } from '../../processes/process-guard.js';
import { groupMembers } from '../../processes/process-table.js';
import type { Clock } from '../../protocol/clock.js';
import { LIMITS } from '../../protocol/limits.js';

/** How a command ended; null for what does not apply. */
interface CommandExit {
  exitCode: number | null;
  signal: string | null;
}

/** Where terminals say what happens in them, and who looks after their processes. */
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
  /** The command as people read it, if not its words one after the other. */
  shown?: string;
  cwd: string;
  env: Readonly<Record<string, string>>;
  byteLimit: number;
  /** Whether it runs on while a child in the background still writes; else it ends with its command. */
  waitsForChildren?: boolean;
  /** Whether processes that made themselves independent may stay when their command has ended, and outlive us. */
  freesDetached?: boolean;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** A child that went to the background may hold the pipes; its output is not waited for longer than this. */
const DRAIN_MS = 100;
const ASK_MS = 2_000;
/** What a shell answers for a command that it cannot start. */
const NOT_STARTED = 127;

/** One command that runs for an agent, with what it has written so far. */
export class Terminal {
  readonly exited: Promise<CommandExit>;
  readonly #id: string;
  readonly #around: TerminalSurroundings;
  readonly #output: OutputBuffer;
  readonly #feed: TerminalFeed;
  readonly #family: ProcessGroup | null;
  readonly #letGo: () => void;
  readonly #waitsForChildren: boolean;
  #exit: CommandExit | null = null;
  #isStopped = false;
  #onKill: () => void = () => {};
  readonly #killed = new Promise<void>((resolve) => {
    this.#onKill = resolve;
  });

  constructor(plan: TerminalPlan, around: TerminalSurroundings) {
    const { terminalId, command, args, cwd } = plan;
    this.#id = terminalId;
    this.#around = around;
    this.#waitsForChildren = plan.waitsForChildren ?? false;
    this.#output = new OutputBuffer(plan.byteLimit);
    const emit = (text: string) => around.onEvent({ type: 'terminal_output', terminalId, text });
    this.#feed = new TerminalFeed(around.clock, LIMITS.tickMs, emit);
    const shown = plan.shown ?? [command, ...args].join(' ');
    around.onEvent({ type: 'terminal_opened', terminalId, command: shown, cwd });
    const marker = plan.freesDetached ? newMarker() : around.guard.newMarker();
    const env = { ...plan.env, ...markerEnv(marker) };
    const forget = around.guard.expect(marker);
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    this.#family = child.pid === undefined ? null : { group: child.pid, marker };
    if (!this.#family) forget();
    this.#letGo = this.#family ? around.guard.watch(this.#family) : () => {};
    this.exited = this.#run(child);
  }

  get state(): { output: string; truncated: boolean; exit: CommandExit | null } {
    return { output: this.#output.text, truncated: this.#output.truncated, exit: this.#exit };
  }

  /** Ends the command and all that it started; what it wrote can still be read. */
  async kill(graceMs: number = ASK_MS): Promise<void> {
    // What could not be ended stays in care.
    if (!this.#family || (await endGroup(this.#family, graceMs))) this.#letGo();
    this.#onKill();
  }

  /** As `kill`, because the turn that it belongs to was stopped. */
  async stop(): Promise<void> {
    if (this.#exit) return;
    this.#isStopped = true;
    await this.kill();
  }

  /** It has ended: what it left behind in its group ends too; what made itself independent is not ours any more. */
  async leave(): Promise<void> {
    const group = this.#family?.group;
    if (group && (await groupMembers(group)).length > 0) await endOnlyGroup(group, ASK_MS);
    this.#letGo();
  }

  /** Ends it at once and for good. */
  async release(): Promise<void> {
    await this.kill(0);
  }

  async #run(child: Child): Promise<CommandExit> {
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => this.#take(data, stream));
    const exit = await this.#untilExit(child);
    this.#exit = exit;
    this.#feed.end();
    const reason = this.#isStopped ? { reason: { code: 'stopped' as const } } : {};
    this.#around.onEvent({ type: 'terminal_closed', terminalId: this.#id, ...exit, ...reason });
    return exit;
  }

  async #untilExit(child: Child): Promise<CommandExit> {
    const closed = once(child, 'close').catch(() => {});
    try {
      const [exitCode, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
      if (this.#waitsForChildren) await Promise.race([closed, this.#killed]);
      await Promise.race([closed, sleep(DRAIN_MS, undefined, { ref: false })]);
      return { exitCode, signal };
    } catch (error) {
      this.#take(Buffer.from(`${(error as Error).message}\n`), null);
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

/** The newest bytes of a terminal, as many as the agent wants to keep; the start is cut away. */
export class OutputBuffer {
  readonly #limit: number;
  #parts: Buffer[] = [];
  #bytes = 0;
  #isCut = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(data: Buffer): void {
    this.#parts.push(data);
    this.#bytes += data.length;
    // Twice the limit before it is cut, or every chunk would copy all that is kept.
    if (this.#bytes > this.#limit * 2) this.#trim();
  }

  get truncated(): boolean {
    return this.#isCut || this.#bytes > this.#limit;
  }

  get text(): string {
    this.#trim();
    return Buffer.concat(this.#parts).toString('utf8');
  }

  /** Keeps the end and begins it with a whole character. */
  #trim(): void {
    if (this.#bytes <= this.#limit) return;
    const all = Buffer.concat(this.#parts);
    let start = all.length - this.#limit;
    while (start < all.length && isInsideCharacter(all[start]!)) start++;
    const kept = Buffer.from(all.subarray(start));
    this.#parts = [kept];
    this.#bytes = kept.length;
    this.#isCut = true;
  }
}

function isInsideCharacter(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** What of a terminal's output is told while it runs; of more, only the end is told. */
const LIVE_CHARS = 4 * 1024 * 1024;
const TAIL_CHARS = 64 * 1024;

/** Gathers a terminal's output into one event per tick, and keeps a flood from filling the log. */
export class TerminalFeed {
  readonly #clock: Clock;
  readonly #tickMs: number;
  readonly #emit: (text: string) => void;
  readonly #decoder = new StringDecoder('utf8');
  #waiting = '';
  #told = 0;
  #left = 0;
  #callOff: (() => void) | null = null;

  constructor(clock: Clock, tickMs: number, emit: (text: string) => void) {
    this.#clock = clock;
    this.#tickMs = tickMs;
    this.#emit = emit;
  }

  push(data: Buffer): void {
    this.#waiting += this.#decoder.write(data);
    if (this.#told + this.#waiting.length > LIVE_CHARS) this.#keepTail();
    else this.#callOff ??= this.#clock.after(this.#tickMs, () => this.#flush());
  }

  /** Says what is left; nothing follows. */
  end(): void {
    this.#waiting += this.#decoder.end();
    if (this.#left > 0) this.#waiting = `\n[${this.#left.toLocaleString('en')} characters left out]\n${this.#waiting}`;
    this.#flush();
  }

  #flush(): void {
    this.#callOff?.();
    this.#callOff = null;
    const text = this.#waiting;
    this.#waiting = '';
    this.#told += text.length;
    if (text) this.#emit(text);
  }

  #keepTail(): void {
    this.#callOff?.();
    this.#callOff = null;
    const excess = this.#waiting.length - TAIL_CHARS;
    if (excess <= 0) return;
    this.#left += excess;
    this.#waiting = this.#waiting.slice(excess);
  }
}
