import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** A process of a try that is still there. */
export interface MarkedProcess {
  pid: number;
  command: string;
}

/** All processes that carry a mark in their environment, also those that left their family (Linux only). */
export function markedProcesses(mark: string): MarkedProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => readProc(pid, 'environ').includes(`TRY_AGENTS_MARK=${mark}`))
    .map((pid) => ({ pid: Number(pid), command: readProc(pid, 'cmdline').replaceAll('\0', ' ').trim() }))
    .filter(({ command }) => command !== '');
}

/** What is left after a moment of grace, in which the last of them may end by themselves. */
export async function leftAfterGrace(mark: string, graceMs: number): Promise<MarkedProcess[]> {
  const end = Date.now() + graceMs;
  for (;;) {
    const left = markedProcesses(mark);
    if (left.length === 0 || Date.now() > end) return left;
    await setTimeout(100);
  }
}

/** Ends what is left of a try. */
export function endMarked(mark: string): void {
  for (const { pid } of markedProcesses(mark)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself in the meantime.
    }
  }
}

/** Processes come and go while we look. */
function readProc(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return '';
  }
}
