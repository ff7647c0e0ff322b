import { own } from '../../server/protocol/own.js';

const NAMES: Readonly<Record<string, string>> = {
  Shift: '⇧',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Enter: '↵',
  Escape: 'Esc',
  Backquote: '`',
  '(Digit[1-9])': '1…9',
};

/** A key binding as it is written on the keyboard of this machine, key by key. */
export function formatKeys(binding: string, isMac = isApple()): string[] {
  // A character that is written with Shift says so by itself.
  if (/^Shift\+[^a-z0-9]$/i.test(binding)) return [binding.slice(-1)];
  return binding.split(/(?<=[^+])\+/).map((key) => {
    if (key === '$mod') return isMac ? '⌘' : 'Ctrl';
    if (key === 'Control') return isMac ? '⌃' : 'Ctrl';
    if (key === 'Alt') return isMac ? '⌥' : 'Alt';
    if (key === 'Shift' && !isMac) return 'Shift';
    return own(NAMES, key) ?? (key.length === 1 ? key.toUpperCase() : key);
  });
}

export function isApple(): boolean {
  return /Mac|iPod|iPhone|iPad/.test(navigator.platform);
}
