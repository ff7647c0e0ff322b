import type { LineRun } from './parse-runs.js';

/** A part of a file that changes, with some lines around it. */
export interface GitHunk {
  /** The number of its first line in the old and in the new file, counted from 1. */
  readonly from: readonly [old: number, now: number];
  readonly old: Buffer;
  readonly new: Buffer;
  readonly runs: LineRun[];
}

const [NEWLINE, SAME, ADDED, REMOVED, NOTE, AT] = [10, 0x20, 0x2b, 0x2d, 0x5c, 0x40];
const HEAD = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Reads the hunks of a patch of one file; a last line that was cut off is left out. */
export function parseHunks(patch: Buffer): GitHunk[] {
  const hunks: HunkReader[] = [];
  for (let start = 0; start < patch.length; ) {
    const newline = patch.indexOf(NEWLINE, start);
    if (newline < 0) break;
    const line = patch.subarray(start, newline + 1);
    start = newline + 1;
    if (line[0] === AT) {
      const [, old = '1', oldCount = '1', now = '1', newCount = '1'] = HEAD.exec(line.toString('latin1', 0, 100)) ?? [];
      // A side without lines is told as the line before it.
      const first = (at: string, count: string) => Number(at) + (count === '0' ? 1 : 0);
      hunks.push(new HunkReader([first(old, oldCount), first(now, newCount)]));
    } else hunks.at(-1)?.take(line);
  }
  return hunks.map((hunk) => hunk.hunk);
}

/** Takes the lines of a hunk apart into its two sides. */
class HunkReader {
  readonly #from: readonly [number, number];
  readonly #sides: { readonly old: Buffer[]; readonly new: Buffer[] } = { old: [], new: [] };
  readonly #runs: LineRun[] = [];
  #last: number | undefined;

  constructor(from: readonly [number, number]) {
    this.#from = from;
  }

  take(line: Buffer): void {
    const [sign] = line;
    const text = line.subarray(1);
    if (sign === NOTE) {
      // The line before it has no end.
      for (const [side, others] of [
        ['old', ADDED],
        ['new', REMOVED],
      ] as const) {
        const last = this.#sides[side].at(-1);
        if (last && this.#last !== others) this.#sides[side].splice(-1, 1, last.subarray(0, -1));
      }
      return;
    }
    if (sign !== SAME && sign !== ADDED && sign !== REMOVED) return;
    if (sign !== ADDED) this.#sides.old.push(text);
    if (sign !== REMOVED) this.#sides.new.push(text);
    this.#count(sign);
    this.#last = sign;
  }

  get hunk(): GitHunk {
    const { old, new: now } = this.#sides;
    return { from: this.#from, old: Buffer.concat(old), new: Buffer.concat(now), runs: this.#runs.filter(isChange) };
  }

  #count(sign: number): void {
    const last = this.#runs.at(-1);
    const goesOn = last && !(sign === SAME && isChange(last)) && !(sign === REMOVED && last[2] > 0);
    const run: LineRun = goesOn ? last : [0, 0, 0];
    if (!goesOn) this.#runs.push(run);
    run[sign === SAME ? 0 : sign === REMOVED ? 1 : 2] += 1;
  }
}

/** What follows the last change is the same on both sides, and needs no run. */
function isChange([, removed, added]: LineRun): boolean {
  return removed + added > 0;
}
