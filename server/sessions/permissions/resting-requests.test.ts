import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LIMITS } from '../../protocol/limits.js';
import { act, settled, TestServer } from '../registry/registry.rig.js';

const options = [
  { optionId: 'yes', name: 'Allow once', kind: 'allow_once' as const },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' as const },
];
const never = () => new AbortController().signal;

/** Every way in which an agent can ask something by itself. */
const ASKS = {
  'permission requests': (server: TestServer, n: number) =>
    server.host.last.listener.onPermission({ toolCall: { toolCallId: `t${n}`, title: 'Run' }, options }, never()),
  forms: (server: TestServer, n: number) =>
    server.host.last.listener.onQuestion({ mode: 'form', message: `Who ${n}?`, schema: { type: 'object' } }, never()),
  addresses: (server: TestServer, n: number) =>
    server.host.last.listener.onQuestion(
      { mode: 'url', message: 'Go', url: 'https://example.org', elicitationId: `e${n}` },
      never(),
    ),
};
const NOTHING = [null, { action: 'cancel' }];

/** How a session comes to rest. */
const RESTS = {
  'before any message': async () => TestServer.ready(),
  'after a reply': async () => {
    const server = await TestServer.ready();
    server.prompt('go');
    server.host.last.prompts[0]!.end();
    await settled();
    return server;
  },
};

for (const [what, ask] of Object.entries(ASKS)) {
  for (const [when, rested] of Object.entries(RESTS)) {
    describe(`${what} ${when}`, () => {
      /** So many at once, and what the agent has heard. */
      async function flooded(count: number) {
        const server = await rested();
        const heard: unknown[] = [];
        for (let n = 0; n < count; n++) void ask(server, n).then((answer) => heard.push(answer));
        await server.tick();
        server.clock.pass(1_000);
        await settled();
        return { server, heard };
      }

      it('[P31] few are open at a time, and the rest wait unread', async () => {
        const { server } = await flooded(200);
        const { pending, waiting } = server.tab().transcript;
        assert.deepEqual([pending.length, waiting], [LIMITS.restingRequests, 200 - LIMITS.restingRequests]);
      });

      it('[P32] Stop ends all of them, and the agent hears it of each, once', async () => {
        const { server, heard } = await flooded(200);
        const stop = act();
        const done = server.once(stop, () => server.registry.writable(server.id).turns.cancel(stop));
        assert.deepEqual(
          server.once(stop, () => server.registry.writable(server.id).turns.cancel(stop)),
          done,
          'the same act again',
        );
        await settled();
        server.clock.pass(1_000);
        const { pending, waiting, turn, queuePaused } = server.tab().transcript;
        assert.deepEqual([pending, waiting ?? 0, turn.status, queuePaused], [[], 0, 'idle', null]);
        assert.equal(heard.length, 200);
        assert.ok(heard.every((answer) => NOTHING.some((none) => JSON.stringify(none) === JSON.stringify(answer))));
        assert.equal(server.types().filter((type) => type.endsWith('_voided')).length, LIMITS.restingRequests);
        assert.ok(!server.types().includes('cancel_requested'), 'nothing else was stopped');
      });

      it('[P32] a message ends all of them, and a request in its reply is open at once', async () => {
        const { server, heard } = await flooded(60);
        server.prompt('and now?');
        await settled();
        assert.equal(heard.length, 60);
        void ask(server, 999);
        await server.tick();
        assert.equal(server.tab().transcript.pending.length, 1);
      });
    });
  }
}
