import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seeded } from '../../testing/seeded.rig.js';
import { act, settled, TestServer, text } from './registry.rig.js';

/** How often each race is run. */
const RACES = 100;
const options = ['a', 'b'].map((optionId) => ({ optionId, name: optionId, kind: 'allow_once' as const }));
const count = (server: TestServer, type: string) => server.types().filter((other) => other === type).length;

/** Ends the turn that runs, so that the next round begins from rest. */
async function finish(server: TestServer): Promise<void> {
  server.host.last.prompts.at(-1)?.end();
  await settled();
}

describe('races, each many times', () => {
  it('[S23] a prompt submitted twice is sent once', async (t) => {
    const { numRuns: times } = seeded(t, RACES);
    const server = await TestServer.ready();
    for (let i = 0; i < times; i++) {
      const double = act();
      const submit = async () =>
        server.once(double, () => server.registry.acts.prompt(double, server.id, text(`${i}`)));
      const [first, second] = await Promise.all([submit(), submit()]);
      assert.deepEqual(first, second);
      await finish(server);
    }
    const sent = server.host.last.prompts.map((prompt) => prompt.text);
    assert.deepEqual(
      sent,
      Array.from({ length: times }, (_, i) => `${i}`),
    );
    assert.equal(count(server, 'prompt_sent'), times);
  });

  it('[S23] a prompt repeated after a lost answer, and after a restart of the server, is sent once', async (t) => {
    const { numRuns: times } = seeded(t, RACES);
    let server = await TestServer.ready();
    const { id } = server;
    const sent: string[] = [];
    for (let i = 0; i < times; i++) {
      const repeated = act();
      server.once(repeated, () => server.registry.acts.prompt(repeated, id, text(`${i}`)));
      sent.push(
        ...server.host.last.prompts.splice(0).map((prompt) => {
          prompt.end();
          return prompt.text;
        }),
      );
      await settled();
      if (i % 50 === 0) {
        server = server.restarted();
        await server.registry.connectShown();
      }
      server.once(repeated, () => server.registry.acts.prompt(repeated, id, text(`${i}`)));
    }
    assert.deepEqual(
      sent,
      Array.from({ length: times }, (_, i) => `${i}`),
    );
    assert.equal(count(server, 'prompt_sent'), times);
  });

  it('[S23] [P2] a permission answered in two tabs in the same moment has one answer', async (t) => {
    const { numRuns: times } = seeded(t, RACES);
    const server = await TestServer.ready();
    server.prompt('go');
    const tab = server.tab();
    for (let i = 0; i < times; i++) {
      const signal = new AbortController().signal;
      const heard = server.host.last.listener.onPermission({ toolCall: { toolCallId: `t${i}` }, options }, signal);
      const { id: permissionId } = tab.transcript.pending[0]!;
      const answer = async (optionId: string) => {
        server.registry.writable(server.id).permissions.answer(act(optionId), permissionId, optionId);
        return optionId;
      };
      const order = i % 2 === 0 ? ['a', 'b'] : ['b', 'a'];
      const [first, second] = await Promise.allSettled(order.map(answer));
      assert.equal(first?.status, 'fulfilled');
      assert.ok(second?.status === 'rejected' && second.reason.name === 'conflict');
      const by = { kind: 'device', device: order[0] };
      assert.deepEqual(second.reason.reason, { code: 'request_answered', by, answer: 'allowed' });
      assert.equal((await heard)?.optionId, order[0]);
    }
    assert.equal(count(server, 'permission_answered'), times);
  });

  it('[S23] a stop against the end of the turn leaves one end', async (t) => {
    const { numRuns: times } = seeded(t, RACES);
    const server = await TestServer.ready();
    for (let i = 0; i < times; i++) {
      server.prompt(`${i}`);
      const { prompts } = server.host.last;
      const stop = () => server.registry.writable(server.id).turns.cancel(act());
      const end = () => prompts.at(-1)!.end(i % 3 === 0 ? 'cancelled' : 'end_turn');
      const [one, two] = i % 2 === 0 ? [stop, end] : [end, stop];
      one();
      if (i % 4 === 1) await settled();
      two();
      await settled();
      assert.equal(server.registry.open(server.id).status, 'idle');
    }
    const { cancels, prompts } = server.host.last;
    assert.deepEqual(
      [count(server, 'turn_ended'), count(server, 'prompt_sent'), prompts.length],
      [times, times, times],
    );
    assert.equal(count(server, 'cancel_requested'), cancels);
  });
});
