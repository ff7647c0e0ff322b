import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { CONVERSATION_FORMAT, IMPORT_LIMITS } from '../protocol/api/conversation-file.js';
import type { EventStamp } from '../protocol/events.js';
import { reduceTranscript } from '../protocol/session/reduce.js';
import { SAMPLE_EVENTS } from '../protocol/session/sample-events.rig.js';
import type { LoggedEvent, SessionEvent } from '../protocol/session/session-event.js';
import { type DiffFacts, withFacts } from '../protocol/shown-diff.js';
import { entriesOf } from '../protocol/transcript/entry-list.js';
import { emptyTranscript, type Transcript } from '../protocol/transcript/transcript.js';
import {
  answered,
  asked,
  chunk,
  ended,
  logged,
  prompt,
  queued,
  someone,
  text,
  thought,
  tool,
  toolUpdate,
  update,
  userChunk,
} from '../protocol/transcript/transcript.rig.js';
import type { CopyPiece } from '../sessions/list/copy-writer.js';
import { seeded } from '../testing/seeded.rig.js';
import { RefusedFile, readConversation } from './read-conversation.js';

/** All of what is read, joined. */
function readWhole(json: string) {
  const pieces: CopyPiece[] = [];
  const reading = readConversation(json);
  for (;;) {
    const { value, done } = reading.next();
    if (!done) {
      pieces.push(value);
      continue;
    }
    const events = pieces.flatMap((piece) => piece.events.map(({ body }) => JSON.parse(body) as LoggedEvent));
    return { ...value, pieces, events, entries: pieces.flatMap(({ entries }) => entries) };
  }
}

const fold = (events: readonly LoggedEvent[]): Transcript => events.reduce(reduceTranscript, emptyTranscript);
const file = (events: readonly unknown[], more: object = {}) =>
  JSON.stringify({ format: CONVERSATION_FORMAT, version: 1, title: 'T', agentId: 'demo', events, ...more });
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

const trouble = {
  code: 'ended_early',
  agent: 'A',
  end: { exitCode: 1, signal: null },
  isNpx: false,
  output: { line: 'x' },
} as const;
const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' } as const;
const words = fc.constantFrom('a', 'b\n', '', '<script>', '⟦1⟧ ä 🙂', '__proto__');
const ids = fc.constantFrom('1', '2', 'constructor');

/** Where a change is in its file: known, unknown, or the whole of it. */
const DIFF_FACTS: DiffFacts[] = [
  ...[{}, { firstLine: 1 }, { firstLine: 18 }, { firstLine: null }, { isDeleted: true as const }],
  { firstLine: 4, movedFrom: '/w/<b>' },
];

/** Every kind of event, in forms that a log can have. */
const anything: fc.Arbitrary<SessionEvent> = fc.tuple(words, ids, fc.nat(30)).chain(([word, id]) => {
  const terminal = { terminalId: id };
  const by = someone;
  const file = { path: `/w/${id}`, isNew: false, oldText: word, newText: `${word}x`, bytes: 3 };
  const every: SessionEvent[] = [
    ...Object.values(SAMPLE_EVENTS).map((sample) => sample(1)),
    prompt(word, id),
    {
      type: 'prompt_sent',
      promptId: id,
      content: [text(word), image],
      by: { kind: 'session', sessionId: 's', agent: word },
      context: word,
    },
    queued(id),
    { type: 'prompt_edited', promptId: id, content: [text(word)] },
    { type: 'prompt_moved', promptId: id, before: null },
    { type: 'prompt_removed', promptId: id },
    { type: 'queue_paused', reason: { code: 'paused', device: null } },
    { type: 'queue_resumed' },
    { type: 'cancel_requested', by },
    ended(),
    ended('max_tokens'),
    {
      ...{ type: 'turn_ended', stopReason: 'cancelled', isForced: true, tokensOf: 'turn' },
      tokens: { input: 3, output: 4, total: 9, cached: 2 },
      recounted: [{ was: { total: 5 }, is: { total: 2 } }],
    },
    { type: 'turn_failed', trouble, code: -32000, details: word, action: 'resend' },
    { type: 'turn_interrupted', reason: { code: 'server_killed' } },
    chunk(word),
    chunk(word, id),
    thought(word),
    userChunk(word),
    tool(id, {
      kind: 'edit',
      content: [{ type: 'diff', path: '/w/a', oldText: null, newText: word }],
      rawInput: { [id]: [word] },
    }),
    ...DIFF_FACTS.map((facts) =>
      toolUpdate(id, {
        content: [
          { type: 'content', content: text(word) },
          withFacts({ type: 'diff' as const, path: '/w/a', oldText: word, newText: `${word}y` }, facts),
          { type: 'diff', path: '/w/b', oldText: null, newText: word },
        ],
      }),
    ),
    asked(id, {
      toolCallId: id,
      content: [withFacts({ type: 'diff' as const, path: '/w/a', oldText: 'x', newText: word }, { firstLine: 18 })],
    }),
    toolUpdate(id, { status: 'completed', content: [{ type: 'content', content: text(word) }] }),
    toolUpdate(id, { content: [{ type: 'terminal', terminalId: id }] }),
    update({ sessionUpdate: 'plan', entries: [{ content: word, priority: 'low', status: 'pending' }] }),
    update({ sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 1, currency: 'USD' } }),
    update({ sessionUpdate: '_unreadable', original: { x: word } }),
    asked(id, { toolCallId: id, title: word }),
    answered(id, 'yes'),
    { type: 'permission_voided', permissionId: id, reason: { code: 'unanswered', minutes: 3 } },
    { type: 'permission_changed', permissionId: id, digest: 'd' },
    { type: 'permissions_waiting', count: 2 },
    { type: 'call_flagged', toolCallId: id },
    { type: 'file_written', toolCallId: id, file },
    { type: 'question_asked', questionId: id, question: { mode: 'form', message: word, schema: { a: [1] } } },
    { type: 'question_answered', questionId: id, action: 'accept', by },
    { type: 'question_voided', questionId: id, reason: { code: 'turn_ended' } },
    { type: 'terminal_opened', ...terminal, command: word, cwd: '/w', by },
    { type: 'terminal_opened', ...terminal, command: word, cwd: '/w', toolCallId: id },
    { type: 'terminal_output', ...terminal, text: word },
    {
      type: 'terminal_closed',
      ...terminal,
      exitCode: null,
      signal: 'SIGKILL',
      reason: { code: 'stopped', device: word },
    },
    { type: 'terminal_flagged', ...terminal },
    { type: 'agent_session_opened', facts: { agentSessionId: id }, memory: 'new' },
    {
      type: 'agent_session_opened',
      facts: { agentSessionId: id },
      memory: 'lost',
      replaced: { agentSessionId: '9', trouble },
    },
    { type: 'old_session_changed', state: 'hidden' },
    { type: 'context_added', context: word },
    { type: 'agent_exited', exitCode: 3, signal: null, stderr: word, duringTurn: true },
    { type: 'agent_restarted' },
    { type: 'history_imported', from: word },
    { type: 'delegation_started', delegationId: id, sessionId: 's', name: 'n', agentId: 'a', task: word },
    { type: 'delegation_changed', delegationId: id, turn: 1 },
    {
      type: 'delegation_ended',
      delegationId: id,
      outcome: 'failed',
      answer: word,
      trouble: { code: 'said', text: word },
      usage: { replies: 1, ms: 2000, calls: 1, total: 30, costs: { USD: 0.1 } },
    },
    { type: 'mode_changed', modeId: id },
    { type: 'options_changed', options: [] },
    { type: 'session_renamed', title: word },
    {
      type: 'notice_shown',
      severity: 'info',
      notice: { code: 'update_failed', trouble },
      action: 'resend',
      forgotten: 2,
    },
    { type: 'notice_shown', severity: 'warning', notice: { code: 'folders_untold', agent: word, paths: [word] } },
    {
      type: 'notice_shown',
      severity: 'error',
      notice: { code: 'choice_kept', agent: word, choice: { kind: 'option', option: 'o', value: true } },
    },
  ];
  return fc.constantFrom(...every);
});

/** What events say besides: when they happened, how long something took and what it used. */
const stamps = fc.constantFrom<Partial<EventStamp>>(
  ...[{}, {}, { ms: 1500 }, { used: { calls: 1 } }, { used: { cost: { amount: 0.5, currency: 'USD' } } }],
  ...[{ used: { calls: 2, isIdle: true as const } }, { until: 5 }, { until: 7, ms: 3 }],
);

describe('an exported conversation that is imported', () => {
  it('[EX5] has an equal transcript, whatever happened in it', (t) => {
    const property = fc.property(fc.array(fc.tuple(anything, stamps), { minLength: 1, maxLength: 60 }), (told) => {
      const log = logged(...told.map(([event]) => event)).map((event, n) => ({ ...event, ...told[n]![1] }));
      const read = readWhole(file(log));
      assert.equal(read.dropped, 0);
      const [mine, theirs] = [fold(log), fold(read.events)];
      assert.deepEqual(plain(entriesOf(theirs.entries)), plain(entriesOf(mine.entries)));
      assert.deepEqual(
        read.entries.map(({ n, body }) => [n, JSON.parse(body)]),
        plain([...entriesOf(mine.entries).entries()]),
      );
      const state = ({ entries: _entries, ...rest }: Transcript) => plain(rest);
      assert.deepEqual(state(theirs), state(mine));
    });
    fc.assert(property, seeded(t, 100));
  });

  it('[EX6] numbers no lines by a place that makes no sense', () => {
    const places: unknown[] = [0, -3, 1.5, Number.MAX_VALUE, '18', true, {}, [], null];
    for (const firstLine of places) {
      const diff = {
        type: 'diff',
        path: '/w/a',
        oldText: 'x',
        newText: 'y',
        _meta: { firstLine, isDeleted: 1, kind: 2 },
      };
      const read = readWhole(file(plain(logged(prompt('Hi'), tool('t', { content: [diff as never] })))));
      const call = fold(read.events).entries;
      const shown = entriesOf(call).flatMap((entry) => (entry.kind === 'tool' ? entry.content : []));
      assert.deepEqual(shown, [{ type: 'diff', path: '/w/a', oldText: 'x', newText: 'y', _meta: { firstLine: null } }]);
    }
  });

  it('[EX6] leaves out what is not known, and counts it', () => {
    const [first, second] = logged(prompt('Hi'), chunk('Hello'));
    const odd = [
      ...[null, 5, 'x', [], {}, { type: 'hologram', at: 1 }, { type: 'prompt_sent', at: 'now' }],
      ...[
        { ...first, content: 5 },
        { ...first, by: 'me' },
        { ...first, promptId: {} },
        { ...second, update: null },
      ],
      { type: 'constructor', at: 1 },
      { type: 'turn_failed', at: 1, trouble: 'x' },
      { type: 'notice_shown', at: 1, severity: 'fatal', notice: { code: 'x' } },
      { type: 'terminal_output', at: 1, terminalId: '1', text: { toString: 'x' } },
    ];
    const read = readWhole(file([first, ...odd, second]));
    assert.equal(read.dropped, odd.length);
    assert.deepEqual(
      read.events.map(({ seq, type }) => [seq, type]),
      [
        [1, 'prompt_sent'],
        [2, 'agent_update'],
      ],
    );
    assert.equal(Object.getPrototypeOf({}), Object.prototype);
  });

  it('[EX6] drops fields that don’t belong there, and what nests too deeply', () => {
    const [first] = logged(prompt('Hi'));
    const extra = { ...first, onclick: 'x', by: { kind: 'device', device: 'd', html: '<b>' } };
    const [read] = readWhole(file([extra])).events;
    assert.deepEqual(Object.keys(read!).sort(), ['at', 'by', 'content', 'promptId', 'seq', 'type']);
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    const call = tool('t', { rawInput: null });
    const buried = JSON.stringify(logged(call)[0]).replace('"rawInput":null', `"rawInput":${deep}`);
    assert.equal(
      readWhole(`{"format":"${CONVERSATION_FORMAT}","version":1,"events":[${JSON.stringify(first)},${buried}]}`)
        .dropped,
      1,
    );
  });

  it('[EX6] is refused if it is no conversation, or too long', () => {
    const refusals: [string, string][] = [
      ['', 'not_a_conversation'],
      ['{"format":"acdeck-conversation"', 'not_a_conversation'],
      ['[]', 'not_a_conversation'],
      ['null', 'not_a_conversation'],
      ...[
        ',',
        '{}',
        '{"a"}',
        '{"a":}',
        '{"a":1,}',
        '{"a":"x',
        '{"a":[1}',
        '{"a":#}',
        '{"events":[1 2]}',
        '{"events":[],"events":[]}',
      ].map((json): [string, string] => [json, 'not_a_conversation']),
      [`${file(logged(prompt('Hi')))} x`, 'not_a_conversation'],
      [file(logged(prompt('Hi'))).replace('"Hi"', '"Hi'), 'not_a_conversation'],
      [`{"events":[{]}`, 'not_a_conversation'],
      [file([]), 'not_a_conversation'],
      [file([{ type: 'hologram' }]), 'not_a_conversation'],
      [file(logged(prompt('Hi')), { version: 2 }), 'not_a_conversation'],
      [file(Array.from({ length: IMPORT_LIMITS.events + 1 }, () => 0)), 'too_many_events'],
    ];
    for (const [json, code] of refusals)
      assert.throws(
        () => readWhole(json),
        (error) => error instanceof RefusedFile && error.code === code,
      );
  });

  it('[EX9] is read in pieces of a bounded size, one event at a time', () => {
    const large = 'x'.repeat(100_000);
    const log = logged(...Array.from({ length: 3_000 }, (_, n) => chunk(n % 100 === 0 ? large : 'word ', `m${n}`)));
    const { pieces } = readWhole(file(log));
    for (const { events, entries } of pieces) {
      assert.ok(events.length <= 500 && entries.length <= 500);
      const bodies = [...events, ...entries].map(({ body }) => body.length);
      assert.ok(bodies.slice(0, -1).reduce((sum, chars) => sum + chars, 0) < 256 * 1024);
    }
    assert.ok(pieces.length > 20);
  });

  it('[EX9] reads its fields in any order, with any spaces, and leaves out an event that is too large', () => {
    const [first] = logged(prompt('Hi "there" \\ [{'));
    const spaced = JSON.stringify({ events: [first], version: 1, format: CONVERSATION_FORMAT }, null, '\t\r\n ');
    assert.deepEqual(readWhole(spaced).events, [first]);
    const huge = { ...first, context: 'x'.repeat(IMPORT_LIMITS.eventChars) };
    const { dropped, events } = readWhole(file([huge, first]));
    assert.deepEqual([dropped, events], [1, [first]]);
  });
});
