import type { AgentReport } from '../protocol/agent-report.js';
import type { SettingValues } from '../protocol/app-state.js';
import type { Done, SettingsApi } from '../protocol/rpc.js';
import type { Act } from '../sessions/session-service.js';
import type { TabPort } from '../sessions/tab-port.js';
import type { AgentService } from './agent-service.js';
import type { Served } from './served.js';
import type { SettingsService, SettingsState } from './settings-service.js';

/** What a facade needs to serve one tab. */
export interface SettingsParts {
  tab: TabPort;
  settings: SettingsService;
  agents: AgentService;
}

/** What a person has chosen, as one tab may see and change it. Arguments were checked by the schemas. */
export class Settings implements Served<SettingsApi> {
  readonly #tab: TabPort;
  readonly #settings: SettingsService;
  readonly #agents: AgentService;

  constructor({ tab, settings, agents }: SettingsParts) {
    this.#tab = tab;
    this.#settings = settings;
    this.#agents = agents;
  }

  get(): SettingsState {
    return this.#settings.get();
  }

  /** Setting a value to what it is already changes nothing, so a repeat needs no record of its `cmdId`. */
  update(_cmdId: string, change: Partial<SettingValues>): SettingsState | Promise<SettingsState> {
    return this.#settings.update(change);
  }

  get_agents(): AgentReport[] {
    return this.#agents.reports();
  }

  trust_folder(cmdId: string, fingerprint: string, isTrusted: boolean): Done {
    return this.#agents.trustFolder(this.#act(cmdId), fingerprint, isTrusted);
  }

  run_with_npx(cmdId: string, agentId: string): Done {
    return this.#agents.runWithNpx(this.#act(cmdId), agentId);
  }

  set_default_agent(cmdId: string, agentId: string): Done {
    return this.#agents.setDefault(this.#act(cmdId), agentId);
  }

  dismiss_banner(cmdId: string, bannerId: string): Done {
    return this.#agents.dismissBanner(this.#act(cmdId), bannerId);
  }

  #act(cmdId: string): Act {
    return { cmdId, by: { kind: 'device', device: this.#tab.device } };
  }
}
