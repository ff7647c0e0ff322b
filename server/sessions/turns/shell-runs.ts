import type { ShellListener, ShellRun, Shells } from '../../ports/shell.js';
import type { Done } from '../../protocol/api/rpc.js';
import { RpcError } from '../../protocol/api/rpc-error.js';
import type { TerminalEnd } from '../../protocol/reasons.js';
import type { Act } from '../log/act.js';
import type { EventLog } from '../log/event-log.js';
import type { StorageHealth } from '../log/storage-health.js';

/** More at a time than a person can watch. */
const MOST_RUNS = 16;

/** What they need of their session. */
export interface ShellRunsOptions {
  readonly log: EventLog;
  readonly health: StorageHealth;
  readonly newId: () => string;
  readonly cwd: string;
  /** Null where nothing can run commands. */
  readonly host: Shells | null;
}

interface OpenRun {
  readonly run: ShellRun;
  /** Set when somebody wanted it to end. */
  stopped: TerminalEnd | null;
}

/** The commands that people run in a session with `!`. Each is a terminal in the log, whatever the agent does meanwhile. */
export class ShellRuns {
  readonly #options: ShellRunsOptions;
  readonly #runs = new Map<string, OpenRun>();
  #isClosed = false;

  constructor(options: ShellRunsOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#runs.size > 0;
  }

  run(act: Act, command: string): Done {
    const { host, log, cwd, newId } = this.#options;
    const refusal = host ? host.refusal(act) : { code: 'no_shell' as const };
    if (!host || refusal !== null) throw new RpcError('unavailable', 'Commands cannot be run.', refusal);
    if (this.#runs.size >= MOST_RUNS) {
      throw new RpcError('conflict', 'Too many commands are running.', { code: 'too_many_commands', most: MOST_RUNS });
    }
    const terminalId = newId();
    const done = log.commit([{ type: 'terminal_opened', terminalId, command, cwd, by: act.by }], act.cmdId);
    this.#runs.set(terminalId, { run: host.run({ terminalId, command, cwd }, this.#listener()), stopped: null });
    return done;
  }

  /** Stopping what has ended already changes nothing. */
  stop({ cmdId, by }: Act, terminalId: string): Done {
    const done = this.#options.log.commit([], cmdId);
    const open = this.#runs.get(terminalId);
    if (!open) return done;
    open.stopped ??= { code: 'stopped', ...(by.kind === 'device' ? { device: by.device } : {}) };
    open.run.stop();
    return done;
  }

  /** Ends everything; the log has been told why, or is no more. */
  close(): void {
    this.#isClosed = true;
    for (const { run } of this.#runs.values()) run.stop();
    this.#runs.clear();
  }

  #listener(): ShellListener {
    const { log, health } = this.#options;
    return {
      onEvent: (event) => {
        if (this.#isClosed) return;
        if (event.type === 'terminal_output') return log.append(event);
        const reason = this.#runs.get(event.terminalId)?.stopped ?? null;
        this.#runs.delete(event.terminalId);
        log.record(reason === null ? event : { ...event, reason });
      },
      whenReady: () => health.whenReady(),
    };
  }
}
