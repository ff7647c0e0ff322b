import { own } from './own.js';

/** How many pixels the header of a picture claims; null if it does not say so in a way that we read. */
export function imagePixels(head: Uint8Array, mimeType: string): number | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  try {
    return own(READERS, mimeType)?.(view) ?? null;
  } catch {
    // The header is shorter than it should be.
    return null;
  }
}

const READERS: Readonly<Record<string, (head: DataView) => number | null>> = {
  'image/png': (head) => head.getUint32(16) * head.getUint32(20),
  'image/gif': (head) => head.getUint16(6, true) * head.getUint16(8, true),
  'image/webp': readWebp,
  'image/jpeg': readJpeg,
  'image/bmp': (head) => Math.abs(head.getInt32(18, true)) * Math.abs(head.getInt32(22, true)),
  'image/avif': readAvif,
};

const WEBP_KINDS: Readonly<Record<number, (head: DataView) => number>> = {
  // "VP8X", "VP8 " and "VP8L".
  1448097880: (head) => ((head.getUint32(24, true) & 0xffffff) + 1) * ((head.getUint32(26, true) >>> 8) + 1),
  1448097824: (head) => (head.getUint16(26, true) & 0x3fff) * (head.getUint16(28, true) & 0x3fff),
  1448097868: (head) => {
    const bits = head.getUint32(21, true);
    return ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1);
  },
};

function readWebp(head: DataView): number | null {
  return WEBP_KINDS[head.getUint32(12)]?.(head) ?? null;
}

/** Segments follow each other by their lengths; one of the SOF kinds has the size. */
function readJpeg(head: DataView): number | null {
  for (let at = 2; at + 9 < head.byteLength; at += 2 + head.getUint16(at + 2)) {
    if (head.getUint8(at) !== 0xff) return null;
    const marker = head.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return head.getUint16(at + 5) * head.getUint16(at + 7);
  }
  return null;
}

/** The size of each picture in the file is in a box of its own: "ispe", four bytes, width and height. */
function readAvif(head: DataView): number | null {
  let most: number | null = null;
  for (let at = 0; at + 16 <= head.byteLength; at++) {
    if (head.getUint32(at) !== 0x69737065) continue;
    most = Math.max(most ?? 0, head.getUint32(at + 8) * head.getUint32(at + 12));
  }
  return most;
}
