import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_SETTINGS } from '../../../server/protocol/features/settings-table.js';
import { MemoryStorage } from '../base/memory-storage.rig.js';
import { keepLook, type Look } from './keep-look.js';
import { SettingsStore } from './settings-store.js';

function page(storage = new MemoryStorage()) {
  const settings = new SettingsStore({ storage, build: '1' });
  const painted: Look[] = [];
  keepLook(settings, { storage, paint: (look) => painted.push(look) });
  return { settings, storage, painted };
}

describe('the look of a page', () => {
  it('[U22] is painted at once when it changes, and by nothing else', () => {
    const { settings, painted } = page();
    assert.equal(painted.length, 0, 'what early.js has painted stays');
    settings.follow({ revision: 1, values: DEFAULT_SETTINGS });
    settings.follow({ revision: 2, values: { ...DEFAULT_SETTINGS, stopUnasked: true } });
    assert.equal(painted.length, 1);
    settings.preview({ hue: 40 });
    assert.deepEqual([painted.length, painted[1]?.hue], [2, 40]);
    assert.equal('stopUnasked' in painted[1]!, false);
  });

  it('[U22] is kept for the next page, whose first paint has it', () => {
    const { settings, storage } = page();
    settings.follow({ revision: 1, values: { ...DEFAULT_SETTINGS, theme: 'dark', textSize: 110 } });
    const { theme, textSize } = JSON.parse(storage.getItem('acdeck.look')!) as Look;
    assert.deepEqual([theme, textSize], ['dark', 110]);
    assert.deepEqual(page(storage).painted[0]?.theme, 'dark');
  });
});
