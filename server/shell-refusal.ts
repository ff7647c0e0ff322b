import type { SettingsFile } from './settings/settings-file.js';

/** Why an act may not run a command of a person, in a sentence that says where that is set; null if it may. */
export function shellRefusal(
  { config, path }: Pick<SettingsFile, 'config' | 'path'>,
  { isRemote = false }: { isRemote?: boolean },
): string | null {
  if (config.shell === 'off') return `Commands with ! are turned off here: ${path} says "shell: off".`;
  if (!isRemote || config.shell === 'all') return null;
  return `Commands with ! can be run only on the machine itself. Write "shell: all" into ${path} there to allow them from other devices.`;
}
