import { setTimeout as sleep } from 'node:timers/promises';
import { groupMembers, markedProcesses } from './process-table.js';

/** A family of processes: a group and, where one ran away from it, the marker they all inherit. */
export interface ProcessGroup {
  group: number;
  marker: string;
}

/** The waits between two looks grow, because each look reads the whole process table. */
const FIRST_POLL_MS = 10;
const LAST_POLL_MS = 100;
const KILL_WAIT_MS = 5_000;

/** Asks a group to end, then makes it; settles when nothing of it is left. The leader may be gone already. */
export async function endGroup(target: ProcessGroup, graceMs: number): Promise<void> {
  if (graceMs > 0) {
    signalAll(target, 'SIGTERM');
    await untilGone(target, graceMs);
  }
  const deadline = Date.now() + KILL_WAIT_MS;
  // More than once: a member may fork between the look and the kill.
  while ((await membersOf(target)).length > 0 && Date.now() < deadline) {
    signalAll(target, 'SIGKILL');
    await untilGone(target, LAST_POLL_MS);
  }
}

/** Waits for a group to end by itself; true if it did. */
export async function untilGone(target: ProcessGroup, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  for (
    let wait = FIRST_POLL_MS;
    (await groupMembers(target.group)).length > 0;
    wait = Math.min(wait * 2, LAST_POLL_MS)
  ) {
    if (Date.now() >= deadline) return false;
    await sleep(wait);
  }
  return true;
}

async function membersOf({ group, marker }: ProcessGroup): Promise<number[]> {
  return [...(await groupMembers(group)), ...markedProcesses(marker)];
}

function signalAll({ group, marker }: ProcessGroup, signal: NodeJS.Signals): void {
  signalOne(-group, signal);
  for (const pid of markedProcesses(marker)) signalOne(pid, signal);
}

function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already, which is what we want.
  }
}
