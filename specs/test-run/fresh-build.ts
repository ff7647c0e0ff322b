import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, realpath, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { FolderLock } from '../../server/command/folder-lock.js';
import { ROOT } from '../project-root.js';
import { findStaleness, type Half } from '../stale-build.mjs';

/** The file that says when a half was made, and how it is made. */
const HALVES: Record<Half, { made: string; options: string[] }> = {
  server: { made: 'main.js', options: ['--mode', 'server'] },
  webapp: { made: 'index.html', options: [] },
};
/** A build takes seconds; one that takes longer than this is stuck. */
const LIMIT_MS = 300_000;

/**
 * Makes those halves of the build anew whose sources are newer, the server before the page, and gives their names. Many
 * processes may ask at once: one builds, the others wait. `ACDECK_TEST_FRESH` says that a run has asked already.
 */
export async function freshBuild(halves: readonly Half[] = ['server', 'webapp'], root = ROOT): Promise<Half[]> {
  if (process.env.ACDECK_TEST_FRESH && root === ROOT) return [];
  const built: Half[] = [];
  for (const half of halves) {
    if (!findStaleness(half, root)) continue;
    const lock = await buildLock(root);
    try {
      // Another process may have built it meanwhile.
      if (!findStaleness(half, root)) continue;
      await build(half, root);
      built.push(half);
    } finally {
      lock.release();
    }
  }
  return built;
}

/** Waits until nobody else builds. The lock of a builder that died is free. */
async function buildLock(root: string): Promise<FolderLock> {
  const folder = await realpath(root);
  const deadline = Date.now() + LIMIT_MS;
  for (;;) {
    const outcome = FolderLock.acquire(cacheOf(root), folder);
    if (outcome.kind === 'owned') return outcome.lock;
    if (Date.now() > deadline) throw new Error(`Process ${outcome.by.pid} has been building for minutes.`);
    await sleep(50);
  }
}

function cacheOf(root: string): string {
  return join(root, 'node_modules/.cache/fresh-build');
}

/** Builds elsewhere and takes the place of the old build at once: whoever runs from it misses nothing meanwhile. */
async function build(half: Half, root: string): Promise<void> {
  console.error(`The build of the ${half} is older than its sources: it is made anew.`);
  const started = new Date();
  const place = join(root, 'dist', half);
  const scratch = join(cacheOf(root), 'scratch');
  // A builder that was killed may have left something, and what it started may still write there: hence the number.
  await rm(scratch, { recursive: true, force: true });
  const [fresh, old] = [join(scratch, `fresh-${process.pid}`), join(scratch, 'old')];
  try {
    await runVite(half, root, fresh);
    // What is edited while it is built is newer than it.
    await utimes(join(fresh, HALVES[half].made), started, started);
    const commit = await commitOf(place);
    await mkdir(join(root, 'dist'), { recursive: true });
    if (existsSync(place)) await rename(place, old);
    await rename(fresh, place);
    const page = join(root, 'dist/webapp', HALVES.webapp.made);
    // A page of another version than its server's asks to be loaded anew.
    if (half === 'server' && (await commitOf(place)) !== commit && existsSync(page)) await utimes(page, 0, 0);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function runVite(half: Half, root: string, outDir: string): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const words = ['build', ...HALVES[half].options, '--logLevel', 'error', '--emptyOutDir', '--outDir', outDir];
  const { NODE_ENV: _mode, ACDECK_DEV: _dev, NODE_OPTIONS: _options, ...env } = process.env;
  try {
    await promisify(execFile)(process.execPath, [vite, ...words], { cwd: root, env });
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`The ${half} cannot be built:\n${stdout + stderr || message}`, { cause: error });
  }
}

/** What the build of a server says about the commit that it was made from. */
async function commitOf(place: string): Promise<string | null> {
  return await readFile(join(place, 'build.json'), 'utf8').catch(() => null);
}
