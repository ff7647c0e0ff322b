import type { ShellListener, ShellRequest, ShellRun, Shells } from '../ports/shell.js';
import type { ProcessGuard } from '../processes/process-guard.js';
import type { ErrorReason } from '../protocol/api/error-reason.js';
import type { SettingsFile } from '../settings/settings-file.js';

/** The real host, which can also be ended. */
interface StoppableShell extends Pick<Shells, 'run'> {
  stopAll(): Promise<void>;
}

/** Who looks after processes, and what the person has set. */
interface ShellPlan {
  readonly guard: ProcessGuard;
  readonly settings: Pick<SettingsFile, 'config' | 'path'>;
}

/** Runs commands of people; what that takes is loaded with the first one. */
export class LateShell implements Shells {
  readonly #plan: ShellPlan;
  #host: Promise<StoppableShell> | null = null;
  #isStopped = false;

  constructor(plan: ShellPlan) {
    this.#plan = plan;
  }

  refusal(act: { isRemote?: boolean }): ErrorReason | null {
    return shellRefusal(this.#plan.settings, act);
  }

  run(request: ShellRequest, listener: ShellListener): ShellRun {
    this.#host ??= loadHost(this.#plan.guard);
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

async function loadHost(guard: ProcessGuard): Promise<StoppableShell> {
  const { ShellHost: Host } = await import('../agents/terminals/shell-host.js');
  return new Host({ guard, env: process.env });
}

/** Why an act may not run a command of a person, and where that is set; null if it may. */
export function shellRefusal(
  { config, path }: Pick<SettingsFile, 'config' | 'path'>,
  { isRemote = false }: { isRemote?: boolean },
): ErrorReason | null {
  if (config.host.shell === 'off') return { code: 'shell_off', settings: path };
  if (!isRemote || config.host.shell === 'all') return null;
  return { code: 'shell_only_here', settings: path };
}
