import { fstatSync, readSync } from 'node:fs';

/** SQLite's own choice wherever our file is made; a damaged file is not believed in this. */
export const PAGE_BYTES = 4096;

const JOURNAL_HEAD = 32;
const FRAME_HEAD = 24;
const FRAME_BYTES = FRAME_HEAD + PAGE_BYTES;
const MAGIC = 0x377f0682;

/** Where the newest version of each page is in a journal: page number to the place of its bytes. */
export type JournalPages = ReadonlyMap<number, number>;

/** What a journal (`-wal`) holds. */
export interface Journal {
  /** As SQLite reads it: all that was committed before the first frame with a wrong checksum. */
  readonly sound: JournalPages;
  /** All that was committed, whatever the checksums say. */
  readonly all: JournalPages;
  /** Something was committed after the first wrong frame: SQLite would drop it without a word. */
  readonly isTorn: boolean;
}

/** Reads which pages a journal holds. Nothing in it is trusted, not even that it stays as long as it was. */
export function readJournal(fd: number): Journal {
  const count = Math.floor((fstatSync(fd).size - JOURNAL_HEAD) / FRAME_BYTES);
  const head = bytesAt(fd, 0, JOURNAL_HEAD);
  if (count <= 0 || !head) return { sound: new Map(), all: new Map(), isTorn: false };
  const frames = Array.from({ length: count }, (_, i) => readFrame(fd, i)).filter((frame) => frame !== null);
  if (frames.length === 0) return { sound: new Map(), all: new Map(), isTorn: false };
  const sums = new Checksums(head);
  // The mark of all frames since the journal last began, which was with the first frame.
  const salt = sums.isHeadRight ? head.subarray(16, 24) : frames[0]!.salt;
  const [sound, all] = [new Map<number, number>(), new Map<number, number>()];
  let waiting: Frame[] = [];
  let isSound = sums.isHeadRight;
  let isTorn = false;
  for (const frame of frames) {
    // The rest is from before the journal began again.
    if (!frame.salt.equals(salt)) {
      isSound = false;
      continue;
    }
    const page = bytesAt(fd, frame.at, PAGE_BYTES);
    if (!page) break;
    isSound &&= sums.isRight(frame.head, page);
    waiting.push(frame);
    if (!frame.isCommit) continue;
    for (const { page, at } of waiting) {
      all.set(page, at);
      if (isSound) sound.set(page, at);
    }
    waiting = [];
    isTorn ||= !isSound;
  }
  return { sound, all, isTorn };
}

interface Frame {
  readonly page: number;
  readonly isCommit: boolean;
  readonly salt: Buffer;
  readonly head: Buffer;
  readonly at: number;
}

function readFrame(fd: number, i: number): Frame | null {
  const start = JOURNAL_HEAD + i * FRAME_BYTES;
  const head = bytesAt(fd, start, FRAME_HEAD);
  if (!head) return null;
  const frame = { page: head.readUInt32BE(0), isCommit: head.readUInt32BE(4) > 0, at: start + FRAME_HEAD };
  return { ...frame, salt: head.subarray(8, 16), head };
}

/** SQLite's running checksum over a journal. */
class Checksums {
  readonly isHeadRight: boolean;
  readonly #word: (bytes: Buffer, at: number) => number;
  #sums: readonly [number, number] = [0, 0];

  constructor(head: Buffer) {
    const magic = head.readUInt32BE(0);
    const isBig = (magic & 1) === 1;
    this.#word = (bytes, at) => (isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at));
    this.#add(head.subarray(0, 24));
    this.isHeadRight = magic >>> 1 === MAGIC >>> 1 && this.#matches(head, 24);
  }

  isRight(frameHead: Buffer, page: Buffer): boolean {
    this.#add(frameHead.subarray(0, 8));
    this.#add(page);
    return this.#matches(frameHead, 16);
  }

  #add(bytes: Buffer): void {
    let [a, b] = this.#sums;
    for (let at = 0; at + 8 <= bytes.length; at += 8) {
      a = (a + this.#word(bytes, at) + b) >>> 0;
      b = (b + this.#word(bytes, at + 4) + a) >>> 0;
    }
    this.#sums = [a, b];
  }

  #matches(bytes: Buffer, at: number): boolean {
    return bytes.readUInt32BE(at) === this.#sums[0] && bytes.readUInt32BE(at + 4) === this.#sums[1];
  }
}

/** The pages of a damaged database: the journal's version of each, else the file's own. */
export class PageFile {
  readonly count: number;
  readonly #file: number;
  readonly #journal: { readonly fd: number; readonly pages: JournalPages } | null;

  constructor(file: number, journal: { readonly fd: number; readonly pages: JournalPages } | null) {
    this.#file = file;
    this.#journal = journal;
    const own = Math.ceil(fstatSync(file).size / PAGE_BYTES);
    // A damaged frame may name any page at all: far behind the others there is nothing to look for.
    const most = own + (journal?.pages.size ?? 0);
    this.count = Math.max(own, ...[...(journal?.pages.keys() ?? [])].filter((page) => page <= most));
  }

  /** Page `n`, counted from 1; null if there is none. */
  page(n: number): Buffer | null {
    if (!Number.isSafeInteger(n) || n < 1 || n > this.count) return null;
    const at = this.#journal?.pages.get(n);
    return at === undefined
      ? bytesAt(this.#file, (n - 1) * PAGE_BYTES, PAGE_BYTES)
      : bytesAt(this.#journal!.fd, at, PAGE_BYTES);
  }
}

/** So many bytes from there; zeros for what is cut off, null if nothing is there at all. */
function bytesAt(fd: number, position: number, length: number): Buffer | null {
  const bytes = Buffer.alloc(length);
  return readSync(fd, bytes, 0, length, position) > 0 ? bytes : null;
}
