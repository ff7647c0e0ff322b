import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Keymap, type KeyPlace } from './keymap.js';
import { COMMANDS } from './registry.js';

const PAGE: KeyPlace = { isWriting: false, isInConversation: false, letterKeys: true };

/** A key as the browser reports it, without a browser. */
function press(key: string, mods: readonly string[] = [], code = key): KeyboardEvent {
  const isHeld = (mod: string) => mods.includes(mod);
  return { key, code, getModifierState: isHeld } as unknown as KeyboardEvent;
}

const keymap = new Keymap(COMMANDS);
const found = (event: KeyboardEvent, place: Partial<KeyPlace> = {}) => keymap.find(event, { ...PAGE, ...place })?.id;

describe('commands', () => {
  it('[CM1] have ids, words and keys of their own', () => {
    for (const of of [
      COMMANDS.map(({ id }) => id),
      COMMANDS.map(({ title }) => title),
      COMMANDS.flatMap(({ keys, scope }) => (keys ?? []).map((key) => `${scope ?? ''} ${key}`)),
      COMMANDS.flatMap(({ slash }) => slash ?? []),
    ]) {
      assert.deepEqual(of.toSorted(), [...new Set(of)].toSorted());
    }
  });

  it('[CM2] with Ctrl work everywhere, also in fields', () => {
    assert.equal(found(press('k', ['Control']), { isWriting: true }), 'go.palette');
    assert.equal(found(press('O', ['Control', 'Shift']), { isWriting: true }), 'session.new');
    assert.equal(found(press('F6'), { isWriting: true }), 'go.next-region');
    assert.equal(found(press('k', ['Control', 'Alt'])), undefined);
  });

  it('[CM2] with one letter work only where nobody writes, in the conversation, and if wanted', () => {
    assert.equal(found(press('j')), undefined);
    assert.equal(found(press('j'), { isInConversation: true }), 'conversation.next');
    assert.equal(found(press('j'), { isInConversation: true, isWriting: true }), undefined);
    assert.equal(found(press('j'), { isInConversation: true, letterKeys: false }), undefined);
    assert.equal(found(press('?', ['Shift'])), 'go.shortcuts');
    assert.equal(found(press('?', ['Shift']), { isWriting: true }), undefined);
    assert.equal(found(press('?', ['Shift']), { letterKeys: false }), undefined);
  });
});
