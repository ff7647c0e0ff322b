import { canBrowse } from './command-options.js';

export const DEFAULT_PORT = 18_080;

/** How many further ports are tried when the wanted one is taken. */
export const FURTHER_PORTS = 50;

/** Something that listens on a port or rejects with the system's reason. */
type Listen = (port: number) => Promise<number>;

/**
 * Listens on the wanted port, or on the next free one. It tries by listening, never by asking first,
 * so that many starts at once each get their own port.
 */
export async function listenOnFreePort(wanted: number, listen: Listen): Promise<number> {
  if (wanted === 0) return listen(0);
  const last = Math.min(wanted + FURTHER_PORTS, 65_535);
  for (let port = wanted; port <= last; port++) {
    if (!canBrowse(port)) continue;
    try {
      return await listen(port);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EACCES') throw new Error(`You don't have permission to use port ${port}. Choose one above 1023.`);
      if (code !== 'EADDRINUSE') throw error;
    }
  }
  throw new Error(`Ports ${wanted} to ${last} are all taken. Choose another with --port, or use --port 0 for any.`);
}
