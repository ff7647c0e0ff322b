import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ended, entriesAfter, prompt, tool, transcriptOf } from '../transcript/transcript.rig.js';
import type { SessionEvent } from './session-event.js';

const started = (more: object = {}): SessionEvent => ({
  ...{
    type: 'delegation_started',
    delegationId: 'd1',
    sessionId: 's2',
    name: 'auth',
    agentId: 'gemini',
    task: 'Fix it',
  },
  ...more,
});

describe('a delegated task in the log of the session above', () => {
  it('[DL22] is an entry that runs on after its turn, until its own end', () => {
    const running = transcriptOf(
      prompt('x'),
      started(),
      { type: 'delegation_changed', delegationId: 'd1', turn: 1 },
      ended(),
    );
    assert.deepEqual(running.open, [1]);
    const events = [prompt('x'), started(), ended(), prompt('y', 'p2')];
    const over: SessionEvent = { type: 'delegation_ended', delegationId: 'd1', outcome: 'completed', answer: 'Done.' };
    assert.deepEqual(transcriptOf(...events, over).open, []);
    const entry = entriesAfter(...events, over).find(({ kind }) => kind === 'delegation');
    assert.deepEqual(entry, {
      ...{ kind: 'delegation', id: 'e2', turn: 1, at: 20, delegationId: 'd1', sessionId: 's2', name: 'auth' },
      ...{ agentId: 'gemini', task: 'Fix it', sentAs: null, toolCallId: null, embedded: false, endedAt: 50 },
      end: { outcome: 'completed', answer: 'Done.' },
      ended: { startedAt: 10, at: 30, seq: 3 },
    });
  });

  it('[DL22] hangs on the call that wanted it, known at once or later', () => {
    const known = entriesAfter(prompt('x'), tool('t1'), started({ toolCallId: 't1' }));
    const later: SessionEvent = { type: 'delegation_changed', delegationId: 'd1', toolCallId: 't1' };
    const told = entriesAfter(prompt('x'), tool('t1'), started(), later, later);
    for (const entries of [known, told]) {
      const [call, task] = [
        entries.find(({ kind }) => kind === 'tool'),
        entries.find(({ kind }) => kind === 'delegation'),
      ];
      assert.deepEqual(call?.kind === 'tool' && call.delegations, ['d1']);
      assert.deepEqual(task?.kind === 'delegation' && [task.toolCallId, task.embedded], ['t1', true]);
    }
  });
});
