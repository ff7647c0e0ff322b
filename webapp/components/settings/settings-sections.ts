import type { IconName } from '../../ui/icons.js';
import { sectionWords } from './section-words.js';

/** One page of the settings. Its element is loaded when the page is opened, and finds the stores by itself. */
export interface SettingsSection {
  /** Its name in the address. */
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  readonly tag: string;
  load(): Promise<unknown>;
}

/**
 * The pages of the settings, in their order. A new one is a file and an entry here; what search should find on it
 * is in the table of settings, or goes to `settings-rows.ts`.
 */
export const SETTINGS_SECTIONS: readonly SettingsSection[] = [
  {
    id: 'appearance',
    title: sectionWords.appearance,
    icon: 'palette',
    tag: 'appearance-section',
    load: () => import('./appearance-section.js'),
  },
  {
    id: 'notifications',
    title: sectionWords.notifications,
    icon: 'bell',
    tag: 'notifications-section',
    load: () => import('./notifications-section.js'),
  },
  {
    id: 'keyboard',
    title: sectionWords.keyboard,
    icon: 'keyboard',
    tag: 'keyboard-section',
    load: () => import('./keyboard-section.js'),
  },
  {
    id: 'permissions',
    title: sectionWords.permissions,
    icon: 'shieldCheck',
    tag: 'permissions-section',
    load: () => import('./permissions-section.js'),
  },
  {
    id: 'agents',
    title: sectionWords.agents,
    icon: 'bot',
    tag: 'agents-section',
    load: () => import('./agents-section.js'),
  },
  {
    id: 'mcp',
    title: sectionWords.mcp,
    icon: 'wrench',
    tag: 'mcp-section',
    load: () => import('../host-pages/mcp-section.js'),
  },
  {
    id: 'computer',
    title: sectionWords.computer,
    icon: 'monitor',
    tag: 'computer-section',
    load: () => import('../host-pages/computer-section.js'),
  },
  {
    id: 'file',
    title: sectionWords.file,
    icon: 'fileText',
    tag: 'file-section',
    load: () => import('../host-pages/file-section.js'),
  },
  {
    id: 'programs',
    title: sectionWords.programs,
    icon: 'terminal',
    tag: 'programs-section',
    load: () => import('./programs-section.js'),
  },
  {
    id: 'usage',
    title: sectionWords.usage,
    icon: 'listChecks',
    tag: 'usage-section',
    load: () => import('../usage/usage-section.js'),
  },
  {
    id: 'data',
    title: sectionWords.data,
    icon: 'archive',
    tag: 'data-section',
    load: () => import('../host-pages/data-section.js'),
  },
  {
    id: 'devices',
    title: sectionWords.devices,
    icon: 'keyRound',
    tag: 'devices-section',
    load: () => import('../host-pages/devices-section.js'),
  },
  {
    id: 'logs',
    title: sectionWords.logs,
    icon: 'scrollText',
    tag: 'logs-section',
    load: () => import('./logs-section.js'),
  },
  {
    id: 'about',
    title: sectionWords.about,
    icon: 'info',
    tag: 'about-section',
    load: () => import('../host-pages/about-section.js'),
  },
];
