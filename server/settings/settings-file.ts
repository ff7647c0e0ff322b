import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SettingValues } from '../protocol/app-state.js';
import { RpcError } from '../protocol/rpc-error.js';
import { type Config, ConfigError, defaultConfig } from './config.js';
import type { ParsedConfig } from './parse-config.js';
import { makePrivateFolder, writePrivateFile } from './private-file.js';
import { linkTarget, readConfigFile } from './read-config-file.js';

/** What a tab sees of the settings; the revision goes up with every change. */
export interface SettingsState {
  readonly revision: number;
  readonly values: SettingValues;
}

/** What happened to the file: new values, or an error that leaves the old ones in force. */
export type SettingsChange =
  | { kind: 'changed'; state: SettingsState; config: Config }
  | { kind: 'invalid'; message: string };

/** A person's settings in a YAML file that they may edit at any time, comments and all. */
export class SettingsFile {
  readonly path: string;
  readonly #listeners = new Set<(change: SettingsChange) => void>();
  #config: Config;
  #revision = 1;
  /** One change after the other: each reads the file that the last one wrote. */
  #writing: Promise<unknown> = Promise.resolve();
  /** What the last reading found wrong; told once, not at every look. */
  #trouble: string | null = null;
  #watching: NodeJS.Timeout | undefined;
  #lastPrint: string | null = null;

  private constructor(path: string, config: Config) {
    this.path = path;
    this.#config = config;
  }

  /** Reads the file; a missing one means the defaults unless it must exist. Throws a `ConfigError`. */
  static async open(path: string, { mustExist }: { mustExist: boolean }): Promise<SettingsFile> {
    const parsed = await parseFile(path);
    if (!parsed && mustExist) throw new ConfigError(`There is no settings file ${path}.`);
    return new SettingsFile(path, parsed?.config ?? defaultConfig);
  }

  get config(): Config {
    return this.#config;
  }

  get(): SettingsState {
    return { revision: this.#revision, values: this.#config.values };
  }

  /** Writes a change into the file, where everything else stays as the person wrote it. */
  update(change: Partial<SettingValues>): Promise<SettingsState> {
    const done = this.#writing.then(() => this.#change(change));
    this.#writing = done.catch(() => {});
    return done;
  }

  onChange(listener: (change: SettingsChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Begins to follow edits of the file. It looks at the file from time to time, because the system's
   * own watching loses files that do not exist yet, are replaced by an editor or stand behind a link.
   */
  watch(intervalMs = 500): void {
    this.#watching ??= setInterval(() => this.#look(), intervalMs).unref();
  }

  close(): void {
    clearInterval(this.#watching);
    this.#listeners.clear();
  }

  /** The print is taken before the file is read, so that an edit in between is seen at the next look. */
  #look(): void {
    const print = printOf(this.path);
    if (print === this.#lastPrint) return;
    this.#lastPrint = print;
    void this.reload();
  }

  /** Reads the file again; what is wrong with it is told, not thrown. */
  async reload(): Promise<void> {
    try {
      this.#accept((await this.#parseNow()).config);
    } catch (error) {
      this.#refuse(error instanceof Error ? error.message : String(error));
    }
  }

  async #change(change: Partial<SettingValues>): Promise<SettingsState> {
    const { editConfig } = await import('./edit-config.js');
    const { config } = await this.#parseNow();
    let text = readConfigFile(this.path) ?? '';
    for (const [key, word] of Object.entries(change))
      if (word !== undefined) text = editConfig(text, key, String(word));
    this.#write(text);
    this.#accept({ ...config, values: { ...config.values, ...change } });
    return this.get();
  }

  async #parseNow(): Promise<ParsedConfig> {
    try {
      return (await parseFile(this.path)) ?? (await parseText('', this.path));
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      throw new RpcError('conflict', `${error.message} Until it is corrected the settings stay as they were.`);
    }
  }

  #write(text: string): void {
    try {
      makePrivateFolder(dirname(this.path));
      writePrivateFile(linkTarget(this.path), text);
    } catch (error) {
      throw new RpcError('storage', `The settings could not be written to ${this.path}: ${(error as Error).message}`);
    }
  }

  #accept(config: Config): void {
    const isSame = comparable(config) === comparable(this.#config);
    if (isSame && this.#trouble === null) return;
    if (!isSame) this.#revision += 1;
    this.#trouble = null;
    this.#config = config;
    this.#tell({ kind: 'changed', state: this.get(), config });
  }

  #refuse(message: string): void {
    if (message === this.#trouble) return;
    this.#trouble = message;
    this.#tell({ kind: 'invalid', message });
  }

  #tell(change: SettingsChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}

/** What changes when a file is edited, replaced, made or removed. */
function printOf(path: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return 'none';
  }
}

async function parseFile(path: string): Promise<ParsedConfig | null> {
  const text = readConfigFile(path);
  return text === null ? null : parseText(text, path);
}

/** The parser and the schema are loaded when there is something to read: most starts have no file. */
async function parseText(text: string, path: string): Promise<ParsedConfig> {
  const { parseConfig } = await import('./parse-config.js');
  return parseConfig(text, path);
}

/** A form in which two configs can be compared. */
function comparable({ agents, ...rest }: Config): string {
  return JSON.stringify([rest, [...agents]]);
}
