import type { RepoApi } from '../../../server/protocol/api/rpc.js';
import { own } from '../../../server/protocol/own.js';

/** A file, or a version of it, as bytes. */
export interface BytesSource {
  readonly repo: Pick<RepoApi, 'get_file_bytes'>;
  readonly path: string;
  /** Null for the file itself. */
  readonly version: string | null;
}

/** Pictures that browsers show, by the end of their names. Nothing in them runs, because they are only ever images. */
const PICTURES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  svg: 'image/svg+xml',
};

/** The kind of picture that a name promises; null if it promises none. */
export function pictureType(path: string): string | null {
  return own(PICTURES, /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '') ?? null;
}

/** The first bytes of a file, as many as one answer holds. */
export async function loadHead({ repo, path, version }: BytesSource): Promise<Uint8Array<ArrayBuffer>> {
  return bytesOf((await repo.get_file_bytes(path, version, 0)).data);
}

/** All bytes of a file, piece by piece; stops where nobody wants them any more. */
export async function loadBytes(
  { repo, path, version }: BytesSource,
  onShare: (share: number) => void,
  isWanted: () => boolean,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let offset = 0; isWanted(); ) {
    const { data, size } = await repo.get_file_bytes(path, version, offset);
    const piece = bytesOf(data);
    pieces.push(piece);
    offset += piece.length;
    onShare(size === 0 ? 1 : offset / size);
    if (piece.length === 0 || offset >= size) break;
  }
  return pieces;
}

function bytesOf(data: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
}
