import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LIMITS } from '../../protocol/limits.js';
import { entriesOf } from '../../protocol/transcript/entry-list.js';
import { act, settled, TestServer } from '../registry/registry.rig.js';

const options = [
  { optionId: 'yes', name: 'Allow once', kind: 'allow_once' as const },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' as const },
];

/** A turn in which the agent asks for permission. */
async function asked(signal = new AbortController().signal) {
  const server = await TestServer.ready();
  server.prompt('go');
  const { listener } = server.host.last;
  const answers: string[] = [];
  const request = { toolCall: { toolCallId: 't', title: 'Run make' }, options };
  void listener.onPermission(request, signal).then((option) => answers.push(option?.optionId ?? 'none'));
  const { id: permissionId } = server.tab().transcript.pending[0] ?? { id: '' };
  return { server, answers, listener, permissionId };
}

const outcomes = (server: TestServer) =>
  entriesOf(server.tab().transcript.entries).flatMap((entry) =>
    entry.kind === 'tool' ? entry.permissions.map(({ outcome }) => outcome) : [],
  );

describe('permissions', () => {
  it('[P1] are shown in every tab, wait without limit, and survive all tabs', async () => {
    const { server, answers, permissionId } = await asked();
    const tab = server.tab();
    assert.deepEqual([server.app.current.sessions[0]?.status, outcomes(server)], ['waiting', [{ status: 'pending' }]]);
    server.registry.dropTab(tab);
    server.clock.pass(100 * 60 * 60 * 1000);
    await settled();
    assert.deepEqual([answers, server.tab().transcript.pending.length], [[], 1]);
    server.registry.writable(server.id).permissions.answer(act(), permissionId, 'yes');
    await settled();
    assert.deepEqual(answers, ['yes']);
  });

  it('[P2] take the first answer; whoever comes later hears who answered what', async () => {
    const { server, answers, permissionId } = await asked();
    server.registry.writable(server.id).permissions.answer(act('Pixel'), permissionId, 'no');
    const late = () => server.registry.writable(server.id).permissions.answer(act(), permissionId, 'yes');
    assert.throws(late, {
      name: 'conflict',
      reason: { code: 'request_answered', by: { kind: 'device', device: 'Pixel' }, answer: 'denied' },
    });
    await settled();
    assert.deepEqual(answers, ['no']);
    assert.equal(server.types().filter((type) => type === 'permission_answered').length, 1);
  });

  it('[P3] [A49] take only an option that the agent offered, and only for a question that there is', async () => {
    const { server, permissionId } = await asked();
    const answer = (id: string, option: string) => () =>
      server.registry.writable(server.id).permissions.answer(act(), id, option);
    assert.throws(answer(permissionId, 'always'), { name: 'bad_request' });
    assert.throws(answer('unknown', 'yes'), { name: 'not_found' });
    assert.deepEqual(outcomes(server), [{ status: 'pending' }]);
  });

  it('[P4] record who answered and when, before the agent hears it', async () => {
    const { server, answers, permissionId } = await asked();
    server.clock.pass(500);
    server.registry.writable(server.id).permissions.answer(act('Pixel'), permissionId, 'yes');
    assert.deepEqual(answers, []);
    const by = { kind: 'device', device: 'Pixel' };
    assert.deepEqual(outcomes(server), [{ status: 'answered', optionId: 'yes', by, at: 1500 }]);
  });

  it('[P5] are voided, visibly, when the turn is stopped; the agent hears "cancelled" once', async () => {
    const { server, answers, permissionId } = await asked();
    server.registry.writable(server.id).turns.cancel(act());
    server.registry.writable(server.id).turns.cancel(act());
    server.host.last.prompts[0]!.end('cancelled');
    await settled();
    assert.deepEqual(answers, ['none']);
    assert.deepEqual(outcomes(server), [{ status: 'voided', reason: { code: 'turn_stopped' }, at: 1000 }]);
    const late = () => server.registry.writable(server.id).permissions.answer(act(), permissionId, 'yes');
    assert.throws(late, {
      name: 'conflict',
      reason: { code: 'request_voided', reason: { code: 'turn_stopped' } },
    });
  });

  it('[P5] that are asked after Stop are answered at once, and shown', async () => {
    const server = await TestServer.ready();
    server.prompt('go');
    server.registry.writable(server.id).turns.cancel(act());
    const request = { toolCall: { toolCallId: 't' }, options };
    const option = await server.host.last.listener.onPermission(request, new AbortController().signal);
    assert.deepEqual([option, outcomes(server)[0]?.status], [null, 'voided']);
  });

  it('[P6] are voided, visibly, when the agent dies or the server was killed', async () => {
    const { server } = await asked();
    const killed = server.restarted();
    assert.equal(outcomes(killed)[0]?.status, 'voided');
    const { server: other, answers } = await asked();
    other.host.exit();
    await settled();
    assert.deepEqual([outcomes(other)[0]?.status, answers], ['voided', ['none']]);
  });

  it('[P6] [S15] are called off with a session that is deleted, and nothing looks at them any more', async () => {
    const { server, answers } = await asked();
    server.registry.remove(act(), server.id);
    await settled();
    assert.deepEqual(answers, ['none']);
    server.clock.pass(60_000);
    assert.deepEqual(server.clock.pending, []);
  });

  it('[P7] that the agent withdraws are voided', async () => {
    const withdrawn = new AbortController();
    const { server, answers } = await asked(withdrawn.signal);
    withdrawn.abort();
    await settled();
    assert.deepEqual([answers, outcomes(server)[0]?.status], [['none'], 'voided']);
    const gone = await asked(AbortSignal.abort());
    await settled();
    assert.deepEqual(gone.answers, ['none']);
    const over = new AbortController();
    const { server: other } = await asked(over.signal);
    over.abort('turn_ended');
    const reasons = [server, gone.server, other]
      .flatMap(outcomes)
      .map((outcome) => 'reason' in outcome && outcome.reason);
    const withdrawal = { code: 'agent_withdrew' };
    assert.deepEqual(reasons, [withdrawal, withdrawal, { code: 'turn_ended' }]);
  });

  it('[P8] hold for questions of the agent too', async () => {
    const server = await TestServer.ready();
    server.prompt('go');
    const question = { mode: 'form', message: 'Which port?', schema: {} } as const;
    const ask = () => server.host.last.listener.onQuestion(question, new AbortController().signal);
    const [first, second] = [ask(), ask()];
    const ids = server.tab().transcript.pending.map(({ id }) => id);
    const accept = { action: 'accept', content: { port: 80 } } as const;
    server.registry.writable(server.id).questions.answer(act('Pixel'), ids[0]!, accept);
    const late = () => server.registry.writable(server.id).questions.answer(act(), ids[0]!, { action: 'decline' });
    assert.throws(late, {
      name: 'conflict',
      reason: { code: 'question_answered', by: { kind: 'device', device: 'Pixel' } },
    });
    server.registry.writable(server.id).turns.cancel(act());
    assert.deepEqual([await first, await second], [accept, { action: 'cancel' }]);
    const states = entriesOf(server.tab().transcript.entries).map((entry) =>
      entry.kind === 'question' ? entry.outcome.status : entry.kind,
    );
    assert.deepEqual(states, ['user', 'answered', 'voided']);
    assert.ok(!JSON.stringify(server.events()).includes('"port"'), 'what was filled in is for the agent only');
  });

  it('[P8] [P12] share their places with questions of the agent', async () => {
    const server = await TestServer.ready();
    server.prompt('go');
    const { listener } = server.host.last;
    const heard: string[] = [];
    const { signal } = new AbortController();
    const form = { mode: 'form', message: 'Which port?', schema: {} } as const;
    for (let n = 0; n < LIMITS.openRequests; n++) void listener.onQuestion(form, signal).then(() => heard.push('form'));
    const request = { toolCall: { toolCallId: 't' }, options };
    void listener.onPermission(request, signal).then(() => heard.push('permission'));
    server.clock.pass(1_000);
    const tab = server.tab();
    const kinds = () => new Set(tab.transcript.pending.map(({ kind }) => kind));
    assert.deepEqual(
      [tab.transcript.pending.length, tab.transcript.waiting, kinds().size],
      [LIMITS.openRequests, 1, 1],
    );
    server.registry.writable(server.id).questions.answer(act(), tab.transcript.pending[0]!.id, { action: 'decline' });
    server.clock.pass(1_000);
    assert.deepEqual(
      [tab.transcript.pending.length, tab.transcript.waiting, kinds().size],
      [LIMITS.openRequests, 0, 2],
    );
    server.registry.writable(server.id).turns.cancel(act());
    await settled();
    assert.deepEqual([heard.length, tab.transcript.pending], [LIMITS.openRequests + 1, []]);
  });
});
