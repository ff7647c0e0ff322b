import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { act, settled, TestServer, text } from '../registry/registry.rig.js';

const queueOf = (server: TestServer) =>
  server.tab().transcript.queue.map(({ content }) => (content[0]?.type === 'text' ? content[0].text : ''));
const idOf = (server: TestServer, index: number) => server.tab().transcript.queue[index]!.promptId;
const received = (server: TestServer) => server.host.sessions.flatMap(({ prompts }) => prompts.map((p) => p.text));

describe('turns and the queue', () => {
  it('[S2] writes a prompt down before the agent gets it', async () => {
    const server = await TestServer.ready();
    const prompt = server.host.last.prompt.bind(server.host.last);
    const before: string[][] = [];
    server.host.last.prompt = (content) => {
      before.push(server.types());
      return prompt(content);
    };
    const done = server.registry.acts.prompt(act(), server.id, text('one'));
    assert.deepEqual([before, done], [[['agent_session_opened', 'prompt_sent']], { seq: 2 }]);
  });

  it('[S3] queues prompts while the agent is not there, and delivers each once, in order', async () => {
    const server = new TestServer();
    server.registry.restore();
    let open = () => {};
    server.host.gate = new Promise((resolve) => {
      open = resolve;
    });
    for (const words of ['one', 'two', 'three']) server.prompt(words);
    await settled();
    assert.deepEqual([queueOf(server), received(server)], [['one', 'two', 'three'], []]);
    open();
    await settled();
    assert.deepEqual([queueOf(server), received(server)], [['two', 'three'], ['one']]);
    for (let i = 0; i < 3; i++) {
      server.host.last.prompts[i]!.end();
      await settled();
    }
    assert.deepEqual([queueOf(server), received(server), server.host.connects], [[], ['one', 'two', 'three'], 1]);
  });

  it('[S3] queues prompts while a turn runs', async () => {
    const server = await TestServer.ready();
    server.prompt('one');
    server.prompt('two');
    assert.deepEqual([queueOf(server), received(server)], [['two'], ['one']]);
    server.host.last.prompts[0]!.end();
    await settled();
    assert.deepEqual(server.lines(), ['user: one', 'mark: stopped', 'user: two']);
    assert.deepEqual(received(server), ['one', 'two']);
  });

  it('[S3] refuses an empty prompt, one that is too large, and one more than the queue holds', async () => {
    const server = await TestServer.ready();
    assert.throws(() => server.registry.acts.prompt(act(), server.id, []), { name: 'bad_request' });
    assert.throws(() => server.prompt('x'.repeat(3e6)), { name: 'too_large' });
    for (let i = 0; i < 101; i++) server.prompt(`${i}`);
    assert.throws(() => server.prompt('one more'), { name: 'conflict', message: /The queue is full/ });
  });

  it('[S4] lets the queue be edited, moved, shortened, held back and let go', async () => {
    const server = await TestServer.ready();
    for (const words of ['run', 'a', 'b', 'c', 'd']) server.prompt(words);
    const { registry, id } = server;
    const [a, b, c, d] = [0, 1, 2, 3].map((i) => idOf(server, i));
    registry.acts.editQueued(act(), id, b!, text('B'));
    registry.acts.moveQueued(act(), id, d!, a!);
    registry.acts.moveQueued(act(), id, a!, null);
    registry.acts.removeQueued(act(), id, c!);
    assert.deepEqual(queueOf(server), ['d', 'B', 'a']);
    registry.acts.pauseQueue(act('Pixel'), id, true);
    server.host.last.prompts[0]!.end();
    await settled();
    assert.deepEqual(
      [received(server), server.tab().transcript.queuePaused],
      [['run'], { code: 'paused', device: 'Pixel' }],
    );
    registry.acts.pauseQueue(act(), id, false);
    assert.deepEqual(
      [received(server), queueOf(server)],
      [
        ['run', 'd'],
        ['B', 'a'],
      ],
    );
    assert.throws(() => registry.acts.editQueued(act(), id, d!, text('late')), { name: 'not_found' });
    assert.throws(() => registry.acts.moveQueued(act(), id, a!, 'unknown'), { name: 'not_found' });
  });

  it('[S5] sends a queued prompt now: the turn is stopped, ends, and then the prompt goes', async () => {
    const server = await TestServer.ready();
    for (const words of ['run', 'a', 'b']) server.prompt(words);
    server.registry.acts.sendNow(act(), server.id, idOf(server, 1));
    await settled();
    assert.deepEqual([server.host.last.cancels, received(server), queueOf(server)], [1, ['run'], ['b', 'a']]);
    server.host.last.prompts[0]!.end('cancelled');
    await settled();
    assert.deepEqual([received(server), queueOf(server)], [['run', 'b'], ['a']]);
    server.host.last.prompts[1]!.end();
    await settled();
    assert.deepEqual(received(server), ['run', 'b', 'a']);
  });

  it('[S5] sends a held-back prompt now when nothing runs, and leaves the others held back', async () => {
    const server = await TestServer.ready();
    for (const words of ['run', 'a', 'b']) server.prompt(words);
    server.host.last.prompts[0]!.fail('Out of tokens');
    await settled();
    server.registry.acts.sendNow(act(), server.id, idOf(server, 1));
    assert.deepEqual(received(server), ['run', 'b']);
    server.host.last.prompts[1]!.end();
    await settled();
    assert.deepEqual([received(server), queueOf(server)], [['run', 'b'], ['a']]);
  });

  it('[S6] stops a turn once, keeps what the agent still says, and waits for its end', async () => {
    const server = await TestServer.ready();
    server.prompt('go');
    for (let i = 0; i < 3; i++) server.registry.writable(server.id).turns.cancel(act());
    assert.equal(server.host.last.cancels, 1);
    server.host.last.say('last words');
    server.host.last.prompts[0]!.end('cancelled');
    await server.tick();
    assert.deepEqual(server.lines(), ['user: go', 'agent: last words', 'mark: cancelled']);
    assert.equal(server.types().filter((type) => type === 'cancel_requested').length, 1);
  });

  it('[S6] takes a stop that comes after the end for done', async () => {
    const server = await TestServer.ready();
    server.prompt('go');
    server.host.last.prompts[0]!.end();
    await settled();
    const { seq } = server.registry.writable(server.id).turns.cancel(act());
    assert.deepEqual([server.host.last.cancels, seq, server.types().at(-1)], [0, 3, 'turn_ended']);
  });

  it('[S7] holds the queue back after a failed or stopped turn, with the reason', async () => {
    const server = await TestServer.ready();
    for (const words of ['run', 'a', 'b']) server.prompt(words);
    server.host.last.prompts[0]!.fail('Out of tokens', 429);
    await settled();
    assert.deepEqual([received(server), server.tab().transcript.queuePaused], [['run'], { code: 'turn_failed' }]);
    assert.ok(server.lines().includes('error: failed Out of tokens'));
    server.registry.acts.pauseQueue(act(), server.id, false);
    server.registry.writable(server.id).turns.cancel(act());
    server.host.last.prompts[1]!.end('cancelled');
    await settled();
    assert.deepEqual([received(server), server.tab().transcript.queuePaused], [['run', 'a'], { code: 'turn_stopped' }]);
  });

  it('[S7] sends a new prompt at once although older ones are held back', async () => {
    const server = await TestServer.ready();
    for (const words of ['run', 'held']) server.prompt(words);
    server.host.last.prompts[0]!.fail('Out of tokens');
    await settled();
    server.prompt('again');
    assert.deepEqual([received(server), queueOf(server)], [['run', 'again'], ['held']]);
  });

  it('[S7] offers to sign in when that is why the turn failed', async () => {
    const server = await TestServer.ready();
    server.prompt('go');
    server.host.last.prompts[0]!.fail('Authentication required', -32000);
    await settled();
    const failed = server.events().find(({ type }) => type === 'turn_failed')!;
    assert.deepEqual([failed.type, Reflect.get(failed, 'action')], ['turn_failed', 'sign_in']);
  });
});
