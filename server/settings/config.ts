import type { SettingValues } from '../protocol/app-state.js';

/** An agent that a person has added. */
export interface ConfiguredAgent {
  readonly name: string;
  /** The program and its arguments; no shell runs it. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** What a settings file says, with the defaults filled in. */
export interface Config {
  readonly agent: string | null;
  readonly port: number | null;
  readonly open: boolean;
  readonly values: SettingValues;
  readonly agents: ReadonlyMap<string, ConfiguredAgent>;
}

export const defaultConfig: Config = {
  agent: null,
  port: null,
  open: true,
  values: { theme: 'system', density: 'comfortable' },
  agents: new Map(),
};

/** A settings file that cannot be used: one sentence that names the file and, where there is one, the line. */
export class ConfigError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'ConfigError';
  }
}
