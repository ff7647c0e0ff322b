import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { SessionEvent } from '../../protocol/session/session-event.js';
import { chunk, ended, logged, prompt, transcriptOf } from '../../protocol/transcript/transcript.rig.js';
import { dayOf } from '../../protocol/transcript/usage.js';
import { UNLISTED } from '../store/event-store.js';
import { openStore } from '../store/open-store.js';
import { rowOf } from '../store/rows.rig.js';
import { NOTHING_AROUND, rowChangeBy } from './session-names.js';
import { reportUsage } from './usage-report.js';

const NOW = new Date(2026, 2, 9, 12).getTime();
const sum = (replies: number, more: object = {}) => ({ replies, ms: replies * 1000, calls: 0, ...more });

describe('the report of usage', () => {
  it('[US4] adds up by day, agent and session, within the days that are asked for', () => {
    const rows = [
      rowOf('a', {
        agentId: 'x',
        listing: { ...UNLISTED, usage: { '2026-03-09': sum(2, { total: 5 }), '2026-03-01': sum(1) } },
      }),
      rowOf('b', {
        agentId: 'y',
        listing: { ...UNLISTED, usage: { '2026-03-09': sum(3), '2025-01-01': sum(9) } },
      }),
      rowOf('c', {}),
    ];
    const week = reportUsage(rows, 7, NOW);
    assert.deepEqual(
      week.days.map(({ day, sum: { replies } }) => [day, replies]),
      [['2026-03-09', 5]],
    );
    assert.deepEqual([week.total.replies, week.today.replies, week.from], [5, 5, '2026-03-03']);
    assert.deepEqual(
      week.agents.map(({ agentId }) => agentId),
      ['x', 'y'],
    );
    assert.deepEqual(
      week.sessions.map(({ sessionId, sum: { replies } }) => [sessionId, replies]),
      [
        ['a', 2],
        ['b', 3],
      ],
    );
    assert.equal(reportUsage(rows, 30, NOW).total.replies, 6);
    assert.equal(reportUsage([], 30, NOW).total.replies, 0);
  });

  it('[US5] is kept with the session, in the write that ends a reply, and is there after a restart', (t) => {
    const dir = mkdtempSync(join(tmpdir(), 'acdeck-usage-'));
    t.after(() => rmSync(dir, { recursive: true, force: true }));
    const events = logged(prompt('hi'), chunk('Hello'), ended());
    const transcript = transcriptOf(prompt('hi'), chunk('Hello'), ended());
    const row = rowOf('a');
    const change = rowChangeBy(row, events, { ...NOTHING_AROUND, transcript })!;
    const day = dayOf(events.at(-1)!.at);
    assert.equal(change.listing?.usage?.[day]?.replies, 1);
    const { store } = openStore(dir);
    store.addSession(row);
    store.changeSession('a', change);
    store.close();
    const again = openStore(dir).store;
    assert.deepEqual(again.session('a')?.listing.usage, change.listing?.usage);
    const next = rowChangeBy(again.session('a')!, events, { ...NOTHING_AROUND, transcript })!;
    assert.equal(next.listing?.usage?.[day]?.replies, 2);
    again.close();
  });

  it('[US5] counts each of several replies once that end in one write, and none that has not ended', () => {
    const reply = (words: string, total: number): SessionEvent[] => [
      ...[prompt(words), chunk('Hello')],
      { type: 'turn_ended', stopReason: 'end_turn', tokens: { total }, tokensOf: 'turn' },
    ];
    const told = [...reply('a', 5), ...reply('b', 7), ended(), prompt('c'), chunk('Hello')];
    const events = logged(...told);
    const { listing } = rowChangeBy(rowOf('a'), events, { ...NOTHING_AROUND, transcript: transcriptOf(...told) })!;
    const day = dayOf(events[0]!.at);
    const { replies, total } = listing!.usage![day]!;
    assert.deepEqual([replies, total], [2, 12]);
  });

  it('[US9] adds up ten thousand sessions at once', (t) => {
    const usage = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`2026-02-${String(n + 1).padStart(2, '0')}`, sum(3, { input: 7 })]),
    );
    const rows = Array.from({ length: 10_000 }, (_, n) => rowOf(`s${n}`, { listing: { ...UNLISTED, usage } }));
    const began = performance.now();
    const report = reportUsage(rows, 366, NOW);
    const ms = performance.now() - began;
    t.diagnostic(`${ms.toFixed(0)} ms`);
    assert.equal(report.total.replies, 10_000 * 20 * 3);
    assert.equal(report.sessions.length, 50);
  });
});
