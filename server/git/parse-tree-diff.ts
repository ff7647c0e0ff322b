import { type ChangeCounts, parseNumstat } from './parse-numstat.js';
import { splitRecords } from './split-records.js';

/** A path that differs between two trees. */
export interface TreeChange {
  /** From the top of the repository, in bytes. */
  readonly path: Buffer;
  /** The earlier path of a file that was moved or copied. */
  readonly origin: Buffer | null;
  /** `A`, `C`, `D`, `M`, `R` or `T`. */
  readonly letter: string;
  /** In octal; zeros where there is none. */
  readonly modes: readonly [old: string, now: string];
  /** The stored contents; null where there is none. */
  readonly oids: readonly [old: string | null, now: string | null];
  readonly counts: ChangeCounts;
}

/** Reads `diff-tree -z --raw --numstat`: first all paths, then all counts; both tell the old name before the new one. */
export function parseTreeDiff(bytes: Buffer): TreeChange[] {
  const records = splitRecords(bytes);
  const changes: Omit<TreeChange, 'counts'>[] = [];
  let n = 0;
  while (records[n]?.[0] === 0x3a) {
    const [oldMode = '', mode = '', oldOid = '', oid = '', status = ''] = records[n]!.toString('latin1')
      .slice(1)
      .split(' ');
    const letter = status[0] ?? 'M';
    const isMoved = letter === 'R' || letter === 'C';
    const [first, second] = [records[n + 1], records[n + 2]];
    const path = isMoved ? second : first;
    if (!path) break;
    const origin = isMoved ? (first ?? null) : null;
    changes.push({ path, origin, letter, modes: [oldMode, mode], oids: [known(oldOid), known(oid)] });
    n += isMoved ? 3 : 2;
  }
  const counts = parseNumstat(records.slice(n));
  const none: ChangeCounts = { added: null, removed: null };
  return changes.map((change) => ({ ...change, counts: counts.get(change.path.toString('latin1')) ?? none }));
}

function known(oid: string): string | null {
  return /^0*$/.test(oid) ? null : oid;
}
