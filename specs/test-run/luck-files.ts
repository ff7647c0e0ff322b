import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readCosts } from './costs.js';
import { cacheFolder } from './test-files.js';

const MOST = 40;

/** The test files that luck decides most likely: those that failed before, then those that wait longest. */
export async function luckFiles(root: string): Promise<string[]> {
  const [failed, costs] = await Promise.all([readUnlucky(root), readCosts(root)]);
  const waits = (file: string) => costs[file]!.wallMs - costs[file]!.cpuMs;
  const known = Object.keys(costs).toSorted((a, b) => waits(b) - waits(a));
  const unlucky = known.filter((file) => failed[file] !== undefined).toSorted((a, b) => failed[b]! - failed[a]!);
  return [...new Set([...unlucky, ...known])].slice(0, MOST);
}

/** Remembers, on this machine, that these files have failed once more. */
export async function noteUnlucky(root: string, files: readonly string[]): Promise<void> {
  const failed = await readUnlucky(root);
  for (const file of files) failed[file] = (failed[file] ?? 0) + 1;
  await mkdir(dirname(notes(root)), { recursive: true });
  await writeFile(notes(root), JSON.stringify(failed));
}

async function readUnlucky(root: string): Promise<Record<string, number>> {
  return JSON.parse(await readFile(notes(root), 'utf8').catch(() => '{}')) as Record<string, number>;
}

function notes(root: string): string {
  return cacheFolder(root, 'luck.json');
}
