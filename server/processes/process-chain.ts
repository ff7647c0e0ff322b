import { execFile } from 'node:child_process';
import { type BigIntStats, readFileSync, readlinkSync, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { MARKER_VARIABLE, markedOwner } from './marker.js';

/** One process, as the system describes it. */
export interface ChainLink {
  readonly pid: number;
  /** 0 where that is outside of what can be seen here. */
  readonly parent: number;
  readonly uid: number;
  /** The short name that the system has for it; the process can choose that. */
  readonly name: string;
  /** Its command line; empty where that cannot be read. */
  readonly command: string;
  /** The file that it runs, if only root can change that and it can be read; Linux only. */
  readonly program: string | null;
  /** The unit of the service manager that it is part of; Linux only. */
  readonly cgroup: string;
  /** When it began, in ticks since the boot; Linux only. */
  readonly startedAt: number | null;
  /** The value of our marker in its environment, where there is one and it can be read. */
  readonly marker: string | null;
}

/** Nobody's ancestors are so many. */
const MOST_LINKS = 64;
const run = promisify(execFile);

/** A process and those that it descends from, the nearest first. */
export async function processChain(pid: number): Promise<ChainLink[]> {
  const table = process.platform === 'linux' ? null : await psTable();
  const links: ChainLink[] = [];
  for (let at: number | null = pid; at !== null && at > 0 && links.length < MOST_LINKS; ) {
    const found: ChainLink | null = table ? (table.get(at) ?? null) : linkFromProc(at);
    if (found) links.push(found);
    at = found?.parent ?? null;
  }
  return links;
}

/** The agent that a chain leads to, by name, or null; and whether it leads to anything that a server of ours runs. */
export function ownerOf(chain: readonly ChainLink[], serverPid: number): { isOurs: boolean; agent: string | null } {
  const marks = chain.flatMap(({ marker }) => (marker === null ? [] : [marker]));
  const isOurs = marks.length > 0 || chain.some(({ pid }) => pid === serverPid);
  return { isOurs, agent: marks.map(markedOwner).find((name) => name !== null) ?? null };
}

/** Whether a process has a file open: nobody can say that of a process that does not play along. */
export async function hasOpen(pid: number, file: string): Promise<boolean> {
  if (process.platform !== 'linux') return hasOpenByLsof(pid, file);
  try {
    const wanted = await stat(file, { bigint: true });
    const names = await readdir(`/proc/${pid}/fd`);
    const found = await Promise.all(names.map((name) => statOrNull(`/proc/${pid}/fd/${name}`)));
    return found.some((each) => each?.ino === wanted.ino && each.dev === wanted.dev);
  } catch {
    return false;
  }
}

function statOrNull(path: string): Promise<BigIntStats | null> {
  return stat(path, { bigint: true }).catch(() => null);
}

async function hasOpenByLsof(pid: number, file: string): Promise<boolean> {
  const found = await run('lsof', ['-a', '-t', '-p', String(pid), '--', file]).catch(() => null);
  return found?.stdout.trim() === String(pid);
}

function linkFromProc(pid: number): ChainLink | null {
  const about = readOrEmpty(`/proc/${pid}/stat`);
  // The name in brackets may hold brackets itself.
  const fields = about.slice(about.lastIndexOf(')') + 2).split(' ');
  const parent = Number(fields[1]);
  if (about === '' || !Number.isSafeInteger(parent)) return null;
  const words = readOrEmpty(`/proc/${pid}/cmdline`).split('\0').filter(Boolean);
  const start = `${MARKER_VARIABLE}=`;
  const mark = readOrEmpty(`/proc/${pid}/environ`)
    .split('\0')
    .find((each) => each.startsWith(start));
  return {
    ...{ pid, parent, uid: uidOf(pid), name: about.slice(about.indexOf('(') + 1, about.lastIndexOf(')')) },
    ...{ command: words.join(' ') || exeOf(pid), marker: mark?.slice(start.length) ?? null },
    ...{
      program: systemProgram(exeOf(pid)),
      cgroup: readOrEmpty(`/proc/${pid}/cgroup`),
      startedAt: Number(fields[19]),
    },
  };
}

/** The user whose rights it has; the owner of its files would be root for one that hides its memory. */
function uidOf(pid: number): number {
  return Number(/^Uid:\s+\d+\s+(\d+)/m.exec(readOrEmpty(`/proc/${pid}/status`))?.[1] ?? -1);
}

function systemProgram(file: string): string | null {
  try {
    const { uid, mode } = statSync(file);
    return uid === 0 && (mode & 0o022) === 0 ? file : null;
  } catch {
    return null;
  }
}

function exeOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return '';
  }
}

/** Only Linux shows the environment of a process. */
async function psTable(): Promise<Map<number, ChainLink>> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,uid=,command='], { maxBuffer: 64 * 1024 * 1024 });
  return new Map(
    stdout
      .split('\n')
      .flatMap((line) => linkFromPs(line) ?? [])
      .map((link) => [link.pid, link]),
  );
}

/** One line of `ps`, on systems without `/proc`. */
export function linkFromPs(line: string): ChainLink | null {
  const [, pid, parent, uid, command = ''] = /^\s*(\d+)\s+(\d+)\s+(-?\d+)\s+(.*)$/.exec(line) ?? [];
  if (pid === undefined) return null;
  const [first = ''] = command.split(/[\s:]/, 1);
  const name = first.slice(first.lastIndexOf('/') + 1).replace(/^-/, '');
  return {
    ...{ pid: Number(pid), parent: Number(parent), uid: Number(uid), name, command },
    ...{ program: null, cgroup: '', startedAt: null, marker: null },
  };
}

/** Processes come and go while we look. */
function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
