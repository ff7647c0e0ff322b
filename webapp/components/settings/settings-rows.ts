import { hostWords } from '../host-pages/words.js';
import { usageWords } from '../usage/words.js';
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

/** The rows of all pages, in the order of the pages. */
export const SETTINGS_ROWS: readonly SettingsRow[] = [
  { section: 'appearance', key: 'theme', name: appearance.theme, help: appearance.themeHelp },
  { section: 'appearance', key: 'contrast', name: appearance.contrast, help: appearance.contrastHelp },
  { section: 'appearance', key: 'hue', name: appearance.accent, help: appearance.accentHelp },
  { section: 'appearance', key: 'density', name: appearance.density, help: appearance.densityHelp },
  { section: 'appearance', key: 'textFont', name: appearance.textFont, help: appearance.fontHelp },
  { section: 'appearance', key: 'textSize', name: appearance.textSize },
  { section: 'appearance', key: 'codeFont', name: appearance.codeFont, help: appearance.fontHelp },
  { section: 'appearance', key: 'codeSize', name: appearance.codeSize },
  { section: 'appearance', key: 'editor', name: appearance.editor, help: appearance.editorHelp },
  { section: 'notifications', key: 'notifications', name: appearance.notifications },
  { section: 'notifications', key: 'sounds', name: appearance.sounds, help: appearance.soundsHelp },
  { section: 'keyboard', key: 'keyPreset', name: keyboard.preset, help: keyboard.presetHelp },
  { section: 'keyboard', key: 'letterKeys', name: keyboard.letterKeys, help: keyboard.letterKeysHelp },
  { section: 'keyboard', key: 'keys', name: keyboard.shortcuts },
  { section: 'permissions', key: 'rejectAfterMinutes', name: permissions.noAnswer, help: permissions.noAnswerHelp },
  { section: 'permissions', key: 'stopUnasked', name: permissions.stopUnasked, help: permissions.stopUnaskedHelp },
  ...(['delegation', 'delegationDepth', 'delegationTasks', 'delegationMinutes', 'delegationCost'] as const).map(
    (key) => ({ section: 'permissions' as const, key, name: permissions[key].name, help: permissions[key].help }),
  ),
  { section: 'permissions', key: 'allowAll', name: permissions.allowAll },
  { section: 'permissions', key: 'rules', name: permissions.rules, help: permissions.rulesHelp },
  { section: 'agents', key: 'agents', name: agents.here },
  { section: 'agents', key: 'add', name: agent.add, help: agent.programHelp },
  { section: 'mcp', key: 'mcpServers', name: mcp.servers, help: mcp.help },
  { section: 'computer', key: 'agent', name: computer.agent, help: computer.agentHelp },
  { section: 'computer', key: 'port', name: computer.port, help: computer.portHelp },
  { section: 'computer', key: 'open', name: computer.open, help: computer.openHelp },
  { section: 'computer', key: 'shell', name: computer.shell, help: computer.shellHelp },
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
