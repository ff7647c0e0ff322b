import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openStore } from '../sessions/store/open-store.js';
import { KeyBook, KeyReused } from './key-book.js';

describe('a key', () => {
  it('[PG35] keeps its first answer across restarts, for its caller and its content', async (t) => {
    const dir = mkdtempSync(join(tmpdir(), 'acdeck-keys-'));
    t.after(() => rmSync(dir, { recursive: true, force: true }));
    let done = 0;
    const perform = () => ({ n: ++done });
    const ask = async (callerId: string, key: string, content: unknown[]) => {
      const { store } = openStore(dir);
      try {
        return await new KeyBook(store, Date.now).once({ callerId, key, content }, perform);
      } catch (error) {
        if (error instanceof KeyReused) return 'reused';
        throw error;
      } finally {
        store.close();
      }
    };
    assert.deepEqual(await ask('a', 'k', ['prompt', 's', { text: 'x' }]), { n: 1 });
    assert.deepEqual(await ask('a', 'k', ['prompt', 's', { text: 'x' }]), { n: 1 });
    for (const content of [['prompt', 's', { text: 'y' }], ['prompt', 't', { text: 'x' }], ['cancel', 's', null], []]) {
      assert.equal(await ask('a', 'k', content), 'reused');
    }
    assert.deepEqual(await ask('b', 'k', ['prompt', 's', { text: 'y' }]), { n: 2 });
    assert.deepEqual(await ask('a', 'k2', ['prompt', 's', { text: 'y' }]), { n: 3 });
    assert.equal(done, 3);
  });

  it('[PG35] is not used up by a request that was refused, and shares an answer that is on its way', async (t) => {
    const dir = mkdtempSync(join(tmpdir(), 'acdeck-keys-'));
    t.after(() => rmSync(dir, { recursive: true, force: true }));
    const { store } = openStore(dir);
    const book = new KeyBook(store, Date.now);
    const request = (...content: unknown[]) => ({ callerId: 'a', key: 'k', content });
    await assert.rejects(
      book.once(request(1), () => Promise.reject(new Error('no'))),
      /no/,
    );
    let finish = (_answer: object) => {};
    const first = book.once(request(2), () => new Promise<object>((resolve) => (finish = resolve)));
    const second = book.once(request(2), () => assert.fail('it is at work'));
    await assert.rejects(
      book.once(request(3), () => assert.fail('it is another')),
      KeyReused,
    );
    finish({ done: true });
    assert.deepEqual(await Promise.all([first, second]), [{ done: true }, { done: true }]);
    store.close();
  });
});
