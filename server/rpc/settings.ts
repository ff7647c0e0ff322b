import { z } from 'zod';
import { DEVICE_LABEL_CHARS } from '../protocol/api/host.js';
import { agentDraft, agentId, configPlace, configText, mcpDraft, mcpName, settingsUpdate } from './config-schemas.js';
import { ruleDraft } from './rule-schema.js';
import { id, line } from './schemas.js';
import type { ServedClass } from './served-class.js';

/** What a person has chosen. */
export const Settings: ServedClass<'Settings'> = {
  get: { args: [], run: ({ settings }) => settings.get() },
  update: {
    args: [settingsUpdate],
    run: ({ settings }, change) => settings.update(change),
  },
  get_config_info: { args: [], run: ({ settings }) => settings.info() },
  get_config_content: { args: [configPlace], run: ({ settings }, place) => settings.content(place) },
  // Goes by the revision that the text was made from.
  save_config_content: { args: configText, run: ({ settings }, ...args) => settings.save(...args) },
  reload: { args: [], run: ({ settings }) => settings.reload() },
  save_agent: {
    args: [agentId, agentDraft, z.boolean()],
    run: ({ settings }, ...args) => settings.saveAgent(...args),
  },
  remove_agent: {
    args: [id],
    run: ({ settings }, agent) => settings.removeAgent(agent),
  },
  save_mcp_server: {
    args: [mcpName, mcpDraft, z.boolean()],
    run: ({ settings }, ...args) => settings.saveMcpServer(...args),
  },
  remove_mcp_server: {
    args: [id],
    run: ({ settings }, name) => settings.removeMcpServer(name),
  },
  get_agents: { args: [], run: ({ agents }) => agents.reports() },
  look_for_agents: { args: [], run: ({ agents }) => agents.lookAgain() },
  trust_folder: {
    args: [id, z.boolean()],
    run: ({ agents }, ...args) => agents.trustFolder(...args),
  },
  run_with_npx: { args: [id], run: ({ agents }, agentId) => agents.runWithNpx(agentId) },
  set_default_agent: {
    args: [id],
    run: ({ agents }, agentId) => agents.setDefault(agentId),
  },
  dismiss_banner: {
    args: [id],
    run: ({ agents }, bannerId) => agents.dismissBanner(bannerId),
  },
  answer_program: {
    args: [id, z.boolean()],
    run: ({ programs }, visitId, isLetIn) => programs.answer(visitId, isLetIn),
  },
  remove_token: { args: [id], run: ({ programs }, tokenId) => programs.removeToken(tokenId) },
  sign_out_programs: { args: [], run: ({ programs }) => programs.signOut() },
  sign_everyone_out: { args: [], run: ({ door, tab }) => door.signEveryoneOut(tab.device) },
  get_host_info: { args: [], run: ({ host, tab }) => host.info(tab.deviceId) },
  get_licences: { args: [], run: ({ host }) => host.licences() },
  rename_device: {
    args: [id, line(DEVICE_LABEL_CHARS)],
    run: ({ host }, ...args) => host.renameDevice(...args),
  },
  sign_out_device: { args: [id], run: ({ host }, deviceId) => host.signOutDevice(deviceId) },
  list_rules: { args: [], run: ({ rules }) => rules.list() },
  add_rule: { args: [ruleDraft], run: ({ rules, act }, rule) => rules.add(act, rule) },
  edit_rule: { args: [id, ruleDraft], run: ({ rules, act }, ...args) => rules.edit(act, ...args) },
  remove_rule: { args: [id], run: ({ rules, act }, ruleId) => rules.remove(act, ruleId) },
  try_rule: { args: [ruleDraft], run: ({ rules }, rule) => rules.try(rule) },
};
