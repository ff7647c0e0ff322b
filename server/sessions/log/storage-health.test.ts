import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { LIMITS } from '../../protocol/limits.js';
import { TestTab } from '../registry/tab.rig.js';
import { openStore } from '../store/open-store.js';
import { rowOf } from '../store/rows.rig.js';
import { SqliteConnection } from '../store/sqlite/sqlite-connection.js';
import { migrate } from '../store/sqlite/sqlite-schema.js';
import { SqliteEventStore } from '../store/sqlite-event-store.js';
import { chunk, ended, eventsIn, prompt, rigLog, wholeTranscript } from './log.rig.js';
import { LOG_LIMITS } from './log-limits.js';

const root = mkdtempSync(join(tmpdir(), 'acdeck-health-'));
after(() => rmSync(root, { recursive: true }));

/** A real file that can be told to be full. */
function limitedStore() {
  const db = new SqliteConnection(join(mkdtempSync(join(root, 'd')), 'x.db'));
  db.exec('PRAGMA journal_mode = WAL');
  migrate(db, () => []);
  const store = new SqliteEventStore(db);
  store.addSession(rowOf('s'));
  const pages = () => Number(db.first('PRAGMA page_count')!.page_count);
  return {
    store,
    fill: () => db.exec(`PRAGMA max_page_count = ${pages()}`),
    free: () => db.exec('PRAGMA max_page_count = 1000000'),
  };
}

const big = 'x'.repeat(30_000);

describe('a store that cannot be written', () => {
  it('[D17] because the disk is full holds everything, says so, and goes on without loss when there is room', async () => {
    const { store, fill, free } = limitedStore();
    const { log, clock, banners, health } = rigLog({ store });
    const tab = new TestTab();
    tab.take(log.sync(tab, null));
    log.commit([prompt('p')], 'c1');
    fill();
    for (let i = 0; i < 20; i++) log.append(chunk(`${i}${big}`));
    clock.pass(LIMITS.tickMs);
    assert.deepEqual(banners.get('storage')!.about, { code: 'storage', storage: { code: 'full' } });
    const ready = health.whenReady();
    assert.ok(ready, 'the agent is not read from');
    log.append(chunk('more'));
    log.record(ended);
    assert.throws(() => log.commit([prompt('q')], 'c2'), { name: 'storage', message: /^The disk is full/ });
    assert.deepEqual([tab.replica?.seq, store.headOf('s'), store.resultOf('c2')], [1, 1, null]);
    clock.pass(10_000);
    assert.equal(banners.size, 1);
    free();
    clock.pass(1000);
    await ready;
    assert.deepEqual([banners.size, health.whenReady(), health.fault], [0, null, null]);
    log.commit([prompt('q')], 'c2');
    const events = eventsIn(store);
    const text = events.flatMap((event) =>
      event.type === 'agent_update' ? [Reflect.get(event.update, 'content').text] : [],
    );
    assert.equal(text.join(''), `${Array.from({ length: 20 }, (_, i) => `${i}${big}`).join('')}more`);
    assert.deepEqual(tab.transcript, wholeTranscript(events));
    store.close();
  });

  it('[D19] lets go of output only beyond the limit, and says how much', () => {
    const { store, fill, free } = limitedStore();
    const { log, clock } = rigLog({ store, limits: { ...LOG_LIMITS, heldBytes: 100_000 } });
    log.commit([prompt('p')], null);
    fill();
    for (let i = 0; i < 10; i++) log.append(chunk(big));
    log.record(ended);
    free();
    clock.pass(1000);
    const events = eventsIn(store);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['prompt_sent', 'agent_update', 'agent_update', 'agent_update', 'turn_ended', 'notice_shown'],
    );
    const notice = Reflect.get(events.at(-1)!, 'notice');
    assert.deepEqual([notice.code, Math.ceil(notice.bytes / 1024)], ['output_lost', 206]);
    store.close();
  });

  it('[D23] because another program holds the file recovers in the same way', () => {
    const dir = mkdtempSync(join(root, 'd'));
    const { store } = openStore(dir);
    store.addSession(rowOf('s'));
    const { log, clock, banners } = rigLog({ store });
    const other = new SqliteConnection(join(dir, 'acdeck.db'));
    other.settleIn();
    other.exec('BEGIN IMMEDIATE');
    log.record(prompt('p'));
    assert.deepEqual(banners.get('storage')!.about, { code: 'storage', storage: { code: 'locked' } });
    other.exec('COMMIT');
    clock.pass(1000);
    assert.deepEqual([banners.size, eventsIn(store).length], [0, 1]);
    other.close();
    store.close();
  });

  it('[D5] because another server wrote to the same log never writes a number twice', () => {
    const { log, store } = rigLog();
    const other = rigLog({ store });
    other.log.record(prompt('theirs'));
    assert.throws(() => log.commit([prompt('ours')], 'c'), { name: 'storage', message: /Another acdeck has written/ });
    assert.deepEqual([eventsIn(store).length, store.resultOf('c')], [1, null]);
  });
});
