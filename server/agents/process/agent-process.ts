import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { redactText } from '../../diagnostics/redact-text.js';
import type { AgentExit } from '../../ports/agent.js';
import { endGroup, type ProcessGroup, untilGone } from '../../processes/end-group.js';
import { markerEnv } from '../../processes/marker.js';
import type { ProcessGuard } from '../../processes/process-guard.js';
import type { AgentTrouble, StartObstacle } from '../../protocol/agent-trouble.js';
import { lastLines, TextRing } from '../../text/text-ring.js';
import { AgentFault } from './agent-fault.js';

/** What to run and in which surroundings. */
export interface ProcessPlan {
  /** What the agent is called at the moment. */
  name: () => string;
  command: string;
  args: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string>>;
  guard: ProcessGuard;
  /** Hears what it writes to stderr. */
  onStderr?: (data: Buffer) => void;
}

/** How patiently a process is ended: by the end of its input, then asked, then made. */
export interface StopPace {
  inputMs: number;
  askMs: number;
}

const STDERR_BYTES = 64 * 1024;
const STDERR_LINES = 40;
const GENTLE: StopPace = { inputMs: 2_000, askMs: 3_000 };
/** A process that ran away may hold our pipes for ever; silence for this long means that nobody speaks. */
const SILENCE_MS = 250;

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** A running agent: its own process group, its stdin and stdout as our pipes, its stderr in a ring. */
export class AgentProcess {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Settles once it has exited and all it wrote was read. */
  readonly ended: Promise<AgentExit>;
  readonly #child: Child;
  readonly #stderr = new TextRing(STDERR_BYTES);
  readonly #log = new TextRing(STDERR_BYTES);
  readonly #family: ProcessGroup;
  #stopping: Promise<boolean> | null = null;

  private constructor(child: Child, family: ProcessGroup, plan: ProcessPlan) {
    this.pid = family.group;
    this.stdin = child.stdin;
    this.stdout = child.stdout;
    this.#child = child;
    this.#family = family;
    const letGo = plan.guard.watch(family);
    child.stdin.on('error', () => {});
    child.stderr.on('data', (data: Buffer) => {
      this.#stderr.push(data);
      this.#log.push(data);
      plan.onStderr?.(data);
    });
    this.ended = this.#untilEnd();
    // What could not be ended stays in care.
    void this.ended.then(() => this.stop()).then((isGone) => isGone && letGo());
  }

  /** Starts a process; rejects with an `AgentFault` if it cannot be started. */
  static async start(plan: ProcessPlan): Promise<AgentProcess> {
    const marker = plan.guard.newMarker(plan.name());
    const forget = plan.guard.expect(marker);
    const child = spawn(plan.command, plan.args, {
      cwd: plan.cwd,
      env: { ...plan.env, ...markerEnv(marker) },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    if (child.pid === undefined) {
      forget();
      const [error] = (await once(child, 'error')) as [NodeJS.ErrnoException];
      throw new AgentFault(startTrouble(plan, error));
    }
    child.on('error', () => {});
    return new AgentProcess(child, { group: child.pid, marker }, plan);
  }

  /** The last lines of its stderr, fit to be shown and kept. */
  get stderr(): string {
    return lastLines(redactText(this.#stderr.text()), STDERR_LINES);
  }

  /** The last lines of all that isn't a message: stderr and what made no sense. */
  output(lines = Number.POSITIVE_INFINITY): string {
    return lastLines(redactText(this.#log.text()), lines);
  }

  /** Takes a line that made no sense. */
  note(line: string): void {
    this.#log.push(`${line}\n`);
  }

  /** Ends it and all its children; says whether nothing of the group is left. */
  stop(pace: StopPace = GENTLE): Promise<boolean> {
    this.#stopping ??= this.#stop(pace);
    return this.#stopping;
  }

  /** Ends it at once, also if a gentle stop is under way. */
  async kill(): Promise<void> {
    await endGroup(this.#family, 0);
    await this.stop();
  }

  async #stop({ inputMs, askMs }: StopPace): Promise<boolean> {
    this.stdin.end();
    const hasEnded = this.#hasExited || (await untilGone(this.#family, inputMs));
    return await endGroup(this.#family, hasEnded ? 0 : askMs);
  }

  get #hasExited(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  async #untilEnd(): Promise<AgentExit> {
    const child = this.#child;
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
    const [exitCode, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
      child.once('exit', (...how) => resolve(how)),
    );
    // What is left of the group can only hold our pipes open; its leader was the agent.
    void this.stop();
    this.#endWhenSilent();
    await closed;
    return { exitCode, signal, stderr: this.stderr };
  }

  /** Stops waiting for pipes that a process outside the group keeps open without a word. */
  #endWhenSilent(seen = -1): void {
    const { stdout, stderr } = this.#child;
    if (stdout.closed && stderr.closed) return;
    const read = bytesOf(stdout) + bytesOf(stderr);
    if (read === seen && stdout.readableLength === 0) {
      stdout.destroy();
      stderr.destroy();
      return;
    }
    setTimeout(() => this.#endWhenSilent(read), SILENCE_MS).unref();
  }
}

function bytesOf(stream: Readable): number {
  return (stream as Readable & { bytesRead?: number }).bytesRead ?? 0;
}

const OBSTACLES: readonly StartObstacle[] = ['ENOENT', 'EACCES', 'ENOEXEC', 'ENOTDIR', 'EMFILE', 'EAGAIN', 'E2BIG'];

function startTrouble({ name, command, cwd }: ProcessPlan, error: NodeJS.ErrnoException): AgentTrouble {
  const obstacle = OBSTACLES.find((code) => code === error.code);
  if (!obstacle) return { code: 'failed', agent: name(), text: error.message };
  return { code: 'not_started', agent: name(), obstacle, command, folder: cwd };
}
