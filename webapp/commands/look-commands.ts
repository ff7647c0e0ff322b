import type { SettingValues } from '../../server/protocol/features/settings-table.js';
import type { Command } from './command.js';
import { commandWords } from './words.js';

const THEMES = ['system', 'light', 'dark'] as const satisfies SettingValues['theme'][];

/** How the page looks. */
export const lookCommands: readonly Command[] = [
  {
    id: 'look.next-theme',
    title: commandWords.appearance.change,
    group: commandWords.groups.appearance,
    slash: 'theme',
    argument: commandWords.appearance.hint,
    run: ({ act, app }, argument = '') => {
      const word = argument.trim().toLowerCase();
      const given = THEMES.find((theme) => theme === word);
      const next = THEMES[(THEMES.indexOf(app.settings.value?.theme ?? 'system') + 1) % THEMES.length]!;
      act({ type: 'change_settings', change: word === 'contrast' ? { contrast: 'high' } : { theme: given ?? next } });
    },
  },
  ...THEMES.map(
    (theme): Command => ({
      id: `look.theme-${theme}`,
      title: commandWords.appearance.themes[theme],
      group: commandWords.groups.appearance,
      isAvailable: ({ app }) => app.settings.value?.theme !== theme,
      run: ({ act }) => act({ type: 'change_settings', change: { theme } }),
    }),
  ),
  {
    id: 'look.contrast',
    title: commandWords.appearance.contrast,
    group: commandWords.groups.appearance,
    run: ({ act, app }) =>
      act({
        type: 'change_settings',
        change: { contrast: app.settings.value?.contrast === 'high' ? 'system' : 'high' },
      }),
  },
  {
    id: 'look.density',
    title: commandWords.appearance.density,
    group: commandWords.groups.appearance,
    run: ({ act, app }) =>
      act({
        type: 'change_settings',
        change: { density: app.settings.value?.density === 'compact' ? 'comfortable' : 'compact' },
      }),
  },
];
