import type { McpServer } from '@agentclientprotocol/sdk';
import type { SettingsCause, SettingsProblem } from '../protocol/api/settings-problem.js';
import {
  DEFAULT_HOST_VALUES,
  DEFAULT_SETTINGS,
  type HostValues,
  type SettingValues,
} from '../protocol/features/settings-table.js';
import { describeProblem } from './describe-problem.js';

/** An agent that a person has added, or what they want otherwise of one that is built in; null leaves it as it is. */
export interface ConfiguredAgent {
  readonly name: string | null;
  /** The program and its arguments; no shell runs it. */
  readonly command: readonly string[] | null;
  readonly env: Readonly<Record<string, string>>;
  /** Where it keeps its own data; absolute. */
  readonly home: string | null;
}

/** What a settings file says, with the defaults filled in. */
export interface Config {
  readonly agent: string | null;
  /** Settings that count for this computer alone. */
  readonly host: HostValues;
  readonly values: SettingValues;
  /** Who writes the messages of commits, and with which model; null for the default agent and its own choice. */
  readonly commitMessages: { readonly agent: string | null; readonly model: string | null };
  readonly agents: ReadonlyMap<string, ConfiguredAgent>;
  readonly mcpServers: readonly McpServer[];
  /** Folders that sessions may use besides their own; absolute. */
  readonly additionalDirectories: readonly string[];
}

/** What a folder's own file says; a stranger may have written it. */
export type FolderConfig = Pick<Config, 'agent' | 'agents' | 'mcpServers'>;

export const defaultConfig: Config = {
  agent: null,
  host: DEFAULT_HOST_VALUES,
  values: DEFAULT_SETTINGS,
  commitMessages: { agent: null, model: null },
  agents: new Map(),
  mcpServers: [],
  additionalDirectories: [],
};

/** A settings file that cannot be used, and why. Its message names the file and, where there is one, the line. */
export class ConfigError extends Error {
  readonly problem: SettingsProblem;

  constructor(file: string, cause: SettingsCause, line?: number) {
    const problem = { file, cause, ...(line === undefined ? {} : { line }) };
    super(describeProblem(problem));
    this.problem = problem;
    this.name = 'ConfigError';
  }
}
