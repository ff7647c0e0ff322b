import { type Stats, statSync } from 'node:fs';
import { readPlainFile } from '../paths/plain-file.js';
import { MAX_CONFIG_BYTES } from '../protocol/api/config.js';
import { ConfigError } from './config.js';

/** The text of a settings file, or null when there is none; anything else in its place is a `ConfigError`. */
export function readConfigFile(path: string): string | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return null;
    checkFile(path, stats);
    return readPlainFile(path);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    throw new ConfigError(path, { code: 'unreadable', said: code ?? String(error) });
  }
}

export function tooLarge(path: string): ConfigError {
  return new ConfigError(path, { code: 'too_large', kilobytes: MAX_CONFIG_BYTES / 1024 });
}

function checkFile(path: string, stats: Stats): void {
  if (!stats.isFile()) throw new ConfigError(path, { code: 'not_a_file' });
  // The file names programs to run, so nobody else may be able to change it.
  if (stats.mode & 0o002) throw new ConfigError(path, { code: 'open_to_all' });
  const isOwn = stats.uid === process.getuid?.() || stats.uid === 0;
  if (!isOwn) throw new ConfigError(path, { code: 'of_another_user' });
  if (stats.size > MAX_CONFIG_BYTES) throw tooLarge(path);
}
