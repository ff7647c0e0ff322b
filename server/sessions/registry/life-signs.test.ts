import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { TestClock } from '../../protocol/clock.rig.js';
import type { SessionEvent } from '../../protocol/session/session-event.js';
import type { Entry } from '../../protocol/transcript/entries.js';
import { entriesOf } from '../../protocol/transcript/entry-list.js';
import { asked, chunk, thought, tool } from '../../protocol/transcript/transcript.rig.js';
import { dayOf } from '../../protocol/transcript/usage.js';
import { seeded } from '../../testing/seeded.rig.js';
import { MemoryEventStore } from '../store/memory-event-store.rig.js';
import { TestServer } from './registry.rig.js';

const BEAT_MS = 2_000;
const START = Date.UTC(2026, 2, 9, 12);

/** All that has a duration, as a turn can leave it open. */
const LEFT_OPEN: Record<string, (n: number) => SessionEvent> = {
  tool: (n) => tool(`t${n}`, { kind: 'execute', status: 'in_progress' }),
  asked: (n) => asked(`p${n}`, { toolCallId: `a${n}`, title: 'rm' }),
  question: (n) => ({
    ...{ type: 'question_asked', questionId: `q${n}` },
    question: { mode: 'form', message: 'Which?', schema: {} },
  }),
  terminal: (n) => ({ type: 'terminal_opened', terminalId: `x${n}`, command: 'sleep 99', cwd: '/work/a' }),
  task: (n) => ({
    ...{ type: 'delegation_started', delegationId: `d${n}`, sessionId: 's', name: `n${n}`, agentId: 'other' },
    task: 'Look',
  }),
  text: () => chunk('Words'),
  thought: () => thought('Hm'),
};

const steps = fc.array(fc.record({ what: fc.constantFrom(...Object.keys(LEFT_OPEN)), wait: fc.nat({ max: 40_000 }) }), {
  minLength: 1,
  maxLength: 8,
});

/** A server that is killed after these steps, and one that opens the session later; by how much is up to the test. */
async function killAfter(todo: readonly { what: string; wait: number }[], downMs: number) {
  const [clock, store] = [new TestClock(START), new MemoryEventStore()];
  const server = await TestServer.ready({ clock, store });
  server.prompt('Go');
  for (const [n, { what, wait }] of todo.entries()) {
    server.registry.tree.session(server.id).log.record(LEFT_OPEN[what]!(n));
    clock.pass(wait);
  }
  const killedAt = clock.now();
  const later = new TestServer({ store, clock: new TestClock(killedAt + downMs) });
  later.registry.restore();
  return { later, killedAt, entries: entriesOf(later.tab(server.id).transcript.entries), id: server.id };
}

/** When things ended that were open when the server was killed. */
function endsIn(entries: readonly Entry[], events: readonly { seq: number; until?: number }[]): number[] {
  const told = new Set(events.filter(({ until }) => until !== undefined).map(({ seq }) => `e${seq}`));
  return entries.flatMap((entry) => [
    ...('endedAt' in entry && entry.endedAt !== null ? [entry.endedAt] : []),
    ...(told.has(entry.id) ? [entry.at] : []),
    ...(entry.ended ? [entry.ended.at] : []),
    ...(entry.kind === 'tool' ? entry.permissions : []).flatMap(({ outcome }) =>
      outcome.status === 'voided' ? [outcome.at] : [],
    ),
    ...(entry.kind === 'question' && entry.outcome.status === 'voided' ? [entry.outcome.at] : []),
  ]);
}

describe('what a killed server left open', () => {
  it('[T83] lasted until the server was last known to run, all of it alike, however long no server ran', async (t) => {
    const property = fc.asyncProperty(steps, fc.nat({ max: 10 * 24 * 3_600_000 }), async (todo, downMs) => {
      const { later, killedAt, entries, id } = await killAfter(todo, downMs);
      const ends = endsIn(entries, later.events(id));
      // Messages end when something else begins; all the rest was open at the kill.
      const last = Math.max(...ends);
      assert.ok(last <= killedAt && last > killedAt - BEAT_MS - 1, `${killedAt - last} ms before the kill`);
      for (const entry of entries) {
        if (entry.kind === 'tool' || entry.kind === 'terminal' || entry.kind === 'delegation') {
          assert.equal(entry.endedAt, last, entry.kind);
        }
        if (entry.ended) assert.equal(entry.ended.ms ?? entry.ended.at - entry.ended.startedAt, last - START);
        assert.ok(entry.at <= killedAt, entry.kind);
      }
      assert.equal(entries.filter(({ ended }) => ended).length, 1);
    });
    await fc.assert(property, seeded(t, 60));
  });

  it('[T83] is known of a session that the next servers never opened', async () => {
    const [clock, store] = [new TestClock(START), new MemoryEventStore()];
    const first = await TestServer.ready({ clock, store });
    first.prompt('Go');
    const { id } = first;
    clock.pass(9_500);
    // Two servers work elsewhere and are killed too.
    for (let n = 0; n < 2; n += 1) {
      const next = new TestServer({ store, clock: new TestClock(clock.now() + (n + 1) * 60_000) });
      next.registry.tree.create('demo', id, `task ${n}`);
      const other = next.registry.tree.create('other', id, `other ${n}`).id;
      next.registry.tree.session(other).log.record(LEFT_OPEN.terminal!(n));
      next.clock.pass(30_000);
    }
    const last = new TestServer({ store, clock: new TestClock(START + 1e8) });
    last.registry.restore();
    const [facts] = entriesOf(last.tab(id).transcript.entries).flatMap(({ ended }) => ended ?? []);
    assert.deepEqual([facts?.at, facts?.ms], [START + 8_000, 8_000]);
  });

  it('[US17] counts on the day on which it was cut off, with the time that it took', async () => {
    const { later, killedAt } = await killAfter([{ what: 'tool', wait: 61_000 }], 3 * 24 * 3_600_000);
    const { days } = later.registry.usage(7);
    const used = days.filter(({ sum }) => sum.replies > 0);
    assert.deepEqual(
      used.map(({ day, sum }) => [day, sum.ms]),
      [[dayOf(killedAt), 60_000]],
    );
  });

  it('[US23] is measured: setting the clock meanwhile changes nothing', async () => {
    const [clock, store] = [new TestClock(START), new MemoryEventStore()];
    const server = await TestServer.ready({ clock, store });
    server.prompt('Go');
    clock.pass(4_000);
    clock.jump(3_600_000);
    clock.pass(4_000);
    const later = new TestServer({ store, clock: new TestClock(clock.now() + 60_000) });
    later.registry.restore();
    const [facts] = entriesOf(later.tab(server.id).transcript.entries).flatMap(({ ended }) => ended ?? []);
    assert.equal(facts?.ms, 8_000);
  });

  it('[T83] notes nothing while nothing is at work, and goes on where nothing can be noted', async () => {
    const [clock, store] = [new TestClock(START), new MemoryEventStore()];
    const server = await TestServer.ready({ clock, store });
    clock.pass(60_000);
    assert.equal(store.folders.facts('/work/a').lifeSigns, undefined);
    server.prompt('Go');
    clock.pass(BEAT_MS);
    assert.deepEqual(Object.keys(store.folders.facts('/work/a').lifeSigns ?? {}), [server.id]);
    server.registry.close();
    assert.deepEqual(store.folders.facts('/work/a').lifeSigns, {});
  });
});
