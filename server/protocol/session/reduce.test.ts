import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { seeded } from '../../testing/seeded.rig.js';
import type { AgentUpdate } from '../events.js';
import { entriesOf } from '../transcript/entry-list.js';
import { followPage } from '../transcript/replica.js';
import { emptyTranscript, type Transcript } from '../transcript/transcript.js';
import {
  answered,
  asked,
  chunk,
  ended,
  entriesAfter,
  logged,
  prompt,
  queued,
  text,
  tool,
  toolUpdate,
  transcriptOf,
  update,
} from '../transcript/transcript.rig.js';
import { reduceTranscript } from './reduce.js';
import type { LoggedEvent, SessionEvent } from './session-event.js';

const id = fc.constantFrom('a', 'b', 'c');
const anyEvent: fc.Arbitrary<SessionEvent> = fc.oneof(
  id.map((value) => prompt(value, value)),
  id.map(queued),
  id.map((value) => chunk(value)),
  id.map((value) => chunk(value, value)),
  id.map((value) => tool(value)),
  id.map((value) => toolUpdate(value, { status: 'completed' })),
  id.map((value) => asked(value, { toolCallId: value })),
  id.map((value) => answered(value, 'yes')),
  fc.constant(ended()),
);
const anyLog = fc.array(anyEvent, { maxLength: 60 }).map((events) => logged(...events));

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}

describe('the reducer', () => {
  it('[T1] gives the same for the same and leaves its input alone', (t) => {
    fc.assert(
      fc.property(anyLog, (log) => {
        const frozen = log.reduce((t, event) => freeze(reduceTranscript(t, freeze(event))), freeze(emptyTranscript));
        assert.deepEqual(log.reduce(reduceTranscript, emptyTranscript), frozen);
      }),
      seeded(t, 100),
    );
  });

  it('[T2] only counts what it does not know', () => {
    const before = transcriptOf(prompt('x'), chunk('a'));
    const strange = [
      { type: 'moon_landed', seq: 3, at: 30 },
      { type: 'agent_update', update: { sessionUpdate: '_vendor', x: 1 }, seq: 3, at: 30 },
      { type: 'permission_answered', permissionId: 'nobody', optionId: 'x', by: { kind: 'server' }, seq: 3, at: 30 },
    ] as unknown as LoggedEvent[];
    for (const event of strange) {
      const after = reduceTranscript(before, event);
      assert.deepEqual({ ...after, seq: 0, lastOutputAt: 0 }, { ...before, seq: 0, lastOutputAt: 0 });
      assert.equal(after.seq, 3);
    }
  });

  it('[T3] [T70] gives the same in any pages, with repeats', (t) => {
    const cuts = fc.array(fc.nat(60), { maxLength: 8 });
    fc.assert(
      fc.property(anyLog, cuts, (log, at) => {
        let replica = { epoch: 'e', seq: 0, state: emptyTranscript };
        for (const [from, to] of overlapping([...at, log.length])) {
          const page = { epoch: 'e', after: from, events: log.slice(from, to) };
          const outcome = followPage(replica, page, reduceTranscript);
          assert.ok(outcome.kind === 'followed');
          replica = outcome.replica;
        }
        assert.deepEqual(replica.state, log.reduce(reduceTranscript, emptyTranscript));
      }),
      seeded(t, 100),
    );
  });

  it('[T70] asks again at a gap and in another epoch', () => {
    const replica = { epoch: 'e', seq: 1, state: emptyTranscript };
    const [, , third] = logged(ended(), ended(), ended());
    assert.equal(followPage(replica, { epoch: 'e', after: 2, events: [third!] }, reduceTranscript).kind, 'resync');
    assert.equal(followPage(replica, { epoch: 'f', after: 0, events: [] }, reduceTranscript).kind, 'resync');
  });

  it('[T4] copies no more for a long session than for a short one', () => {
    const grown = (count: number) =>
      transcriptOf(...Array.from({ length: count }, (_, i) => tool(`t${i}`)), prompt('x'));
    const shared = (t: Transcript) => {
      const next = reduceTranscript(t, { ...chunk('x'), seq: t.seq + 1, at: 0 } as LoggedEvent);
      return next.entries.pages.filter((page) => !t.entries.pages.includes(page)).length;
    };
    assert.deepEqual([shared(grown(10)), shared(grown(5000))], [1, 1]);
  });
});

describe('state', () => {
  const option = { id: 'm', name: 'Model', type: 'select', currentValue: 'a', options: [] } as const;

  it('[T50] replaces the plan of the turn, whole', () => {
    const plan = (...steps: string[]) =>
      update({
        sessionUpdate: 'plan',
        entries: steps.map((content) => ({ content, priority: 'low', status: 'pending' })),
      });
    const entries = entriesAfter(prompt('x'), plan('a', 'b'), chunk('x'), plan('c'), ended(), prompt('y'), plan('d'));
    const plans = entries.flatMap((entry) => (entry.kind === 'plan' ? [entry.steps.map((step) => step.content)] : []));
    assert.deepEqual(plans, [['c'], ['d']]);
  });

  it('[T51] replaces lists whole and patches the title', () => {
    const titled = (title?: string | null) =>
      update({ sessionUpdate: 'session_info_update', ...(title === undefined ? {} : { title }) });
    assert.equal(transcriptOf(titled('A'), titled()).title, 'A');
    assert.equal(transcriptOf(titled('A'), titled(null)).title, null);
    const options = (configOptions: object[]) =>
      update({ sessionUpdate: 'config_option_update', configOptions } as AgentUpdate);
    assert.deepEqual(transcriptOf(options([option]), options([])).options, []);
    const commands = (availableCommands: object[]) =>
      update({ sessionUpdate: 'available_commands_update', availableCommands } as AgentUpdate);
    assert.deepEqual(transcriptOf(commands([{ name: 'x', description: '' }]), commands([])).commands, []);
    const used = (n: number) => update({ sessionUpdate: 'usage_update', used: n, size: 9 });
    assert.deepEqual(transcriptOf(used(1), used(2)).usage, { used: 2, size: 9, cost: null });
  });

  it('[T53] keeps one entry per compaction', () => {
    const compaction = (fields: object) =>
      update({ sessionUpdate: 'compaction_update', compactionId: 'c', ...fields } as AgentUpdate);
    const summary = (value: string) =>
      update({ sessionUpdate: 'compaction_summary_chunk', compactionId: 'c', content: text(value) });
    const entries = entriesAfter(
      compaction({ status: 'in_progress' }),
      summary('a'),
      summary('b'),
      compaction({ status: 'completed' }),
    );
    assert.equal(entries.length, 1);
    assert.ok(entries[0]?.kind === 'compaction');
    assert.deepEqual([entries[0].status, entries[0].summary], ['completed', [text('ab')]]);
  });

  it('[T54] follows mode changes from either side', () => {
    const modes = { currentModeId: 'ask', availableModes: [] };
    const opened: SessionEvent = { type: 'agent_session_opened', facts: { agentSessionId: 's', modes }, memory: 'new' };
    const byAgent = update({ sessionUpdate: 'current_mode_update', currentModeId: 'plan' });
    assert.equal(transcriptOf(opened, byAgent).modes?.currentModeId, 'plan');
    assert.equal(transcriptOf(opened, { type: 'mode_changed', modeId: 'code' }).modes?.currentModeId, 'code');
    assert.equal(entriesOf(transcriptOf(opened, byAgent).entries).length, 0);
  });
});

/** Neighbouring ranges over 0…max, each beginning a little before the one before it ended. */
function overlapping(cuts: number[]): [number, number][] {
  const end = cuts.at(-1)!;
  const sorted = [...new Set(cuts.map((cut) => Math.min(cut, end)))].sort((a, b) => a - b);
  return sorted.map((to, i) => [Math.max(0, (sorted[i - 1] ?? 0) - 2), to]);
}
