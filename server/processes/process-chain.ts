import { execFile } from 'node:child_process';
import { type BigIntStats, readFileSync, readlinkSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { MARKER_VARIABLE, markedOwner } from './process-guard.js';

/** One process, and what it says of itself. */
export interface ChainLink {
  readonly pid: number;
  /** Its command line; empty where that cannot be read. */
  readonly command: string;
  /** The value of our marker in its environment, where there is one and it can be read. */
  readonly marker: string | null;
}

type TableLink = ChainLink & { readonly parent: number };

/** Nobody's ancestors are so many. */
const MOST_LINKS = 64;
const run = promisify(execFile);

/** A process and those that it descends from, the nearest first. */
export async function processChain(pid: number): Promise<ChainLink[]> {
  const table = process.platform === 'linux' ? null : await psTable();
  const links: ChainLink[] = [];
  for (let at: number | null = pid; at !== null && at > 0 && links.length < MOST_LINKS; ) {
    const found: TableLink | null = table ? (table.get(at) ?? null) : linkFromProc(at);
    if (found) links.push({ pid: found.pid, command: found.command, marker: found.marker });
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

function linkFromProc(pid: number): TableLink | null {
  const about = readOrEmpty(`/proc/${pid}/stat`);
  // The name in brackets may hold brackets itself.
  const parent = Number(about.slice(about.lastIndexOf(')') + 2).split(' ')[1]);
  if (about === '' || !Number.isSafeInteger(parent)) return null;
  const words = readOrEmpty(`/proc/${pid}/cmdline`).split('\0').filter(Boolean);
  const start = `${MARKER_VARIABLE}=`;
  const mark = readOrEmpty(`/proc/${pid}/environ`)
    .split('\0')
    .find((each) => each.startsWith(start));
  return { pid, parent, command: words.join(' ') || exeOf(pid), marker: mark?.slice(start.length) ?? null };
}

function exeOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return '';
  }
}

/** Only Linux shows the environment of a process. */
async function psTable(): Promise<Map<number, TableLink>> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,command='], { maxBuffer: 64 * 1024 * 1024 });
  const rows = stdout.split('\n').flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid ? [{ pid: Number(pid), parent: Number(parent), command: command ?? '', marker: null }] : [];
  });
  return new Map(rows.map((row) => [row.pid, row]));
}

/** Processes come and go while we look. */
function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
