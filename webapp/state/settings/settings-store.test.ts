import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SettingsState } from '../../../server/protocol/api/rpc.js';
import { DEFAULT_SETTINGS, type SettingValues } from '../../../server/protocol/features/settings-table.js';
import { MemoryStorage } from '../base/memory-storage.rig.js';
import { SettingsStore } from './settings-store.js';

const store = () => new SettingsStore({ storage: new MemoryStorage(), build: '1' });

/** The settings as the server has them, each time with the next revision. */
let revision = 0;
const state = (change: Partial<SettingValues> = {}): SettingsState => ({
  revision: ++revision,
  values: { ...DEFAULT_SETTINGS, ...change },
});

/** What the server answers, when a test wants it to. */
function answer() {
  let settle: (taken: SettingsState | null) => void = () => {};
  const promise = new Promise<SettingsState>((resolve, reject) => {
    settle = (taken) => (taken ? resolve(taken) : reject(new Error('refused')));
  });
  return { promise, settle };
}

describe('the settings of a tab', () => {
  it('[SV13] keeps a choice until the server has answered, whatever it says before', async () => {
    const settings = store();
    settings.follow(state({ density: 'compact' }));
    const { promise, settle } = answer();
    const chosen = settings.choose({ theme: 'dark' }, promise);
    assert.equal(settings.value?.theme, 'dark');
    // Another tab sets something else, from before this choice.
    settings.follow(state({ density: 'compact', hue: 10 }));
    assert.deepEqual([settings.value.theme, settings.value.hue], ['dark', 10]);
    settle(state({ density: 'compact', hue: 10, theme: 'dark' }));
    await chosen;
    assert.equal(settings.value.theme, 'dark');
    settings.follow(state({ theme: 'light' }));
    assert.equal(settings.value.theme, 'light');
  });

  it('[SV13] is not undone by an event that says nothing new, and takes a refused choice back', async () => {
    const settings = store();
    const told = state();
    settings.follow(told);
    const first = answer();
    const chosen = settings.choose({ theme: 'dark' }, first.promise);
    first.settle(state({ theme: 'dark' }));
    await chosen;
    // The event with the new settings is still on its way; others come before it, with the old ones.
    settings.follow(told);
    assert.equal(settings.value?.theme, 'dark');
    const second = answer();
    const refused = settings.choose({ theme: 'light' }, second.promise);
    assert.equal(settings.value.theme, 'light');
    second.settle(null);
    await refused;
    assert.equal(settings.value.theme, 'dark');
  });

  it('[SV13] keeps the later of two choices that are on their way', async () => {
    const settings = store();
    settings.follow(state());
    const [one, two] = [answer(), answer()];
    const both = [settings.choose({ theme: 'dark' }, one.promise), settings.choose({ theme: 'light' }, two.promise)];
    one.settle(state({ theme: 'dark' }));
    await both[0];
    assert.equal(settings.value?.theme, 'light');
    two.settle(state({ theme: 'light' }));
    await both[1];
    assert.equal(settings.value.theme, 'light');
  });

  it('[SV13] keeps what another tab has set since, if the answer comes late', async () => {
    const settings = store();
    settings.follow(state());
    const { promise, settle } = answer();
    const chosen = settings.choose({ theme: 'dark' }, promise);
    const taken = state({ theme: 'dark' });
    settings.follow(state({ theme: 'dark', hue: 10 }));
    settle(taken);
    await chosen;
    assert.deepEqual([settings.value?.theme, settings.value?.hue], ['dark', 10]);
  });

  it('[SV14] begins with what a page of the same build has kept', () => {
    const storage = new MemoryStorage();
    const page = (build: string | null) => new SettingsStore({ storage, build });
    assert.equal(page('1').value, null);
    page('1').follow(state({ keyPreset: 'vim' }));
    assert.deepEqual(page('1').value, { ...DEFAULT_SETTINGS, keyPreset: 'vim' });
    assert.equal(page('2').value, null);
    storage.setItem('acdeck.settings', 'null');
    assert.equal(page('1').value, null);
  });

  it('[SV14] waits for the server while nothing is known, and then has what was chosen meanwhile', async () => {
    const settings = store();
    const theme = () => settings.value?.theme;
    const { promise, settle } = answer();
    const chosen = settings.choose({ theme: 'dark' }, promise);
    assert.equal(theme(), undefined);
    settings.follow(state());
    assert.equal(theme(), 'dark');
    settle(state({ theme: 'dark' }));
    await chosen;
    assert.equal(theme(), 'dark');
  });
});
