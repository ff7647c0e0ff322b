import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_SETTINGS, type SettingValues } from '../../../server/protocol/api/app-state.js';
import { MemoryStorage } from '../base/memory-storage.rig.js';
import { LookStore } from './look-store.js';

const store = () => new LookStore({ storage: new MemoryStorage(), paint: () => {} });

/** What the server answers, when a test wants it to. */
function answer() {
  let settle: (values: SettingValues | null) => void = () => {};
  const promise = new Promise<{ values: SettingValues }>((resolve, reject) => {
    settle = (values) => (values ? resolve({ values }) : reject(new Error('refused')));
  });
  return { promise, settle };
}

describe('the look', () => {
  it('[SV13] keeps a choice until the server has answered, whatever it says before', async () => {
    const look = store();
    const told = { ...DEFAULT_SETTINGS, density: 'compact' as const };
    look.follow(told);
    const { promise, settle } = answer();
    const chosen = look.choose({ theme: 'dark' }, promise);
    assert.equal(look.value.theme, 'dark');
    // Another tab sets something else, from before this choice.
    look.follow({ ...told, hue: 10 });
    assert.deepEqual([look.value.theme, look.value.hue], ['dark', 10]);
    settle({ ...told, hue: 10, theme: 'dark' });
    await chosen;
    assert.equal(look.value.theme, 'dark');
    look.follow({ ...told, theme: 'light' });
    assert.equal(look.value.theme, 'light');
  });

  it('[SV13] is not undone by an event that says nothing new, and takes a refused choice back', async () => {
    const look = store();
    const told = { ...DEFAULT_SETTINGS };
    look.follow(told);
    const first = answer();
    const chosen = look.choose({ theme: 'dark' }, first.promise);
    first.settle({ ...told, theme: 'dark' });
    await chosen;
    // The event with the new settings is still on its way; others come before it, with the old ones.
    look.follow(told);
    assert.equal(look.value.theme, 'dark');
    const second = answer();
    const refused = look.choose({ theme: 'light' }, second.promise);
    assert.equal(look.value.theme, 'light');
    second.settle(null);
    await refused;
    assert.equal(look.value.theme, 'dark');
  });

  it('[SV13] keeps the later of two choices that are on their way', async () => {
    const look = store();
    look.follow(DEFAULT_SETTINGS);
    const [one, two] = [answer(), answer()];
    const both = [look.choose({ theme: 'dark' }, one.promise), look.choose({ theme: 'light' }, two.promise)];
    one.settle({ ...DEFAULT_SETTINGS, theme: 'dark' });
    await both[0];
    assert.equal(look.value.theme, 'light');
    two.settle({ ...DEFAULT_SETTINGS, theme: 'light' });
    await both[1];
    assert.equal(look.value.theme, 'light');
  });
});
