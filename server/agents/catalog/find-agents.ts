import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { isInside } from '../../paths/resolve-path.js';
import type { AgentCommand, CatalogEntry } from './catalog.js';
import { isFolderPart } from './folder-path.js';

/** Where agents are looked for. */
export interface AgentPlaces {
  readonly path: string | undefined;
  /** The real path of the folder that the app is for; its own programs are told apart from the person's. */
  readonly folder: string;
  /** The person's environment, which says where their programs keep data. */
  readonly env?: NodeJS.ProcessEnv;
}

/** A command that is there, and whether the person's machine has it or the folder brings it. */
export interface FoundCommand extends AgentCommand {
  readonly origin: 'machine' | 'folder';
}

/** An agent that can be started here, and with which of its commands. */
export interface FoundAgent {
  readonly entry: CatalogEntry;
  readonly launch: FoundCommand;
}

/** The agents whose command is on this machine or in the folder, in the order of the catalog. */
export function findAgents(entries: readonly CatalogEntry[], places: AgentPlaces): FoundAgent[] {
  return entries.flatMap((entry) => {
    const launch = findCommand(entry, places);
    return launch ? [{ entry, launch }] : [];
  });
}

/** The first of an agent's commands that is there, as an absolute path, or null; the machine's come before the folder's. */
export function findCommand(entry: CatalogEntry, places: AgentPlaces): FoundCommand | null {
  const found = entry.commands
    .filter(({ needsAnyOf }) => !needsAnyOf || hasAnyOf(needsAnyOf, places.env))
    .flatMap(({ command, args }) =>
      findAll(command, places).map(({ file, origin }) => ({ command: file, args, origin })),
    );
  const first = found.find(({ origin }) => origin === 'machine') ?? found[0] ?? null;
  return first && entry.isOfFolder ? { ...first, origin: 'folder' } : first;
}

function hasAnyOf(paths: readonly string[], env: NodeJS.ProcessEnv = process.env): boolean {
  const data = env.XDG_DATA_HOME || join(env.HOME || homedir(), '.local', 'share');
  return paths.some((path) => existsSync(join(data, path)));
}

interface Place {
  file: string;
  origin: FoundCommand['origin'];
}

function findAll(command: string, { path, folder }: AgentPlaces): Place[] {
  if (isAbsolute(command)) return isRunnable(command) ? [{ file: command, origin: 'machine' }] : [];
  if (command.includes('/')) return placesOf(resolve(folder, command), folder);
  const listed = (path ?? '').split(delimiter).filter((part) => part !== '');
  // A relative part of PATH means the current folder, which here is the project.
  const parts = [...listed.map((part) => resolve(folder, part)), join(folder, 'node_modules', '.bin')];
  return parts.flatMap((part) => placesOf(join(part, command), folder, part));
}

function placesOf(file: string, folder: string, part: string = folder): Place[] {
  if (!isRunnable(file)) return [];
  const isTheirs = isFolderPart(part, folder) || (part === folder && isInside(realpathSync(file), folder));
  return [{ file, origin: isTheirs ? 'folder' : 'machine' }];
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
