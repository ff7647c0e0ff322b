import type { LineRun } from './parse-runs.js';

/** Both sides of a diff that was asked for with all of its context, as far as git says which they are. */
export interface WholeDiff {
  readonly old: WholeSide;
  readonly new: WholeSide;
  readonly runs: LineRun[];
}

interface WholeSide {
  readonly oid: string;
  readonly mode: string;
  readonly bytes: Buffer;
}

const [NEWLINE, SAME, ADDED, REMOVED, NOTE] = [10, 0x20, 0x2b, 0x2d, 0x5c];
const HEAD = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const NAMES = /^index ([0-9a-f]{40,64})\.\.([0-9a-f]{40,64})(?: (\d+))?$/m;

/**
 * Reads a patch of one file whose context is the whole file: that tells the contents of both sides and how they differ in
 * one call. Null where it is anything else: two files, no lines, or a file that is only on one side.
 */
export function parseWholeDiff(patch: Buffer): WholeDiff | null {
  const begin = patch.indexOf('\n@@ ') + 1;
  if (begin === 0) return null;
  const about = patch.subarray(0, begin).toString('latin1');
  const [, oldOid, newOid, mode] = NAMES.exec(about) ?? [];
  const oldMode = /^old mode (\d+)$/m.exec(about)?.[1] ?? mode;
  const newMode = /^new mode (\d+)$/m.exec(about)?.[1] ?? mode;
  if (!about.startsWith('diff --git ') || !oldOid || !newOid || !oldMode || !newMode) return null;
  const end = patch.indexOf(NEWLINE, begin);
  const [, oldFrom, oldCount = '1', newFrom, newCount = '1'] = HEAD.exec(patch.toString('latin1', begin, end)) ?? [];
  // A side without lines begins at line 0.
  if (end < 0 || Number(oldFrom) > 1 || Number(newFrom) > 1) return null;
  const read = readLines(patch, end + 1, Number(oldCount), Number(newCount));
  if (!read) return null;
  const [old, now] = read.sides;
  return {
    old: { oid: oldOid, mode: oldMode, bytes: old },
    new: { oid: newOid, mode: newMode, bytes: now },
    runs: read.runs,
  };
}

/** Takes the lines apart; null if they are not as many as the head says. */
function readLines(
  patch: Buffer,
  begin: number,
  oldCount: number,
  newCount: number,
): { sides: [Buffer, Buffer]; runs: LineRun[] } | null {
  const [old, now] = [new SideWriter(patch.length - begin), new SideWriter(patch.length - begin)];
  const runs: LineRun[] = [];
  let run: LineRun = [0, 0, 0];
  let last: number | undefined;
  for (let start = begin; start < patch.length; ) {
    const newline = patch.indexOf(NEWLINE, start);
    const stop = newline < 0 ? patch.length : newline + 1;
    const sign = patch[start];
    if (sign === NOTE) {
      if (last !== ADDED) old.dropEnd();
      if (last !== REMOVED) now.dropEnd();
    } else if (sign === SAME) {
      if (run[1] + run[2] > 0) {
        runs.push(run);
        run = [0, 0, 0];
      }
      run[0] += 1;
      old.take(patch, start + 1, stop);
      now.take(patch, start + 1, stop);
    } else if (sign === REMOVED) {
      run[1] += 1;
      old.take(patch, start + 1, stop);
    } else if (sign === ADDED) {
      run[2] += 1;
      now.take(patch, start + 1, stop);
    } else return null;
    last = sign;
    start = stop;
  }
  if (run[1] + run[2] > 0) runs.push(run);
  return old.lines === oldCount && now.lines === newCount ? { sides: [old.bytes, now.bytes], runs } : null;
}

/** Puts the lines of one side together. */
class SideWriter {
  readonly #room: Buffer;
  #length = 0;
  lines = 0;

  constructor(most: number) {
    this.#room = Buffer.allocUnsafeSlow(most);
  }

  get bytes(): Buffer {
    return this.#room.subarray(0, this.#length);
  }

  take(from: Buffer, start: number, stop: number): void {
    this.#length += from.copy(this.#room, this.#length, start, stop);
    this.lines += 1;
  }

  /** The last line has no end. */
  dropEnd(): void {
    this.#length -= 1;
  }
}
