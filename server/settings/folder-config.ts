import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingsProblem } from '../protocol/api/settings-problem.js';
import { ConfigError, type FolderConfig } from './config.js';
import { readConfigFile } from './read-config-file.js';

/** The name of the file in which a folder may bring agents and MCP servers. */
export const FOLDER_CONFIG = '.acdeck.yaml';

/** A folder's own settings as they were read: the text, what it means, or why it means nothing. */
export interface ReadFolderConfig {
  readonly text: string | null;
  readonly config: FolderConfig;
  readonly problem: SettingsProblem | null;
}

/** The parser and the schema take longer to load than all else that a start needs. */
let parser: typeof import('./parse-config.js') | null = null;

/** Loads what reads a folder's own settings. */
export async function loadFolderParser(): Promise<void> {
  parser ??= await import('./parse-config.js');
}

/** The same, at once, for a folder that has some; most have none. */
export async function prepareFolderConfig(folder: string): Promise<void> {
  if (existsSync(join(folder, FOLDER_CONFIG))) await loadFolderParser();
}

const NOTHING: FolderConfig = { agent: null, agents: new Map(), mcpServers: [] };

/** Reads a folder's own settings, whose parser has been loaded. Mistakes in them are reported, never thrown: the app works without. */
export function readFolderConfig(folder: string): ReadFolderConfig {
  const path = join(folder, FOLDER_CONFIG);
  try {
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) throw new ConfigError(path, { code: 'link' });
    const text = readConfigFile(path);
    if (text === null) return { text, config: NOTHING, problem: null };
    if (!parser) throw new Error('The parser is not loaded.');
    return { text, config: parser.parseFolderConfig(text, FOLDER_CONFIG), problem: null };
  } catch (error) {
    const other = () => new ConfigError(path, { code: 'unreadable', said: String(error) });
    const { problem } = error instanceof ConfigError ? error : other();
    return { text: null, config: NOTHING, problem };
  }
}
