import { realpathSync } from 'node:fs';

/** Where a path leads when all links are followed; the path itself where there is nothing. */
export function realPathOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
