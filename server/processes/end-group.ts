import { setTimeout as sleep } from 'node:timers/promises';
import { groupMembers, isLiving, markedProcesses } from './process-table.js';

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
  const killed = new Set<number>();
  // More than once: a member may fork between the look and the kill.
  for (
    let wait = FIRST_POLL_MS;
    (await membersOf(target, killed)).length > 0 && Date.now() < deadline;
    wait = Math.min(wait * 2, LAST_POLL_MS)
  ) {
    signalAll(target, 'SIGKILL');
    await sleep(wait);
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

/** A dying process loses its environment, and with it the marker, before it is gone: `seen` remembers it. */
async function membersOf({ group, marker }: ProcessGroup, seen: Set<number>): Promise<number[]> {
  for (const pid of markedProcesses(marker)) seen.add(pid);
  return [...(await groupMembers(group)), ...[...seen].filter(isLiving)];
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
