import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentLog, type Direction } from './agent-log.js';
import { traceOf } from './session-trace.js';

/** A log of messages as they passed, a second apart. */
function logOf(...passed: [Direction, object][]): AgentLog {
  let now = 0;
  const log = new AgentLog(() => (now += 1_000));
  const life = log.begin('started');
  for (const [direction, message] of passed) life.message(direction, { jsonrpc: '2.0', ...message }, 100);
  return log;
}

const TALK = logOf(
  ['out', { id: 0, method: 'initialize', params: { protocolVersion: 1 } }],
  ['in', { id: 0, result: { protocolVersion: 1 } }],
  ['out', { id: 1, method: 'session/new', params: { cwd: '/mine' } }],
  ['in', { id: 1, result: { sessionId: 'mine' } }],
  ['out', { id: 2, method: 'session/new', params: { cwd: '/other' } }],
  ['in', { id: 2, result: { sessionId: 'other' } }],
  [
    'out',
    { id: 3, method: 'session/prompt', params: { sessionId: 'mine', prompt: [{ type: 'text', text: 'my words' }] } },
  ],
  ['in', { method: 'session/update', params: { sessionId: 'other', update: {} } }],
  ['in', { id: 3, method: 'fs/read_text_file', params: { sessionId: 'mine', path: '/mine/a' } }],
  ['out', { id: 3, result: { content: 'in the file' } }],
  ['in', { id: 3, result: { stopReason: 'end_turn' } }],
  ['out', { id: 4, method: 'session/list', params: {} }],
  ['in', { id: 4, result: { sessions: [{ sessionId: 'other', title: 'secret plans' }] } }],
);

const EVENTS = [
  { seq: 1, at: 7_500, type: 'prompt_sent' },
  { seq: 2, at: 99_000, type: 'turn_ended' },
];

const trace = (withContents: boolean) =>
  traceOf({
    ...{ header: { trace: 'acdeck' }, sessionIds: new Set(['mine']), withContents },
    ...{ messages: TALK.messages, events: EVENTS },
  }).map((line) => JSON.parse(line));

describe('the trace of a session', () => {
  it('[DG8] holds both directions and our events in order of time, of this session alone', () => {
    const [header, ...lines] = trace(false);
    assert.deepEqual(header, { trace: 'acdeck', withContents: false, messages: 8, events: 2 });
    const short = lines.map(({ direction, type, message }) => [direction, type ?? message.method ?? message.id]);
    assert.deepEqual(short, [
      ['out', 'initialize'],
      ['in', 0],
      ['out', 'session/new'],
      ['in', 1],
      ['log', 'prompt_sent'],
      ['out', 'session/prompt'],
      ['in', 'fs/read_text_file'],
      ['out', 3],
      ['in', 3],
      ['log', 'turn_ended'],
    ]);
  });

  it('[DG7] tells lengths instead of words, unless a person wants them in it', () => {
    const [without, within] = [trace(false), trace(true)].map((lines) => JSON.stringify(lines));
    for (const words of ['my words', 'in the file', '/mine/a']) {
      assert.ok(!without!.includes(words) && within!.includes(words), words);
    }
    assert.ok(!within!.includes('secret plans'), 'what is of another session is never in it');
    assert.match(without!, /\[8 characters\]/);
  });
});

describe('the log of an agent', () => {
  it('[DG3] holds lines of stderr, what made no sense and messages both ways, in order', () => {
    const log = new AgentLog(() => 0);
    const life = log.begin('started');
    for (const part of ['war', 'ning: é'.slice(0, 9), '\nha', 'lf']) life.stderr(Buffer.from(part));
    life.message('out', { id: 1, method: 'initialize', params: { token: 'abc' } }, 50);
    life.garbage('Usage: agent');
    life.end('exit code 1');
    const shown = (withMessages: boolean) =>
      log.page(null, 100, withMessages).lines.map(({ kind, text }) => `${kind} ${text}`);
    assert.deepEqual(shown(true), [
      'life started',
      'stderr warning: é',
      'out {"id":1,"method":"initialize","params":{"token":"[hidden]"}}',
      'garbage Usage: agent',
      'stderr half',
      'life exit code 1',
    ]);
    assert.ok(!shown(false).some((line) => line.startsWith('out')));
  });

  it('[DG4] is bounded: a flood of messages leaves the lines, and large ones only their kind', () => {
    const log = new AgentLog(() => 0);
    const life = log.begin('started');
    for (let n = 0; n < 6_000; n++) life.message('in', { method: 'session/update', n }, 50);
    life.message('in', { method: 'big', params: { sessionId: 's', text: 'x'.repeat(300_000) } }, 300_000);
    assert.deepEqual([log.messages.length, log.hasLostMessages], [5_000, true]);
    assert.deepEqual(log.messages.at(-1)?.message, {
      jsonrpc: undefined,
      id: undefined,
      method: 'big',
      params: { sessionId: 's' },
      _leftOut: '300000 bytes',
    });
    assert.equal(log.page(0, 10, false).lines[0]?.text, 'started');
    const half = new AgentLog();
    const other = half.begin('started');
    for (let n = 0; n < 40; n++) life.message('in', { n }, 255_000);
    for (let n = 0; n < 20; n++) other.stderr(Buffer.alloc(10_000, 'y'));
    assert.ok(log.messages.length < 40 && half.page(null, 10, false).lines.length === 3);
  });

  it('[DG3] keeps several processes of one agent apart', () => {
    const log = new AgentLog(() => 0);
    const [one, two] = [log.begin('one'), log.begin('two')];
    one.stderr(Buffer.from('from '));
    two.stderr(Buffer.from('of two\n'));
    one.stderr(Buffer.from('one\n'));
    const ask = (life: typeof one, sessionId: string) => {
      life.message('out', { id: 1, method: 'session/prompt', params: { sessionId } }, 10);
    };
    ask(one, 'mine');
    ask(two, 'other');
    two.message('in', { id: 1, result: { of: 'two' } }, 10);
    one.message('in', { id: 1, result: { of: 'one' } }, 10);
    const lines = log.page(null, 10, false).lines.map(({ text }) => text);
    assert.deepEqual(lines, ['one', 'two', 'of two', 'from one']);
    const { messages } = log;
    const trace = traceOf({ header: {}, sessionIds: new Set(['mine']), messages, events: [], withContents: true });
    assert.deepEqual(
      trace.slice(1).map((line) => JSON.parse(line).message.result ?? 'asked'),
      ['asked', { of: 'one' }],
    );
  });
});
