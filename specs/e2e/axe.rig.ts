import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { lastingFaults } from './eventually.rig.js';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface AxeResults {
  violations: { id: string; nodes: { target: unknown; failureSummary: string }[] }[];
}

/** What depends on colours: nothing else differs from one colour scheme to the other. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe finds in both colour schemes, as sentences. */
export async function faultsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await readFile(AXE, 'utf8'));
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const rules = colorScheme === 'light' ? null : OF_COLOURS;
    const faults = await lastingFaults(() => page.evaluate(findFaults, rules));
    found.push(...faults.map((fault) => `${colorScheme}: ${fault}`));
  }
  return found;
}

/** Runs in the page, with all rules or only some. */
async function findFaults(rules: string[] | null): Promise<string[]> {
  const axe = Reflect.get(globalThis, 'axe') as { run(options: object): Promise<AxeResults> };
  // It need not work out how to name what is in order.
  const { violations } = await axe.run({ resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
}
