import { SETTING_LIST } from '../../../server/protocol/features/settings-table.js';
import { hostWords } from '../host-pages/words.js';
import { usageWords } from '../usage/words.js';
import { settingTexts } from './rows/words.js';
import { SETTINGS_SECTIONS } from './settings-sections.js';
import { settingsWords } from './words.js';

/**
 * What search finds and an address can point at. The page's element marks the place with `data-key`: a row, or a whole
 * group whose rows come and go. Rows of people's own things, such as an agent, are marked with `data-entry` and not listed.
 */
export interface SettingsRow {
  /** The id of its page. */
  readonly section: string;
  readonly key: string;
  readonly name: string;
  readonly help?: string;
}

const { computer, mcp, file, agent, data, devices, aboutPage } = hostWords;
const { appearance, keyboard, permissions, agents, programs, logs, trace } = settingsWords;

/** Rows that are not one setting of the table. */
const OTHER_ROWS: readonly SettingsRow[] = [
  { section: 'appearance', key: 'editor', name: appearance.editor, help: appearance.editorHelp },
  { section: 'notifications', key: 'notifications', name: appearance.notifications },
  { section: 'notifications', key: 'sounds', name: appearance.sounds, help: appearance.soundsHelp },
  { section: 'keyboard', key: 'letterKeys', name: keyboard.letterKeys, help: keyboard.letterKeysHelp },
  { section: 'keyboard', key: 'keys', name: keyboard.shortcuts },
  { section: 'permissions', key: 'allowAll', name: permissions.allowAll },
  { section: 'permissions', key: 'rules', name: permissions.rules, help: permissions.rulesHelp },
  { section: 'agents', key: 'agents', name: agents.here },
  { section: 'agents', key: 'add', name: agent.add, help: agent.programHelp },
  { section: 'mcp', key: 'mcpServers', name: mcp.servers, help: mcp.help },
  { section: 'computer', key: 'agent', name: computer.agent, help: computer.agentHelp },
  { section: 'computer', key: 'additionalDirectories', name: computer.folders, help: computer.foldersHelp },
  { section: 'computer', key: 'commitMessages', name: computer.commit, help: computer.commitHelp },
  { section: 'computer', key: 'commitModel', name: computer.commitModel, help: computer.commitModelHelp },
  { section: 'file', key: 'file', name: file.places, help: file.help },
  { section: 'programs', key: 'tokens', name: programs.tokens, help: programs.tokensHelp },
  { section: 'programs', key: 'programs', name: programs.programs, help: programs.programsHelp },
  { section: 'usage', key: 'budget', name: usageWords.budget.heading, help: usageWords.budget.help },
  { section: 'usage', key: 'usage', name: usageWords.heading, help: usageWords.help },
  { section: 'data', key: 'folder', name: data.folder, help: data.folderHelp },
  { section: 'data', key: 'sizes', name: data.sizes },
  { section: 'data', key: 'export', name: data.export, help: data.exportHelp },
  { section: 'data', key: 'delete', name: data.delete, help: data.deleteHelp },
  { section: 'devices', key: 'devices', name: devices.browsers, help: devices.help },
  { section: 'devices', key: 'everyone', name: devices.everyone, help: devices.everyoneHelp },
  { section: 'logs', key: 'logs', name: logs.lines },
  { section: 'logs', key: 'trace', name: trace.heading, help: trace.help },
  { section: 'about', key: 'versions', name: aboutPage.versions },
  { section: 'about', key: 'diagnostics', name: aboutPage.diagnostics, help: aboutPage.diagnosticsHelp },
  { section: 'about', key: 'licences', name: aboutPage.licences, help: aboutPage.licencesHelp },
];

/** The budgets are found as one. */
const SEARCHED = SETTING_LIST.filter(([, { place }]) => place !== 'usage/budget');

/** The rows of all pages, in the order of the pages. */
export const SETTINGS_ROWS: readonly SettingsRow[] = SETTINGS_SECTIONS.flatMap(({ id }) => [
  ...SEARCHED.filter(([, { place }]) => place.startsWith(`${id}/`)).map(([key]) => ({
    section: id,
    key,
    name: settingTexts[key].name,
    help: settingTexts[key].help,
  })),
  ...OTHER_ROWS.filter(({ section }) => section === id),
]);
