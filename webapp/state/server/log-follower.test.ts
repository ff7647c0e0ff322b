import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LogLine } from '../../../server/protocol/api/logs.js';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import { settled, TestClock } from '../../../server/protocol/clock.rig.js';
import { fetchTrace, LogFollower } from './log-follower.js';

/** A log that grows by hand. */
function rig() {
  const lines: LogLine[] = [];
  const asked: unknown[][] = [];
  const add = (...texts: string[]) => {
    for (const text of texts) lines.push({ seq: lines.length + 1, at: 0, kind: 'say', text });
  };
  const page = (after: number | null, limit: number) => {
    const found = after === null ? lines.slice(-limit) : lines.slice(after, after + limit);
    return { lines: found, next: found.at(-1)?.seq ?? after ?? 0, isCut: false };
  };
  let failure: Error | null = null;
  const api = {
    get_server_log: async (after: number | null, limit: number) => page(after, limit),
    get_agent_log: async (...args: [string, number | null, number, boolean]) => {
      asked.push(args);
      if (failure) throw failure;
      return page(args[1], args[2]);
    },
  };
  const clock = new TestClock();
  const follower = new LogFollower(api, clock);
  const fail = (error: Error | null) => {
    failure = error;
  };
  return { add, asked, clock, follower, fail, texts: () => follower.value.lines.map(({ text }) => text) };
}

describe('a log that is followed', () => {
  it('[DG11] begins with its newest lines and grows every second, until nobody looks', async () => {
    const { add, asked, clock, follower, texts } = rig();
    add('a', 'b');
    follower.follow({ agentId: 'demo', withMessages: true });
    await settled();
    assert.deepEqual(texts(), ['a', 'b']);
    add('c');
    await clock.passSettled(1_000);
    assert.deepEqual(texts(), ['a', 'b', 'c']);
    follower.stop();
    add('d');
    await clock.passSettled(5_000);
    assert.deepEqual(
      [texts().length, asked],
      [
        3,
        [
          ['demo', null, 500, true],
          ['demo', 2, 500, true],
        ],
      ],
    );
  });

  it('[DG11] says why nothing comes, and goes on when it can', async () => {
    const { add, clock, follower, texts, fail } = rig();
    fail(new RpcError('disconnected', 'For developers.', { code: 'not_connected' }));
    follower.follow({ agentId: 'demo', withMessages: false });
    await settled();
    assert.equal(follower.value.failure, 'Not connected to AcDeck.');
    fail(null);
    add('a');
    await clock.passSettled(1_000);
    assert.deepEqual([texts(), follower.value.failure], [['a'], null]);
  });

  it('[DG11] is bounded here too, and another one takes its place whole', async () => {
    const { add, clock, follower, texts } = rig();
    for (let n = 0; n < 3_000; n++) add(String(n));
    follower.follow({ agentId: null, withMessages: false });
    await settled();
    for (let n = 0; n < 3_000; n++) add(String(n));
    for (let n = 0; n < 10; n++) await clock.passSettled(1_000);
    assert.deepEqual([texts().length, texts().at(-1)], [2_000, '2999']);
    follower.follow({ agentId: 'demo', withMessages: false });
    assert.deepEqual(texts(), []);
  });
});

describe('a trace', () => {
  it('[DG10] is fetched part by part and put together', async () => {
    const asked: unknown[][] = [];
    const get_trace = async (...args: [string, boolean, string | null, number]) => {
      asked.push(args);
      const from = args[3];
      return { traceId: 't', fileName: 'f.jsonl', lines: [`{"n":${from}}`], next: from < 2 ? from + 1 : null };
    };
    const trace = await fetchTrace({ get_trace }, 's1', true);
    assert.deepEqual(trace, { fileName: 'f.jsonl', text: '{"n":0}\n{"n":1}\n{"n":2}\n' });
    assert.deepEqual(asked, [
      ['s1', true, null, 0],
      ['s1', true, 't', 1],
      ['s1', true, 't', 2],
    ]);
  });
});
