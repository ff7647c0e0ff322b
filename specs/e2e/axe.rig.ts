import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { lastingFaults } from './eventually.rig.js';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface AxeResults {
  violations: { id: string; nodes: { target: unknown; failureSummary: string }[] }[];
}

/** What axe finds in both colour schemes, as sentences. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(AXE, 'utf8'));
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const faults = await lastingFaults(() => page.evaluate(findFaults));
    found.push(...faults.map((fault) => `${colorScheme}: ${fault}`));
  }
  return found;
}

/** Runs in the page. */
async function findFaults(): Promise<string[]> {
  const axe = Reflect.get(globalThis, 'axe') as { run(): Promise<AxeResults> };
  const { violations } = await axe.run();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
}
