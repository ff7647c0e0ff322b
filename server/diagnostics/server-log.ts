import type { DebugSink } from './debug.js';
import { LineRing } from './line-ring.js';

/** What the server itself has said, for the page: everything it said or would have said with `--verbose`, and what is debugged. */
export const serverLog = new LineRing({ count: 2_000, size: 1024 * 1024 });

/** Writes debug lines with their time and namespace, and keeps them for the page. */
export function debugSink(write: (text: string) => void): DebugSink {
  return (namespace, text) => {
    const line = serverLog.push(namespace, text);
    write(`${new Date(line.at).toISOString()} acdeck:${namespace} ${line.text}\n`);
  };
}
