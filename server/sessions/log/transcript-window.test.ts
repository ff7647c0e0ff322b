import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { SessionEvent } from '../../protocol/session/session-event.js';
import { endOf, entriesOf, entryAt } from '../../protocol/transcript/entry-list.js';
import { seeded } from '../../testing/seeded.rig.js';
import { TestTab } from '../registry/tab.rig.js';
import {
  allEntries,
  chunk,
  DEVICE,
  ended,
  eventsIn,
  prompt,
  rigLog,
  stateOf,
  TINY,
  tool,
  wholeTranscript,
} from './log.rig.js';

const options = [{ optionId: 'y', name: 'Yes', kind: 'allow_once' as const }];
const update = (fields: object): SessionEvent => ({ type: 'agent_update', update: fields as never });

const OVER = { type: 'turn_ended', stopReason: 'end_turn' } as const;

/** Something an agent or a person may do, with few names so that they meet again and again. */
const anything: fc.Arbitrary<SessionEvent> = fc
  .record({ kind: fc.nat(19), id: fc.nat(5).map(String), word: fc.constantFrom('a', 'b ', '') })
  .map(({ kind, id, word }): SessionEvent => {
    const terminal = { terminalId: id };
    const every: SessionEvent[] = [
      prompt(`p${id}`, word),
      ended,
      { type: 'turn_failed', trouble: { code: 'said', text: word } },
      chunk(word),
      chunk(word, id),
      update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: word }, messageId: id }),
      tool(id, 'pending'),
      tool(id),
      update({ sessionUpdate: 'tool_call_update', toolCallId: id, status: 'in_progress', title: word || null }),
      update({ sessionUpdate: 'tool_call_update', toolCallId: id, content: [{ type: 'terminal', terminalId: id }] }),
      { type: 'permission_requested', permissionId: id, toolCall: { toolCallId: id }, options },
      { type: 'permission_answered', permissionId: id, optionId: 'y', by: DEVICE },
      update({ sessionUpdate: 'plan', entries: [{ content: word, priority: 'low', status: 'pending' }] }),
      { type: 'terminal_opened', ...terminal, command: 'make', cwd: '/' },
      { type: 'terminal_output', ...terminal, text: word },
      { type: 'terminal_closed', ...terminal, exitCode: 0, signal: null },
      update({ sessionUpdate: 'compaction_update', compactionId: id, status: word }),
      { type: 'question_asked', questionId: id, question: { mode: 'form', message: word, schema: {} } },
      { ...OVER, tokens: { total: Number(id) }, tokensOf: 'turn' },
      { ...OVER, recounted: [1, 2, 3].map((total) => ({ was: { total: 0 }, is: { total } })) },
    ];
    return every[kind]!;
  });

const lives = fc.array(fc.record({ event: anything, isReopened: fc.nat(20).map((n) => n === 0) }), {
  ...{ minLength: 10, maxLength: 80, size: 'max' as const },
});

describe('a log that is kept in pieces', () => {
  it('[L6] [L7] [L8] is what folding it in one go gives, whatever happens in it and however often it is opened', (t) => {
    const property = fc.property(lives, (steps) => {
      let { log, store } = rigLog({ limits: TINY });
      for (const { event, isReopened } of steps) {
        log.record(event);
        if (isReopened) ({ log, store } = rigLog({ store, limits: TINY }));
      }
      const whole = wholeTranscript(eventsIn(store));
      assert.deepEqual(allEntries(log), entriesOf(whole.entries));
      assert.deepEqual(stateOf(log.transcript), stateOf({ ...whole, open: log.transcript.open }));
      assert.deepEqual(new Set(log.transcript.open), new Set(whole.open));
    });
    fc.assert(property, seeded(t, 60));
  });

  it('[L7] is the same in a tab that has loaded only its end', (t) => {
    const property = fc.property(lives, fc.nat(60), (steps, from) => {
      const { log } = rigLog({
        limits: { ...TINY, window: { count: 3, bytes: 1e6 }, stretchedWindow: { count: 3, bytes: 1e6 } },
      });
      const tab = new TestTab();
      for (const [i, { event }] of steps.entries()) {
        if (i === from) tab.take(log.sync(tab, null));
        log.record(event);
      }
      if (!tab.replica) return;
      const mine = tab.transcript;
      assert.equal(endOf(mine.entries), endOf(log.transcript.entries));
      for (let n = mine.entries.first; n < endOf(mine.entries); n++) {
        assert.deepEqual(entryAt(mine.entries, n), JSON.parse(JSON.stringify(log.entry(n))));
      }
      assert.deepEqual(
        [mine.pending, mine.queue, mine.turn],
        [log.transcript.pending, log.transcript.queue, log.transcript.turn],
      );
    });
    fc.assert(property, seeded(t, 60));
  });
});
