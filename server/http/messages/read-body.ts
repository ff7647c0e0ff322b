import type { IncomingMessage } from 'node:http';

/**
 * The whole body; null if it is larger than it may be, or if its sender went away. The rest is read and dropped. A sender that
 * is cut off may not hear why, so one that is known can get to send more than is taken, up to `cutAt`.
 */
export function readBody(request: IncomingMessage, maxBytes: number, cutAt: number = maxBytes): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    request.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= maxBytes) parts.push(part);
      else if (size > cutAt) resolve(null);
    });
    request.once('end', () => resolve(size <= maxBytes ? Buffer.concat(parts) : null));
    request.once('close', () => resolve(null));
  });
}
