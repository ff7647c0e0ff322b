import { isUtf8 } from 'node:buffer';

/** Takes output apart that ends each record with a NUL. */
export function splitRecords(bytes: Buffer): Buffer[] {
  const records: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, start)) {
    records.push(bytes.subarray(start, end));
    start = end + 1;
  }
  if (start < bytes.length) records.push(bytes.subarray(start));
  return records;
}

/** The opposite, for git's input. */
export function joinRecords(records: readonly Buffer[]): Buffer {
  const end = Buffer.alloc(1);
  return Buffer.concat(records.flatMap((record) => [record, end]));
}

/** A path as text, or null if its bytes are none and it cannot be named to a tab. */
export function pathText(path: Buffer): string | null {
  return isUtf8(path) ? path.toString('utf8') : null;
}
