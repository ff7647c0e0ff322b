import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MOST_BYTES = 20_000_000;

/**
 * Takes from the files below a folder the line that first has a word, and all lines after it, as a full disk or another
 * program might. Gives how many files that were.
 */
export function cutHistory(folder: string, word: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => statSync(path).size < MOST_BYTES && cutFile(path, word)).length;
}

/** Files of bytes, such as databases, stay as they are. */
function cutFile(path: string, word: string): boolean {
  const text = readFileSync(path, 'utf8');
  if (text.includes('\0') || !text.includes(word)) return false;
  const lines = text.split('\n');
  const kept = lines.slice(
    0,
    lines.findIndex((line) => line.includes(word)),
  );
  writeFileSync(path, kept.map((line) => `${line}\n`).join(''));
  return true;
}
