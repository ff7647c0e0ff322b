import type { Done } from '../protocol/rpc.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { EventLog } from './log/event-log.js';
import type { StorageHealth } from './log/storage-health.js';
import type { Act } from './session-service.js';
import type { ShellHost, ShellListener, ShellRun } from './shell-port.js';

/** More at a time than a person can watch. */
const MOST_RUNS = 16;

/** What a desk needs of its session. */
export interface ShellDeskOptions {
  readonly log: EventLog;
  readonly health: StorageHealth;
  readonly newId: () => string;
  readonly cwd: string;
  /** Null where nothing can run commands. */
  readonly host: ShellHost | null;
}

interface OpenRun {
  readonly run: ShellRun;
  /** Who wanted it to end, in words. */
  stopped: string | null;
}

/** The commands that people run in a session with `!`. Each is a terminal in the log, whatever the agent does meanwhile. */
export class ShellDesk {
  readonly #options: ShellDeskOptions;
  readonly #runs = new Map<string, OpenRun>();
  #isClosed = false;

  constructor(options: ShellDeskOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#runs.size > 0;
  }

  run(act: Act, command: string): Done {
    const { host, log, cwd, newId } = this.#options;
    const refusal = host ? host.refusal(act) : 'This server cannot run commands.';
    if (!host || refusal !== null) throw new RpcError('unavailable', refusal ?? '');
    if (this.#runs.size >= MOST_RUNS) {
      throw new RpcError('conflict', `${MOST_RUNS} commands run in this session already; stop one of them first.`);
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
    open.stopped ??= by.kind === 'device' ? `Stopped by ${by.device}` : 'Stopped';
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
