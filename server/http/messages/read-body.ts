import type { IncomingMessage } from 'node:http';

/** The whole body; null if it is larger than it may be, or if its sender went away. The rest is read and dropped. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    request.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= maxBytes) parts.push(part);
      else resolve(null);
    });
    request.once('end', () => resolve(Buffer.concat(parts)));
    request.once('close', () => resolve(null));
  });
}
