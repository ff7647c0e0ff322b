import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Edit } from './examples.js';

/** Puts an edit into a copy of the project; fails if its place is not there, or there twice. */
export function applyEdit(root: string, { file, behind, text }: Edit): void {
  const source = readFileSync(join(root, file), 'utf8');
  const parts = source.split(behind);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} places like ${JSON.stringify(behind)}.`);
  writeFileSync(join(root, file), [parts[0], text + parts[1]].join(behind));
}

/** Takes it away again. */
export function removeEdit(root: string, { file, behind, text }: Edit): void {
  const source = readFileSync(join(root, file), 'utf8');
  if (!source.includes(behind + text)) throw new Error(`${file} no longer has the example.`);
  writeFileSync(
    join(root, file),
    source.replace(behind + text, () => behind),
  );
}
