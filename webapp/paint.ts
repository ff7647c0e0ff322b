import type { SettingValues } from '../server/protocol/app-state.js';

/** Makes the page look as chosen; the tokens do the rest. */
export function paint({ theme, density }: SettingValues): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  if (density === 'compact') dataset.density = density;
  else delete dataset.density;
}
