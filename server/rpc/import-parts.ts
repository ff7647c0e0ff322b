import { IMPORT_LIMITS } from '../protocol/api/conversation-file.js';
import { RpcError } from '../protocol/api/rpc-error.js';

/** A file that comes in parts, because one call can't carry it. */
interface Incoming {
  readonly importId: string;
  readonly parts: string[];
  chars: number;
}

/** One file at a time for each tab; it is gone with its tab. */
const incoming = new WeakMap<object, Incoming>();

/** Takes the next part of a file; its first one begins a file. */
export function takePart(tab: object, importId: string, n: number, part: string): null {
  const file = n === 0 ? { importId, parts: [], chars: 0 } : incoming.get(tab);
  if (file?.importId !== importId || file.parts.length !== n)
    throw new RpcError('conflict', 'A part of the file is missing.', { code: 'import_torn' });
  if (file.chars + part.length > IMPORT_LIMITS.chars) {
    incoming.delete(tab);
    throw new RpcError('too_large', 'The file is too large.', { code: 'import_too_large' });
  }
  file.parts.push(part);
  file.chars += part.length;
  incoming.set(tab, file);
  return null;
}

/** The parts of the whole file, which are not kept any longer. */
export function takeParts(tab: object, importId: string): string[] {
  const file = incoming.get(tab);
  if (file?.importId !== importId)
    throw new RpcError('conflict', 'The file has to be sent again.', { code: 'import_torn' });
  incoming.delete(tab);
  return file.parts;
}
