import { accessSync, chmodSync, constants, readdirSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { own } from '../protocol/own.js';
import { makePrivateFolder } from '../settings/private-file.js';
import { UsageError } from './usage-error.js';

/** Makes sure of a data directory that only this user can change; gives its real path. */
export function dataFolder(given: string, uid: number | undefined = process.getuid?.()): string {
  const path = resolve(given);
  try {
    makePrivateFolder(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new UsageError(
      `The data directory ${path} can't be used: ${own(REASONS, code ?? '') ?? code ?? String(error)}.`,
    );
  }
  demandOwner(path, uid);
  if (statSync(path).mode & 0o077 && readdirSync(path).length === 0) chmodSync(path, 0o700);
  if (statSync(path).mode & 0o022) {
    throw new UsageError(
      `Other users can write to the data directory ${path}. Run chmod 700 on it, or choose another.`,
    );
  }
  return realpathSync.native(path);
}

/** Anyone who owns a folder can put other files into it, and some of them name programs that we run. */
function demandOwner(path: string, uid: number | undefined): void {
  const owner = statSync(path).uid;
  if (uid === undefined || owner === uid) return;
  const whose = `The data directory ${path} belongs to another user (uid ${owner})`;
  if (uid !== 0) throw new UsageError(`${whose}. Choose your own with --data-dir.`);
  throw new UsageError(
    `${whose}, who could make AcDeck run anything as root. Start it as that user, or choose a folder that root owns with --data-dir.`,
  );
}

const REASONS: Record<string, string> = {
  EEXIST: 'it is a file',
  ENOENT: "part of the path doesn't exist",
  ENOTDIR: 'part of the path is a file',
  EACCES: "you don't have permission to write there",
  EROFS: 'it is on a read-only disk',
  ENOSPC: 'the disk is full',
};
