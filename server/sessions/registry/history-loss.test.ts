import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { HistoryNews } from '../../protocol/api/app-state.js';
import type { Entry } from '../../protocol/transcript/entries.js';
import { seeded } from '../../testing/seeded.rig.js';
import type { Mischief } from '../store/damage.rig.js';
import { entriesIn, newsOf, startServer, Workshop } from './honest-storage.rig.js';
import type { TestServer } from './registry.rig.js';

const EVERYTHING = { count: 1e6, bytes: 1e12 };

/** A session as people see it, and its events. */
interface SeenSession {
  readonly title: string;
  readonly entries: ReadonlyMap<string, string>;
  /** Entries that only say that something is missing, and how many events such notices speak of. */
  readonly marks: { readonly entries: number; readonly events: number };
  readonly events: ReadonlyMap<number, string>;
}

let workshop: Workshop;
let whole: ReadonlyMap<string, SeenSession>;

before(async () => {
  workshop = await Workshop.open();
  const { server, close } = await open(newCopy());
  whole = seenIn(server);
  close();
});
after(() => workshop.close());

function newCopy(): string {
  const dir = workshop.newDir();
  cpSync(workshop.base, dir, { recursive: true });
  return dir;
}

/** A server at work; what it finds damaged when everything is read is mended. */
async function open(dir: string) {
  const server = await startServer(dir);
  server.registry.history.watch();
  const close = () => {
    server.registry.close();
    server.store.close();
  };
  return { server, close };
}

/** Reads everything, and looks until nothing changes any more. */
function settle(server: TestServer): void {
  for (let looks = 0; looks < 3; looks++) {
    seenIn(server);
    server.clock.pass(1_000);
  }
}

function seenIn(server: TestServer): Map<string, SeenSession> {
  // One whose title is lost counts as empty, whatever is in it.
  const used = server.app.current.sessions.filter(({ id }) => server.store.headOf(id) > 1);
  return new Map(
    used.map(({ id, title }) => {
      const all = entriesIn(server, id);
      const notices = all.flatMap((entry) =>
        entry.kind === 'notice' && entry.notice.code === 'record_damaged' ? [{ id: entry.id, ...entry.notice }] : [],
      );
      const inPlaceOfEvents = notices.filter((notice) => notice.id.startsWith('e'));
      const marks = {
        entries: notices.length - inPlaceOfEvents.length,
        events: inPlaceOfEvents.reduce((sum, { events = 1 }) => sum + events, 0),
      };
      const entries = new Map(all.map((entry) => [entry.id, wordsOf(entry)]));
      const events = new Map(server.store.eventsAfter(id, 0, EVERYTHING).map(({ seq, body }) => [seq, body]));
      return [id, { title, entries, marks, events }];
    }),
  );
}

/** What people read of an entry; when it ended may be gone with the event that said so. */
function wordsOf(entry: Entry): string {
  return JSON.stringify([entry.kind, 'content' in entry ? entry.content : null]);
}

/** How many entries and events are marked as missing. */
function marksIn(server: TestServer): [entries: number, events: number] {
  const marks = [...seenIn(server).values()].map((session) => session.marks);
  return [marks.reduce((sum, { entries }) => sum + entries, 0), marks.reduce((sum, { events }) => sum + events, 0)];
}

interface Loss {
  sessions: number;
  pieces: number;
  events: number;
  named: string[];
}

/** What is really gone, by comparison with how it was. */
function lossOf(now: ReadonlyMap<string, SeenSession>): Loss {
  const loss: Loss = { sessions: 0, pieces: 0, events: 0, named: [] };
  for (const [id, was] of whole) {
    const is = now.get(id);
    if (!is) {
      loss.sessions++;
      continue;
    }
    const goneEntries = [...was.entries].filter(([entry, body]) => is.entries.get(entry) !== body).length;
    const goneEvents = [...was.events].filter(([seq, body]) => is.events.get(seq) !== body).length;
    // With events marked as lost, the session was folded from the others: what is gone are those events.
    const isFoldedAgain = is.marks.events > 0;
    loss.pieces += isFoldedAgain ? is.marks.entries : goneEntries;
    loss.events += isFoldedAgain ? goneEvents : 0;
    if (goneEntries > 0 || isFoldedAgain) loss.named.push(is.title);
  }
  return { ...loss, named: loss.named.sort() };
}

/** What a row belongs to has no checksum: where a flipped bit has changed that, nobody can know what was lost. */
function isKnowable(now: ReadonlyMap<string, SeenSession>): boolean {
  const isSame = (id: string, { title, events }: SeenSession) =>
    now.get(id)?.title === title && now.get(id)?.events.size === events.size;
  return now.size === whole.size && [...whole].every(([id, was]) => isSame(id, was));
}

function toldOf(news: readonly HistoryNews[]): Loss {
  const sum = (of: (each: HistoryNews) => number) => news.reduce((total, each) => total + of(each), 0);
  return {
    sessions: sum(({ lost }) => lost.titles.length + lost.more),
    pieces: sum(({ gaps }) => gaps.pieces),
    events: sum(({ gaps }) => gaps.events ?? 0),
    named: news.flatMap(({ gaps }) => gaps.titles).sort(),
  };
}

type Deed = (path: string, seed: number) => Mischief;
const DEEDS: Deed[] = [
  (path, seed) => ({ kind: 'flip', path, seed, bits: 60 + ((seed * 37) % 300) }),
  (path, seed) => ({ kind: 'zero', path, seed, blocks: 4 + ((seed * 11) % 50) }),
  (path, seed) => ({ kind: 'truncate', path, part: 0.4 + ((seed * 7) % 50) / 100 }),
];

const lossIn = ({ sessions, pieces, events }: Loss) => sessions + pieces + events;

describe('the banner about the history file', () => {
  for (const when of ['running', 'stopped'] as const) {
    it(`[D40] counts exactly what people can no longer see, of a ${when} server and after restarts`, async (t) => {
      const { seed, numRuns } = seeded(t, 6);
      const counts = { losses: 0, pieces: 0, events: 0, sessions: 0, unknowable: 0 };
      for (let n = 0; n < numRuns; n++) {
        const dir = newCopy();
        const deed = DEEDS[n % DEEDS.length]!(`${dir}/acdeck.db`, seed * 1_000 + n);
        let { server, close } = await (when === 'running' ? open(dir) : damaged(dir, deed));
        if (when === 'running') await workshop.do(deed);
        server.clock.pass(1_000);
        settle(server);
        const told = toldOf(newsOf(server));
        const now = seenIn(server);
        const loss = lossOf(now);
        const what = `${JSON.stringify(deed)} ${JSON.stringify(newsOf(server))}`;
        if (when === 'running' || deed.kind !== 'flip' || isKnowable(now)) assert.deepEqual(told, loss, what);
        else counts.unknowable++;
        for (let restart = 0; restart < 2; restart++) {
          close();
          ({ server, close } = await open(dir));
          settle(server);
          assert.deepEqual(lossOf(seenIn(server)), loss, what);
          assert.deepEqual(toldOf(newsOf(server)), told, `after a restart: ${what}`);
        }
        close();
        if (lossIn(loss) > 0) counts.losses++;
        for (const key of ['pieces', 'events', 'sessions'] as const) counts[key] += loss[key];
      }
      t.diagnostic(JSON.stringify(counts));
      assert.ok(counts.losses > numRuns / 2 && counts.unknowable < numRuns / 4);
    });
  }

  it('[D41] stays until somebody has read it, and then tells only of what is lost later', async () => {
    const dir = newCopy();
    const path = `${dir}/acdeck.db`;
    let { server, close } = await open(dir);
    const first = await loseSome(server, path, 1);
    server.clock.pass(10_000);
    assert.deepEqual(toldOf(newsOf(server)), first, 'looking again counts nothing twice');

    const both = await loseSome(server, path, 2);
    assert.deepEqual([both.pieces, both.events], marksIn(server), 'as many as are marked');
    assert.equal(newsOf(server).length, 1);

    server.app.append({ type: 'banner_lowered', bannerId: 'history-loss' });
    close();
    ({ server, close } = await open(dir));
    settle(server);
    assert.deepEqual(newsOf(server), [], 'it was read');
    close();

    ({ server, close } = await open(dir));
    const later = await loseSome(server, path, 3);
    const [pieces, events] = marksIn(server);
    assert.ok(lossIn(later) < pieces + events, 'without what was read of before');
    close();
    ({ server, close } = await open(dir));
    // A title that was damaged may be made anew from what was said.
    assert.deepEqual({ ...toldOf(newsOf(server)), named: [] }, { ...later, named: [] });
    close();
  });

  /** Flips bits until more is lost: what a server has in memory it puts back. */
  async function loseSome(server: TestServer, path: string, seed: number): Promise<Loss> {
    const before = lossIn(toldOf(newsOf(server)));
    for (let n = 0; n < 20 && lossIn(toldOf(newsOf(server))) === before; n++) {
      await workshop.do({ kind: 'flip', path, seed: seed * 100 + n, bits: 300 });
      server.clock.pass(1_000);
    }
    const told = toldOf(newsOf(server));
    assert.ok(lossIn(told) > before, 'more damage, more loss');
    return told;
  }

  async function damaged(dir: string, deed: Mischief) {
    await workshop.do(deed);
    return open(dir);
  }
});
