import type { ChangedFile } from '../../../server/protocol/api/changes.js';
import { type EntryList, endOf, entryAt } from '../../../server/protocol/transcript/entry-list.js';

/**
 * By whom a file was changed that no edit of the agent's accounts for: saved in a tab, written while a command of the agent's
 * or of a person's ran, or by something that nobody here knows.
 */
export type ChangeOrigin = 'saved' | 'command' | 'shell' | 'unknown';

export interface BesideFile {
  readonly file: ChangedFile;
  readonly origin: ChangeOrigin;
}

/** A stretch of time, in milliseconds. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** Disks keep time in steps. */
const STEP_MS = 20;

/** When a turn began and when the next one did; null if nothing of it is loaded. */
export function spanOfTurn(entries: EntryList, turn: number): TimeSpan | null {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let n = endOf(entries) - 1; n >= entries.first; n -= 1) {
    const entry = entryAt(entries, n);
    if (!entry || entry.turn < turn) break;
    if (entry.turn > turn) to = entry.at;
    else from = entry.at;
  }
  return from === Number.POSITIVE_INFINITY ? null : { from, to };
}

/**
 * The files that differ from the last commit and were written in this time, without those that are accounted for. Deleted and
 * committed ones are not among them: nothing says when that was.
 */
export function changedBesides(
  files: readonly ChangedFile[],
  entries: EntryList,
  { from, to }: TimeSpan,
  isKnown: (path: string) => boolean,
): BesideFile[] {
  return files.flatMap((file): BesideFile[] => {
    const { writtenAt, path, kind } = file;
    const isMeant = kind === 'changed' || kind === 'untracked' || kind === 'conflict';
    if (!isMeant || writtenAt === null || writtenAt < from - STEP_MS || writtenAt >= to || isKnown(path)) return [];
    return [{ file, origin: file.isSavedHere ? 'saved' : commandAt(entries, writtenAt) }];
  });
}

/** Whose command ran then. */
function commandAt(entries: EntryList, at: number): ChangeOrigin {
  let origin: ChangeOrigin = 'unknown';
  for (let n = endOf(entries) - 1; n >= entries.first; n -= 1) {
    const entry = entryAt(entries, n);
    const isCommand = entry?.kind === 'terminal' || (entry?.kind === 'tool' && entry.toolKind === 'execute');
    if (!isCommand || at < entry.at - STEP_MS || at > (entry.endedAt ?? Number.POSITIVE_INFINITY) + STEP_MS) continue;
    // A person's own command says more than one of the agent's that ran at the same time.
    if (entry.kind === 'terminal' && entry.by) return 'shell';
    origin = 'command';
  }
  return origin;
}
