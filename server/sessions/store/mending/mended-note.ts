import { rmSync, statSync, writeFileSync } from 'node:fs';
import { readPlainFile } from '../../../paths/plain-file.js';
import { parseText } from '../sqlite/stored-text.js';
import type { FileTrouble } from './file-watch.js';

/** How the history file was written anew. */
export interface Mended {
  readonly cause: FileTrouble;
  /** Where the file that was found at its place is kept now. */
  readonly aside: string | null;
  /** How many pieces of a session's record can no longer be shown, by the session's id. */
  readonly gaps: ReadonlyMap<string, number>;
  /** Sessions of which nothing but the row was left, as they were called. */
  readonly emptied: readonly { readonly id: string; readonly names: string }[];
  /** Sessions that can be told to have been there, and no more. */
  readonly nameless: number;
  /** Tables of which not everything could be kept. */
  readonly torn: ReadonlySet<string>;
}

/** Tells the other servers which share the file that the one at its place is right, and what was lost with the old one. */
export function writeNote(path: string, file: string, { gaps, torn, ...rest }: Mended): void {
  const { dev, ino } = statSync(file);
  const note = { ...rest, gaps: [...gaps], torn: [...torn], file: { dev, ino } };
  rmSync(path, { force: true });
  writeFileSync(path, JSON.stringify(note), { mode: 0o600, flag: 'wx' });
}

/** What is told of the file that is at the place now; null if nobody of us has put it there. */
export function readNote(path: string, file: string): Mended | null {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return null;
  const note = readText(path);
  if (note?.file?.ino !== found.ino || note.file.dev !== found.dev) return null;
  const { cause = 'damaged', aside = null, nameless = 0, emptied = [], gaps = [], torn = [] } = note;
  return { cause, aside, nameless, emptied, gaps: new Map(gaps), torn: new Set(torn) };
}

function readText(path: string): Partial<Note> | null {
  try {
    return parseText<Partial<Note> | null>(readPlainFile(path), null);
  } catch {
    // Nobody has written one.
    return null;
  }
}

interface Note extends Omit<Mended, 'gaps' | 'torn'> {
  readonly gaps: readonly [string, number][];
  readonly torn: readonly string[];
  readonly file: { readonly dev: number; readonly ino: number };
}
