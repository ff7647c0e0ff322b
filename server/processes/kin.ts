import type { ProcessRow } from './process-table.js';

/** By what the first members of a kin are known. */
export interface KinSeeds {
  isMarked(marker: string): boolean;
  /** Groups that we started; when their first process began, where that is known. */
  readonly groups: readonly { readonly group: number; readonly startTime?: string | undefined }[];
}

/** A process that was seen; another one with the same number began at another time. */
interface Seen {
  readonly pid: number;
  readonly startTime: string;
}

/**
 * All processes that come from the same start, as far as can be seen: those with the marker in their environment,
 * their children, and those in a group or session that one of them has begun. Members are remembered, because one
 * that dies loses its environment first, and its children lose their parent.
 */
export class Kin {
  readonly #isMarked: KinSeeds['isMarked'];
  readonly #members = new Map<number, string>();
  /** Groups and sessions by number, with the start of the process that leads them: null if it was gone, undefined if unknown. */
  readonly #groups = new Map<number, string | null | undefined>();
  readonly #sessions = new Map<number, string | null | undefined>();

  constructor({ isMarked, groups }: KinSeeds) {
    this.#isMarked = isMarked;
    for (const { group, startTime } of groups) this.#groups.set(group, startTime);
  }

  /** Those that live, the newest first. */
  among(rows: readonly ProcessRow[]): ProcessRow[] {
    const byPid = new Map(rows.map((row) => [row.pid, row]));
    this.#forgetEnded(rows, byPid);
    const found = new Set<ProcessRow>();
    for (let before = -1; before < found.size; ) {
      before = found.size;
      for (const row of rows) {
        if (found.has(row) || !this.#isMember(row, byPid)) continue;
        found.add(row);
        this.#take(row, byPid);
      }
    }
    return [...found].reverse();
  }

  /** Whether all of a group belongs to it. */
  hasGroup(group: number): boolean {
    return this.#groups.has(group);
  }

  /** Every member that was ever seen. */
  get seen(): Seen[] {
    return [...this.#members].map(([pid, startTime]) => ({ pid, startTime }));
  }

  #isMember({ pid, parent, group, session, startTime, marker }: ProcessRow, byPid: ByPid): boolean {
    if (pid === process.pid) return false;
    const parentStart = byPid.get(parent)?.startTime;
    return (
      this.#members.get(pid) === startTime ||
      (marker !== null && this.#isMarked(marker)) ||
      (parentStart !== undefined && this.#members.get(parent) === parentStart) ||
      this.#groups.has(group) ||
      this.#sessions.has(session)
    );
  }

  #take({ pid, group, session, startTime }: ProcessRow, byPid: ByPid): void {
    this.#members.set(pid, startTime);
    const own = byPid.get(process.pid);
    const isBegunByThem = (id: number, ownId: number | undefined) => id !== 0 && id !== ownId;
    if (!this.#groups.has(group) && isBegunByThem(group, own?.group)) {
      this.#groups.set(group, byPid.get(group)?.startTime ?? null);
    }
    if (!this.#sessions.has(session) && isBegunByThem(session, own?.session)) {
      this.#sessions.set(session, byPid.get(session)?.startTime ?? null);
    }
  }

  /** A number is given to a new process only when no group or session uses it; then it is not ours. */
  #forgetEnded(rows: readonly ProcessRow[], byPid: ByPid): void {
    const used = { groups: new Set(rows.map(({ group }) => group)), sessions: new Set(rows.map((row) => row.session)) };
    for (const [known, isUsed] of [[this.#groups, used.groups] as const, [this.#sessions, used.sessions] as const]) {
      for (const [id, start] of known) {
        const leader = byPid.get(id);
        const isAnother = leader !== undefined && start !== undefined && leader.startTime !== start;
        if (!isUsed.has(id) || isAnother) known.delete(id);
      }
    }
  }
}

type ByPid = ReadonlyMap<number, ProcessRow>;
