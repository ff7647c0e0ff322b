import type { SettingValues } from '../server/protocol/app-state.js';

/** Makes the page look as chosen; the tokens do the rest. */
export function paint({ theme, density, contrast, hue }: SettingValues): void {
  const { dataset, style } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  if (density === 'compact') dataset.density = density;
  else delete dataset.density;
  if (contrast === 'high') dataset.contrast = contrast;
  else delete dataset.contrast;
  style.setProperty('--hue', String(hue));
}
