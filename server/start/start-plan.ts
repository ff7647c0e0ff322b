import { dirname, resolve } from 'node:path';
import type { CatalogEntry } from '../agents/catalog/catalog.js';
import { type CommandOptions, canBrowse } from '../command/command-options.js';
import { dataFolder } from '../command/data-folder.js';
import { defaultPlaces } from '../command/places.js';
import { projectFolder } from '../command/project-folder.js';
import { UsageError } from '../command/usage-error.js';
import { ConfigError } from '../settings/config.js';
import { prepareFolderConfig } from '../settings/folder-config.js';
import { KeptChoices } from '../settings/kept-choices.js';
import { SettingsFile } from '../settings/settings-file.js';
import { isBuiltIn, knownAgents, type NamedAgent, namedAgent } from './choose-agent.js';
import { TrustKeeper } from './folder-trust.js';

/** What a start needs to know before it starts anything. */
export interface StartPlan {
  readonly folder: string;
  readonly dataDir: string;
  readonly settings: SettingsFile;
  /** The person's agents, the built-in ones and those that the folder names. */
  readonly known: () => readonly CatalogEntry[];
  readonly trust: TrustKeeper;
  readonly choices: KeptChoices;
  readonly asked: NamedAgent | null;
  /** Null: the port of last time. */
  readonly port: number | null;
  readonly open: boolean;
  /** Folders that sessions may use besides their own, from the command line. */
  readonly addDirs: readonly string[];
}

/** What is AcDeck's own, where no agent has any business: the data folder, and the settings with their folder if that is ours. */
export function ownPlaces({ dataDir, settings }: StartPlan): string[] {
  const folder = dirname(settings.path);
  return [dataDir, folder === dirname(defaultPlaces().configFile) ? folder : settings.path];
}

/** Makes a plan of the options and the settings; whatever is wrong with either is a `UsageError`. */
export async function planStart(options: CommandOptions): Promise<StartPlan> {
  const places = defaultPlaces();
  const folder = projectFolder(options.folder);
  const settings = await openSettings(options.config, places.configFile);
  const { config } = settings;
  if (config.host.port !== null && !canBrowse(config.host.port)) {
    throw new UsageError(`${settings.path}: browsers refuse to open port ${config.host.port}.`);
  }
  const known = () => knownAgents(settings.config);
  const text = options.agent ?? config.agent;
  const path = process.env.PATH;
  const asked = text === null ? null : namedAgent(text, known(), { path, folder });
  // Last, because it may have to be made.
  const dataDir = dataFolder(options.dataDir ?? places.dataDir);
  const choices = new KeptChoices(dataDir);
  await prepareFolderConfig(folder);
  const trust = new TrustKeeper({ folder, path, known, choices });
  return {
    ...{ folder, settings, asked, dataDir, choices, trust },
    known: () => [...known(), ...trust.entries],
    addDirs: options.addDirs.map((path) => projectFolder(path)),
    port: options.port ?? config.host.port,
    open: options.open ?? config.host.open,
  };
}

async function openSettings(given: string | null, usual: string): Promise<SettingsFile> {
  try {
    return await SettingsFile.open(resolve(given ?? usual), { mustExist: given !== null, isBuiltIn });
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message);
    throw error;
  }
}
