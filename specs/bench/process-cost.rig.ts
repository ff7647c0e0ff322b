import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Milliseconds of processor time that a process has used, to a hundredth of a second. */
export async function cpuOf(pid: number): Promise<number> {
  if (process.platform === 'linux') {
    const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'time=', '-p', String(pid)]);
  return stdout.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000;
}

/** Megabytes of memory that a process holds. */
export async function residentMb(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Math.round(Number(stdout) / 1024);
}
