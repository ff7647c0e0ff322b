import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { realPathOrSame } from '../paths/real-path.js';
import { type AgentDraft, MAX_CONFIG_BYTES, type McpDraft, type SettingsUpdate } from '../protocol/api/config.js';
import type { SettingsState } from '../protocol/api/rpc.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import type { SettingsProblem } from '../protocol/api/settings-problem.js';
import { own } from '../protocol/own.js';
import { type Config, ConfigError, defaultConfig } from './config.js';
import type { Edit } from './edit-config.js';
import type { IsBuiltIn, ParsedConfig } from './parse-config.js';
import { makePrivateFolder, writePrivateFile } from './private-file.js';
import { readConfigFile, tooLarge } from './read-config-file.js';

/** What happened to the file: new values, or an error that leaves the old ones in force. */
export type SettingsChange =
  /** `undone` are settings that were changed here and that an edit of the file has put back. */
  | { kind: 'changed'; state: SettingsState; config: Config; undone: readonly string[] }
  | { kind: 'invalid'; problem: SettingsProblem };

/** A change that was made here: what the file said before and says since, as JSON. */
interface LastEdit {
  readonly path: Edit['path'];
  readonly before: string;
  readonly after: string;
}

const MOST_EDITS = 50;
/** How often somebody else may be faster. */
const MOST_TRIES = 10;

/** Somebody else has written the file since it was read. */
class FileMoved extends RpcError {
  constructor(file: string) {
    super('conflict', `${file} was changed meanwhile.`, { code: 'settings_changed', file });
  }
}

/** A person's settings in a YAML file that they may edit at any time, comments and all. */
export class SettingsFile {
  readonly path: string;
  readonly #listeners = new Set<(change: SettingsChange) => void>();
  #config: Config;
  #revision = 1;
  /** One change after the other: each reads the file that the last one wrote. */
  #writing: Promise<unknown> = Promise.resolve();
  /** What the last reading found wrong; told once, not at every look. */
  #problem: SettingsProblem | null = null;
  #watching: NodeJS.Timeout | undefined;
  #lastPrint: string;
  readonly #isBuiltIn: IsBuiltIn;
  /** The last changes that were made here, to notice if an editor writes an older text over them. */
  #lastEdits: readonly LastEdit[] = [];

  private constructor(path: string, { config, print }: { config: Config; print: string }, isBuiltIn: IsBuiltIn) {
    this.path = path;
    this.#config = config;
    this.#lastPrint = print;
    this.#isBuiltIn = isBuiltIn;
  }

  /** Reads the file; a missing one means the defaults unless it must exist. Throws a `ConfigError`. */
  static async open(
    path: string,
    { mustExist, isBuiltIn = () => true }: { mustExist: boolean; isBuiltIn?: IsBuiltIn },
  ): Promise<SettingsFile> {
    const print = printOf(path);
    const text = readConfigFile(path);
    if (text === null && mustExist) throw new ConfigError(path, { code: 'missing' });
    const config = text === null ? defaultConfig : (await parseText(text, path, isBuiltIn)).config;
    return new SettingsFile(path, { config, print }, isBuiltIn);
  }

  get config(): Config {
    return this.#config;
  }

  get(): SettingsState {
    return { revision: this.#revision, values: this.#config.values };
  }

  /** What is wrong with the file now; the last good version is in force. */
  get problem(): SettingsProblem | null {
    return this.#problem;
  }

  /** Writes a change into the file, where everything else stays as the person wrote it. */
  async update(change: SettingsUpdate): Promise<SettingsState> {
    const { valueEdits } = await import('./setting-edits.js');
    return this.#edit(() => valueEdits(change));
  }

  /** Adds an agent to the file, or changes what the file says of it. */
  async saveAgent(id: string, draft: AgentDraft, isNew = false): Promise<SettingsState> {
    const { agentEdits } = await import('./setting-edits.js');
    return this.#edit((config) => {
      const edits = agentEdits(config, id, draft);
      const isTaken = config.agents.has(id) ? edits.length > 0 : this.#isBuiltIn(id);
      if (isNew && isTaken) {
        throw new RpcError('conflict', `There is an agent "${id}" already.`, { code: 'name_taken', name: id });
      }
      return edits;
    });
  }

  removeAgent(id: string): Promise<SettingsState> {
    return this.#edit(() => [{ path: ['agents', id], value: undefined }]);
  }

  async saveMcpServer(name: string, draft: McpDraft, isNew = false): Promise<SettingsState> {
    const { mcpEdits } = await import('./setting-edits.js');
    return this.#edit((config) => {
      const edits = mcpEdits(config, name, draft);
      if (isNew && edits.length > 0 && config.mcpServers.some((server) => server.name === name)) {
        throw new RpcError('conflict', `There is an MCP server "${name}" already.`, { code: 'name_taken', name });
      }
      return edits;
    });
  }

  removeMcpServer(name: string): Promise<SettingsState> {
    return this.#edit(() => [{ path: ['mcpServers', name], value: undefined }]);
  }

  /** The file as it is, also with mistakes in it; null if there is none. */
  read(): string | null {
    return readConfigFile(this.path);
  }

  /** Takes a whole new text, made from the one of `revision`. */
  save(make: (before: string) => string, revision: string | null): Promise<SettingsState> {
    return this.#next(async () => {
      const before = this.#readNow();
      const text = make(before ?? '');
      // A repeat of what is done already is no conflict.
      if (text !== before && revisionOfText(before) !== revision) {
        throw new FileMoved(this.path);
      }
      const { config } = await this.#check(text);
      if (text !== before) this.#replace(text, before);
      this.#accept(config);
      return this.get();
    });
  }

  onChange(listener: (change: SettingsChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Begins to follow edits of the file. It looks at the file from time to time, because the system's
   * own watching loses files that do not exist yet, are replaced by an editor or are behind a link.
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

  /** Reads the file again; what is wrong with it is reported, not thrown. */
  async reload(): Promise<void> {
    try {
      const { config, document } = await this.#parseNow(this.#readNow());
      this.#accept(config, this.#undoneIn(document));
    } catch (error) {
      this.#refuse(problemIn(error, this.path));
    }
  }

  /** One after the other: each begins with the file that the last one wrote. */
  #next<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#writing.then(act);
    this.#writing = done.catch(() => {});
    return done;
  }

  #edit(plan: (config: Config) => readonly Edit[]): Promise<SettingsState> {
    return this.#next(() => this.#applyEdits(plan));
  }

  /** Somebody else may write the file at any time: then everything begins anew with what they wrote. */
  async #applyEdits(plan: (config: Config) => readonly Edit[], triesLeft = MOST_TRIES): Promise<SettingsState> {
    const { editConfig } = await import('./edit-config.js');
    const read = this.#readNow();
    const before = await this.#parseNow(read);
    const edits = plan(before.config);
    let text = read ?? '';
    for (const edit of edits) {
      const edited = editConfig(text, edit);
      const key = edit.path.join('.');
      if (edited === null) {
        const reason = { code: 'settings_by_hand', file: this.path, key } as const;
        throw new RpcError('conflict', `"${key}" in ${this.path} can only be changed by hand.`, reason);
      }
      text = edited;
    }
    const after = await this.#check(text);
    try {
      if (text !== (read ?? '')) this.#replace(text, read);
    } catch (error) {
      if (!(error instanceof FileMoved) || triesLeft === 0) throw error;
      return this.#applyEdits(plan, triesLeft - 1);
    }
    this.#remember(
      edits.map(({ path }) => ({ path, before: valueIn(before.document, path), after: valueIn(after.document, path) })),
    );
    this.#accept(after.config);
    return this.get();
  }

  /** What a text means; one that is not right is refused. */
  async #check(text: string): Promise<ParsedConfig> {
    try {
      if (Buffer.byteLength(text) > MAX_CONFIG_BYTES) throw tooLarge(this.path);
      return await parseText(text, this.path, this.#isBuiltIn);
    } catch (error) {
      throw asRefusal(error, 'bad_request');
    }
  }

  async #parseNow(text: string | null): Promise<ParsedConfig> {
    try {
      return await parseText(text ?? '', this.path, this.#isBuiltIn);
    } catch (error) {
      throw asRefusal(error, 'conflict');
    }
  }

  #readNow(): string | null {
    try {
      return this.read();
    } catch (error) {
      throw asRefusal(error, 'conflict');
    }
  }

  /** Puts a text in the place of the one that it was made from. Nothing else runs between the last look and the change. */
  #replace(text: string, before: string | null): void {
    try {
      makePrivateFolder(dirname(this.path));
      writePrivateFile(realPathOrSame(this.path), text, () => {
        if (this.read() !== before) throw new FileMoved(this.path);
      });
    } catch (error) {
      if (error instanceof FileMoved) throw error;
      const reason = { code: 'settings_not_saved', file: this.path, said: (error as Error).message } as const;
      throw new RpcError('storage', `${this.path} could not be written: ${reason.said}`, reason);
    }
  }

  /** Which of the changes that were made here are as before them in a text that somebody else has written. */
  #undoneIn(document: ParsedConfig['document']): string[] {
    const undone = this.#lastEdits.filter(({ path, before, after }) => {
      const now = valueIn(document, path);
      return now === before && now !== after;
    });
    this.#lastEdits = this.#lastEdits.filter((edit) => !undone.includes(edit));
    return undone.map(({ path }) => path.join('.'));
  }

  /** Of each setting only the last change counts. */
  #remember(edits: readonly LastEdit[]): void {
    const keyOf = ({ path }: LastEdit) => path.join('.');
    const made = new Set(edits.map(keyOf));
    this.#lastEdits = [...this.#lastEdits.filter((edit) => !made.has(keyOf(edit))), ...edits].slice(-MOST_EDITS);
  }

  #accept(config: Config, undone: readonly string[] = []): void {
    const isSame = comparable(config) === comparable(this.#config);
    if (isSame && this.#problem === null) return;
    if (!isSame) this.#revision += 1;
    this.#problem = null;
    this.#config = config;
    this.#tell({ kind: 'changed', state: this.get(), config, undone });
  }

  #refuse(problem: SettingsProblem): void {
    if (JSON.stringify(problem) === JSON.stringify(this.#problem)) return;
    this.#problem = problem;
    this.#tell({ kind: 'invalid', problem });
  }

  #tell(change: SettingsChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}

/** A mistake in the file that is there is a conflict; one in a text that would be written is the caller's. */
export function asRefusal(error: unknown, name: 'conflict' | 'bad_request'): unknown {
  if (!(error instanceof ConfigError)) return error;
  return new RpcError(name, error.message, { code: 'settings_invalid', problem: error.problem });
}

/** What is wrong with the file, of anything that was thrown when it was read. */
function problemIn(error: unknown, file: string): SettingsProblem {
  const { reason } = RpcError.from(error);
  if (reason?.code === 'settings_invalid') return reason.problem;
  return { file, cause: { code: 'unreadable', said: error instanceof Error ? error.message : String(error) } };
}

/** What changes when a file is edited, replaced, made or removed. */
export function printOf(path: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return 'none';
  }
}

/** The parser and the schema are loaded when there is something to read: most starts have no file. */
async function parseText(text: string, path: string, isBuiltIn: IsBuiltIn): Promise<ParsedConfig> {
  const { parseConfig } = await import('./parse-config.js');
  return parseConfig(text, path, isBuiltIn);
}

/** Changes with every change of a text; null where there is none. */
export function revisionOfText(text: string | null): string | null {
  return text === null ? null : createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/** A form in which two configs can be compared. */
function comparable({ agents, ...rest }: Config): string {
  return JSON.stringify([rest, [...agents]]);
}

function valueIn(document: ParsedConfig['document'], path: Edit['path']): string {
  let value: unknown = document.toJS({ maxAliasCount: 100 });
  for (const key of path) value = typeof value === 'object' && value !== null ? own(value, key) : undefined;
  return JSON.stringify(value) ?? '';
}
