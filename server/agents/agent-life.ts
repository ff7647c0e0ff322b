import { agentLogOf } from '../diagnostics/agent-log.js';
import { debug } from '../diagnostics/debug.js';
import type { LifeLog } from '../diagnostics/life-log.js';
import { AgentConnection, type ConnectionParts } from './agent-connection.js';
import { AgentFault } from './agent-fault.js';
import type { AgentExit } from './agent-link.js';
import { AgentProcess, type ProcessPlan } from './agent-process.js';
import type { AgentProfile } from './agent-profile.js';
import { noteMessage } from './note-message.js';

/** A start that came to nothing, with what the process left to say. */
export class StartFault extends AgentFault {
  readonly exit: AgentExit;

  constructor(message: string, exit: AgentExit) {
    super(message);
    this.exit = exit;
  }
}

export interface LifePlan {
  /** What to look at when it ends before it has answered. */
  advice: string;
  /** How long its first answer may take. */
  initializeMs: number;
  process: ProcessPlan;
  connection: Omit<ConnectionParts, 'stdin' | 'onLog' | 'onMessage' | 'onDeaf'>;
}

const LOG_LINES = 40;

/** One process of an agent from its start to its end, and ACP with it. */
export class AgentLife {
  readonly connection: AgentConnection;
  /** Settles when the process is gone and its sessions have heard all that it said. */
  readonly ended: Promise<AgentExit>;
  readonly #process: AgentProcess;
  readonly #name: string;
  readonly #plan: LifePlan;
  readonly #lifeLog: LifeLog;
  #exit: AgentExit | null = null;
  #onOver: (exit: AgentExit) => void = () => {};

  private constructor(process: AgentProcess, plan: LifePlan, log: LifeLog) {
    this.#lifeLog = log;
    this.#process = process;
    this.#name = plan.process.name;
    this.#plan = plan;
    this.connection = new AgentConnection({
      ...plan.connection,
      stdin: process.stdin,
      onLog: (line) => {
        process.log.push(`${line}\n`);
        log.garbage(line);
      },
      onMessage: (...message) => noteMessage(log, this.#name, message),
      onDeaf: () => void process.stop(),
    });
    this.ended = this.#run();
  }

  /** Starts the process; rejects with a sentence if it cannot be started. */
  static async start(plan: LifePlan): Promise<AgentLife> {
    const { name, command, args } = plan.process;
    const log = agentLogOf(plan.connection.agentId).begin(`${name} is started: ${[command, ...args].join(' ')}`);
    try {
      const process = await AgentProcess.start({ ...plan.process, onStderr: (data) => log.stderr(data) });
      debug.agent?.(`${name} runs as process ${process.pid}: ${[command, ...args].join(' ')}`);
      return new AgentLife(process, plan, log);
    } catch (error) {
      log.end((error as Error).message);
      throw error;
    }
  }

  /** The first exchange; if it fails, nothing of the process is left. */
  async initialize(): Promise<AgentProfile> {
    try {
      return await this.connection.initialize(this.#plan.initializeMs);
    } catch (error) {
      const endedByItself = this.#exit !== null;
      await this.kill();
      const exit = await this.ended;
      const early = `${this.#name} ended before it answered (${howItEnded(exit)}). ${this.#plan.advice}`;
      const message = endedByItself ? `${early}${lastWords(this.log)}` : (error as Error).message;
      throw new StartFault(message, { ...exit, stderr: this.#process.log.text(LOG_LINES) });
    }
  }

  /** Tells of the end before the sessions hear of it: they may want a process at once, and must not be given this one. */
  onceOver(listener: (exit: AgentExit) => void): void {
    if (this.#exit) listener(this.#exit);
    else this.#onOver = listener;
  }

  /** What it wrote to stderr, and lines that made no sense. */
  get log(): string {
    return this.#process.log.text();
  }

  /** Ends it in good order: running turns are called off, its input ends, then it is asked, then made. */
  async stop(): Promise<void> {
    this.connection.cancelTurns();
    await Promise.all([this.#process.stop(), this.connection.releaseTerminals()]);
  }

  async kill(): Promise<void> {
    await Promise.all([this.#process.kill(), this.connection.releaseTerminals()]);
  }

  async #run(): Promise<AgentExit> {
    const pumped = this.connection.pump(this.#process.stdout);
    const exit = await this.#process.ended;
    await pumped;
    const ending = `${this.#name} ended (${howItEnded(exit)})`;
    this.#lifeLog.end(ending);
    debug.agent?.(ending);
    this.#exit = exit;
    this.#onOver(exit);
    this.connection.finish(exit, `${this.#name} stopped (${howItEnded(exit)}).${lastWords(exit.stderr)}`);
    return exit;
  }
}

export function howItEnded({ exitCode, signal }: AgentExit): string {
  return signal ? `signal ${signal}` : `exit code ${exitCode ?? 'unknown'}`;
}

/** The end of what it said besides messages, as a sentence. */
function lastWords(text: string): string {
  // npm ends with where its log is; what matters stands at the top.
  const code = /^npm error code (\w+)/m.exec(text)?.[1];
  if (code) return ` npm failed with ${code}.`;
  // Lines of a stack are indented; what went wrong stands above them.
  const line = text.split('\n').findLast((other) => /^\S/.test(other));
  return line ? ` Its last words were: ${line.slice(0, 300)}` : '';
}
