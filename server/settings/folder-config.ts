import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, type FolderConfig } from './config.js';
import { parseFolderConfig } from './parse-config.js';
import { readConfigFile } from './read-config-file.js';

/** The name of the file in which a folder may bring agents and MCP servers. */
export const FOLDER_CONFIG = '.acdeck.yaml';

/** A folder's own settings as they were read: the text, what it means, or why it means nothing. */
export interface ReadFolderConfig {
  readonly text: string | null;
  readonly config: FolderConfig;
  readonly trouble: string | null;
}

const NOTHING: FolderConfig = { agent: null, agents: new Map(), mcpServers: [] };

/** Reads a folder's own settings. Whatever is wrong with them is told, never thrown: the app works without. */
export function readFolderConfig(folder: string): ReadFolderConfig {
  const path = join(folder, FOLDER_CONFIG);
  try {
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) throw new ConfigError(`${path} is a link.`);
    const text = readConfigFile(path);
    return { text, config: text === null ? NOTHING : parseFolderConfig(text, FOLDER_CONFIG), trouble: null };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { text: null, config: NOTHING, trouble: `This folder's own settings are left out: ${reason}` };
  }
}
