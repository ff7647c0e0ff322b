import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { act, settled, TestServer } from './registry.rig.js';

const listed = (server: TestServer) => server.app.current.sessions.find(({ id }) => id === server.id)!;

/** An agent that starts when the test lets it. */
function held(server: TestServer): () => Promise<void> {
  let start = () => {};
  server.host.gate = new Promise((resolve) => {
    start = resolve;
  });
  return async () => {
    start();
    await settled();
  };
}

/** A server whose agent was ended by force and is on its way back. */
async function forced(...queued: string[]) {
  const server = await TestServer.ready();
  server.prompt('go');
  for (const words of queued) server.prompt(words);
  const start = held(server);
  server.registry.acts.forceStop(act(), server.id);
  await settled();
  return { server, start };
}

describe('a message that waits for its agent', () => {
  it('[U96] is known to wait for it after Force stop, until it is sent', async () => {
    const { server, start } = await forced();
    assert.equal(listed(server).opening, undefined, 'nothing waits yet');
    server.prompt('next');
    assert.equal(listed(server).opening, true);
    server.prompt('and then');
    assert.equal(listed(server).opening, true);
    await start();
    assert.deepEqual([listed(server).status, listed(server).opening], ['running', undefined]);
  });

  it('[U96] waits for a person where the queue is paused, and for the agent once they resume', async () => {
    const { server, start } = await forced('before');
    server.prompt('after');
    assert.equal(server.tab().transcript.queuePaused?.code, 'agent_restarted');
    assert.equal(server.tab().transcript.queue.length, 2, 'it joins those that wait');
    assert.equal(listed(server).opening, undefined);
    server.registry.acts.pauseQueue(act(), server.id, false);
    assert.equal(listed(server).opening, true);
    await start();
    assert.equal(listed(server).opening, undefined);
  });

  it('[U96] is no longer said to wait for an agent that doesn’t open the session', async () => {
    const { server, start } = await forced();
    server.prompt('next');
    server.host.openFault = new Error('The store is damaged');
    await start();
    assert.equal(listed(server).opening, undefined);
    assert.equal(server.tab().transcript.queue.length, 1);
  });

  it('[U96] changes nothing in the list while nothing waits', async () => {
    const { server, start } = await forced();
    const { head } = server.app;
    await start();
    assert.equal(server.app.head, head);
  });
});
