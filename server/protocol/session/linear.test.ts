import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LIMITS } from '../limits.js';
import type { TextEntry, ToolEntry } from '../transcript/entries.js';
import { entriesOf, entryAt, findEntry } from '../transcript/entry-list.js';
import { emptyTranscript, type Transcript } from '../transcript/transcript.js';
import { manyEvents, STREAMS, type Stream } from './many-events.rig.js';
import { reduceTranscript } from './reduce.js';
import type { LoggedEvent } from './session-event.js';

const SHORT = 1_100;
/** At the same place in those streams that repeat themselves. */
const LONG = SHORT + 1_200;
/** Events whose work is counted at each length; some of them are dearer, as when a page of entries is full. */
const SAMPLE = 100;

/** Counts how many parts of a transcript are read. */
class Watched {
  reads = 0;
  readonly #seen = new WeakMap<object, object>();

  watch<T>(value: T): T {
    // A map is only ever asked for one key.
    if (typeof value !== 'object' || value === null || value instanceof Map) return value;
    const known = this.#seen.get(value);
    if (known) return known as T;
    const proxy = new Proxy(value, {
      get: (target, key, receiver) => {
        this.reads++;
        return this.watch(Reflect.get(target, key, receiver));
      },
      ownKeys: (target) => {
        const keys = Reflect.ownKeys(target);
        this.reads += keys.length;
        return keys;
      },
    });
    this.#seen.set(value, proxy);
    this.#seen.set(proxy, proxy);
    return proxy;
  }
}

const fold = (t: Transcript, events: readonly LoggedEvent[]) => events.reduce(reduceTranscript, t);

/** How much is read to fold some more events after so many. */
function workAfter(stream: Stream, count: number): number {
  const events = manyEvents(stream, count + SAMPLE);
  let t = fold(emptyTranscript, events.slice(0, count));
  const watched = new Watched();
  for (const event of events.slice(count)) t = reduceTranscript(watched.watch(t), event);
  return watched.reads;
}

describe('folding', () => {
  for (const [name, stream] of Object.entries(STREAMS)) {
    it(`[T4] takes no more work after many events than after few: ${name}`, () => {
      const [short, long] = [workAfter(stream, SHORT), workAfter(stream, LONG)];
      assert.ok(long <= short * 1.3, `${long} reads after ${LONG} events, ${short} after ${SHORT}`);
    });
  }
});

describe('a transcript', () => {
  const folded = (name: string) => fold(emptyTranscript, manyEvents(STREAMS[name]!, SHORT));
  const callOf = (t: Transcript) => entryAt(t.entries, findEntry(t.entries, 'tool:t')) as ToolEntry;

  it('[T5] takes no more queued prompts than the server allows', () => {
    const { queue } = folded('prompt_queued');
    assert.deepEqual([queue.length, queue[0]!.promptId], [LIMITS.queuedPrompts, 'q0']);
  });

  it('[T5] withdraws the oldest of very many open requests', () => {
    for (const name of ['permission_requested', 'question_asked', 'requests about one call']) {
      assert.equal(folded(name).pending.length, LIMITS.openEntries, name);
    }
    const [first] = entriesOf(folded('question_asked').entries).filter((entry) => entry.kind === 'question');
    assert.deepEqual(first?.outcome.status, 'voided');
  });

  it('[T5] goes on with a message of many blocks in another entry', () => {
    const messages = entriesOf(folded('a message of pictures').entries).filter(
      (entry): entry is TextEntry => entry.kind === 'agent',
    );
    assert.ok(messages.every(({ content }) => content.length <= LIMITS.entryBlocks));
    assert.equal(messages.flatMap(({ content }) => content).length, SHORT - 3);
    assert.deepEqual([messages[0]?.continues, messages[1]?.continues], [undefined, true]);
  });

  it('[T5] keeps the newest requests, files and tasks of one call', () => {
    const last = SHORT - 4;
    const { permissions } = callOf(folded('requests about one call'));
    assert.deepEqual([permissions.length, permissions.at(-1)?.permissionId], [LIMITS.callRequests, `r${last}`]);
    const { written = [] } = callOf(folded('files of one call'));
    assert.deepEqual([written.length, written.at(-1)?.path], [LIMITS.callFiles, `/w/${last}`]);
    const { delegations = [] } = callOf(folded('tasks of one call'));
    assert.deepEqual([delegations.length, delegations.at(-1)], [LIMITS.callTasks, `d${last}`]);
  });
});
