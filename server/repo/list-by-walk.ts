import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { BUILT_FOLDERS, FileCollector, type ListedFiles, MADE_FOLDERS } from './listed-files.js';

const DEEPEST = 40;
const MOST_FOLDERS = 50_000;
const SKIPPED = new Set([...MADE_FOLDERS, ...BUILT_FOLDERS]);
const SLASH = Buffer.from('/');

/** The files below a folder without the help of git; links to folders are not followed. */
export async function listByWalk(folder: string): Promise<ListedFiles> {
  const collector = new FileCollector();
  let level: Buffer[] = [Buffer.alloc(0)];
  let folders = 0;
  for (let depth = 0; level.length > 0; depth++) {
    const next: Buffer[] = [];
    for (const below of level) {
      folders += 1;
      if (folders > MOST_FOLDERS || depth > DEEPEST || collector.isFull) {
        collector.stopHere();
        return collector.files;
      }
      next.push(...(await listFolder(folder, below, collector)));
    }
    level = next;
  }
  return collector.files;
}

/** Collects the files of one folder and returns the folders in it. */
async function listFolder(folder: string, below: Buffer, collector: FileCollector): Promise<Buffer[]> {
  const folders: Buffer[] = [];
  const at = Buffer.concat([Buffer.from(folder), SLASH, below]);
  // A folder that may not be read has nothing to show.
  const found = await readdir(at, { withFileTypes: true, encoding: 'buffer' }).catch((): Dirent<Buffer>[] => []);
  for (const entry of found) {
    const path = below.length > 0 ? Buffer.concat([below, SLASH, entry.name]) : entry.name;
    if (entry.isFile() || entry.isSymbolicLink()) collector.add(path);
    else if (entry.isDirectory() && !SKIPPED.has(entry.name.toString())) folders.push(path);
  }
  return folders;
}
