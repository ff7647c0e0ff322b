import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TestClock } from '../../protocol/clock.rig.js';
import { MemoryEventStore } from '../store/memory-event-store.rig.js';
import { StorageFault } from '../store/sqlite/storage-fault.js';
import { CommandLedger, type EffectPlace } from './command-ledger.js';

const PLACES: readonly EffectPlace[] = ['store', 'files'];
const unknown = { name: 'conflict', reason: { code: 'outcome_unknown' } };

/** A ledger, and the one of the server that is started next. */
function ledgers(store = new MemoryEventStore()) {
  const start = () => new CommandLedger({ store, clock: new TestClock() });
  return { store, ledger: start(), start };
}

describe('a command', () => {
  it('[S17] is performed once: a repeat gets the first answer, also after a restart', async () => {
    for (const place of PLACES) {
      const { ledger, start } = ledgers();
      let times = 0;
      const now = () => ({ n: ++times });
      const later = async () => ({ n: ++times });
      assert.deepEqual([ledger.once('a', place, now), ledger.once('a', place, now)], [{ n: 1 }, { n: 1 }]);
      assert.deepEqual(await ledger.once('b', place, later), { n: 2 });
      const next = start();
      assert.deepEqual(next.once('a', place, now), { n: 1 });
      assert.deepEqual(
        [await ledger.once('b', place, later), await next.once('b', place, later)],
        [{ n: 2 }, { n: 2 }],
      );
      assert.equal(times, 2, place);
    }
  });

  it('[S17] gets the answer that its handler has written with the effect', () => {
    const { store, ledger, start } = ledgers();
    const perform = () => {
      store.recordCommand({ cmdId: 'a', result: '{"seq":7}', at: 1 });
      return { seq: 7 };
    };
    assert.deepEqual(
      [ledger.once('a', 'store', perform), start().once('a', 'store', perform)],
      [{ seq: 7 }, { seq: 7 }],
    );
    assert.deepEqual(
      ledger.once('b', 'files', () => null),
      null,
    );
  });

  it('[S29] that is at work is joined by its repeat', async () => {
    const { ledger } = ledgers();
    let finish: (answer: string) => void = () => {};
    let times = 0;
    const perform = () => {
      times += 1;
      return new Promise<string>((resolve) => {
        finish = resolve;
      });
    };
    const both = [ledger.once('a', 'files', perform), ledger.once('a', 'files', perform)];
    finish('done');
    assert.deepEqual([await Promise.all(both), times], [['done', 'done'], 1]);
  });

  it('[S30] on files that a server had begun when it was killed is not performed again', async () => {
    const { ledger, start } = ledgers();
    void ledger.once('a', 'files', () => new Promise(() => {}));
    assert.throws(() => start().once('a', 'files', () => assert.fail('performed again')), unknown);
    // The effect of this one ended with the server, or is in the same write as its id.
    void ledger.once('b', 'store', () => new Promise(() => {}));
    assert.equal(
      start().once('b', 'store', () => 'anew'),
      'anew',
    );
  });

  it('[S31] that was refused may be sent again', async () => {
    for (const place of PLACES) {
      const { ledger, start } = ledgers();
      const refuse = () => {
        throw new Error('no');
      };
      assert.throws(() => ledger.once('a', place, refuse), { message: 'no' });
      await assert.rejects(
        ledger.once('b', place, async () => refuse()),
        { message: 'no' },
      );
      for (const id of ['a', 'b'])
        assert.equal(
          start().once(id, place, () => 'yes'),
          'yes',
        );
    }
  });

  it('[S32] is performed although nothing can be written, and once until the server ends', async () => {
    const full = () => {
      throw new StorageFault('full', 'The disk is full.');
    };
    const broken = { resultOf: () => null, beginCommand: full, recordCommand: full, forgetCommand: full };
    const ledger = new CommandLedger({ store: broken, clock: new TestClock() });
    let times = 0;
    assert.deepEqual([ledger.once('a', 'files', () => ++times), ledger.once('a', 'files', () => ++times)], [1, 1]);
    const later = async () => ++times;
    assert.deepEqual([await ledger.once('b', 'files', later), await ledger.once('b', 'files', later)], [2, 2]);
    for (let n = 0; n < 1_000; n++) ledger.once(`more-${n}`, 'files', () => null);
    assert.equal(
      ledger.once('a', 'files', () => 'forgotten'),
      'forgotten',
      'only so many are remembered',
    );
  });

  it('[S17] needs an id of plain characters', () => {
    const { ledger } = ledgers();
    for (const id of ['', 'with space', 'ü', 'x'.repeat(129), 'a\nb'])
      assert.throws(() => ledger.once(id, 'store', () => assert.fail('performed')), { name: 'bad_request' });
  });
});
