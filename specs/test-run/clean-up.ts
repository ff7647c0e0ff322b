import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startOfProcess } from '../../server/command/process-identity.js';
import { markedProcesses } from '../../server/processes/process-table.js';

/** How the folder of a run is called. */
const RUN = /^acdeck-(\d+)-[\da-f]{6}$/;
/** So long what was killed may take to be gone. */
const LIMIT_MS = 10_000;

/** A run of tests: all that it leaves in the system's folder for temporary files is in one of its own. */
export interface TestRun {
  folder: string;
  /** Ends what is left of its processes, and removes its folder. */
  end(): Promise<void>;
}

/**
 * Gives this process and all that it starts from now on a folder for temporary files, named for this process. The next run
 * knows by it what belongs to a run that was killed: `cleanUp` finds processes by that folder in their environment.
 */
export async function beginRun(): Promise<TestRun> {
  const before = tmpdir();
  const folder = join(before, nameOf(process.pid)!);
  await mkdir(folder, { recursive: true });
  // What tsx has translated stays where it is: a run that translated everything again would take much longer.
  const cache = `tsx-${userInfo().uid}`;
  await mkdir(join(before, cache), { recursive: true });
  await symlink(join(before, cache), join(folder, cache)).catch(() => {});
  process.env.TMPDIR = folder;
  const end = async () => {
    process.env.TMPDIR = before;
    await endRun(folder);
  };
  return { folder, end };
}

/** Ends the processes and removes the folders of runs that were killed; gives a sentence for each. */
export async function cleanUp(): Promise<string[]> {
  const names = (await readdir(tmpdir())).filter((name) => RUN.test(name));
  const dead = names.filter((name) => nameOf(Number(RUN.exec(name)![1])) !== name);
  return (await Promise.all(dead.map((name) => endRun(join(tmpdir(), name))))).flat();
}

/** What the folder of a run is called: a later process of the same number has another. Null if there is no such process. */
function nameOf(pid: number): string | null {
  const started = startOfProcess(pid);
  const short = started && createHash('sha256').update(started).digest('hex').slice(0, 6);
  return short && `acdeck-${pid}-${short}`;
}

/** Only Linux shows the environment of a process: elsewhere they end by themselves, or not at all. */
async function endRun(folder: string): Promise<string[]> {
  const ended = new Set<number>();
  const deadline = Date.now() + LIMIT_MS;
  // What is being ended may still start something.
  for (let left = processesOf(folder); left.length > 0 && Date.now() < deadline; left = processesOf(folder)) {
    for (const pid of left) {
      kill(pid);
      ended.add(pid);
    }
    await sleep(20);
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  return [...[...ended].map((pid) => `Ended process ${pid} of a killed run.`), `Removed ${folder} of a killed run.`];
}

function processesOf(folder: string): number[] {
  return markedProcesses(folder).filter((pid) => pid !== process.pid);
}

/** It may have ended by itself meanwhile, or belong to somebody else. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {}
}
