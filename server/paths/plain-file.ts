import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** To open a pipe in the usual way would wait, without end, for somebody at its other end. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK;

/** The text of a file; anything else that has its name is an error. */
export function readPlainFile(path: string): string {
  const fd = openSync(path, FLAGS);
  try {
    if (!fstatSync(fd).isFile()) throw notAFile(path);
    return readFileSync(fd, 'utf8');
  } finally {
    closeSync(fd);
  }
}

/** Opens a file to be read; anything else that has its name is an error. */
export async function openPlainFile(path: string): Promise<FileHandle> {
  const handle = await open(path, FLAGS);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw notAFile(path);
}

function notAFile(path: string): Error {
  return new Error(`${path} is not a file.`);
}
