import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';

/** Replaces a file as a whole, readable by its owner only: whoever reads it sees the old text or the new. */
export function writePrivateFile(path: string, text: string): void {
  const draft = draftPrivateFile(path, text);
  try {
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
