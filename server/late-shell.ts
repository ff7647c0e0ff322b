import { join } from 'node:path';
import type { ShellHost, ShellListener, ShellRequest, ShellRun } from './sessions/shell-port.js';
import type { SettingsFile } from './settings/settings-file.js';
import { shellRefusal } from './shell-refusal.js';

/** The real host, which can also be ended. */
interface StoppableShell extends Pick<ShellHost, 'run'> {
  stopAll(): Promise<void>;
}

/** Where processes are recorded, and what the person has set. */
interface ShellPlan {
  readonly dataDir: string;
  readonly settings: Pick<SettingsFile, 'config' | 'path'>;
}

/** Runs commands of people; what that takes is loaded with the first one. */
export class LateShell implements ShellHost {
  readonly #plan: ShellPlan;
  #host: Promise<StoppableShell> | null = null;
  #isStopped = false;

  constructor(plan: ShellPlan) {
    this.#plan = plan;
  }

  refusal(act: { isRemote?: boolean }): string | null {
    return shellRefusal(this.#plan.settings, act);
  }

  run(request: ShellRequest, listener: ShellListener): ShellRun {
    this.#host ??= loadHost(join(this.#plan.dataDir, 'processes'));
    let run: ShellRun | null = null;
    let isStopped = false;
    void this.#host.then((host) => {
      const { terminalId } = request;
      if (isStopped || this.#isStopped) {
        return listener.onEvent({ type: 'terminal_closed', terminalId, exitCode: null, signal: null });
      }
      run = host.run(request, listener);
    });
    return {
      stop: () => {
        isStopped = true;
        run?.stop();
      },
    };
  }

  /** Ends all commands; settles when no process is left. */
  async stopAll(): Promise<void> {
    this.#isStopped = true;
    await (await this.#host)?.stopAll();
  }
}

async function loadHost(records: string): Promise<StoppableShell> {
  const [{ ShellHost: Host }, { ProcessGuard }] = await Promise.all([
    import('./agents/shell-host.js'),
    import('./agents/process-guard.js'),
  ]);
  return new Host({ guard: new ProcessGuard(records), env: process.env });
}
