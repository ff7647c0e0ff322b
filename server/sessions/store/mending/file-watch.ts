import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';

/** What has become of the history file while it was in use. */
export type FileTrouble = 'deleted' | 'replaced' | 'truncated' | 'damaged';

const MAGIC = Buffer.from('SQLite format 3\0');
const HEAD_BYTES = 100;
const MARK_AT = 68;

/** What `FileWatch` finds; `changed` means that somebody else has written to the file, which may be right. */
export type Finding = FileTrouble | 'overwritten' | 'changed' | null;

/**
 * Knows whether the file that we have open is still the one at its path, with its side files, and still what we wrote.
 * It holds the file open: to open and close it while SQLite uses it would take SQLite's locks away.
 */
export class FileWatch {
  readonly path: string;
  readonly fd: number;
  readonly #file: Stats;
  readonly #sides: readonly { readonly path: string; readonly ino: number }[];
  readonly #mark: Buffer | null;
  #size: number;
  #changedAt: number;

  /** Begins when the file is open and has been written to. */
  constructor(path: string) {
    this.path = path;
    // A file that is none would be waited for without end.
    this.fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    this.#file = fstatSync(this.fd);
    this.#size = this.#file.size;
    this.#changedAt = this.#file.mtimeMs;
    this.#mark = this.#readMark();
    this.#sides = ['-wal', '-shm'].flatMap((end) => {
      const found = statSync(path + end, { throwIfNoEntry: false });
      return found ? [{ path: path + end, ino: found.ino }] : [];
    });
  }

  look(): Finding {
    const now = statSync(this.path, { throwIfNoEntry: false });
    if (!now) return 'deleted';
    if (!this.isOurs(now)) return 'replaced';
    if (now.mtimeMs !== this.#changedAt && !this.#isMarked()) return this.#readMark() ? 'overwritten' : 'damaged';
    if (now.size < this.#size) return 'truncated';
    // Whoever starts now would begin another journal, and what is in ours would be missing.
    if (this.#sides.some(({ path, ino }) => statSync(path, { throwIfNoEntry: false })?.ino !== ino)) return 'deleted';
    const isChanged = now.mtimeMs !== this.#changedAt;
    this.#size = now.size;
    this.#changedAt = now.mtimeMs;
    return isChanged ? 'changed' : null;
  }

  /** We have written to the file ourselves. */
  settle(): void {
    const { size, mtimeMs } = fstatSync(this.fd);
    this.#size = Math.max(this.#size, size);
    this.#changedAt = mtimeMs;
  }

  isOurs({ dev, ino }: Stats): boolean {
    return dev === this.#file.dev && ino === this.#file.ino;
  }

  /** Whether that side file is the one that we have open. */
  isOurSide(path: string): boolean {
    const ino = statSync(path, { throwIfNoEntry: false })?.ino;
    return this.#sides.some((side) => side.path === path && side.ino === ino);
  }

  get journalBytes(): number {
    return statSync(`${this.path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }

  end(): void {
    closeSync(this.fd);
  }

  #isMarked(): boolean {
    const mark = this.#readMark();
    return this.#mark === null || (mark?.equals(this.#mark) ?? false);
  }

  /** By what a file is known whatever is written to it; null if it is no database. */
  #readMark(): Buffer | null {
    const head = Buffer.alloc(HEAD_BYTES);
    readSync(this.fd, head, 0, HEAD_BYTES, 0);
    return head.subarray(0, MAGIC.length).equals(MAGIC) ? head.subarray(MARK_AT, MARK_AT + 4) : null;
  }
}
