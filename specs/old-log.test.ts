import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readEvent } from '../server/imports/read-event.js';
import type { LoggedEvent } from '../server/protocol/session/session-event.js';
import type { Entry } from '../server/protocol/transcript/entries.js';
import { entriesOf } from '../server/protocol/transcript/entry-list.js';
import { TestServer } from '../server/sessions/registry/registry.rig.js';
import type { SavedState, StoredEntry } from '../server/sessions/store/event-store.js';
import { pauseReasonText } from '../webapp/codes/reason-words.js';
import { ROOT } from './project-root.js';
import { shownBefore } from './rigs/shown-before.rig.js';

/** A log that holds every kind of sentence that was ever written into one, and what the version that wrote it showed. */
interface OldLog {
  readonly events: readonly LoggedEvent[];
  readonly savedState: SavedState;
  readonly entries: readonly StoredEntry[];
  readonly shown: { readonly entries: readonly Shown[]; readonly queuePaused: string; readonly oldSession: object };
}
type Shown = Record<string, unknown> & { readonly id: string };

const OLD = JSON.parse(readFileSync(join(ROOT, 'specs/fixtures/old-log.json'), 'utf8')) as OldLog;

/** The one notice that gets its code again, because it decides something. */
const RECOGNISED = OLD.shown.entries.find(({ title }) => title === 'Demo acts without asking')!.id;

/** What that version worded itself when it folded, without a sentence in the log: the page words these anew. */
const WORDED_WHEN_FOLDED = new Set(OLD.shown.entries.filter(isWordedWhenFolded).map(({ id }) => id));

function isWordedWhenFolded({ kind, mark, message }: Shown): boolean {
  return (kind === 'mark' && mark === 'stopped') || (kind === 'error' && /\(exit code 3\)/.test(String(message)));
}

async function opened(events: readonly LoggedEvent[], hasSavedState: boolean): Promise<TestServer> {
  const server = await TestServer.ready();
  const { store } = server;
  store.addSession({ ...store.session(server.id)!, id: 'old' });
  server.registry.close();
  const stored = events.map((event) => ({ seq: event.seq, body: JSON.stringify(event) }));
  const savedState = { savedState: { ...OLD.savedState, entries: OLD.entries } };
  store.write({ sessionId: 'old', events: stored, ...(hasSavedState ? savedState : {}) });
  return server.restarted();
}

const entriesIn = (server: TestServer): readonly Entry[] => entriesOf(server.tab('old').transcript.entries);

describe('a log of an earlier version', () => {
  it('[WD22] shows every entry as it was, from its saved state', async () => {
    const server = await opened(OLD.events, true);
    const shown = entriesIn(server).map(shownBefore) as Shown[];
    const others = (entries: readonly Shown[]) => entries.filter(({ id }) => id !== RECOGNISED);
    assert.deepEqual(others(shown), others(OLD.shown.entries));
    assert.equal(shown.find(({ id }) => id === RECOGNISED)?.title, 'Demo acts without asking');
  });

  it('[WD22] shows every sentence that it holds, from its events alone', async () => {
    const server = await opened(OLD.events, false);
    const shown = entriesIn(server).map(shownBefore) as Shown[];
    const held = (entries: readonly Shown[]) =>
      entries.filter(({ id }) => id !== RECOGNISED && !WORDED_WHEN_FOLDED.has(id));
    assert.deepEqual(held(shown), held(OLD.shown.entries));
    const anew = shown.filter(({ id }) => WORDED_WHEN_FOLDED.has(id));
    assert.deepEqual(
      anew.map(({ kind, mark, message, text }) => [kind, mark, message ?? text]),
      [
        ['error', undefined, 'The agent crashed (exit code 3). Everything it wrote so far is kept.'],
        ['mark', 'stopped', 'The agent declined to continue'],
        ['mark', 'stopped', 'The agent finished without replying'],
      ],
    );
  });

  it('[WD22] says why its queue waits and why its session was replaced', async () => {
    for (const hasSavedState of [true, false]) {
      const { queuePaused, oldSession } = (await opened(OLD.events, hasSavedState)).tab('old').transcript;
      assert.equal(pauseReasonText(queuePaused!), OLD.shown.queuePaused);
      const { trouble, ...rest } = oldSession!;
      assert.deepEqual(trouble, { code: 'said', text: 'Internal error' });
      assert.deepEqual({ ...rest, reason: 'Internal error' }, OLD.shown.oldSession);
    }
  });

  it('[WD28] opens with an action that is no longer offered, from its events and as an exported file', async () => {
    const at = OLD.events.findIndex(({ type }) => type === 'turn_failed');
    const failed = { ...OLD.events[at]!, action: 'choose_agent' } as unknown as LoggedEvent;
    const events = OLD.events.with(at, failed);
    assert.equal(entriesIn(await opened(events, false)).length, entriesIn(await opened(OLD.events, false)).length);
    const exported = {
      type: 'turn_failed',
      at: 1,
      trouble: { code: 'said', text: 'No agent' },
      action: 'choose_agent',
    };
    assert.deepEqual(readEvent(exported), exported);
  });

  it('[WD23] still knows by its sentences what they decided', async () => {
    const { events } = OLD;
    const waiting = { ...events.at(-1)!, reason: 'Waiting for you to sign in' } as never;
    const server = await opened([...events.slice(0, -1), waiting], false);
    assert.deepEqual(server.tab('old').transcript.queuePaused, { code: 'sign_in_needed' });
    const codes = entriesIn(server).flatMap((entry) => (entry.kind === 'notice' ? [entry.notice.code] : []));
    assert.equal(codes.filter((code) => code === 'acts_unasked').length, 1);
  });
});
