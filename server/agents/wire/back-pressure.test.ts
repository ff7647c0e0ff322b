import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { TestClock } from '../../protocol/clock.rig.js';
import { connectScripted, Ear } from '../connection/connection.rig.js';
import { TIME_LIMITS } from '../process/time-limits.js';
import { RequestGate } from './request-gate.js';

const MIB = 1024 * 1024;

/** An open session of an agent that can stop reading. */
async function scene(t: TestContext) {
  const clock = new TestClock();
  const deaf: string[] = [];
  const { agent, connection, folder, open } = connectScripted(t, {}, { clock, onDeaf: (why) => deaf.push(why) });
  await connection.initialize();
  const ear = new Ear();
  await open(ear);
  const path = join(folder, 'large.txt');
  writeFileSync(path, 'x'.repeat(5 * MIB));
  const read = (id: number) =>
    agent.say({ jsonrpc: '2.0', id, method: 'fs/read_text_file', params: { sessionId: 's1', path } });
  const answer = (id: number) => agent.waitFor((message) => message.id === id && !message.method);
  return { agent, clock, deaf, ear, path, read, answer };
}

describe('an agent that does not read', () => {
  it('[A90] has its requests wait from 8 MiB on, while what it says is heard; they are answered when it reads', async (t) => {
    const { agent, clock, ear, path, read, answer, deaf } = await scene(t);
    agent.deafen();
    for (let id = 1; id <= 150; id++) read(id);
    // Two answers are more than 8 MiB: that is when the time begins to count.
    await clock.untilWaiting(TIME_LIMITS.unread);
    writeFileSync(path, 'later');
    agent.update('s1', { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'still here' } });
    await ear.until(() => ear.text === 'still here');
    agent.hear('all');
    const answers = await Promise.all(Array.from({ length: 150 }, (_, n) => answer(n + 1)));
    const texts = answers.map(({ result }) => result.content as string);
    assert.equal(texts.filter((text) => text.length === 5 * MIB).length, 2, 'no more than that was made for it');
    assert.equal(texts.filter((text) => text === 'later').length, 148);
    assert.deepEqual([deaf, clock.pending], [[], []]);
  });

  it('[A90] has the output of terminals wait too', async (t) => {
    const { agent, clock, answer, deaf } = await scene(t);
    const script = `process.stdout.write('y'.repeat(${5 * MIB}))`;
    const params = { sessionId: 's1', command: process.execPath, args: ['-e', script], outputByteLimit: 16 * MIB };
    const { result: terminal } = await agent.request('terminal/create', params);
    await agent.request('terminal/wait_for_exit', { sessionId: 's1', ...terminal });
    agent.deafen();
    const ids = Array.from({ length: 3 }, (_, n) => n + 1);
    const ask = { jsonrpc: '2.0', method: 'terminal/output', params: { sessionId: 's1', ...terminal } };
    for (const id of ids) agent.say({ ...ask, id });
    await clock.untilWaiting(TIME_LIMITS.unread);
    agent.say({ jsonrpc: '2.0', id: 9, method: 'terminal/release', params: { sessionId: 's1', ...terminal } });
    agent.hear('all');
    for (const id of ids) assert.equal((await answer(id)).result.output.length, 5 * MIB);
    assert.deepEqual([(await answer(9)).result, deaf], [{}, []]);
  });

  it('[A91] is given up when it read nothing for 60 s, and not while it reads slowly', async (t) => {
    const { agent, clock, read, deaf } = await scene(t);
    agent.deafen();
    for (let id = 1; id <= 4; id++) read(id);
    await clock.untilWaiting(TIME_LIMITS.unread);
    for (let n = 0; n < 5; n++) {
      clock.pass(TIME_LIMITS.unread - 1);
      agent.hear('one');
      await clock.untilWaiting(TIME_LIMITS.unread);
    }
    assert.deepEqual(deaf, []);
    clock.pass(TIME_LIMITS.unread);
    assert.deepEqual([deaf, clock.pending], [['unread'], []]);
    agent.hear('all');
  });

  it('[A92] has at most 64 requests worked on at once, in their order, and what waits for people does not count', () => {
    const entered: unknown[] = [];
    const gate = new RequestGate(
      () => true,
      ({ id }) => entered.push(id),
    );
    const take = (id: number, method: string, bytes = 100) => gate.take({ id, method }, bytes);
    for (let id = 0; id < 100; id++) assert.equal(take(id, 'session/request_permission'), null);
    for (let id = 100; id < 200; id++) assert.equal(take(id, 'fs/read_text_file'), null);
    const upTo = (end: number) => Array.from({ length: end }, (_, id) => id);
    assert.deepEqual(entered, upTo(164));
    gate.answered(5);
    assert.deepEqual(entered, upTo(164), 'a person has answered, which makes no room for files');
    gate.answered(163);
    gate.answered(163);
    assert.deepEqual(entered, upTo(165));
    for (let id = 100; id < 200; id++) gate.answered(id);
    assert.deepEqual(entered, upTo(200));
  });

  it('[A92] is not read any more while its unanswered requests fill 64 MiB', async () => {
    const gate = new RequestGate(
      () => true,
      () => {},
    );
    const take = (id: number) => gate.take({ id, method: 'session/request_permission' }, 15 * MIB);
    assert.deepEqual([1, 2, 3, 4].map(take), [null, null, null, null]);
    const wait = take(5);
    assert.ok(wait);
    gate.answered(2);
    await wait;
  });
});
