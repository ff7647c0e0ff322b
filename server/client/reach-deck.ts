import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { dataFolder } from '../command/data-folder.js';
import { FolderLock } from '../command/folder-lock.js';
import { defaultPlaces } from '../command/places.js';
import { projectFolder } from '../command/project-folder.js';
import { reachRunningServer, refusalText } from '../command/running-server.js';
import { ENDS_WITH_CALLER } from '../command/shutdown.js';
import { ApiClient } from './api-client.js';
import type { ClientPlace } from './client-options.js';

/** A server to work with: the one that runs in the folder, or one of our own for this call. */
export interface Deck {
  readonly api: ApiClient;
  /** It was started for this call, so nobody looks at it. */
  readonly isOwn: boolean;
  /** Settles when the server has ended. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Real paths of the folder and the data, as servers know them. */
export interface KnownPlace {
  readonly folder: string;
  readonly dataDir: string;
}

export function knownPlace({ folder, dataDir }: ClientPlace): KnownPlace {
  return { folder: projectFolder(folder), dataDir: dataFolder(dataDir ?? defaultPlaces().dataDir) };
}

/** The server that runs in the folder; null if none does. */
export async function reachDeck(place: KnownPlace, onWaiting: () => void): Promise<Deck | null> {
  const owner = () => FolderLock.ownerOf(place.dataDir, place.folder);
  const reached = await reachRunningServer(owner, { want: 'api', onWaiting });
  switch (reached.kind) {
    case 'gone':
      return null;
    case 'refused':
      throw new Error(refusalText(reached.reason));
    case 'silent':
      throw new Error(
        `AcDeck runs in ${place.folder} (process ${reached.pid}) but doesn't answer. End that process and try again.`,
      );
    case 'answers': {
      const { given, channel } = reached;
      const close = async () => channel.leave();
      return { api: new ApiClient(given), isOwn: false, ended: channel.ended, close };
    }
  }
}

/** Starts a server for this call, without a browser; it ends with us, however we end. */
export async function startDeck(place: KnownPlace, given: ClientPlace & { agent: string | null }): Promise<Deck> {
  const options = [
    ...['--data-dir', place.dataDir],
    ...(given.config === null ? [] : ['--config', given.config]),
    ...(given.agent === null ? [] : ['--agent', given.agent]),
  ];
  const child = spawn(
    process.execPath,
    [...process.execArgv, process.argv[1]!, place.folder, '--json', '--no-open', ...options],
    // In a group of its own: a Ctrl-C is ours to pass on, once the agent was stopped.
    { stdio: ['pipe', 'pipe', 'pipe'], detached: true, env: { ...process.env, [ENDS_WITH_CALLER]: '1' } },
  );
  const ended = once(child, 'close').then(() => {});
  try {
    await listening(child, ended);
    const deck = await reachDeck(place, () => {
      throw new Error('An agent has started this, and nobody is there to allow it. Run acdeck in this folder first.');
    });
    if (!deck) throw new Error('AcDeck stopped while it was starting.');
    const close = async () => {
      await deck.close();
      child.stdin?.end();
      await ended;
    };
    return { ...deck, isOwn: true, close };
  } catch (error) {
    child.stdin?.end();
    await ended;
    throw error;
  }
}

/** Settles when the server listens; rejects with its own words if it ends before. */
async function listening(child: ChildProcess, ended: Promise<void>): Promise<void> {
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000);
  });
  const isUp = new Promise<boolean>((resolve) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (line.includes('"event":"listening"')) resolve(true);
    });
  });
  if (await Promise.race([isUp, ended.then(() => false)])) return;
  const [sentence] = said.trim().split('\n').slice(-1);
  throw new Error(sentence?.replace(/^acdeck: /, '') || 'AcDeck did not start.');
}
