import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Setting } from '../protocol/features/setting.js';
import { DEFAULT_HOST_VALUES, DEFAULT_SETTINGS, SETTING_LIST } from '../protocol/features/settings-table.js';
import { hostFileShape, hostUpdateShape, settingShape } from './setting-shape.js';

/** What a page offers to choose from. */
function offered(setting: Setting): unknown[] {
  if (setting.kind === 'choice') return [...Object.keys(setting.values), ...Object.keys(setting.shownAs ?? {})];
  if (setting.kind !== 'number' || !setting.offers) return [];
  return Array.isArray(setting.offers) ? setting.offers : Object.keys(setting.offers).map(Number);
}

describe('the table of settings', () => {
  it('[K28] takes the defaults, what pages offer, and nothing beside the limits', () => {
    const shape = { ...settingShape, ...hostUpdateShape };
    for (const [key, setting] of SETTING_LIST) {
      const takes = (value: unknown) => shape[key].safeParse(value).success;
      for (const value of [setting.default, ...offered(setting)]) assert.ok(takes(value), `${key}: ${value}`);
      assert.equal(takes(null), setting.default === null, key);
      if (setting.kind === 'choice') assert.equal(takes('other'), false, key);
      if (setting.kind === 'text') assert.equal(takes('"'), false, key);
      if (setting.kind === 'switch') assert.equal(takes('true'), false, key);
      if (setting.kind !== 'number') continue;
      const { least, most, step } = setting;
      assert.deepEqual([takes(least), takes(most)], [true, true], key);
      assert.deepEqual([takes(least - 1), takes(most + 1), takes(least + 0.5)], [false, false, step !== 1], key);
    }
  });

  it('[K28] has each setting for all tabs or for this computer', () => {
    const { keys: _keys, favourites: _favourites, ...shared } = DEFAULT_SETTINGS;
    assert.deepEqual(
      [...Object.keys(shared), ...Object.keys(DEFAULT_HOST_VALUES)].sort(),
      SETTING_LIST.map(([key]) => key).sort(),
    );
    assert.deepEqual(Object.keys(hostFileShape), Object.keys(DEFAULT_HOST_VALUES));
    assert.equal(hostFileShape.port.safeParse(null).success, false, 'a file leaves it out');
  });

  it('[K28] shows values that are not offered as ones that are', () => {
    for (const [key, setting] of SETTING_LIST) {
      if (setting.kind !== 'choice' || !setting.shownAs) continue;
      for (const value of Object.values(setting.shownAs)) assert.ok(Object.hasOwn(setting.values, value), key);
    }
  });
});
