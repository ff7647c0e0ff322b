import type { IconName } from './icons.js';

/** One page of the settings. Its element is loaded when the page is opened, and finds the stores by itself. */
export interface SettingsSection {
  /** Its name in the address. */
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  readonly tag: string;
  load(): Promise<unknown>;
}

/** The pages of the settings, in their order. A new one is a file and a line here. */
export const SETTINGS_SECTIONS: readonly SettingsSection[] = [
  {
    id: 'appearance',
    title: 'Appearance',
    icon: 'palette',
    tag: 'appearance-section',
    load: () => import('./appearance-section.js'),
  },
  {
    id: 'permissions',
    title: 'Permissions',
    icon: 'shieldCheck',
    tag: 'permissions-section',
    load: () => import('./permissions-section.js'),
  },
  {
    id: 'agents',
    title: 'Agents',
    icon: 'bot',
    tag: 'agents-section',
    load: () => import('./agents-section.js'),
  },
  {
    id: 'logs',
    title: 'Logs',
    icon: 'scrollText',
    tag: 'logs-section',
    load: () => import('./logs-section.js'),
  },
];
