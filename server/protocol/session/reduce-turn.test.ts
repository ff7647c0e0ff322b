import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entriesOf } from '../transcript/entry-list.js';
import { emptyTranscript } from '../transcript/transcript.js';
import {
  answered,
  asked,
  chunk,
  ended,
  entriesAfter,
  logged,
  prompt,
  queued,
  tool,
  toolUpdate,
  transcriptOf,
} from '../transcript/transcript.rig.js';
import { reduceTranscript } from './reduce.js';
import type { SessionEvent } from './session-event.js';

const question: SessionEvent = {
  type: 'question_asked',
  questionId: 'f',
  question: { mode: 'form', message: '?', schema: {} },
};
const statuses = (...events: SessionEvent[]) =>
  entriesAfter(...events).flatMap((entry) => (entry.kind === 'tool' ? [entry.status] : []));
const last = (...events: SessionEvent[]) => entriesAfter(...events).at(-1);

describe('turns', () => {
  it('[T40] begins with the prompt, which leaves the queue', () => {
    const t = transcriptOf(queued('p1'), queued('p2'), prompt('one', 'p1'));
    assert.deepEqual(
      t.queue.map((waiting) => waiting.promptId),
      ['p2'],
    );
    assert.deepEqual([t.turn.n, t.turn.status, t.turn.promptId], [1, 'running', 'p1']);
    assert.equal(entriesAfter(queued('p1'), prompt('one', 'p1')).length, 1);
  });

  it('[T41] closes what the agent left open', () => {
    const open = [
      prompt('x'),
      tool('t1'),
      tool('t2', { status: 'in_progress' }),
      tool('t3', { status: 'completed' }),
      question,
    ];
    assert.deepEqual(statuses(...open, ended()), ['ended', 'ended', 'completed']);
    assert.deepEqual(statuses(...open, ended('cancelled')), ['cancelled', 'cancelled', 'completed']);
    const t = transcriptOf(...open, asked('q', { toolCallId: 't1' }), ended());
    assert.deepEqual([t.pending, t.open, t.turn.status], [[], [], 'idle']);
  });

  it('[T41] calls a refused tool rejected', () => {
    assert.deepEqual(statuses(prompt('x'), asked('q', { toolCallId: 't1' }), answered('q', 'no'), ended()), [
      'rejected',
    ]);
  });

  it('[T42] shows a final status that comes after the end', () => {
    assert.deepEqual(statuses(prompt('x'), tool('t1'), ended('cancelled'), toolUpdate('t1', { status: 'completed' })), [
      'completed',
    ]);
  });

  it('[T43] marks every stop reason but the ordinary one', () => {
    assert.equal(last(prompt('x'), chunk('y'), ended())?.kind, 'agent');
    for (const reason of ['cancelled', 'max_tokens', 'max_turn_requests', 'refusal', 'weird']) {
      assert.equal(last(prompt('x'), ended(reason))?.kind, 'mark', reason);
    }
  });

  it('[T44] keeps what was said when it fails', () => {
    const entries = entriesAfter(prompt('x'), chunk('half'), {
      type: 'turn_failed',
      trouble: { code: 'said', text: 'Broken' },
      action: 'resend',
    });
    assert.deepEqual(
      entries.map((entry) => entry.kind),
      ['user', 'agent', 'error'],
    );
    assert.equal(entries[2]?.kind === 'error' && entries[2].action, 'resend');
  });

  it('[T45] is marked when it was interrupted', () => {
    const mark = last(prompt('x'), chunk('half'), { type: 'turn_interrupted', reason: { code: 'server_killed' } });
    assert.ok(mark?.kind === 'mark');
    assert.deepEqual(mark.mark, { code: 'interrupted', reason: { code: 'server_killed' } });
    assert.equal(mark.action, 'resend');
  });

  it('[T83] ends with its calls at the last output of the agent, in a log that says no more', () => {
    const killed: SessionEvent = { type: 'turn_interrupted', reason: { code: 'server_killed' } };
    const events = logged(prompt('x'), tool('t', { status: 'in_progress' }), chunk('half'), killed);
    const late = events.map((event) => (event.type === 'turn_interrupted' ? { ...event, at: event.at + 1e9 } : event));
    const entries = entriesOf(late.reduce(reduceTranscript, emptyTranscript).entries);
    const heardAt = events[2]!.at;
    assert.deepEqual(
      entries.map((entry) => ('endedAt' in entry ? entry.endedAt : entry.ended?.at)),
      [undefined, heardAt, heardAt, heardAt],
    );
  });

  it('[T46] leaves terminals running', () => {
    const opened: SessionEvent = { type: 'terminal_opened', terminalId: 'x', command: 'sleep', cwd: '/' };
    const closed: SessionEvent = { type: 'terminal_closed', terminalId: 'x', exitCode: 0, signal: null };
    assert.deepEqual(transcriptOf(prompt('x'), opened, ended()).open, [1]);
    const after = transcriptOf(prompt('x'), opened, ended(), closed);
    assert.deepEqual(after.open, []);
  });
});

describe('a silent turn', () => {
  it('[T47] is marked as one', () => {
    const mark = last(prompt('x'), ended());
    assert.deepEqual(mark?.kind === 'mark' && mark.mark, { code: 'stopped', cause: { code: 'silent' } });
    assert.equal(last(prompt('x'), chunk('y'), ended())?.kind, 'agent');
  });
});

describe('the queue', () => {
  it('[T52] keeps its order through edits, moves, removals and pauses', () => {
    const events: SessionEvent[] = [
      queued('a'),
      queued('b'),
      queued('c'),
      { type: 'prompt_moved', promptId: 'c', before: 'a' },
      { type: 'prompt_removed', promptId: 'b' },
      { type: 'prompt_edited', promptId: 'a', content: [{ type: 'text', text: 'A' }] },
      { type: 'prompt_moved', promptId: 'gone', before: 'a' },
      { type: 'queue_paused', reason: { code: 'turn_failed' } },
    ];
    const t = transcriptOf(...events);
    assert.deepEqual(
      t.queue.map(({ promptId, content }) => [promptId, content[0]]),
      [
        ['c', { type: 'text', text: 'c' }],
        ['a', { type: 'text', text: 'A' }],
      ],
    );
    assert.deepEqual(t.queuePaused, { code: 'turn_failed' });
    assert.equal(transcriptOf(...events, { type: 'queue_resumed' }).queuePaused, null);
  });
});

describe('questions', () => {
  it('[T32] is pending until its first outcome, which stays', () => {
    const answer = (action: 'accept' | 'decline'): SessionEvent => ({
      type: 'question_answered',
      questionId: 'f',
      action,
      by: { kind: 'server' },
    });
    assert.equal(transcriptOf(question).pending.length, 1);
    const entry = last(question, answer('accept'), answer('decline'));
    assert.ok(entry?.kind === 'question' && entry.outcome.status === 'answered');
    assert.equal(entry.outcome.action, 'accept');
  });
});
