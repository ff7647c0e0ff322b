import type { AgentReport } from '../protocol/agent-report.js';
import type { SettingValues } from '../protocol/app-state.js';
import type { PermissionRule, RuleDraft, RuleTrial } from '../protocol/permission-rule.js';
import type { Done, SettingsApi } from '../protocol/rpc.js';
import type { RuleService } from '../sessions/permissions/rule-service.js';
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
  rules: RuleService;
}

/** What a person has chosen, as one tab may see and change it. Arguments were checked by the schemas. */
export class Settings implements Served<SettingsApi> {
  readonly #tab: TabPort;
  readonly #settings: SettingsService;
  readonly #agents: AgentService;
  readonly #rules: RuleService;

  constructor({ tab, settings, agents, rules }: SettingsParts) {
    this.#tab = tab;
    this.#settings = settings;
    this.#agents = agents;
    this.#rules = rules;
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

  list_rules(): PermissionRule[] {
    return this.#rules.list();
  }

  add_rule(cmdId: string, rule: RuleDraft): PermissionRule {
    return this.#rules.add(this.#act(cmdId), rule);
  }

  edit_rule(cmdId: string, ruleId: string, rule: RuleDraft): PermissionRule {
    return this.#rules.edit(this.#act(cmdId), ruleId, rule);
  }

  remove_rule(cmdId: string, ruleId: string): Done {
    return this.#rules.remove(this.#act(cmdId), ruleId);
  }

  try_rule(rule: RuleDraft): Promise<RuleTrial> {
    return this.#rules.try(rule);
  }

  #act(cmdId: string): Act {
    return { cmdId, by: { kind: 'device', device: this.#tab.device } };
  }
}
