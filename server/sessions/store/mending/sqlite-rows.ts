import { PAGE_BYTES, type PageFile } from './sqlite-pages.js';

export type ReadValue = string | number | null | Uint8Array;

/** A row as it is on disk; the column that is the row's number reads as null. */
export interface ReadRow {
  readonly rowid: number;
  readonly values: readonly ReadValue[];
}

const TABLE_LEAF = 0x0d;
const TABLE_NODE = 0x05;
const INDEX_LEAF = 0x0a;
const INDEX_NODE = 0x02;
const FILE_HEAD = 100;
/** How much of a row is on its own page at least; the rest of a long one is on pages of its own. */
const LEAST_LOCAL = Math.floor(((PAGE_BYTES - 12) * 32) / 255) - 23;
const MOST_LOCAL_OF_INDEX = Math.floor(((PAGE_BYTES - 12) * 64) / 255) - 23;

/**
 * Reads rows straight from the pages of a damaged database, without SQLite, which gives up on a table at the first
 * wrong page and may end the process. What cannot be read is left out.
 */
export class RowReader {
  readonly #pages: PageFile;
  readonly #seen = new Set<number>();

  constructor(pages: PageFile) {
    this.#pages = pages;
  }

  /** Takes all that is found from a root page on, the rows of a table or the keys of an index; false if that is not all of it. */
  tree(root: number, take: (row: ReadRow) => void): boolean {
    let isWhole = true;
    const open = [root];
    for (let n = open.pop(); n !== undefined; n = open.pop()) {
      const page = this.#seen.has(n) ? null : this.#pages.page(n);
      this.#seen.add(n);
      const found = page && readPage(page, n, this.#pages);
      if (!found?.isWhole) isWhole = false;
      for (const row of found?.rows ?? []) take(row);
      open.push(...(found?.children ?? []));
    }
    return isWhole;
  }

  /** Rows on pages that no tree has led to so far, and that are not known to be free. */
  *loose(): Generator<ReadRow> {
    const free = this.#freePages();
    for (let n = 1; n <= this.#pages.count; n++) {
      if (this.#seen.has(n) || free.has(n)) continue;
      const page = this.#pages.page(n);
      if (page?.[n === 1 ? FILE_HEAD : 0] === TABLE_LEAF) yield* readPage(page, n, this.#pages)?.rows ?? [];
    }
  }

  #freePages(): Set<number> {
    const free = new Set<number>();
    for (let n = this.#pages.page(1)?.readUInt32BE(32) ?? 0; n > 0 && !free.has(n); ) {
      const trunk = this.#pages.page(n);
      free.add(n);
      if (!trunk) break;
      const count = Math.min(trunk.readUInt32BE(4), PAGE_BYTES / 4 - 2);
      for (let i = 0; i < count; i++) free.add(trunk.readUInt32BE(8 + 4 * i));
      n = trunk.readUInt32BE(0);
    }
    return free;
  }
}

interface ReadPage {
  readonly rows: ReadRow[];
  readonly children: number[];
  readonly isWhole: boolean;
}

/** What is on one page of a tree; null if it is no such page. */
function readPage(page: Buffer, n: number, pages: PageFile): ReadPage | null {
  const head = n === 1 ? FILE_HEAD : 0;
  const kind = page[head]!;
  const isNode = kind === TABLE_NODE || kind === INDEX_NODE;
  if (!isNode && kind !== TABLE_LEAF && kind !== INDEX_LEAF) return null;
  const first = head + (isNode ? 12 : 8);
  const count = page.readUInt16BE(head + 3);
  const rows: ReadRow[] = [];
  const children: number[] = [];
  let isWhole = first + 2 * count <= PAGE_BYTES;
  for (let i = 0; i < count && first + 2 * i + 2 <= PAGE_BYTES; i++) {
    try {
      const cell = new ByteReader(page, page.readUInt16BE(first + 2 * i));
      if (isNode) children.push(cell.uint32());
      if (kind !== TABLE_NODE) rows.push(readCell(cell, kind === TABLE_LEAF, pages));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      isWhole = false;
    }
  }
  if (isNode) children.push(page.readUInt32BE(head + 8));
  return { rows, children, isWhole };
}

function readCell(cell: ByteReader, isTable: boolean, pages: PageFile): ReadRow {
  const length = cell.varint();
  const rowid = isTable ? cell.varint() : 0;
  const mostLocal = isTable ? PAGE_BYTES - 35 : MOST_LOCAL_OF_INDEX;
  if (length <= mostLocal) return { rowid, values: readRecord(cell.bytes(length)) };
  if (length > pages.count * PAGE_BYTES) throw new RangeError('The row is longer than the file.');
  const wanted = LEAST_LOCAL + ((length - LEAST_LOCAL) % (PAGE_BYTES - 4));
  const parts = [cell.bytes(wanted <= mostLocal ? wanted : LEAST_LOCAL)];
  let missing = length - parts[0]!.length;
  for (let next = cell.uint32(); missing > 0; ) {
    const page = pages.page(next);
    if (!page) throw new RangeError('The row goes on nowhere.');
    parts.push(page.subarray(4, 4 + Math.min(missing, PAGE_BYTES - 4)));
    missing -= parts.at(-1)!.length;
    next = page.readUInt32BE(0);
  }
  return { rowid, values: readRecord(Buffer.concat(parts)) };
}

const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8];
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function readRecord(record: Buffer): ReadValue[] {
  const head = new ByteReader(record, 0);
  const end = head.varint();
  if (end > record.length) throw new RangeError('The head of the row is too long.');
  const body = new ByteReader(record, end);
  const values: ReadValue[] = [];
  while (head.at < end) values.push(readValue(head.varint(), body));
  return values;
}

function readValue(type: number, body: ByteReader): ReadValue {
  if (type >= 12) {
    const bytes = body.bytes(Math.floor((type - 12) / 2));
    return type % 2 === 1 ? decoder.decode(bytes) : bytes;
  }
  if (type === 0) return null;
  if (type === 7) return body.bytes(8).readDoubleBE(0);
  if (type === 8 || type === 9) return type - 8;
  const size = INTEGER_BYTES[type];
  if (size === undefined) throw new RangeError('There is no such type.');
  const bytes = body.bytes(size);
  return size < 8 ? bytes.readIntBE(0, size) : Number(bytes.readBigInt64BE(0));
}

/** Reads forwards; what goes over the end is a `RangeError`. */
class ByteReader {
  readonly #bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  uint32(): number {
    const value = this.#bytes.readUInt32BE(this.at);
    this.at += 4;
    return value;
  }

  bytes(length: number): Buffer {
    if (this.at + length > this.#bytes.length) throw new RangeError('There are not so many bytes.');
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }

  varint(): number {
    let value = 0;
    for (let i = 0; i < 8; i++) {
      const byte = this.#bytes.readUInt8(this.at++);
      value = value * 128 + (byte & 0x7f);
      if (value > Number.MAX_SAFE_INTEGER) break;
      if (byte < 0x80) return value;
    }
    throw new RangeError('The number is too large.');
  }
}
