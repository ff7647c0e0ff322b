/** What a file is, by its own bytes; `extension` is ours. */
export interface SniffedType {
  readonly mimeType: string;
  readonly extension: string;
}

type Signature = readonly [mimeType: string, extension: string, matches: (head: Buffer) => boolean];

const starts = (...bytes: number[]) => {
  const prefix = Buffer.from(bytes);
  return (head: Buffer) => head.subarray(0, prefix.length).equals(prefix);
};
const says = (text: string, at: number) => (head: Buffer) => head.toString('latin1', at, at + text.length) === text;
const both = (a: (head: Buffer) => boolean, b: (head: Buffer) => boolean) => (head: Buffer) => a(head) && b(head);

const SIGNATURES: readonly Signature[] = [
  ['image/png', 'png', starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ['image/jpeg', 'jpg', starts(0xff, 0xd8, 0xff)],
  ['image/gif', 'gif', (head) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6))],
  ['image/webp', 'webp', both(says('RIFF', 0), says('WEBP', 8))],
  ['image/avif', 'avif', both(says('ftyp', 4), (head) => /^avi[fs]$/.test(head.toString('latin1', 8, 12)))],
  ['image/heic', 'heic', both(says('ftyp', 4), (head) => /^(hei[cx]|mif1)$/.test(head.toString('latin1', 8, 12)))],
  ['audio/wav', 'wav', both(says('RIFF', 0), says('WAVE', 8))],
  ['audio/mpeg', 'mp3', (head) => says('ID3', 0)(head) || (head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2)],
  ['audio/ogg', 'ogg', says('OggS', 0)],
  ['audio/flac', 'flac', says('fLaC', 0)],
  ['application/pdf', 'pdf', says('%PDF-', 0)],
  ['application/zip', 'zip', starts(0x50, 0x4b, 0x03, 0x04)],
  ['application/gzip', 'gz', starts(0x1f, 0x8b)],
];

/** So many bytes at the start say what a file is. */
export const HEAD_BYTES = 64 * 1024;

/** The type of a file that begins like this; `isText` if all of it is text. Names and claims count for nothing. */
export function sniffType(head: Buffer, isText: boolean): SniffedType {
  const found = SIGNATURES.find(([, , matches]) => matches(head));
  if (found) return { mimeType: found[0], extension: found[1] };
  if (isText) return { mimeType: 'text/plain', extension: 'txt' };
  return { mimeType: 'application/octet-stream', extension: 'bin' };
}
