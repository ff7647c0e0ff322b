import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import type { AgentCommand, CatalogEntry } from './catalog.js';

/** An agent that can be started here, and with which of its commands. */
export interface FoundAgent {
  readonly entry: CatalogEntry;
  readonly launch: AgentCommand;
}

/** The agents whose command is on this machine, in the order of the catalog. */
export function findAgents(entries: readonly CatalogEntry[], path: string | undefined): FoundAgent[] {
  return entries.flatMap((entry) => {
    const launch = findCommand(entry, path);
    return launch ? [{ entry, launch }] : [];
  });
}

/** The first of an agent's commands that is there, as an absolute path, or null. */
export function findCommand(entry: CatalogEntry, path: string | undefined): AgentCommand | null {
  for (const { command, args } of entry.commands) {
    const file = findOnPath(command, path);
    if (file) return { command: file, args };
  }
  return null;
}

/** Where a shell would find a command. Folders that are not absolute are left out: a project must not bring its own. */
function findOnPath(command: string, path: string | undefined): string | null {
  if (command.includes('/')) return isRunnable(resolve(command)) ? resolve(command) : null;
  const folders = (path ?? '').split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, command)).find(isRunnable) ?? null;
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
