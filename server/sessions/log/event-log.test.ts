import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LIMITS } from '../../protocol/limits.js';
import type { SessionEvent } from '../../protocol/session/session-event.js';
import { entriesOf } from '../../protocol/transcript/entry-list.js';
import { TestTab } from '../registry/tab.rig.js';
import {
  allEntries,
  chunk,
  ended,
  eventsIn,
  prompt,
  rigLog,
  stateOf,
  TINY,
  tool,
  toolUpdate,
  wholeTranscript,
} from './log.rig.js';

const texts = (events: readonly SessionEvent[]) =>
  events.map((event) =>
    event.type === 'agent_update' && 'content' in event.update
      ? Reflect.get(event.update.content!, 'text')
      : event.type,
  );

describe('the log of a session', () => {
  it('[L1] numbers events from 1 without holes and stamps them', () => {
    const { log, store, clock } = rigLog();
    log.commit([prompt('p'), ended], null);
    clock.pass(5);
    log.record({ type: 'agent_restarted' });
    assert.deepEqual(
      eventsIn(store).map(({ seq, at }) => [seq, at]),
      [
        [1, 1000],
        [2, 1000],
        [3, 1005],
      ],
    );
  });

  it('[L2] joins the text of one tick before it gets a number', () => {
    const { log, store, clock } = rigLog();
    for (const text of ['a', 'b', 'c']) log.append(chunk(text));
    assert.equal(store.headOf('s'), 0);
    clock.pass(LIMITS.tickMs);
    log.append(chunk('d'));
    clock.pass(LIMITS.tickMs);
    assert.deepEqual(texts(eventsIn(store)), ['abc', 'd']);
  });

  it('[L2] joins only neighbours of one kind and one message, and of one terminal', () => {
    const { log, store, clock } = rigLog();
    const output = (terminalId: string, text: string): SessionEvent => ({ type: 'terminal_output', terminalId, text });
    const thought = {
      ...chunk('t'),
      update: { ...Reflect.get(chunk('t'), 'update'), sessionUpdate: 'agent_thought_chunk' },
    };
    const all = [
      chunk('a', '1'),
      chunk('b', '1'),
      chunk('c', '2'),
      thought as SessionEvent,
      tool('x'),
      chunk('d'),
      chunk('e'),
    ];
    for (const event of [...all, output('1', 'o'), output('1', 'p'), output('2', 'q')]) log.append(event);
    clock.pass(LIMITS.tickMs);
    assert.deepEqual(texts(eventsIn(store)).slice(0, 5), ['ab', 'c', 't', 'agent_update', 'de']);
    assert.deepEqual(
      eventsIn(store).flatMap((event) => (event.type === 'terminal_output' ? [event.text] : [])),
      ['op', 'q'],
    );
  });

  it('[L2] cuts a very long text into several events, never through a character', () => {
    const { log, store } = rigLog();
    const text = `x${'\u{1f600}'.repeat(100_000)}`;
    log.append(chunk(text));
    log.flush();
    const pieces = texts(eventsIn(store)) as string[];
    assert.ok(pieces.length > 5);
    assert.ok(pieces.every((piece) => !/\p{Surrogate}/u.test(piece)));
    assert.equal(pieces.join(''), text);
  });

  it('[L3] shows nothing to a tab that is not in the store', () => {
    const { log, store, clock } = rigLog();
    const tab = new TestTab();
    const seen: number[] = [];
    const stream = tab.stream.bind(tab);
    tab.stream = (id, page) => {
      seen.push(store.headOf('s'));
      stream(id, page);
    };
    tab.take(log.sync(tab, null));
    log.append(chunk('a'));
    assert.equal(tab.pages.length, 0);
    clock.pass(LIMITS.tickMs);
    log.commit([prompt('p')], null);
    assert.deepEqual(seen, [1, 2]);
    assert.equal(tab.replica?.seq, 2);
  });

  it('[L4] writes what was waiting and what a person does in one go, in order', () => {
    const { log, store } = rigLog();
    const writes: number[] = [];
    const write = store.write.bind(store);
    store.write = (batch) => {
      writes.push(batch.events.length);
      write(batch);
    };
    log.append(chunk('a'));
    const done = log.commit([ended], 'cmd');
    assert.deepEqual([writes, texts(eventsIn(store)), done], [[2], ['a', 'turn_ended'], { seq: 2 }]);
    assert.equal(store.resultOf('cmd'), '{"seq":2}');
  });

  it('[L5] has a new epoch whenever it is opened', () => {
    const { log, store } = rigLog();
    log.commit([prompt('p')], null);
    const again = rigLog({ store, newEpoch: () => 'other' });
    const sync = again.log.sync(new TestTab(), { epoch: log.epoch, seq: 1 });
    assert.equal(sync.kind, 'snapshot');
    assert.notEqual(again.log.epoch, log.epoch);
  });

  it('[L6] keeps the newest entries in memory and the others in the store, all of them as folded in one go', () => {
    const { log, store } = rigLog({ limits: TINY });
    for (let i = 0; i < 40; i++) {
      log.record(prompt(`p${i}`), chunk(`answer ${i}`, `m${i}`), tool(`t${i}`), ended);
    }
    const whole = wholeTranscript(eventsIn(store));
    assert.ok(entriesOf(log.transcript.entries).length <= 8);
    assert.deepEqual(allEntries(log), entriesOf(whole.entries));
    assert.deepEqual(stateOf(log.transcript), stateOf(whole));
  });

  it('[L7] changes an entry that has left the memory, and marks such events as late', () => {
    const { log, store } = rigLog({ limits: TINY });
    log.record(prompt('p0'), tool('old', 'pending'), chunk('early', 'm'), ended);
    for (let i = 1; i < 10; i++) log.record(prompt(`p${i}`), chunk(`answer ${i}`), ended);
    log.record(prompt('p'), toolUpdate('old', 'Renamed'), chunk(' and late', 'm'), toolUpdate('old', 'Twice'), ended);
    const events = eventsIn(store);
    assert.deepEqual(
      events.slice(-4).map((event) => Reflect.get(event, 'late')),
      [true, true, true, undefined],
    );
    assert.deepEqual(allEntries(log), entriesOf(wholeTranscript(events).entries));
    assert.deepEqual(
      allEntries(log)
        .filter((entry) => entry.kind === 'tool')
        .map(({ title, status }) => [title, status]),
      [['Twice', 'ended']],
    );
  });

  it('[L7] asks for permission on a tool call that has left the memory', () => {
    const { log, store } = rigLog({ limits: TINY });
    log.record(prompt('p0'), tool('old', 'pending'), ended);
    for (let i = 1; i < 10; i++) log.record(prompt(`p${i}`), chunk(`answer ${i}`), ended);
    const tab = new TestTab();
    tab.take(log.sync(tab, null));
    const options = [{ optionId: 'y', name: 'Yes', kind: 'allow_once' as const }];
    log.record({ type: 'permission_requested', permissionId: 'q', toolCall: { toolCallId: 'old' }, options });
    assert.deepEqual(tab.transcript.pending, [{ kind: 'permission', id: 'q', entry: 1 }]);
    log.record({ type: 'permission_answered', permissionId: 'q', optionId: 'y', by: { kind: 'server' } });
    assert.deepEqual(allEntries(log), entriesOf(wholeTranscript(eventsIn(store)).entries));
    assert.deepEqual([tab.transcript.pending, tab.resyncs], [[], 0]);
  });

  it('[L8] opens from its last saved state and folds only what came after', () => {
    const { log, store } = rigLog({ limits: TINY });
    for (let i = 0; i < 30; i++) log.record(prompt(`p${i}`), tool(`t${i}`), chunk(`answer ${i}`), ended);
    log.record(prompt('last'), chunk('unfinished'));
    const reads: number[] = [];
    const read = store.eventsAfter.bind(store);
    store.eventsAfter = (id, after, limit) => {
      reads.push(after);
      return read(id, after, limit);
    };
    const again = rigLog({ store, limits: TINY });
    assert.ok(Math.min(...reads) >= 120, `events were read from ${Math.min(...reads)}`);
    assert.deepEqual(stateOf(again.log.transcript), stateOf(log.transcript));
    assert.deepEqual(allEntries(again.log), allEntries(log));
  });

  it('[L8] folds everything again when its saved state cannot be read', () => {
    const { log, store } = rigLog({ limits: TINY });
    for (let i = 0; i < 10; i++) log.record(prompt(`p${i}`), chunk(`answer ${i}`), ended);
    store.write({ sessionId: 's', events: [], savedState: { seq: 30, body: '{"seq":3', entries: [] } });
    const again = rigLog({ store, limits: TINY });
    assert.deepEqual(allEntries(again.log), allEntries(log));
    again.log.record(prompt('more'), ended);
    assert.deepEqual(allEntries(rigLog({ store, limits: TINY }).log), allEntries(again.log));
  });

  it('[D21] shows a damaged event in its place and reads all others', () => {
    const { store } = rigLog();
    const body = (seq: number) => JSON.stringify({ ...ended, seq, at: 0 });
    const bad = ['{"type":', '"text"', '{"type":"turn_ended","seq":9,"at":0}', '{"type":"prompt_sent","seq":5,"at":0}'];
    const events = [body(1), ...bad].map((text, i) => ({ seq: i + 1, body: text }));
    store.write({ sessionId: 's', events: [...events, { seq: 6, body: body(6) }] });
    const { log } = rigLog({ store });
    const kinds = entriesOf(log.transcript.entries).map(({ kind, id }) => `${kind} ${id}`);
    assert.deepEqual([log.head, kinds], [6, ['notice e2', 'notice e3', 'notice e4', 'notice e5']]);
  });

  it('[L9] keeps what an agent sent in a wrong shape, in a form that harms no tab', () => {
    const { log, store } = rigLog();
    const tab = new TestTab();
    tab.take(log.sync(tab, null));
    const update = { sessionUpdate: 'tool_call', toolCallId: 't', title: 'x', content: 7 };
    log.record(prompt('p'), { type: 'agent_update', update: update as never }, chunk('after'));
    assert.deepEqual(
      entriesOf(tab.transcript.entries).map(({ kind }) => kind),
      ['user', 'agent'],
    );
    assert.deepEqual(Reflect.get(eventsIn(store)[1]!, 'update').original.update, update);
  });
});
