import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ANSWER_MS = 2_000;

/**
 * Where a page must be for the person's browser to open it. A browser that is installed as a snap can read nothing in
 * hidden folders, where our data is by default, but it has its own folder; any other reads the data folder.
 */
export async function pageFolder(dataDir: string, home = homedir()): Promise<string> {
  const own = join(dataDir, 'open');
  if (!isOurFolder(join(home, 'snap'))) return own;
  const snap = await defaultSnap();
  const common = snap && join(home, 'snap', snap, 'common');
  return common && isOurFolder(common) ? join(common, 'acdeck') : own;
}

/** The desktop entries of snaps are called after the snap and the program in it, e.g. `firefox_firefox.desktop`. */
async function defaultSnap(): Promise<string | null> {
  try {
    const asked = promisify(execFile)('xdg-mime', ['query', 'default', 'text/html'], { timeout: ANSWER_MS });
    return /^([a-z0-9-]+)_[\w-]+\.desktop$/.exec((await asked).stdout.trim())?.[1] ?? null;
  } catch {
    return null;
  }
}

function isOurFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.();
}
