import { readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { ConfigError } from './config.js';

const MAX_BYTES = 256 * 1024;

/** The text of a settings file, or null when there is none; anything else in its place is a `ConfigError`. */
export function readConfigFile(path: string): string | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return null;
    checkFile(path, stats);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    throw new ConfigError(`The settings file ${path} cannot be read (${code ?? String(error)}).`);
  }
}

function checkFile(path: string, stats: Stats): void {
  if (!stats.isFile()) throw new ConfigError(`The settings ${path} are not a file.`);
  // The file names programs to run, so nobody else may be able to change it.
  if (stats.mode & 0o002) throw new ConfigError(`Anyone can change the settings file ${path}; run chmod 600 on it.`);
  const isOwn = stats.uid === process.getuid?.() || stats.uid === 0;
  if (!isOwn) throw new ConfigError(`The settings file ${path} belongs to another user.`);
  if (stats.size > MAX_BYTES) throw new ConfigError(`${path} is larger than 256 kB.`);
}

/** The file itself when the path is a link to it, as people who keep their settings elsewhere have it. */
export function linkTarget(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
