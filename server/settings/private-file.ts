import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Replaces a file as a whole, readable by its owner only: anyone who reads it sees the old text or the new. `lastLook`
 * runs right before the change and may still prevent it by throwing.
 */
export function writePrivateFile(path: string, text: string, lastLook: () => void = () => {}): void {
  const draft = draftPrivateFile(path, text);
  try {
    lastLook();
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Writes the text to a new file beside `path` and gives its name; the caller moves it into place. */
export function draftPrivateFile(path: string, text: string): string {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  const fd = openSync(draft, 'wx', 0o600);
  try {
    writeSync(fd, text);
    fsyncSync(fd);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
  return draft;
}

/**
 * Makes sure of a folder, with those above it, that only its owner can look into. Not Node's own recursive
 * way, which never returns where a file system refuses new folders by calling them missing (as /proc does).
 */
export function makePrivateFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  const above = dirname(path);
  if (above !== path) makePrivateFolder(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Somebody else may have made it in the meantime.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
