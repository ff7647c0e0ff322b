import { accessSync, chmodSync, constants, readdirSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { makePrivateFolder } from '../settings/private-file.js';
import { UsageError } from './usage-error.js';

/** Makes sure of a data directory that only this user can change; gives its real path. */
export function dataFolder(given: string): string {
  const path = resolve(given);
  try {
    makePrivateFolder(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new UsageError(`The data directory ${path} cannot be used: ${REASONS[code ?? ''] ?? code ?? String(error)}.`);
  }
  if (statSync(path).mode & 0o077 && readdirSync(path).length === 0) chmodSync(path, 0o700);
  if (statSync(path).mode & 0o022) {
    throw new UsageError(
      `Other users can write to the data directory ${path}; run chmod 700 on it, or choose another.`,
    );
  }
  return realpathSync.native(path);
}

const REASONS: Record<string, string> = {
  EEXIST: 'it is a file',
  ENOENT: 'there can be no folder there',
  ENOTDIR: 'it stands below a file',
  EACCES: 'this user may not write there',
  EROFS: 'it is on a read-only disk',
  ENOSPC: 'the disk is full',
};
