import type { SettingValues } from '../../../server/protocol/features/settings-table.js';
import type { SettingsStore } from './settings-store.js';

/** The settings that the page is painted by. */
export type Look = Pick<SettingValues, (typeof PARTS)[number]>;

const PARTS = ['theme', 'density', 'contrast', 'hue', 'textFont', 'codeFont', 'textSize', 'codeSize'] as const;

/** `early.js` paints the next page from it. */
const KEY = 'acdeck.look';

export interface LookPorts {
  readonly storage: Pick<Storage, 'setItem'>;
  /** Makes the page look so. */
  paint(look: Look): void;
}

/** Paints the page as the settings say, as soon as they say something else. */
export function keepLook(settings: Pick<SettingsStore, 'value' | 'subscribe'>, { storage, paint }: LookPorts): void {
  let painted = '';
  const show = () => {
    if (!settings.value) return;
    const { value } = settings;
    const look = Object.fromEntries(PARTS.map((part) => [part, value[part]])) as Look;
    const text = JSON.stringify(look);
    if (text === painted) return;
    painted = text;
    paint(look);
    try {
      storage.setItem(KEY, text);
    } catch {
      // A full storage only costs a flash at the next page.
    }
  };
  settings.subscribe(show);
  show();
}
