import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** A process as the system lists it. */
interface TableRow {
  pid: number;
  group: number;
  isDead: boolean;
}

const isLinux = process.platform === 'linux';
const run = promisify(execFile);

/** When a process began, as text that no later process of the same number shares; null if there is none. */
export async function startTimeOf(pid: number): Promise<string | null> {
  if (!isLinux) return (await ps(['-o', 'lstart=', '-p', String(pid)])).trim() || null;
  const fields = statOf(pid);
  // The time counts from the boot, so the boot is part of it.
  return fields ? `${readText('/proc/sys/kernel/random/boot_id').trim()} ${fields[19]}` : null;
}

/** The living processes of a group; a zombie is not one. */
export async function groupMembers(group: number): Promise<number[]> {
  if (!hasGroup(group)) return [];
  const rows = await processTable();
  return rows.filter((row) => row.group === group && !row.isDead).map((row) => row.pid);
}

/**
 * The living processes that carry a marker in their environment, in any group. Only Linux
 * shows the environment of a process; elsewhere none is found.
 */
export function markedProcesses(marker: string): number[] {
  if (!isLinux) return [];
  return procIds().filter((pid) => readText(`/proc/${pid}/environ`).includes(marker) && isLiving(pid));
}

async function processTable(): Promise<TableRow[]> {
  if (isLinux) return procIds().flatMap(rowOf);
  const lines = (await ps(['-A', '-o', 'pid=,pgid=,stat='])).trim().split('\n');
  return lines.map((line) => {
    const [pid, group, state = ''] = line.trim().split(/\s+/);
    return { pid: Number(pid), group: Number(group), isDead: state.startsWith('Z') };
  });
}

function rowOf(pid: number): TableRow[] {
  const fields = statOf(pid);
  return fields ? [{ pid, group: Number(fields[2]), isDead: isDeadState(fields[0]) }] : [];
}

/** Whether any process of a group is there, be it a dead one that nobody has asked after yet. */
export function hasGroup(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function procIds(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** The fields of /proc/pid/stat after the name, which may itself hold spaces and brackets. */
function statOf(pid: number): string[] | null {
  const text = readText(`/proc/${pid}/stat`);
  return text ? text.slice(text.lastIndexOf(')') + 2).split(' ') : null;
}

/** Whether a process that was found on Linux is still there; a zombie is not. */
export function isLiving(pid: number): boolean {
  return !isDeadState(statOf(pid)?.[0]);
}

function isDeadState(state: string | undefined): boolean {
  return state === undefined || state === 'Z' || state === 'X';
}

/** Processes come and go while we look; what cannot be read is not there. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

async function ps(args: string[]): Promise<string> {
  return await run('ps', args).then(
    ({ stdout }) => stdout,
    () => '',
  );
}
