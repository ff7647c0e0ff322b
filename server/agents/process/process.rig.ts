import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ProcessGuard } from '../../processes/process-guard.js';
import { until } from '../../testing/until.rig.js';
import { scratchFolder } from '../connection/connection.rig.js';
import { AgentProcess, type ProcessPlan } from './agent-process.js';

/** The script that misbehaves as its first argument says. */
export const ODD_AGENT = fileURLToPath(new URL('../../testing/odd-agent.mjs', import.meta.url));

export interface OddProcess {
  process: AgentProcess;
  folder: string;
  /** The file into which it writes what happens to it. */
  notes: string;
}

/** Starts an odd agent under its own guard; nothing of it outlives the test. */
export async function startOdd(
  t: TestContext,
  behaviour: string,
  plan: Partial<ProcessPlan> = {},
): Promise<OddProcess> {
  const folder = scratchFolder(t);
  const notes = join(folder, 'notes');
  const guard = new ProcessGuard(join(folder, 'processes'));
  const started = await AgentProcess.start({
    name: () => 'Odd',
    command: process.execPath,
    args: [ODD_AGENT, behaviour, notes],
    cwd: folder,
    env: { PATH: process.env.PATH ?? '' },
    guard,
    ...plan,
  });
  t.after(async () => {
    await started.kill();
    await guard.close();
  });
  return { process: started, folder, notes };
}

/** The numbers of the processes that an odd agent wrote down, once there are as many as expected. */
export async function notedPids(notes: string, count: number): Promise<number[]> {
  const pidsIn = (text: string) => [...text.matchAll(/^pid (\d+)$/gm)].map((match) => Number(match[1]));
  const text = await until(
    () => (existsSync(notes) ? readFileSync(notes, 'utf8') : ''),
    (written) => pidsIn(written).length >= count,
  );
  return pidsIn(text);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A zombie answers too; it is dead all the same.
  const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
  return !/\) [ZX] /.test(stat);
}

/** Settles when none of the processes lives any more. */
export async function untilDead(pids: readonly number[]): Promise<void> {
  await until(
    () => pids.filter(isAlive),
    (left) => left.length === 0,
  );
}
