import type { McpServer } from '@agentclientprotocol/sdk';
import { DEFAULT_SETTINGS, type SettingValues } from '../protocol/app-state.js';

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
  readonly port: number | null;
  readonly open: boolean;
  /** Who may run commands with `!`: nobody, devices of this machine, or all devices. */
  readonly shell: 'off' | 'local' | 'all';
  readonly values: SettingValues;
  readonly agents: ReadonlyMap<string, ConfiguredAgent>;
  readonly mcpServers: readonly McpServer[];
  /** Folders that sessions may use besides their own; absolute. */
  readonly additionalDirectories: readonly string[];
}

/** What a folder's own file says; a stranger may have written it. */
export type FolderConfig = Pick<Config, 'agent' | 'agents' | 'mcpServers'>;

export const defaultConfig: Config = {
  agent: null,
  port: null,
  open: true,
  shell: 'local',
  values: DEFAULT_SETTINGS,
  agents: new Map(),
  mcpServers: [],
  additionalDirectories: [],
};

/** A settings file that cannot be used: one sentence that names the file and, where there is one, the line. */
export class ConfigError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'ConfigError';
  }
}
