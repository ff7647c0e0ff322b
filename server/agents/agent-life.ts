import { agentLogOf, type Direction } from '../diagnostics/agent-log.js';
import { debug } from '../diagnostics/debug.js';
import type { LifeLog } from '../diagnostics/life-log.js';
import type { AgentExit } from '../ports/agent.js';
import type { LastOutput, ProcessEnd } from '../protocol/agent-trouble.js';
import { fieldsOf } from '../protocol/fields.js';
import { AgentConnection, type ConnectionParts } from './connection/agent-connection.js';
import type { AgentProfile } from './parse/agent-profile.js';
import { type AgentFault, StartFault } from './process/agent-fault.js';
import { AgentProcess, type ProcessPlan } from './process/agent-process.js';
import { howItEnded } from './process/describe-trouble.js';
import { TIME_LIMITS } from './process/time-limits.js';

export interface LifePlan {
  /** It is run by npx, which may have to download it. */
  isNpx: boolean;
  /** How long its first answer may take. */
  initializeMs: number;
  process: ProcessPlan;
  connection: Omit<ConnectionParts, 'stdin' | 'onLog' | 'onGarbage' | 'onMessage' | 'onDeaf'>;
}

const LOG_LINES = 40;

/** One process of an agent from its start to its end, and ACP with it. */
export class AgentLife {
  readonly connection: AgentConnection;
  /** Settles when the process is gone and its sessions have heard all that it said. */
  readonly ended: Promise<AgentExit>;
  readonly #process: AgentProcess;
  readonly #plan: LifePlan;
  readonly #lifeLog: LifeLog;
  #exit: AgentExit | null = null;
  #isUnread = false;
  #onOver: (exit: AgentExit) => void = () => {};

  get #name(): string {
    return this.#plan.process.name();
  }

  private constructor(process: AgentProcess, plan: LifePlan, log: LifeLog) {
    this.#lifeLog = log;
    this.#process = process;
    this.#plan = plan;
    this.connection = new AgentConnection({
      ...plan.connection,
      stdin: process.stdin,
      onLog: (line) => log.note(line),
      onGarbage: (line) => {
        process.note(line);
        log.garbage(line);
      },
      onMessage: (...message) => noteMessage(log, this.#name, message),
      onDeaf: (why) => this.#onDeaf(why),
    });
    this.ended = this.#run();
  }

  /** Starts the process; rejects with an `AgentFault` if it cannot be started. */
  static async start(plan: LifePlan): Promise<AgentLife> {
    const { command, args } = plan.process;
    const name = plan.process.name();
    const log = agentLogOf(plan.connection.agentId).begin(`${name} is started: ${[command, ...args].join(' ')}`, name);
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
      const output = lastOutput(this.log);
      const early = { agent: this.#name, end: processEnd(exit), isNpx: this.#plan.isNpx, output };
      const trouble = endedByItself ? ({ code: 'ended_early', ...early } as const) : (error as AgentFault).trouble;
      throw new StartFault(trouble, { ...exit, stderr: this.#process.output(LOG_LINES) });
    }
  }

  /** Tells of the end before the sessions hear of it: they may want a process at once, and must not be given this one. */
  onceOver(listener: (exit: AgentExit) => void): void {
    if (this.#exit) listener(this.#exit);
    else this.#onOver = listener;
  }

  /** What it wrote to stderr, and lines that made no sense. */
  get log(): string {
    return this.#process.output();
  }

  /** Ends it in order: running turns are cancelled and its input is closed; a process that stays is killed. */
  async stop(): Promise<void> {
    this.connection.cancelTurns();
    await Promise.all([this.#process.stop(), this.connection.releaseTerminals()]);
  }

  async kill(): Promise<void> {
    await Promise.all([this.#process.kill(), this.connection.releaseTerminals()]);
  }

  #onDeaf(why: 'closed' | 'unread'): void {
    if (why === 'closed') return void this.#process.stop();
    this.#isUnread = true;
    this.#lifeLog.note(`${this.#name} read nothing for ${TIME_LIMITS.unread / 1000} s and is ended`);
    void this.kill();
  }

  async #run(): Promise<AgentExit> {
    const pumped = this.connection.pump(this.#process.stdout);
    const ended = await this.#process.ended;
    const exit: AgentExit = this.#isUnread ? { ...ended, reason: 'unread' } : ended;
    await pumped;
    const ending = `${this.#name} ended (${howItEnded(exit)})`;
    this.#lifeLog.end(ending);
    debug.agent?.(ending);
    this.#exit = exit;
    this.#onOver(exit);
    const trouble = {
      code: 'stopped',
      agent: this.#name,
      end: processEnd(exit),
      output: lastOutput(exit.stderr),
    } as const;
    this.connection.finish(exit, trouble);
    return exit;
  }
}

/** How it ended, without what it wrote. */
export function processEnd({ exitCode, signal, reason }: AgentExit): ProcessEnd {
  return { exitCode, signal, ...(reason ? { reason } : {}) };
}

const LINE_CHARS = 300;

/** The end of what it said besides messages. */
function lastOutput(text: string): LastOutput {
  // npm ends with where its log is; what matters is at the top.
  const npmCode = /^npm error code (\w+)/m.exec(text)?.[1];
  if (npmCode) return { npmCode };
  // Lines of a stack are indented; what went wrong is above them.
  const line = text.split('\n').findLast((other) => /^\S/.test(other));
  return line ? { line: line.slice(0, LINE_CHARS) } : {};
}

/** Keeps a message of the protocol for the agent's log and for traces. */
function noteMessage(
  log: LifeLog,
  name: string,
  [direction, message, bytes]: [direction: Direction, message: unknown, bytes: number],
): void {
  log.message(direction, message, bytes);
  debug.agent?.(`${name} ${direction} ${kindOf(message)}, ${bytes} bytes`);
}

function kindOf(message: unknown): string {
  const { id, method, error } = fieldsOf(message);
  const number = id === undefined ? '' : ` #${String(id).slice(0, 40)}`;
  if (typeof method === 'string') return `${method.slice(0, 100)}${number}`;
  return `${error ? 'error' : 'answer'}${number}`;
}
