import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CONVERSATION_FORMAT } from '../protocol/api/conversation-file.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import { TestClock } from '../protocol/clock.rig.js';
import { chunk, logged, prompt } from '../protocol/transcript/transcript.rig.js';
import { readApart } from './read-apart.js';

const file = (events: readonly unknown[]) =>
  JSON.stringify({ format: CONVERSATION_FORMAT, version: 1, title: 'T', agentId: 'demo', events });
const refused = (code: string) => (error: unknown) => error instanceof RpcError && error.reason?.code === code;

describe('a conversation that is read apart from the server', () => {
  it('[EX9] comes in pieces, from parts that are not kept', async () => {
    const events = logged(prompt('Hi'), ...Array.from({ length: 1_000 }, (_, n) => chunk('word ', `m${n}`)));
    const json = file(events);
    const parts = [json.slice(0, 1_000), json.slice(1_000)];
    const reading = readApart(parts);
    const bodies: string[] = [];
    for (let step = await reading.next(); ; step = await reading.next()) {
      assert.equal(parts.length, 0);
      if (step.done) {
        assert.deepEqual([step.value.title, step.value.dropped], ['T', 0]);
        break;
      }
      bodies.push(...step.value.events.map(({ body }) => body));
    }
    assert.deepEqual(
      bodies.map((body) => JSON.parse(body)),
      events,
    );
  });

  it('[EX6] is refused with a reason', async () => {
    await assert.rejects(readApart(['{}']).next(), refused('not_a_conversation'));
  });

  it('[EX9] is given up when it takes too much memory', async () => {
    const reading = readApart(['{"title":[', '[],'.repeat(4_000_000), '0]}'], { memoryMb: 64 });
    await assert.rejects(reading.next(), refused('import_too_heavy'));
  });

  it('[EX9] is given up when it takes too long', async () => {
    const clock = new TestClock();
    const reading = readApart([file(logged(prompt('Hi')))], { clock }).next();
    clock.pass(5 * 60_000);
    await assert.rejects(reading, refused('import_too_heavy'));
  });
});
