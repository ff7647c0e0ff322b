import { FolderLock } from './command/folder-lock.js';
import { type Reached, reachRunningServer } from './command/running-server.js';

/** The folder is ours, or a running server has it and answers. */
export type Taken = { kind: 'owned'; lock: FolderLock } | Extract<Reached, { kind: 'answers' }>;

/** Becomes the server of a folder, or finds the one that is. */
export async function takeFolder(dataDir: string, folder: string, patienceMs?: number): Promise<Taken> {
  for (;;) {
    const outcome = FolderLock.acquire(dataDir, folder);
    if (outcome.kind === 'owned') return outcome;
    const reached = await reachRunningServer(() => FolderLock.ownerOf(dataDir, folder), patienceMs);
    if (reached.kind === 'answers') return reached;
    if (reached.kind === 'silent') {
      throw new Error(
        `AcDeck already runs in ${folder} (process ${reached.pid}) but does not answer; end that process and try again.`,
      );
    }
  }
}
