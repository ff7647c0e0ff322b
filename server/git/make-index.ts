import { createHash } from 'node:crypto';

/** What an index is to hold for a path: a stored file, or, without an id, one that is still to be added. */
export interface IndexEntry {
  readonly path: Buffer;
  /** In octal. */
  readonly mode: string;
  readonly oid: string | null;
}

/** Times, device, owner and size, all zero: git then never takes a file for unchanged without reading it. */
const NO_STAT = 40;
const MODE_AT = 24;
const EXTENDED = 0x4000;
const TO_BE_ADDED = 0x2000;
const LONGEST_NAME = 0xfff;

/** Writes an index of version 3, as git reads it. */
export function makeIndex(entries: readonly IndexEntry[]): Buffer {
  const isLong = entries.some(({ oid }) => oid !== null && oid.length > 40);
  const algorithm = isLong ? 'sha256' : 'sha1';
  const sorted = [...entries].sort((a, b) => Buffer.compare(a.path, b.path));
  const head = Buffer.alloc(12);
  head.write('DIRC', 'latin1');
  head.writeUInt32BE(3, 4);
  head.writeUInt32BE(sorted.length, 8);
  const empty = createHash(algorithm).update('blob 0\0').digest('hex');
  const body = Buffer.concat([head, ...sorted.map((entry) => entryBytes(entry, empty))]);
  return Buffer.concat([body, createHash(algorithm).update(body).digest()]);
}

function entryBytes({ path, mode, oid }: IndexEntry, empty: string): Buffer {
  const name = Buffer.from(oid ?? empty, 'hex');
  const nameAt = NO_STAT + name.length + 4;
  // One to eight zeros end it, so that the next begins at a multiple of eight.
  const bytes = Buffer.alloc((nameAt + path.length + 8) & ~7);
  bytes.writeUInt32BE(Number.parseInt(mode, 8), MODE_AT);
  name.copy(bytes, NO_STAT);
  bytes.writeUInt16BE(EXTENDED | Math.min(path.length, LONGEST_NAME), NO_STAT + name.length);
  bytes.writeUInt16BE(oid === null ? TO_BE_ADDED : 0, NO_STAT + name.length + 2);
  path.copy(bytes, nameAt);
  return bytes;
}
