import type { SettingValues } from '../../server/protocol/api/app-state.js';
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
      const next = THEMES[(THEMES.indexOf(app.look.value.theme) + 1) % THEMES.length]!;
      act({ type: 'set_look', change: word === 'contrast' ? { contrast: 'high' } : { theme: given ?? next } });
    },
  },
  ...THEMES.map(
    (theme): Command => ({
      id: `look.theme-${theme}`,
      title: commandWords.appearance.themes[theme],
      group: commandWords.groups.appearance,
      isAvailable: ({ app }) => app.look.value.theme !== theme,
      run: ({ act }) => act({ type: 'set_look', change: { theme } }),
    }),
  ),
  {
    id: 'look.contrast',
    title: commandWords.appearance.contrast,
    group: commandWords.groups.appearance,
    run: ({ act, app }) =>
      act({ type: 'set_look', change: { contrast: app.look.value.contrast === 'high' ? 'system' : 'high' } }),
  },
  {
    id: 'look.density',
    title: commandWords.appearance.density,
    group: commandWords.groups.appearance,
    run: ({ act, app }) =>
      act({ type: 'set_look', change: { density: app.look.value.density === 'compact' ? 'comfortable' : 'compact' } }),
  },
];
