import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { isRunning, readRunFile } from './run-file.js';

/** How long somebody on this machine may take to answer a connection. */
const ANSWER_MS = 1_000;

/** Says whether a port is held by a program that is not one of our own servers, of any folder. */
export async function isHeldByOthers(port: number, dataDir: string): Promise<boolean> {
  return (await isHeld(port)) && !isOurs(port, dataDir);
}

function isHeld(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: ANSWER_MS });
    const settle = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => settle(true));
    // Somebody listens whose queue is full.
    socket.once('timeout', () => settle(true));
    socket.once('error', () => settle(false));
  });
}

/** Only we can write run files. */
function isOurs(port: number, dataDir: string): boolean {
  const folder = join(dataDir, 'run');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => readRunFile(join(folder, name)))
    .some((record) => record?.door?.port === port && isRunning(record));
}
