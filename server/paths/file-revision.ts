import type { BigIntStats } from 'node:fs';

/** Changes when the file does. */
export function revisionOf({ mtimeNs, size, ino }: Pick<BigIntStats, 'mtimeNs' | 'size' | 'ino'>): string {
  return `${mtimeNs.toString(36)}-${size.toString(36)}-${ino.toString(36)}`;
}
