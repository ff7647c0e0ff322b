import { chosenKeysOf, type KeyChoices } from './chosen-keys.js';
import type { Command } from './command.js';

/** The other commands that the same key would run in the same place. */
export function conflictsOf(
  command: Command,
  key: string,
  commands: readonly Command[],
  choices: KeyChoices,
): Command[] {
  return commands.filter((other) => {
    if (other.id === command.id || !chosenKeysOf(other, choices).includes(key)) return false;
    return !other.scope || !command.scope || other.scope === command.scope;
  });
}

/** Keys that browsers keep for themselves: a page hears nothing of them, or takes something away that people need. */
const RESERVED = new Set([
  ...['$mod+T', '$mod+N', '$mod+W', '$mod+Shift+T', '$mod+Shift+N', '$mod+Shift+W', '$mod+Q'],
  ...['$mod+Tab', '$mod+Shift+Tab', '$mod+R', '$mod+L', 'Alt+F4', 'F5', 'F11', 'F12', 'Tab', 'Shift+Tab'],
]);

export function isReserved(key: string): boolean {
  return RESERVED.has(key.replace(/^Control\+/, '$mod+'));
}

const MODIFIERS = new Set([
  'Control',
  'Shift',
  'Alt',
  'Meta',
  'AltGraph',
  'CapsLock',
  'Dead',
  'Process',
  'Unidentified',
]);

/** The key that is being pressed, as commands write it; null while only keys like Shift are down. */
export function pressedKey(event: KeyboardEvent, isMac: boolean): string | null {
  if (MODIFIERS.has(event.key)) return null;
  const isMod = isMac ? event.metaKey : event.ctrlKey;
  const parts = [
    ...(isMod ? ['$mod'] : []),
    ...(isMac && event.ctrlKey ? ['Control'] : []),
    ...(event.altKey ? ['Alt'] : []),
    ...(event.shiftKey ? ['Shift'] : []),
  ];
  // With Alt a key may write something else; its place is what stays.
  const name = event.altKey && /^Key[A-Z]$/.test(event.code) ? event.code : event.key;
  const key = [...name].length === 1 && parts.some((part) => part !== 'Shift') ? name.toUpperCase() : name;
  return [...parts, key === ' ' ? 'Space' : key].join('+');
}
