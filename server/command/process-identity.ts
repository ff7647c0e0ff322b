import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * When a process began, as a string that no later process with the same number shares (also not
 * after a reboot); null when it is gone, or is a zombie that only waits to be counted.
 */
export function startOfProcess(pid: number): string | null {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  return process.platform === 'linux' ? startFromProc(pid) : startFromPs(pid);
}

function startFromProc(pid: number): string | null {
  const stat = readOrNull(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The name in parentheses may hold spaces and parentheses itself; what follows the last one is fixed.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, ticks] = [fields[0], fields[19]];
  if (state === 'Z' || state === 'X' || ticks === undefined) return null;
  return `${bootId()}:${ticks}`;
}

function bootId(): string {
  return readOrNull('/proc/sys/kernel/random/boot_id')?.trim() ?? 'unknown';
}

function startFromPs(pid: number): string | null {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  const { stdout, status } = spawnSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], { env, encoding: 'utf8' });
  const [, state, start] = /^(\S+)\s+(.+?)\s*$/.exec(stdout ?? '') ?? [];
  return status === 0 && start && !state?.startsWith('Z') ? start : null;
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
