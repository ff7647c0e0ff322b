import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { type Clock, systemClock } from '../protocol/clock.js';
import { endGroup, type ProcessGroup } from './end-group.js';
import { markerEnv } from './marker.js';
import type { GroupGuard } from './process-guard.js';
import { hasGroup } from './process-table.js';

/** What a program may take; past any of these it is ended with all its children. */
export interface RunLimits {
  readonly wholeMs: number;
  /** Without a byte of output. */
  readonly silentMs?: number;
  readonly outputBytes: number;
}

/** A program to be run to its end. */
export interface RunPlan {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly guard: GroupGuard;
  readonly limits: RunLimits;
  readonly clock?: Clock;
  /** What it reads; its input ends there. */
  readonly input?: Buffer | AsyncIterable<Buffer>;
  /** Stops it. */
  readonly signal?: AbortSignal;
  /** Takes the output in place of the result; the program waits until a piece is taken. */
  readonly onOutput?: (bytes: Buffer) => void | Promise<void>;
  readonly onErrors?: (bytes: Buffer) => void;
  /** Takes what it writes to its descriptor 3, which is there only then. */
  readonly onNotes?: (bytes: Buffer) => void;
}

/** Why it ended: by itself, or because of a limit, or because somebody stopped it. */
export type RunEnd = 'exit' | 'too_long' | 'silent' | 'too_much' | 'stopped';

export interface RunResult {
  readonly end: RunEnd;
  /** Null if a signal ended it. */
  readonly exitCode: number | null;
  readonly output: Buffer;
  /** The last of what it wrote to stderr. */
  readonly errors: Buffer;
}

const ERROR_BYTES = 64 * 1024;
/** A program that is asked to end first may tidy up: git removes its locks. */
const ASK_MS = 2_000;
/** A process that ran away may hold our pipes for ever; this long after the end of all others nobody waits for it. */
const PIPES_MS = 250;

/**
 * Runs a program to its end, in its own session without a terminal, and leaves nothing of it behind. Rejects with
 * the system's error if it cannot be started.
 */
export async function runProgram(plan: RunPlan): Promise<RunResult> {
  if (plan.signal?.aborted) return { end: 'stopped', exitCode: null, output: Buffer.alloc(0), errors: Buffer.alloc(0) };
  const marker = plan.guard.newMarker();
  const forget = plan.guard.expect(marker);
  const child = spawn(plan.command, plan.args, {
    cwd: plan.cwd,
    env: { ...plan.env, ...markerEnv(marker) },
    stdio: plan.onNotes ? ['pipe', 'pipe', 'pipe', 'pipe'] : ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  if (child.pid === undefined) {
    forget();
    throw (await once(child, 'error'))[0];
  }
  child.on('error', () => {});
  const run = new ProgramRun(child as StartedChild, { group: child.pid, marker }, plan);
  const letGo = plan.guard.watch({ group: child.pid, marker });
  try {
    return await run.result();
  } finally {
    if (run.isGone) letGo();
  }
}

interface StartedChild extends ChildProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
}

class ProgramRun {
  readonly #child: StartedChild;
  readonly #family: ProcessGroup;
  readonly #plan: RunPlan;
  readonly #clock: Clock;
  readonly #output: Buffer[] = [];
  readonly #errors = new Tail(ERROR_BYTES);
  readonly #timers = new Set<() => void>();
  #bytes = 0;
  #heardAt: number;
  #end: RunEnd = 'exit';
  #ending: Promise<boolean> | null = null;
  #isGone = true;

  constructor(child: StartedChild, family: ProcessGroup, plan: RunPlan) {
    this.#child = child;
    this.#family = family;
    this.#plan = plan;
    this.#clock = plan.clock ?? systemClock;
    this.#heardAt = this.#clock.now();
  }

  /** Whether all of its group could be ended. */
  get isGone(): boolean {
    return this.#isGone;
  }

  async result(): Promise<RunResult> {
    const { signal, limits, input } = this.#plan;
    const child = this.#child;
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const stop = () => this.#endNow('stopped');
    signal?.addEventListener('abort', stop);
    this.#timers.add(this.#clock.after(limits.wholeMs, () => this.#endNow('too_long')));
    if (limits.silentMs !== undefined) this.#listenFor(limits.silentMs, limits.silentMs);
    const read = this.#readAll();
    // A program that does not read what it is given isn't a fault of ours.
    child.stdin.on('error', () => {});
    const given = this.#give(input);
    // It may fail long before anybody waits for it.
    given.catch(() => {});
    try {
      const exitCode = await exited;
      await this.#leaveNothing(read);
      child.stdin.destroy();
      await given;
      return { end: this.#end, exitCode, output: Buffer.concat(this.#output), errors: this.#errors.bytes };
    } finally {
      signal?.removeEventListener('abort', stop);
      for (const cancel of this.#timers) cancel();
    }
  }

  /** Gives it its input; a source that fails ends the program, and the failure is the result. */
  async #give(input: RunPlan['input']): Promise<void> {
    const { stdin } = this.#child;
    if (input === undefined || Buffer.isBuffer(input)) {
      stdin.end(input);
      return;
    }
    try {
      for await (const bytes of input) {
        if (stdin.destroyed) return;
        if (!stdin.write(bytes)) await hasRoom(stdin);
      }
      stdin.end();
    } catch (error) {
      this.#endNow('stopped');
      throw error;
    }
  }

  #readAll(): Promise<unknown> {
    const { onErrors, onNotes } = this.#plan;
    const [, , , notes] = this.#child.stdio;
    const takeErrors = (bytes: Buffer) => {
      this.#heardAt = this.#clock.now();
      this.#errors.push(bytes);
      onErrors?.(bytes);
    };
    return Promise.all([
      drain(this.#child.stdout, (bytes) => this.#take(bytes)),
      drain(this.#child.stderr, takeErrors),
      notes && onNotes ? drain(notes as Readable, onNotes) : null,
    ]);
  }

  async #take(bytes: Buffer): Promise<void> {
    this.#heardAt = this.#clock.now();
    const room = this.#plan.limits.outputBytes - this.#bytes;
    this.#bytes += bytes.length;
    const kept = bytes.length > room ? bytes.subarray(0, Math.max(0, room)) : bytes;
    if (kept.length > 0) {
      if (this.#plan.onOutput) await this.#plan.onOutput(kept);
      else this.#output.push(kept);
    }
    if (bytes.length > room) this.#endNow('too_much');
  }

  /** Ends it when it has been silent for so long. */
  #listenFor(silentMs: number, waitMs: number): void {
    const cancel = this.#clock.after(waitMs, () => {
      this.#timers.delete(cancel);
      const left = this.#heardAt + silentMs - this.#clock.now();
      if (left <= 0) this.#endNow('silent');
      else this.#listenFor(silentMs, left);
    });
    this.#timers.add(cancel);
  }

  #endNow(end: RunEnd): void {
    if (this.#ending) return;
    this.#end = end;
    this.#ending = endGroup(this.#family, ASK_MS);
  }

  /** The leader is gone: what is left of its group can only be what it forgot. */
  async #leaveNothing(read: Promise<unknown>): Promise<void> {
    this.#isGone = (await this.#ending) ?? true;
    if (hasGroup(this.#family.group)) this.#isGone = await endGroup(this.#family, 0);
    if (await isSettledWithin(read, PIPES_MS)) return;
    this.#isGone = await endGroup(this.#family, 0);
    for (const pipe of this.#child.stdio) pipe?.destroy();
    await read;
  }
}

/** Takes a stream piece by piece; the next one is read when the last is taken. */
async function drain(stream: Readable, take: (bytes: Buffer) => void | Promise<void>): Promise<void> {
  try {
    for await (const bytes of stream) await take(bytes as Buffer);
  } catch (error) {
    // Cut off by us, or the taker failed: then nobody wants the rest.
    stream.destroy();
    if (!stream.readableAborted && (error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

/** True if it settled while the program's last words may still be on their way. */
async function isSettledWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([work.then(() => true as const), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Settles when a pipe takes more, or takes nothing any more. */
function hasRoom(pipe: Writable): Promise<void> {
  return new Promise((resolve) => {
    const events = ['drain', 'close', 'error'] as const;
    const done = () => {
      for (const event of events) pipe.off(event, done);
      resolve();
    };
    for (const event of events) pipe.on(event, done);
  });
}

/** The last bytes of many. */
class Tail {
  readonly #most: number;
  #parts: Buffer[] = [];
  #length = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get bytes(): Buffer {
    const all = Buffer.concat(this.#parts);
    return all.subarray(Math.max(0, all.length - this.#most));
  }

  push(bytes: Buffer): void {
    this.#parts.push(bytes);
    this.#length += bytes.length;
    if (this.#length <= 2 * this.#most) return;
    this.#parts = [this.bytes];
    this.#length = this.#most;
  }
}
