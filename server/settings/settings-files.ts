import { chmodSync, lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type {
  AgentDraft,
  ConfigContent,
  ConfigFileInfo,
  ConfigInfo,
  ConfigPlace,
  McpDraft,
  SettingsUpdate,
} from '../protocol/api/config.js';
import { MAX_CONFIG_BYTES } from '../protocol/api/config.js';
import type { SettingsState } from '../protocol/api/rpc.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import type { SettingsProblem } from '../protocol/api/settings-problem.js';
import { ConfigError } from './config.js';
import { FOLDER_CONFIG, loadFolderParser, readFolderConfig } from './folder-config.js';
import { writePrivateFile } from './private-file.js';
import { readConfigFile, tooLarge } from './read-config-file.js';
import { asRefusal, printOf, revisionOfText, type SettingsFile } from './settings-file.js';

export interface SettingsFilesParts {
  /** The person's own. */
  readonly user: SettingsFile;
  /** The folder whose own file counts besides. */
  readonly folder: string;
  /** The folder's file is another one than before. */
  onFolderChange(): void;
}

/** The settings as people change them from a page: value by value, by form, or as text. */
export class SettingsFiles {
  readonly #user: SettingsFile;
  readonly #folderFile: string;
  readonly #parts: SettingsFilesParts;
  /** How the folder's file looked the last time. */
  #folderPrint: string;
  #watching: NodeJS.Timeout | undefined;

  constructor(parts: SettingsFilesParts) {
    this.#parts = parts;
    this.#user = parts.user;
    this.#folderFile = join(parts.folder, FOLDER_CONFIG);
    this.#folderPrint = printOf(this.#folderFile);
  }

  get(): SettingsState {
    return this.#user.get();
  }

  update(change: SettingsUpdate): Promise<SettingsState> {
    return this.#user.update(change);
  }

  /** Adds an agent of the person's own or changes one. */
  saveAgent(id: string, draft: AgentDraft, isNew: boolean): Promise<SettingsState> {
    return this.#user.saveAgent(id, draft, isNew);
  }

  removeAgent(id: string): Promise<SettingsState> {
    return this.#user.removeAgent(id);
  }

  saveMcpServer(name: string, draft: McpDraft, isNew: boolean): Promise<SettingsState> {
    return this.#user.saveMcpServer(name, draft, isNew);
  }

  removeMcpServer(name: string): Promise<SettingsState> {
    return this.#user.removeMcpServer(name);
  }

  async content(place: ConfigPlace): Promise<ConfigContent> {
    const { hideValues } = await import('./hidden-values.js');
    const path = this.#pathOf(place);
    const text = place === 'user' ? shown(() => this.#user.read()) : shown(() => readFolderFile(path));
    return { place, path, text: hideValues(text ?? ''), revision: revisionOfText(text) };
  }

  /** Takes a new text, in which hidden values stay what they are. */
  async save(place: ConfigPlace, text: string, revision: string | null): Promise<ConfigContent> {
    const { restoreValues } = await import('./hidden-values.js');
    const path = this.#pathOf(place);
    const restored = (before: string) => refused(() => restoreValues(text, before, path));
    if (place === 'user') await this.#user.save(restored, revision);
    else await this.#saveFolder(restored, revision);
    return this.content(place);
  }

  /** Reads both files again; what is wrong with them is in the answer. */
  async reload(): Promise<ConfigInfo> {
    await this.#user.reload();
    this.#lookAtFolder();
    return this.info();
  }

  async info(): Promise<ConfigInfo> {
    const { agentSetups, mcpSetups } = await import('./setting-edits.js');
    const { config } = this.#user;
    const { agent, host, commitMessages, additionalDirectories } = config;
    await loadFolderParser();
    const ofFolder = readFolderConfig(this.#parts.folder);
    return {
      files: [this.#fileInfo('user', this.#user.problem), this.#fileInfo('folder', ofFolder.problem)],
      host: { ...host, agent, commitMessages, additionalDirectories },
      agents: agentSetups(config),
      mcpServers: mcpSetups(config),
      ofFolder: {
        agents: [...ofFolder.config.agents.keys()],
        mcpServers: ofFolder.config.mcpServers.map(({ name }) => name),
      },
    };
  }

  /** Begins to follow edits of both files. */
  watch(intervalMs = 500): void {
    this.#user.watch(intervalMs);
    this.#watching ??= setInterval(() => this.#lookAtFolder(), intervalMs).unref();
  }

  close(): void {
    clearInterval(this.#watching);
    this.#user.close();
  }

  #fileInfo(place: ConfigPlace, problem: SettingsProblem | null): ConfigFileInfo {
    const path = this.#pathOf(place);
    return { place, path, exists: statSync(path, { throwIfNoEntry: false }) !== undefined, problem };
  }

  #pathOf(place: ConfigPlace): string {
    return place === 'user' ? this.#user.path : this.#folderFile;
  }

  /** The folder's file is one of the project: whoever may read the project may read it. */
  async #saveFolder(make: (before: string) => string, revision: string | null): Promise<void> {
    const path = this.#folderFile;
    const { parseFolderConfig } = await import('./parse-config.js');
    const before = shown(() => readFolderFile(path));
    const text = make(before ?? '');
    if (text === before) return;
    const moved = new RpcError('conflict', `${path} was changed meanwhile.`, { code: 'settings_changed', file: path });
    if (revisionOfText(before) !== revision) throw moved;
    refused(() => {
      if (Buffer.byteLength(text) > MAX_CONFIG_BYTES) throw tooLarge(path);
      parseFolderConfig(text, path);
    });
    try {
      const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0o644;
      writePrivateFile(path, text, () => {
        if (readFolderFile(path) !== before) throw moved;
      });
      chmodSync(path, mode & 0o777);
    } catch (error) {
      if (error instanceof RpcError) throw error;
      const reason = { code: 'settings_not_saved', file: path, said: (error as Error).message } as const;
      throw new RpcError('storage', `${path} could not be written: ${reason.said}`, reason);
    }
    this.#lookAtFolder();
  }

  #lookAtFolder(): void {
    const print = printOf(this.#folderFile);
    if (print === this.#folderPrint) return;
    this.#folderPrint = print;
    this.#parts.onFolderChange();
  }
}

function readFolderFile(path: string): string | null {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) throw new ConfigError(path, { code: 'link' });
  return readConfigFile(path);
}

/** A file that cannot even be read. */
function shown<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw asRefusal(error, 'conflict');
  }
}

/** A text that is not right. */
function refused<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw asRefusal(error, 'bad_request');
  }
}
