import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileCost } from './test-record.js';

/** What each test file took when somebody last looked, for the order of the next run. */
export type Costs = Record<string, { wallMs: number; cpuMs: number }>;

const FILE = 'specs/test-run/costs.json';

export async function readCosts(root: string): Promise<Costs> {
  const text = await readFile(join(root, FILE), 'utf8').catch(() => '{}');
  return JSON.parse(text) as Costs;
}

/** One line for each file, in tenths of a second, so that a renewed record differs where something has changed. */
export async function writeCosts(root: string, files: readonly FileCost[]): Promise<void> {
  const rounded = (ms: number) => Math.max(100, Math.round(ms / 100) * 100);
  const lines = files
    .toSorted((a, b) => a.file.localeCompare(b.file))
    .map(({ file, wallMs, cpuMs }) => {
      const cost = `{ "wallMs": ${rounded(wallMs)}, "cpuMs": ${rounded(cpuMs)} }`;
      return `  ${JSON.stringify(file)}: ${cost}`;
    });
  await writeFile(join(root, FILE), `{\n${lines.join(',\n')}\n}\n`);
}

/** How much of a processor a file keeps busy. What was measured beside others was slowed by them, so never very little. */
export function shareOf({ wallMs, cpuMs }: { wallMs: number; cpuMs: number }): number {
  return Math.min(1, Math.max(0.35, cpuMs / wallMs));
}
