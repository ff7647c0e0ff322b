import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { MARKER_VARIABLE } from './marker.js';

/** A living process as the system lists it; a zombie is not one. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** 0 where the system does not say. */
  readonly session: number;
  /** No later process of the same number shares it, as long as the system runs. */
  readonly startTime: string;
  /** Our marker in its environment, name and value; only Linux shows the environment of a process. */
  readonly marker: string | null;
}

/** After a look, other work gets this many times as long as the look took. */
const REST_FACTOR = 1;

const isLinux = process.platform === 'linux';
const run = promisify(execFile);

let lastLook: Promise<unknown> = Promise.resolve();
let nextLook: Promise<readonly ProcessRow[]> | null = null;
let restsUntil = 0;

/**
 * The living processes, seen after this call. Everyone who asks before a look begins shares it, because a look
 * reads the whole table, and many groups are often ended at once.
 */
export function lookAtProcesses(): Promise<readonly ProcessRow[]> {
  nextLook ??= lookAfter(lastLook);
  lastLook = nextLook;
  return nextLook;
}

async function lookAfter(last: Promise<unknown>): Promise<readonly ProcessRow[]> {
  await last.catch(() => {});
  const rest = restsUntil - performance.now();
  if (rest > 0) await sleep(rest);
  nextLook = null;
  const begun = performance.now();
  const rows = isLinux ? procIds().flatMap((pid) => rowFromProc(pid) ?? []) : await rowsFromPs();
  const ended = performance.now();
  restsUntil = ended + (ended - begun) * REST_FACTOR;
  return rows;
}

/** When a process began, as text that no later process of the same number shares; null if there is none. */
export async function startTimeOf(pid: number): Promise<string | null> {
  if (!isLinux) return (await ps(['-o', 'lstart=', '-p', String(pid)])).trim() || null;
  const fields = statOf(pid);
  // The time counts from the boot, so the boot is part of it.
  return fields ? `${readText('/proc/sys/kernel/random/boot_id').trim()} ${fields[19]}` : null;
}

/** The `startTime` of a row, read at once; undefined where that takes long, or where there is no such process. */
export function quickStartTime(pid: number): string | undefined {
  return isLinux ? statOf(pid)?.[19] : undefined;
}

/** The living processes of a group. */
export async function groupMembers(group: number): Promise<number[]> {
  if (!hasGroup(group)) return [];
  return (await lookAtProcesses()).filter((row) => row.group === group).map(({ pid }) => pid);
}

/** The living processes with this text in their environment, in any group; only Linux shows the environment. */
export function markedProcesses(text: string): number[] {
  if (!isLinux) return [];
  return procIds().filter((pid) => environOf(pid).includes(text) && rowFromProc(pid) !== null);
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

function rowFromProc(pid: number): ProcessRow | null {
  const [state, parent, group, session, ...rest] = statOf(pid) ?? [];
  if (state === undefined || state === 'Z' || state === 'X') return null;
  const start = `${MARKER_VARIABLE}=`;
  const environ = environOf(pid);
  // Most processes have none, and looking for it is quicker than taking them all apart.
  const marker = environ.includes(start) ? environ.split('\0').find((each) => each.startsWith(start)) : null;
  const ids = { pid, parent: Number(parent), group: Number(group), session: Number(session) };
  return { ...ids, startTime: rest[15] ?? '', marker: marker ?? null };
}

async function rowsFromPs(): Promise<ProcessRow[]> {
  const lines = (await ps(['-A', '-o', 'pid=,ppid=,pgid=,stat=,lstart='])).trim().split('\n');
  return lines.flatMap((line) => rowFromPs(line) ?? []);
}

/** One line of `ps`, on systems without `/proc`. */
export function rowFromPs(line: string): ProcessRow | null {
  const [pid, parent, group, state = 'Z', ...start] = line.trim().split(/\s+/);
  if (state.startsWith('Z')) return null;
  const ids = { pid: Number(pid), parent: Number(parent), group: Number(group), session: 0 };
  return { ...ids, startTime: start.join(' '), marker: null };
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

function environOf(pid: number): string {
  return readText(`/proc/${pid}/environ`);
}

/** Processes come and go while we look; what cannot be read is not there. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

async function ps(args: string[]): Promise<string> {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  return await run('ps', args, { env, maxBuffer: 64 * 1024 * 1024 }).then(
    ({ stdout }) => stdout,
    () => '',
  );
}
