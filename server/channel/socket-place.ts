import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What the systems allow for the path of a socket: 104 bytes on macOS, 108 on Linux, with the byte that ends it. */
const MOST_BYTES = 103;

/** Where a server's socket is, and how its place is left. */
export interface SocketPlace {
  readonly path: string;
  remove(): void;
}

/**
 * A path for a socket that only this user can reach: in a private folder of ours or, where that path is too long, in a
 * fresh folder of mode 0700. What a killed server left there is taken away.
 */
export function socketPlace(folder: string, name: string, temporary = tmpdir()): SocketPlace {
  const own = join(folder, `${name}.sock`);
  if (Buffer.byteLength(own) <= MOST_BYTES) {
    const remove = () => rmSync(own, { force: true });
    remove();
    return { path: own, remove };
  }
  const path = join(mkdtempSync(join(temporary, 'acdeck-')), 's');
  return { path, remove: () => rmSync(dirname(path), { recursive: true, force: true }) };
}
