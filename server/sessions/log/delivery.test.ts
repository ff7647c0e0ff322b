import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LIMITS } from '../../protocol/limits.js';
import { entriesOf } from '../../protocol/transcript/entry-list.js';
import { TestTab } from '../registry/tab.rig.js';
import { allEntries, chunk, ended, prompt, rigLog, TINY, tool } from './log.rig.js';
import { LOG_LIMITS } from './log-limits.js';

const seqs = (tab: TestTab) =>
  tab.pages.flatMap(({ page }) => page.events.map((event) => Reflect.get(event as object, 'seq')));
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

describe('delivery to tabs', () => {
  it('[L10] gives a tab that is nearly up to date what it misses, and everything after that by itself', () => {
    const { log } = rigLog();
    for (let i = 0; i < 10; i++) log.record(prompt(`p${i}`));
    const tab = new TestTab();
    const sync = log.sync(tab, { epoch: log.epoch, seq: 4 });
    assert.ok(sync.kind === 'tail' && sync.live && sync.head === 10 && sync.after === 4);
    assert.deepEqual(
      sync.events.map(({ seq }) => seq),
      [5, 6, 7, 8, 9, 10],
    );
    log.record(ended);
    assert.deepEqual(seqs(tab), [11]);
  });

  it('[L11] cuts the tail into pages, and is not live before the last of them', () => {
    const { log } = rigLog();
    for (let i = 0; i < 450; i++) log.record(prompt(`p${i}`));
    const tab = new TestTab();
    const sizes: number[] = [];
    let seq = 0;
    for (let isLive = false; !isLive; ) {
      const sync = log.sync(tab, { epoch: log.epoch, seq });
      assert.ok(sync.kind === 'tail');
      sizes.push(sync.events.length);
      seq = sync.events.at(-1)!.seq;
      isLive = sync.live;
      // What happens between two pages is in the next page, not lost between page and stream.
      if (!isLive) log.record(ended);
    }
    assert.deepEqual([sizes, seq, tab.pages.length], [[200, 200, 52], 452, 0]);
  });

  it('[L11] cuts pages by their size too, but sends a large event whole', () => {
    const { log } = rigLog();
    const tab = new TestTab();
    tab.isWritable = false;
    log.sync(tab, null);
    for (let i = 0; i < 4; i++) log.record(prompt(`p${i}`, 'x'.repeat(100_000)));
    log.record(prompt('large', 'x'.repeat(500_000)));
    tab.isWritable = true;
    assert.deepEqual(
      tab.pages.map(({ page }) => page.events.length),
      [2, 2, 1],
    );
  });

  it('[L12] gives a snapshot to a tab of another epoch, from the future, or too far behind', () => {
    const { log } = rigLog({ limits: { ...LOG_LIMITS, tailEvents: 5 } });
    for (let i = 0; i < 10; i++) log.record(prompt(`p${i}`));
    const kind = (epoch: string, seq: number) => log.sync(new TestTab(), { epoch, seq }).kind;
    assert.deepEqual([kind('other', 9), kind(log.epoch, 11), kind(log.epoch, 4)], Array(3).fill('snapshot'));
    assert.deepEqual([kind(log.epoch, 5), kind(log.epoch, 10)], ['tail', 'tail']);
  });

  it('[L12] gives a snapshot to a tab that misses more than the memory holds', () => {
    const { log } = rigLog({ limits: TINY });
    for (let i = 0; i < 20; i++) log.record(prompt(`p${i}`));
    const kind = (seq: number) => log.sync(new TestTab(), { epoch: log.epoch, seq }).kind;
    assert.deepEqual([kind(11), kind(12)], ['snapshot', 'tail']);
    log.compact();
    assert.deepEqual([kind(19), kind(20)], ['snapshot', 'tail']);
  });

  it('[L13] waits for a slow tab, queues nothing for it, and goes on where it stands', () => {
    const { log } = rigLog();
    const [slow, quick] = [new TestTab('slow'), new TestTab('quick')];
    for (const tab of [slow, quick]) log.sync(tab, null);
    slow.isWritable = false;
    for (let i = 0; i < 300; i++) log.record(prompt(`p${i}`));
    assert.deepEqual([slow.pages.length, slow.waiting, quick.pages.length], [0, 1, 300]);
    slow.isWritable = true;
    assert.deepEqual(
      slow.pages.map(({ page }) => page.events.length),
      [200, 100],
    );
    log.record(ended);
    assert.deepEqual(seqs(slow), upTo(301));
  });

  it('[L13] reads what a tab misses from the store when the memory no longer has it', () => {
    const { log } = rigLog({ limits: TINY });
    const tab = new TestTab();
    tab.take(log.sync(tab, null));
    tab.isWritable = false;
    for (let i = 0; i < 50; i++) log.record(prompt(`p${i}`), tool(`t${i}`), ended);
    tab.isWritable = true;
    assert.deepEqual([seqs(tab), tab.resyncs], [upTo(150), 0]);
    assert.deepEqual(entriesOf(tab.transcript.entries), allEntries(log));
  });

  it('[L14] ends with the tab, and begins anew when it asks again', () => {
    const { log } = rigLog();
    const tab = new TestTab();
    log.sync(tab, null);
    log.sync(tab, { epoch: log.epoch, seq: 0 });
    assert.equal(log.readers, 1);
    log.record(prompt('p'));
    log.leave(tab);
    log.record(ended);
    assert.deepEqual([seqs(tab), log.readers], [[1], 0]);
  });

  it('[L14] tells nothing to a tab that left while it could take nothing', () => {
    const { log } = rigLog();
    const tab = new TestTab();
    log.sync(tab, null);
    tab.isWritable = false;
    log.record(prompt('p'));
    log.leave(tab);
    tab.isWritable = true;
    assert.equal(tab.pages.length, 0);
  });

  it('[L15] gives older entries in pieces that meet', () => {
    const { log } = rigLog({ limits: TINY });
    for (let i = 0; i < 30; i++) log.record(prompt(`p${i}`), chunk(`a${i}`), ended);
    const tab = new TestTab();
    tab.take(log.sync(tab, null));
    const { first } = tab.transcript.entries;
    const older = log.entriesBefore(first, 7);
    assert.deepEqual([older.epoch, older.seq, older.first, older.entries.length], [log.epoch, 90, first - 7, 7]);
    assert.deepEqual(log.entriesBefore(0, 7), { epoch: log.epoch, seq: 90, first: 0, entries: [] });
    assert.equal(log.entriesBefore(59, 1000).entries.at(-1)?.id, allEntries(log)[58]?.id);
    assert.ok(log.entriesBefore(60, 100_000).entries.length <= LIMITS.snapshotEntries);
  });

  it('[L16] follows a session that another server writes', () => {
    const { log, store } = rigLog();
    log.record(prompt('p'));
    const reader = rigLog({ store, isReadOnly: true });
    const tab = new TestTab();
    tab.take(reader.log.sync(tab, null));
    for (let i = 0; i < 3; i++) log.record(chunk(`a${i}`));
    reader.log.follow();
    reader.log.close();
    assert.deepEqual([seqs(tab), tab.resyncs], [[2, 3, 4], 0]);
    assert.equal(store.savedStateOf('s'), null);
  });
});
