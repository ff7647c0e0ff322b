import type { Setting } from '../../../../server/protocol/features/setting.js';
import { SETTING_LIST, type SettingKey } from '../../../../server/protocol/features/settings-table.js';
import { catalogue } from '../../../ui/catalogue.js';
import { plural } from '../../../ui/format.js';

/** The words of a setting; those that it doesn't have are empty. */
interface SettingText {
  readonly name: string;
  readonly help: string;
  readonly placeholder: string;
  /** How its values are called, by value. */
  readonly options: Readonly<Record<string, string>>;
}

/** The words of the table of settings, in the language of the page. */
export const settingTexts: Readonly<Record<SettingKey, SettingText>> = catalogue(
  Object.fromEntries(SETTING_LIST.map(([key, setting]) => [key, textOf(setting)])) as Record<
    SettingKey,
    { name: string; help: string; placeholder: string; options: Record<string, string> }
  >,
);

/** What rows say besides the words of their settings. */
export const rowWords = catalogue({
  keepWaiting: 'Keep waiting',
  afterMinutes: (count: number) => plural(count, 'Deny after # minute', 'Deny after # minutes'),
  afterHours: (count: number) => plural(count, 'Deny after # hour', 'Deny after # hours'),
  needNumber: (least: number, most: number) => `Enter a number from ${least} to ${most}, or nothing.`,
});

function textOf(setting: Setting) {
  return {
    name: setting.name,
    help: setting.help ?? '',
    placeholder: setting.kind === 'text' ? setting.placeholder : '',
    options: optionsOf(setting),
  };
}

function optionsOf(setting: Setting): Record<string, string> {
  if (setting.kind === 'choice') return { ...setting.values };
  return setting.kind === 'number' && setting.offers && !Array.isArray(setting.offers)
    ? { ...(setting.offers as Readonly<Record<number, string>>) }
    : {};
}
