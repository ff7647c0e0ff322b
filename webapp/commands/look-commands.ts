import type { SettingValues } from '../../server/protocol/app-state.js';
import type { Command } from './command.js';

const THEMES = ['system', 'light', 'dark'] as const satisfies SettingValues['theme'][];
const THEME_NAMES = { system: 'as the system', light: 'light', dark: 'dark' } as const;

/** How the page looks. */
export const lookCommands: readonly Command[] = [
  {
    id: 'look.next-theme',
    title: 'Change the theme',
    group: 'Look',
    slash: 'theme',
    argument: 'light, dark, system or contrast',
    run: ({ act, app }, argument = '') => {
      const word = argument.trim().toLowerCase();
      const given = THEMES.find((theme) => theme === word);
      const next = THEMES[(THEMES.indexOf(app.look.value.theme) + 1) % THEMES.length]!;
      act({ type: 'set_look', change: word === 'contrast' ? { contrast: 'high' } : { theme: given ?? next } });
    },
  },
  ...THEMES.map(
    (theme): Command => ({
      id: `look.theme-${theme}`,
      title: `Theme: ${THEME_NAMES[theme]}`,
      group: 'Look',
      isAvailable: ({ app }) => app.look.value.theme !== theme,
      run: ({ act }) => act({ type: 'set_look', change: { theme } }),
    }),
  ),
  {
    id: 'look.contrast',
    title: 'High contrast on or off',
    group: 'Look',
    run: ({ act, app }) =>
      act({ type: 'set_look', change: { contrast: app.look.value.contrast === 'high' ? 'system' : 'high' } }),
  },
  {
    id: 'look.density',
    title: 'Compact or comfortable rows',
    group: 'Look',
    run: ({ act, app }) =>
      act({ type: 'set_look', change: { density: app.look.value.density === 'compact' ? 'comfortable' : 'compact' } }),
  },
];
