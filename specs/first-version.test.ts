import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { readConversation } from '../server/imports/read-conversation.js';
import { reduceTranscript } from '../server/protocol/session/reduce.js';
import type { LoggedEvent } from '../server/protocol/session/session-event.js';
import { entriesOf } from '../server/protocol/transcript/entry-list.js';
import { emptyTranscript, type Transcript } from '../server/protocol/transcript/transcript.js';
import { parseEvents } from '../server/sessions/log/parse-events.js';
import { TestServer } from '../server/sessions/registry/registry.rig.js';
import { TestTab } from '../server/sessions/registry/tab.rig.js';
import type { EventStore } from '../server/sessions/store/event-store.js';
import { openStore } from '../server/sessions/store/open-store.js';
import { ROOT } from './project-root.js';
import { asFarAs } from './rigs/as-far-as.rig.js';

/** A transcript as JSON, with its entries as a list. */
type Folded = Record<string, unknown> & { readonly entries: readonly object[] };

/**
 * What version 0.1.0 has left after scenes of the demo agent (edits, requests, questions, a queue, terminals, a crash, a
 * killed server, a delegated task, a reply over its budget), and what it folded that into.
 */
interface Left {
  readonly folder: string;
  readonly database: string;
  readonly sessions: Readonly<Record<string, Folded>>;
  /** What it exported: a session of these, and one with every kind of event. */
  readonly conversations: readonly { readonly file: object; readonly dropped: number; readonly shown: Folded }[];
}

const packed = readFileSync(join(ROOT, 'specs/fixtures/version-0.1.0.json.gz'));
const LEFT = JSON.parse(gunzipSync(packed).toString()) as Left;

function folded({ entries, ...state }: Transcript): Folded {
  return JSON.parse(JSON.stringify({ ...state, entries: entriesOf(entries) })) as Folded;
}

const fold = (events: readonly LoggedEvent[]) => folded(events.reduce(reduceTranscript, emptyTranscript));

function assertSame(now: Folded, then: Folded): void {
  assert.equal(now.entries.length, then.entries.length);
  assert.deepEqual(asFarAs(now, then), then);
}

describe('what version 0.1.0 has left', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'acdeck-before-'));
  let store: EventStore;
  let server: TestServer;

  const eventsOf = (id: string) =>
    parseEvents(0, store.eventsAfter(id, 0, { count: 1e6, bytes: 1e9 })).map(({ event }) => event);

  before(() => {
    writeFileSync(join(dataDir, 'acdeck.db'), Buffer.from(LEFT.database, 'base64'), { mode: 0o600 });
    const opened = openStore(dataDir);
    assert.equal(opened.mending, null, 'nothing had to be mended');
    store = opened.store;
    server = new TestServer({ store, folder: LEFT.folder });
    server.registry.restore();
  });
  after(() => {
    server.registry.close();
    store.close();
    rmSync(dataDir, { recursive: true });
  });

  it('[D43] has kinds of events from every part of a session', () => {
    const types = new Set(Object.keys(LEFT.sessions).flatMap((id) => eventsOf(id).map(({ type }) => type)));
    assert.ok(types.size >= 20, [...types].join());
  });

  it('[D43] folds every session as that version did, from its events alone', () => {
    for (const [id, then] of Object.entries(LEFT.sessions)) assertSame(fold(eventsOf(id)), then);
  });

  it('[D43] shows every session from its checkpoint', () => {
    for (const [id, then] of Object.entries(LEFT.sessions)) {
      const tab = new TestTab();
      tab.take(server.registry.sync(tab, id, null));
      assertSame({ ...then, entries: folded(tab.transcript).entries }, then);
    }
  });

  it('[D43] imports the conversations that it exported', () => {
    assert.equal(LEFT.conversations.length, 2);
    for (const { file, dropped, shown } of LEFT.conversations) {
      const events: LoggedEvent[] = [];
      const reading = readConversation(JSON.stringify(file));
      let step = reading.next();
      for (; !step.done; step = reading.next()) {
        events.push(...step.value.events.map(({ body }) => JSON.parse(body) as LoggedEvent));
      }
      assert.equal(step.value.dropped, dropped);
      assertSame(fold(events), shown);
    }
  });
});
