import type { SettingValues } from '../protocol/app-state.js';

/** The settings as a tab sees them; the revision goes up with every change. */
export interface SettingsState {
  readonly revision: number;
  readonly values: SettingValues;
}

/** Where settings are read and changed; `server/settings` implements it. */
export interface SettingsService {
  get(): SettingsState;
  update(change: Partial<SettingValues>): SettingsState | Promise<SettingsState>;
}
