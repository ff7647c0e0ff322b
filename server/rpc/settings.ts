import type { SettingValues } from '../protocol/app-state.js';
import type { SettingsApi } from '../protocol/rpc.js';
import type { Served } from './served.js';
import type { SettingsService, SettingsState } from './settings-service.js';

/** What a person has chosen, as one tab may see and change it. Arguments were checked by the schemas. */
export class Settings implements Served<SettingsApi> {
  readonly #settings: SettingsService;

  constructor(settings: SettingsService) {
    this.#settings = settings;
  }

  get(): SettingsState {
    return this.#settings.get();
  }

  /** Setting a value to what it is already changes nothing, so a repeat needs no record of its `cmdId`. */
  update(_cmdId: string, change: Partial<SettingValues>): SettingsState | Promise<SettingsState> {
    return this.#settings.update(change);
  }
}
