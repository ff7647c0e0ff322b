import { z } from 'zod';
import { DEVICE_LABEL_CHARS } from '../protocol/api/host.js';
import { agentDraft, agentId, configPlace, configText, mcpDraft, mcpName, settingsUpdate } from './config-schemas.js';
import { ruleDraft } from './rule-schema.js';
import { id, line } from './schemas.js';
import { call, command, type ServedClass } from './served-class.js';

/** What a person has chosen. */
export const Settings: ServedClass<'Settings'> = {
  get: call('viewer', [], ({ settings }) => settings.get()),
  update: command('owner', [settingsUpdate], ({ settings }, change) => settings.update(change)),
  get_config_info: call('owner', [], ({ settings }) => settings.info()),
  get_config_content: call('owner', [configPlace], ({ settings }, place) => settings.content(place)),
  // Goes by the revision that the text was made from.
  save_config_content: command('owner', configText, ({ settings }, ...args) => settings.save(...args)),
  reload: call('owner', [], ({ settings }) => settings.reload()),
  save_agent: command('owner', [agentId, agentDraft, z.boolean()], ({ settings }, ...args) =>
    settings.saveAgent(...args),
  ),
  remove_agent: command('owner', [id], ({ settings }, agent) => settings.removeAgent(agent)),
  save_mcp_server: command('owner', [mcpName, mcpDraft, z.boolean()], ({ settings }, ...args) =>
    settings.saveMcpServer(...args),
  ),
  remove_mcp_server: command('owner', [id], ({ settings }, name) => settings.removeMcpServer(name)),
  get_agents: call('full', [], ({ agents }) => agents.reports()),
  look_for_agents: call('full', [], ({ agents }) => agents.lookAgain()),
  trust_folder: command('owner', [id, z.boolean()], ({ agents }, ...args) => agents.trustFolder(...args)),
  run_with_npx: command('owner', [id], ({ agents }, agentId) => agents.runWithNpx(agentId)),
  set_default_agent: command('full', [id], ({ agents }, agentId) => agents.setDefault(agentId)),
  dismiss_banner: command('full', [id], ({ agents }, bannerId) => agents.dismissBanner(bannerId)),
  answer_program: command('owner', [id, z.boolean()], ({ programs }, visitId, isLetIn) =>
    programs.answer(visitId, isLetIn),
  ),
  remove_token: command('owner', [id], ({ programs }, tokenId) => programs.removeToken(tokenId)),
  sign_out_programs: call('owner', [], ({ programs }) => programs.signOut()),
  sign_everyone_out: call('owner', [], ({ door, tab }) => door.signEveryoneOut(tab.device)),
  get_host_info: call('owner', [], ({ host, tab }) => host.info(tab.deviceId)),
  get_licences: call('owner', [], ({ host }) => host.licences()),
  rename_device: command('owner', [id, line(DEVICE_LABEL_CHARS)], ({ host }, ...args) => host.renameDevice(...args)),
  sign_out_device: command('owner', [id], ({ host }, deviceId) => host.signOutDevice(deviceId)),
  list_rules: call('viewer', [], ({ rules }) => rules.list()),
  add_rule: command('owner', [ruleDraft], ({ rules, act }, rule) => rules.add(act, rule)),
  edit_rule: command('owner', [id, ruleDraft], ({ rules, act }, ...args) => rules.edit(act, ...args)),
  remove_rule: command('owner', [id], ({ rules, act }, ruleId) => rules.remove(act, ruleId)),
  try_rule: call('owner', [ruleDraft], ({ rules }, rule) => rules.try(rule)),
};
