/** How many pixels the header of a picture claims; null if it does not say so in a way that we read. */
export function imagePixels(head: Buffer, mimeType: string): number | null {
  try {
    return READERS[mimeType]?.(head) ?? null;
  } catch {
    // The header is shorter than it should be.
    return null;
  }
}

const READERS: Readonly<Record<string, (head: Buffer) => number | null>> = {
  'image/png': (head) => head.readUInt32BE(16) * head.readUInt32BE(20),
  'image/gif': (head) => head.readUInt16LE(6) * head.readUInt16LE(8),
  'image/webp': readWebp,
  'image/jpeg': readJpeg,
};

function readWebp(head: Buffer): number | null {
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8X':
      return (head.readUIntLE(24, 3) + 1) * (head.readUIntLE(27, 3) + 1);
    case 'VP8 ':
      return (head.readUInt16LE(26) & 0x3fff) * (head.readUInt16LE(28) & 0x3fff);
    case 'VP8L': {
      const bits = head.readUInt32LE(21);
      return ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1);
    }
    default:
      return null;
  }
}

/** Segments follow each other by their lengths; one of the SOF kinds has the size. */
function readJpeg(head: Buffer): number | null {
  for (let at = 2; at + 9 < head.length; ) {
    if (head[at] !== 0xff) return null;
    const marker = head[at + 1]!;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return head.readUInt16BE(at + 5) * head.readUInt16BE(at + 7);
    at += 2 + head.readUInt16BE(at + 2);
  }
  return null;
}
