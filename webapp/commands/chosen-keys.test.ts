import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SETTING_FORMS } from '../../server/protocol/features/setting-maps.js';
import { DEFAULT_SETTINGS } from '../../server/protocol/features/settings-table.js';
import { parseConfig } from '../../server/settings/parse-config.js';
import { settingShape } from '../../server/settings/setting-shape.js';
import { chosenKeysOf, usualKeys, withChosenKeys } from './chosen-keys.js';
import { conflictsOf, isReserved, pressedKey } from './key-choice.js';
import { Keymap } from './keymap.js';
import { COMMANDS } from './registry.js';

const STANDARD = { keys: {}, keyPreset: 'standard' } as const;
const VIM = { keys: {}, keyPreset: 'vim' } as const;
const command = (id: string) => COMMANDS.find((each) => each.id === id)!;
const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  ({ key, code: '', ctrlKey: false, shiftKey: false, altKey: false, metaKey: false, ...more }) as KeyboardEvent;

describe('the keys of commands', () => {
  it('[KB1] are those that a person has chosen, or none, or the usual ones', () => {
    const palette = command('go.palette');
    assert.deepEqual(chosenKeysOf(palette, STANDARD), ['$mod+K']);
    assert.deepEqual(chosenKeysOf(palette, { ...STANDARD, keys: { 'go.palette': ['F2'] } }), ['F2']);
    assert.deepEqual(chosenKeysOf(palette, { ...STANDARD, keys: { 'go.palette': [] } }), []);
    assert.deepEqual(usualKeys(palette, { ...STANDARD, keys: { 'go.palette': ['F2'] } }), ['$mod+K']);
    const [changed] = withChosenKeys([palette], { ...STANDARD, keys: { 'go.palette': ['F2'] } });
    const f2 = { ...press('F2'), getModifierState: () => false } as unknown as KeyboardEvent;
    const place = { isWriting: false, isInConversation: false, letterKeys: true };
    assert.equal(new Keymap([changed!]).find(f2, place)?.id, 'go.palette');
    assert.equal(new Keymap([palette]).find(f2, place), null);
  });

  it('[KB2] conflict with those of another command in the same place', () => {
    const choices = { ...STANDARD, keys: { 'go.settings': ['$mod+K'] } };
    const titles = conflictsOf(command('go.palette'), '$mod+K', COMMANDS, choices).map(({ id }) => id);
    assert.deepEqual(titles, ['go.settings']);
    assert.deepEqual(
      conflictsOf(command('conversation.next'), 'j', COMMANDS, STANDARD),
      [],
      'another place is no conflict',
    );
    for (const preset of [STANDARD, VIM]) {
      for (const each of COMMANDS) {
        for (const key of chosenKeysOf(each, preset)) {
          const others = conflictsOf(each, key, COMMANDS, preset).filter(
            ({ id }) => key !== 'Escape' && id !== each.id,
          );
          assert.deepEqual(
            others.map(({ id }) => id),
            [],
            `${each.id} has ${key} in ${preset.keyPreset}`,
          );
        }
      }
    }
  });

  it('[KB3] are none that a browser keeps', () => {
    for (const key of ['$mod+T', '$mod+W', 'Control+N', 'F5', 'Tab']) assert.equal(isReserved(key), true, key);
    for (const each of COMMANDS) for (const key of each.keys ?? []) assert.equal(isReserved(key), false, key);
  });

  it('[KB4] are those of vi where a person wants that, after their own', () => {
    assert.equal(chosenKeysOf(command('go.composer'), VIM)[0], 'i');
    assert.deepEqual(chosenKeysOf(command('go.composer'), { ...VIM, keys: { 'go.composer': ['F3'] } }), ['F3']);
    assert.deepEqual(chosenKeysOf(command('conversation.next'), VIM), ['j']);
  });

  it('[KB7] are read from what is pressed', () => {
    assert.equal(pressedKey(press('Shift', { shiftKey: true }), false), null);
    assert.equal(pressedKey(press('k', { ctrlKey: true }), false), '$mod+K');
    assert.equal(pressedKey(press('k', { metaKey: true }), true), '$mod+K');
    assert.equal(pressedKey(press('G', { shiftKey: true }), false), 'Shift+G');
    assert.equal(pressedKey(press('j'), false), 'j');
    assert.equal(pressedKey(press('F2', { altKey: true }), false), 'Alt+F2');
    assert.equal(pressedKey(press('å', { altKey: true, code: 'KeyA' }), true), 'Alt+KeyA');
    assert.equal(pressedKey(press(' '), false), 'Space');
  });

  it('[KB6] [AT2] are refused in the settings where they can be none, and so are fonts and sizes', () => {
    const read = (text: string) => parseConfig(text, 'config.yaml').config.values;
    assert.deepEqual(read('keys: {go.palette: [F2, $mod+P]}').keys, { 'go.palette': ['F2', '$mod+P'] });
    assert.deepEqual(read('textFont: Fira Sans\ntextSize: 125\nkeyPreset: vim').textFont, 'Fira Sans');
    assert.deepEqual(read('').keys, DEFAULT_SETTINGS.keys);
    const many = Object.fromEntries(Array.from({ length: SETTING_FORMS.mostCommands + 1 }, (_, n) => [`c${n}`, []]));
    const bad = [
      { keys: { 'Not a command': ['x'] } },
      { keys: { a: ['x y'] } },
      { keys: { a: ['1', '2', '3', '4', '5'] } },
      { keys: { a: 'F2' } },
      { keys: many },
      { keyPreset: 'emacs' },
      { textFont: '"; color: red' },
      { codeFont: 'x'.repeat(61) },
      { textSize: 74 },
      { codeSize: 176 },
      { textSize: 100.5 },
    ];
    for (const values of bad) {
      const [[name, value]] = Object.entries(values) as [[keyof typeof settingShape, unknown]];
      assert.equal(settingShape[name].safeParse(value).success, false, JSON.stringify(values).slice(0, 60));
      assert.throws(() => parseConfig(JSON.stringify(values), 'config.yaml'), JSON.stringify(values).slice(0, 60));
    }
  });
});
