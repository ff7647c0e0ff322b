import { readFile } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { findFiles } from './find-files.js';
import { ROOT } from './project-root.js';
import type { SourceFile } from './spec-rules.js';

/** The wanted files below folders of the project, with their text. */
export async function readSources(
  folders: readonly string[],
  isWanted: (path: string) => boolean,
  root = ROOT,
): Promise<SourceFile[]> {
  const found = (await Promise.all(folders.map((folder) => findFiles(resolve(root, folder), () => true)))).flat();
  const paths = found.map((path) => relative(root, path).split(sep).join('/')).filter(isWanted);
  return await Promise.all(paths.map(async (path) => ({ path, text: await readFile(resolve(root, path), 'utf8') })));
}
