import { type Clock, systemClock } from '../protocol/clock.js';
import { Kin } from './kin.js';
import { groupMembers, lookAtProcesses, type ProcessRow } from './process-table.js';

/** A family of processes: a group and, where one ran away from it, the marker they all inherit. */
export interface ProcessGroup {
  readonly group: number;
  readonly marker: string;
  /** When its first process began, where that is known. */
  readonly startTime?: string | undefined;
}

/** The waits between two looks grow, because each look reads the whole process table. */
const FIRST_POLL_MS = 10;
const LAST_POLL_MS = 100;
const KILL_WAIT_MS = 5_000;
/** One look may miss a process: while it becomes another program, it shows no environment. */
const LOOKS_FOR_NOTHING = 2;

/** Asks a group to end, then makes it; says whether nothing of it is left. The leader may be gone already. */
export async function endGroup(target: ProcessGroup, graceMs: number, clock: Clock = systemClock): Promise<boolean> {
  const kin = new Kin({ isMarked: (marker) => marker === target.marker, groups: [target] });
  return (await endKin(kin, { graceMs, killMs: KILL_WAIT_MS, clock })) === 0;
}

export interface EndPace {
  /** How long they have to end by themselves; with 0 they are not asked. */
  readonly graceMs: number;
  /** How long they are killed again and again, if need be. */
  readonly killMs: number;
  readonly clock: Clock;
}

/** Ends all processes of a kin; gives back how many are left. */
export async function endKin(kin: Kin, { graceMs, killMs, clock }: EndPace): Promise<number> {
  const asked = graceMs > 0 ? kin.among(await lookAtProcesses()) : [];
  ask(kin, asked.toReversed());
  if (asked.length > 0) await pollUntil(async () => kin.among(await lookAtProcesses()).length === 0, graceMs, clock);
  const deadline = clock.now() + killMs;
  const frozen = new Set<string>();
  let left: readonly ProcessRow[] = [];
  for (let nothing = graceMs > 0 && asked.length === 0 ? 1 : 0; nothing < LOOKS_FOR_NOTHING; ) {
    left = kin.among(await lookAtProcesses());
    nothing = left.length === 0 ? nothing + 1 : 0;
    const isLate = clock.now() >= deadline;
    for (const { pid, startTime } of left) {
      const name = `${pid} ${startTime}`;
      // First held still: then the next look has all its children, with it as their parent.
      signal(pid, isLate || frozen.has(name) ? 'SIGKILL' : 'SIGSTOP');
      frozen.add(name);
    }
    if (isLate && left.length > 0) break;
  }
  return left.length;
}

/**
 * A whole group at the same moment, the oldest first: a parent whose child ends before it would go on as if that had done
 * its work, and git would commit after a Stop.
 */
function ask(kin: Kin, rows: readonly ProcessRow[]): void {
  const groups = new Set(rows.map(({ group }) => group).filter((group) => kin.hasGroup(group)));
  for (const group of groups) signal(-group, 'SIGTERM');
  for (const { pid, group } of rows) if (!groups.has(group)) signal(pid, 'SIGTERM');
}

/** Ends what is in a group, and nothing that has left it. */
export async function endOnlyGroup(group: number, graceMs: number, clock: Clock = systemClock): Promise<void> {
  signal(-group, 'SIGTERM');
  if (await untilGone({ group }, graceMs, clock)) return;
  signal(-group, 'SIGKILL');
  await untilGone({ group }, KILL_WAIT_MS, clock);
}

/** Waits for a group to end by itself; true if it did. */
export function untilGone({ group }: { group: number }, limitMs: number, clock: Clock = systemClock): Promise<boolean> {
  return pollUntil(async () => (await groupMembers(group)).length === 0, limitMs, clock);
}

async function pollUntil(isOver: () => Promise<boolean>, limitMs: number, clock: Clock): Promise<boolean> {
  const deadline = clock.now() + limitMs;
  for (let wait = FIRST_POLL_MS; !(await isOver()); wait = Math.min(wait * 2, LAST_POLL_MS)) {
    if (clock.now() >= deadline) return false;
    await new Promise<void>((resolve) => clock.after(wait, resolve));
  }
  return true;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone already, which is what we want.
  }
}
