import type { HostValues, SettingValues } from '../features/settings-table.js';
import type { SettingsProblem } from './settings-problem.js';

/** Whose settings: the person's own file, or the one that the folder brings. */
export const CONFIG_PLACES = ['user', 'folder'] as const;
export type ConfigPlace = (typeof CONFIG_PLACES)[number];

/** No settings file is larger, in bytes. */
export const MAX_CONFIG_BYTES = 256 * 1024;

/** Stands in a text of settings for a value that never leaves the server. A text that is saved with it keeps that value. */
export const HIDDEN_VALUE = '••••••••';

/** A settings file as text. */
export interface ConfigContent {
  readonly place: ConfigPlace;
  readonly path: string;
  /** With `HIDDEN_VALUE` for what variables and headers hold. */
  readonly text: string;
  /** Changes with every change of the file; null while there is no file. */
  readonly revision: string | null;
}

/** What a person can set for this computer besides what all tabs know. */
export interface HostSettings extends HostValues {
  /** The agent, or its command line, that a start begins with. */
  readonly agent: string | null;
  readonly commitMessages: { readonly agent: string | null; readonly model: string | null };
  readonly additionalDirectories: readonly string[];
}

/** Any setting that has one value; null takes it out of the file, which means the default. */
export type SettingsUpdate = Partial<SettingValues> & Partial<HostSettings>;

/** An agent as the person's file has it; what its variables hold stays on the server. */
export interface AgentSettings {
  readonly id: string;
  readonly name: string | null;
  readonly command: readonly string[] | null;
  readonly env: readonly string[];
  readonly home: string | null;
}

/** An agent as a person wants it. A variable with null keeps what it holds. */
export interface AgentDraft {
  readonly name: string | null;
  readonly command: readonly string[] | null;
  readonly env: Readonly<Record<string, string | null>>;
  readonly home: string | null;
}

/** An MCP server as the person's file has it; what its variables and headers hold stays on the server. */
export type McpSettings =
  | {
      readonly name: string;
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: readonly string[];
    }
  | { readonly name: string; readonly kind: 'http' | 'sse'; readonly url: string; readonly headers: readonly string[] };

/** An MCP server as a person wants it. A variable or header with null keeps what it holds. */
export type McpDraft =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string | null>>;
    }
  | {
      readonly kind: 'http' | 'sse';
      readonly url: string;
      readonly headers: Readonly<Record<string, string | null>>;
    };

/** A settings file as such. */
export interface ConfigFileInfo {
  readonly place: ConfigPlace;
  readonly path: string;
  readonly exists: boolean;
  /** What is wrong with it as it is now; the last good version is in force. */
  readonly problem: SettingsProblem | null;
}

/** The settings beside what the app's state has of them. */
export interface ConfigInfo {
  readonly files: readonly ConfigFileInfo[];
  readonly host: HostSettings;
  readonly agents: readonly AgentSettings[];
  readonly mcpServers: readonly McpSettings[];
  /** What the folder's own file names; only their names, because nobody may have trusted it. */
  readonly ofFolder: { readonly agents: readonly string[]; readonly mcpServers: readonly string[] };
}
