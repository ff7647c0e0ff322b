import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import type { ToolCallUpdate } from '@agentclientprotocol/sdk';
import { OFFERED } from '../rpc/offered-methods.js';
import { settled, TestServer } from '../sessions/registry/registry.rig.js';
import { TestTab } from '../sessions/registry/tab.rig.js';
import { requestsIn } from './api-call.js';
import { DECIDED_CHARS, sessionDetail } from './api-schemas.js';

const options = [
  { optionId: 'yes', name: 'Allow once', kind: 'allow_once' as const },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' as const },
];

/** A command with everything in it that a terminal, a page or a reader of JSON could trip over. */
const HOSTILE = 'rm -rf ~ # \u001b[2K\u202e"}],"options":[]} \ud800 \u0000 </script>';

const VALUES: Record<string, unknown[]> = {
  title: ['Run', HOSTILE],
  kind: ['execute', 'delete'],
  rawInput: [
    { command: HOSTILE },
    { command: ['sh', '-c', HOSTILE] },
    [HOSTILE],
    JSON.parse('{"__proto__":{"b":1},"2":1,"1":2}'),
  ],
  content: [[{ type: 'diff', path: '/etc/passwd', oldText: null, newText: HOSTILE }]],
  locations: [[{ path: HOSTILE }]],
};

/** How an agent can tell about a call that it asks for: before, in the request, or while that waits. */
const WAYS = ['announced', 'asked', 'changed'] as const;

async function requestFor(way: (typeof WAYS)[number], fields: object) {
  const server = await TestServer.ready();
  server.prompt('go');
  const { listener } = server.host.last;
  const say = (sessionUpdate: string, more: object) =>
    listener.onUpdate({ sessionUpdate, toolCallId: 't', ...more } as never);
  say('tool_call', { title: 'Look', ...(way === 'announced' ? fields : {}) });
  const toolCall = { toolCallId: 't', ...(way === 'asked' ? fields : {}) } as ToolCallUpdate;
  void listener.onPermission({ toolCall, options }, new AbortController().signal);
  await server.tick();
  if (way === 'changed') say('tool_call_update', fields);
  await server.tick();
  const sync = server.registry.sync(new TestTab('tab'), server.id, null);
  assert.ok(sync.kind === 'snapshot');
  const requests = requestsIn(sync.snapshot);
  assert.equal(requests.length, 1);
  const [request] = requests;
  assert.ok(request?.kind === 'permission');
  sessionDetail.shape.requests.parse(requests);
  return request;
}

describe('a role and the options of a request', () => {
  const KINDS = ['allow_once', 'allow_always', 'reject_once', 'reject_always'] as const;

  it('[PG31] an approver gives no answer that an agent remembers; full and owner give every answer', async () => {
    for (const role of ['approver', 'full', 'owner'] as const) {
      for (const kind of KINDS) {
        const server = await TestServer.ready();
        server.prompt('go');
        const offered = KINDS.map((each) => ({ optionId: each, name: 'Allow once', kind: each }));
        const request = { toolCall: { toolCallId: 't', title: 'Run' }, options: offered };
        const answered = server.host.last.listener.onPermission(request, new AbortController().signal);
        await server.tick();
        const tab = Object.assign(new TestTab('tab'), { role });
        const method = OFFERED.get('AcpBridge.answer_permission')!;
        const [open] = server.tab().transcript.pending;
        const answer = () =>
          method.run({ sessions: server.registry, commands: server.commands, tab } as never, [
            'c',
            server.id,
            open!.id,
            kind,
            {},
          ]);
        if (role === 'approver' && kind.endsWith('always')) {
          assert.throws(answer, { name: 'forbidden', reason: { code: 'only_allow_or_deny' } }, `${role} ${kind}`);
          assert.equal(server.tab().transcript.pending.length, 1);
        } else {
          answer();
          assert.equal((await answered)?.kind, kind, `${role} ${kind}`);
        }
      }
    }
  });
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('what a request of the API carries', () => {
  it('[PG30] is all that is decided, and the digest is of exactly that', async () => {
    const digests = new Set<string>();
    for (const [field, values] of Object.entries(VALUES)) {
      for (const value of values) {
        for (const way of WAYS) {
          const request = await requestFor(way, { [field]: value });
          const about = `${field} ${way}`;
          assert.equal(sha256(request.decided), request.digest, about);
          assert.equal(request.isCut, false, about);
          const { toolCall, told, options: offered } = JSON.parse(request.decided);
          const shown = way === 'asked' ? toolCall[field] : told[field];
          assert.deepEqual(shown, JSON.parse(JSON.stringify(value)), about);
          assert.deepEqual(offered, options, about);
          digests.add(request.digest);
        }
      }
    }
    assert.ok(digests.size > Object.values(VALUES).flat().length, 'other calls have other digests');
  });

  it('[PG30] says when it is cut, and still has a digest of the whole', async () => {
    const request = await requestFor('asked', {
      rawInput: { command: `echo ${'x'.repeat(DECIDED_CHARS)}; ${HOSTILE}` },
    });
    assert.deepEqual([request.isCut, request.decided.length], [true, DECIDED_CHARS]);
    assert.notEqual(sha256(request.decided), request.digest);
    assert.throws(() => JSON.parse(request.decided));
  });

  it('[PG30] of a question is its form or its address', async () => {
    const schema = { type: 'object', properties: { name: { type: 'string', title: HOSTILE } } };
    for (const question of [
      { mode: 'form' as const, message: 'Who?', schema },
      { mode: 'url' as const, message: 'Go there', url: 'https://example.org/x', elicitationId: 'e' },
    ]) {
      const server = await TestServer.ready();
      server.prompt('go');
      void server.host.last.listener.onQuestion(question, new AbortController().signal);
      await settled();
      const sync = server.registry.sync(new TestTab('tab'), server.id, null);
      assert.ok(sync.kind === 'snapshot');
      const requests = requestsIn(sync.snapshot);
      const { mode, message } = question;
      const about = question.mode === 'form' ? { schema } : { url: question.url };
      assert.deepEqual(requests, [{ kind: 'question', id: requests[0]?.id, mode, message, ...about }]);
      sessionDetail.shape.requests.parse(requests);
    }
  });
});
