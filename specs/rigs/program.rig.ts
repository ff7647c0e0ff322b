import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { commandLine, type TestPlace } from './server-process.rig.js';

/** What our own marker looks like in the environment of what an agent has started. */
export const STARTED_BY_CLAUDE = {
  DECK_RUN_ID: `01234567-89ab-cdef-0123-456789abcdef:${Buffer.from('Claude').toString('base64url')}`,
};

/** A command such as `acdeck ask` in a folder, as a person or an agent would run it. */
export async function runProgram(place: TestPlace, args: string[], env: Record<string, string> = {}) {
  const [name = '', ...rest] = args;
  const command = [
    ...(await commandLine(['server'])),
    name,
    ...rest,
    '--folder',
    place.folder,
    '--data-dir',
    place.dataDir,
  ];
  const child = spawn(process.execPath, command, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '', XDG_CONFIG_HOME: join(place.dataDir, '../config'), ...env },
  });
  let [said, noted] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    noted += text;
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { pid: child.pid!, ended, said: () => said, noted: () => noted, end: () => child.kill() };
}
