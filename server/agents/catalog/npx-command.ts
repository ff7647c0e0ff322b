import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogEntry } from './catalog.js';
import { type AgentPlaces, type FoundCommand, findCommand } from './find-agents.js';

/** The packages that npx would download for an agent, as a person reads them; null if there are none. */
export function npxPackages({ npx }: CatalogEntry): string | null {
  return npx ? npx.packages.join(' and ') : null;
}

/**
 * How npx runs an agent that is not installed, or null if this machine has no npx. It works from a folder of
 * ours, because npx takes a package, and npm its settings, from the project where one is there.
 */
export function npxCommand({ npx }: CatalogEntry, places: AgentPlaces, dataDir: string): FoundCommand | null {
  if (!npx) return null;
  const runner = findCommand({ ...NPX, commands: [{ command: 'npx', args: [] }] }, places);
  if (!runner || runner.origin === 'folder') return null;
  const prefix = join(dataDir, 'npx');
  mkdirSync(prefix, { recursive: true, mode: 0o700 });
  const packages = npx.packages.map((name) => `--package=${name}`);
  // npm's own patience without a network is more than a minute.
  const args = ['-y', `--prefix=${prefix}`, '--fetch-retries=1', ...packages, '--', npx.command, ...npx.args];
  return { command: runner.command, args, origin: 'machine' };
}

const NPX: CatalogEntry = {
  id: 'npx',
  name: 'npx',
  commands: [],
  install: { kind: 'unknown' },
  login: { kind: 'unknown' },
};
