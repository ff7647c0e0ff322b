import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settled, TestServer } from '../registry/registry.rig.js';

const refusal = () => Object.assign(new Error('Sign in first.'), { code: -32000 });
const queueOf = (server: TestServer) =>
  server.tab().transcript.queue.map(({ content }) => (content[0] as { text: string }).text);
const receivedBy = (server: TestServer) =>
  server.host.sessions.map(({ prompts }) => prompts.map((prompt) => prompt.text));

/** A server whose agent has refused a prompt, with another one waiting behind it. */
async function refused(): Promise<TestServer> {
  const server = await TestServer.ready();
  server.prompt('first');
  server.prompt('second');
  server.host.last.prompts[0]!.fail('Sign in first.', -32000);
  await settled();
  return server;
}

describe('what was refused for want of a sign-in', () => {
  it('[AU16] waits in front of the queue, and so does what is said meanwhile', async () => {
    const server = await refused();
    server.prompt('third');
    assert.deepEqual([queueOf(server), server.host.last.prompts.length], [['first', 'second', 'third'], 1]);
    assert.deepEqual(server.tab().transcript.queuePaused, { code: 'sign_in_needed' });
  });

  it('[AU16] is sent again, once, when the person has signed in', async () => {
    const server = await refused();
    server.registry.signedIn('demo', false);
    server.registry.signedIn('demo', false);
    server.registry.agentReady('demo');
    await settled();
    assert.deepEqual(receivedBy(server), [['first', 'first']]);
    server.host.last.prompts[1]!.end();
    await settled();
    assert.deepEqual(receivedBy(server), [['first', 'first', 'second']]);
    assert.deepEqual(server.lines(), [
      'user: first',
      'error: failed Sign in first.',
      'notice: message_retried',
      'user: first',
      'mark: stopped',
      'user: second',
    ]);
  });

  it('[AU16] is sent again, once, by a fresh process where the agent needs one', async () => {
    const server = await refused();
    server.registry.signedIn('demo', true);
    await settled();
    assert.deepEqual([server.host.restarts, receivedBy(server)], [['demo'], [['first'], ['first']]]);
    assert.deepEqual(queueOf(server), ['second']);
  });

  it('[AU16] is sent again after a restart of the server, and waits on if it is refused again', async () => {
    const server = await refused();
    server.registry.close();
    const next = server.restarted();
    await next.registry.connectShown();
    await settled();
    assert.deepEqual(receivedBy(next), [['first']]);
    next.host.last.prompts[0]!.fail('Sign in first.', -32000);
    await settled();
    assert.deepEqual([queueOf(next), next.host.last.prompts.length], [['first', 'second'], 1]);
  });

  it('[AU17] is not sent again by itself if something came of it', async () => {
    const server = await TestServer.ready();
    server.prompt('first');
    server.host.last.say('half');
    await server.tick();
    server.host.last.prompts[0]!.fail('Token expired', -32000);
    await settled();
    server.registry.signedIn('demo', false);
    await settled();
    assert.deepEqual([receivedBy(server), queueOf(server)], [[['first']], []]);
    const failed = server.events().find(({ type }) => type === 'turn_failed')!;
    assert.equal(Reflect.get(failed, 'action'), 'sign_in');
  });

  it('[AU18] is opened after the sign-in, and its queue goes on', async () => {
    const server = new TestServer();
    server.registry.restore();
    server.host.openFault = refusal();
    server.prompt('early');
    await settled();
    server.host.openFault = null;
    server.registry.signedIn('demo', false);
    await settled();
    assert.deepEqual(receivedBy(server), [['early']]);
  });

  it('[AU19] does not cost another session its turn', async () => {
    const server = await TestServer.ready();
    server.prompt('work');
    server.registry.signedIn('demo', true);
    await settled();
    assert.deepEqual([server.host.restarts, server.tab().transcript.turn.status], [[], 'running']);
  });
});
