import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { UsageError } from './usage-error.js';

/** The real path of the folder that the agent is to work in. */
export function projectFolder(given: string): string {
  try {
    const folder = realpathSync.native(given);
    if (!statSync(folder).isDirectory()) throw new UsageError(`${given} is a file, not a folder.`);
    accessSync(folder, constants.R_OK | constants.X_OK);
    return folder;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(explain(given, (error as NodeJS.ErrnoException).code));
  }
}

function explain(given: string, code: string | undefined): string {
  if (code === 'ENOENT') return `The folder ${given} doesn't exist.`;
  if (code === 'ENOTDIR') return `${given} is not a folder.`;
  if (code === 'EACCES') return `You don't have permission to read the folder ${given}.`;
  return `The folder ${given} can't be used (${code ?? 'unknown reason'}).`;
}
