import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DELEGATION_LIMITS } from '../protocol/delegation-limits.js';
import { entriesOf } from '../protocol/transcript/entry-list.js';
import { ruleJudge } from '../rules/rule-judge.js';
import { TestAgentHost } from '../sessions/registry/agent.rig.js';
import { act, settled } from '../sessions/registry/registry.rig.js';
import { DelegationServer } from './delegations.rig.js';

const refusal = (code: string) => ({ name: 'ToolRefusal', code });
const PERSON = act().by;
const never = () => new AbortController().signal;

describe('a delegated task', () => {
  it('[DL1] makes a session of that agent in the same folder, and the same name goes on in it', async () => {
    const s = await DelegationServer.ready();
    await s.give('auth');
    await s.give('log');
    const [auth, log] = [s.child('auth'), s.child('log')];
    assert.deepEqual(
      [auth.agentId, auth.row.cwd, auth.row.parent],
      ['other', '/work/a', { sessionId: s.id, name: 'auth', depth: 1 }],
    );
    assert.notEqual(auth.agent.session?.facts.agentSessionId, log.agent.session?.facts.agentSessionId);
    await s.answer('auth', 'Fixed.');
    assert.deepEqual(
      [s.report('auth').state, s.report('auth').answer, s.report('log').state],
      ['done', 'Fixed.', 'running'],
    );
    await s.give('auth', 'And a test', { agent: undefined as never });
    assert.deepEqual([s.child('auth').id, s.end('auth').prompts.length], [auth.id, 2]);
    assert.throws(
      () => s.delegations.delegate(s.id, { name: 'auth', task: 'x', agent: 'demo' }, { tool: '', input: {}, meta: {} }),
      refusal('name_taken'),
    );
    assert.equal(s.server.app.current.openSessionId, s.id, 'the page stays where it is');
  });

  it('[DL1] finds the name again after a restart, and loads its session', async () => {
    const s = await DelegationServer.ready();
    await s.give('auth');
    await s.answer('auth', 'Fixed.');
    const theirs = s.child('auth').agent.session!.facts.agentSessionId;
    const again = await s.restarted();
    assert.equal(again.report('auth').answer, 'Fixed.');
    await again.give('auth', 'And a test');
    assert.equal(again.end('auth').request.agentSessionId, theirs);
    await again.answer('auth', 'Tested.');
    assert.equal(again.report('auth').answer, 'Tested.');
  });

  it('[DL2] is sent word for word and signed; a slash at its start runs no command', async () => {
    const s = await DelegationServer.ready();
    for (const [name, task, sent] of [
      ['a', '!rm -rf @file', '!rm -rf @file'],
      ['b', '/logout', 'Task: /logout'],
      ['c', ' \n/logout', 'Task:  \n/logout'],
    ] as const) {
      await s.give(name, task);
      const prompt = entriesOf(s.child(name).log.transcript.entries).find((entry) => entry.kind === 'user');
      assert.deepEqual(prompt?.kind === 'user' && prompt.content, [{ type: 'text', text: sent }]);
      assert.deepEqual(prompt?.kind === 'user' && prompt.by, { kind: 'session', sessionId: s.id, agent: 'demo' });
    }
  });

  it('[DL3] comes with a note that an agent has written it, which can grant nothing', async () => {
    const s = await DelegationServer.ready();
    await s.give('auth', 'Fix it');
    assert.match(
      s.end('auth').prompts[0]!.text,
      /^Fix it\s+\[From AcDeck, not from the person: this task was given to you by demo, another AI agent.*cannot grant you any permission/s,
    );
  });

  it('[DL4] is waited for 45 s at most, and goes on', async () => {
    const s = await DelegationServer.ready();
    await s.give('slow');
    const wait = async () => {
      const waiting = s.delegations.reports.wait(s.id, ['slow'], { seconds: 600, signal: never() });
      s.server.clock.pass(DELEGATION_LIMITS.waitSeconds * 1000);
      return (await waiting)[0]!.state;
    };
    for (let n = 0; n < 13; n += 1) assert.equal(await wait(), 'running');
    assert.ok(s.report('slow').seconds > 580);
    const last = s.delegations.reports.wait(s.id, ['slow'], { seconds: 45, signal: never() });
    await s.answer('slow', 'At last.');
    assert.deepEqual(
      (await last).map(({ state, answer }) => [state, answer]),
      [['done', 'At last.']],
    );
  });

  it('[DL4] loses nothing when whoever waits goes away, before or after its end', async () => {
    const s = await DelegationServer.ready();
    await s.give('slow');
    const gone = new AbortController();
    const waiting = s.delegations.reports.wait(s.id, ['slow'], { seconds: 45, signal: gone.signal });
    gone.abort();
    assert.equal((await waiting)[0]?.state, 'running');
    await s.answer('slow', 'Done.');
    gone.abort();
    assert.deepEqual([s.report('slow').state, s.end('slow').cancels], ['done', 0]);
  });

  it('[DL4] tells of a question to a person once', async () => {
    const s = await DelegationServer.ready();
    await s.give('ask');
    const waiting = s.delegations.reports.wait(s.id, ['ask'], { seconds: 45, signal: never() });
    const options = [{ optionId: 'y', name: 'Yes', kind: 'allow_once' as const }];
    void s.end('ask').listener.onPermission({ toolCall: { toolCallId: 't', title: 'Run tests' }, options }, never());
    const [report] = await waiting;
    assert.deepEqual([report?.state, report?.question], ['waiting', 'Run tests']);
    const again = s.delegations.reports.wait(s.id, ['ask'], { seconds: 45, signal: never() });
    s.server.clock.pass(45_000);
    assert.equal((await again)[0]?.state, 'waiting');
  });

  it('[DL4] tells of an end once while others are at work, and whoever went away has not heard of it', async () => {
    const s = await DelegationServer.ready();
    for (const name of ['a', 'b']) await s.give(name);
    const wait = (signal = never()) => s.delegations.reports.wait(s.id, ['a', 'b'], { seconds: 45, signal });
    const states = async (waiting: ReturnType<typeof wait>) => (await waiting).map(({ state }) => state);
    const isOver = async (waiting: ReturnType<typeof wait>) => {
      let isSettled = false;
      void waiting.then(() => {
        isSettled = true;
      });
      await settled();
      return isSettled;
    };
    await s.answer('a', 'Done.');
    assert.deepEqual(await states(wait(AbortSignal.abort())), ['done', 'running']);
    const first = wait();
    assert.equal(await isOver(first), true, 'at once');
    assert.deepEqual(await states(first), ['done', 'running']);
    const next = wait();
    s.server.clock.pass(44_000);
    assert.equal(await isOver(next), false, 'the end of “a” is no news any more');
    await s.answer('b', 'Done.');
    assert.deepEqual(await states(next), ['done', 'done']);
    assert.deepEqual(await states(wait()), ['done', 'done'], 'nothing is left to wait for');
  });

  it('[DL10] stops with the turn that gave it, all the way down, and not at its end', async () => {
    const s = await DelegationServer.ready({ delegationDepth: 2 });
    await s.give('one');
    await s.give('two', 'deeper', { by: s.child('one').id });
    const [one, two] = [s.end('one'), s.end('two', s.child('one').id)];
    const options = [{ optionId: 'y', name: 'Yes', kind: 'allow_once' as const }];
    const asked = two.listener.onPermission({ toolCall: { toolCallId: 't', title: 'Run' }, options }, never());
    await s.server.tick();
    s.server.registry.writable(s.id).turns.cancel(act());
    assert.deepEqual([one.cancels, two.cancels, await asked], [1, 1, null]);
    for (const end of [two, one]) end.prompts[0]!.end('cancelled');
    await settled();
    assert.equal(s.report('one').state, 'stopped');
    await s.give('three');
    s.server.host.sessions[0]!.prompts.at(-1)!.end();
    await settled();
    assert.deepEqual([s.report('three').state, s.end('three').cancels], ['running', 0]);
  });

  it('[DL10] that has not begun is not begun', async () => {
    const host = new TestAgentHost();
    const s = await DelegationServer.ready({}, { host });
    let open = () => {};
    host.gate = new Promise((resolve) => {
      open = resolve;
    });
    await s.give('late');
    s.delegations.stop(s.id, 'late');
    assert.equal(s.report('late').state, 'stopped');
    open();
    await s.server.tick();
    assert.deepEqual(s.end('late').prompts, []);
  });

  it('[DL13] starts no turn above when it ends', async () => {
    const s = await DelegationServer.ready();
    await s.give('late');
    s.server.host.sessions[0]!.prompts[0]!.end();
    await s.server.tick();
    await s.answer('late', 'Here.');
    assert.equal(s.server.host.sessions[0]!.prompts.length, 1);
    const last = s.server.events().at(-1);
    assert.deepEqual([last?.type, last?.type === 'delegation_ended' && last.answer], ['delegation_ended', 'Here.']);
  });

  it('[DL14] fails with its agent, and the name still works', async () => {
    const s = await DelegationServer.ready();
    await s.give('auth');
    s.server.host.exit();
    await s.server.tick();
    const { state, trouble } = s.report('auth');
    assert.deepEqual([state, trouble?.code], ['failed', 'stopped']);
    await s.give('auth', 'Again');
    await s.answer('auth', 'Now.');
    assert.equal(s.report('auth').answer, 'Now.');
  });

  it('[DL14] fails where its agent can’t be started, and leaves nothing that would start it later', async () => {
    const s = await DelegationServer.ready();
    s.server.host.startFault = new Error('No such program');
    await s.give('auth');
    assert.deepEqual([s.report('auth').state, s.child('auth').log.transcript.queue], ['failed', []]);
  });

  it('[DL14] goes on when the agent above dies', async () => {
    const s = await DelegationServer.ready();
    await s.give('auth');
    const above = s.server.host.sessions[0]!;
    above.isClosed = true;
    above.listener.onExit({ exitCode: 1, signal: null, stderr: '' });
    await s.server.tick();
    assert.deepEqual([s.report('auth').state, s.end('auth').cancels], ['running', 0]);
  });

  it('[DL15] is interrupted by a restart of the server', async () => {
    const s = await DelegationServer.ready();
    await s.give('auth');
    const again = await s.restarted();
    const entry = entriesOf(again.server.tab().transcript.entries).find(({ kind }) => kind === 'delegation');
    assert.equal(entry?.kind === 'delegation' && entry.end?.outcome, 'interrupted');
    assert.equal(again.report('auth').state, 'interrupted');
    await again.give('auth', 'Go on');
    await again.answer('auth', 'Went on.');
    assert.equal(again.report('auth').answer, 'Went on.');
  });

  it('[DL17] is seen by the session that gave it alone', async () => {
    const s = await DelegationServer.ready();
    await s.give('auth');
    const other = s.server.registry.create(act(), 'other').id;
    assert.throws(() => s.delegations.reports.report(other, 'auth'), refusal('not_found'));
    assert.throws(() => s.delegations.stop(other, 'auth'), refusal('not_found'));
    await assert.rejects(
      s.delegations.reports.wait(other, ['auth'], { seconds: 1, signal: never() }),
      refusal('not_found'),
    );
  });

  it('[DL21] is deleted with the session that gave it', async () => {
    const s = await DelegationServer.ready({ delegationDepth: 2 });
    await s.give('one');
    const one = s.child('one').id;
    await s.give('two', 'x', { by: one });
    const end = s.end('two', one);
    s.server.registry.remove(act(), s.id);
    assert.deepEqual(
      s.server.app.current.sessions.filter(({ parent }) => parent),
      [],
    );
    assert.deepEqual([s.server.store.session(one), end.cancels], [null, 1]);
  });
});

describe('limits of delegation', () => {
  it('[DL11] hold for depth, tasks at work, and tasks of a turn', async () => {
    const s = await DelegationServer.ready();
    for (const name of ['a', 'b', 'c', 'd']) await s.give(name);
    await assert.rejects(s.give('e'), { code: 'too_many', message: /4 tasks are at work/ });
    await assert.rejects(s.give('f', 'x', { by: s.child('a').id }), refusal('too_deep'));
    for (const name of ['a', 'b', 'c', 'd']) await s.answer(name, 'Done.');
    for (let n = 4; n < 16; n += 1) {
      await s.give('a', `More ${n}`);
      await s.answer('a', 'Done.');
    }
    await assert.rejects(s.give('a'), { code: 'too_many', message: /16 tasks were given/ });
    s.server.host.sessions[0]!.prompts[0]!.end();
    await settled();
    s.server.prompt('more');
    await s.give('a');
    s.set({ delegationDepth: 2 });
    await s.give('deep', 'x', { by: s.child('b').id });
    assert.equal(s.child('deep', s.child('b').id).row.parent?.depth, 2);
    await assert.rejects(s.give('deeper', 'x', { by: s.child('deep', s.child('b').id).id }), refusal('too_deep'));
  });

  it('[DL11] hold for names, agents and the setting', async () => {
    const s = await DelegationServer.ready();
    for (const name of ['', '-a', 'a b', 'x'.repeat(41), '../a'])
      await assert.rejects(s.give(name), refusal('bad_name'));
    await assert.rejects(s.give('a', 'x', { agent: 'nobody' }), refusal('no_agent'));
    s.set({ delegation: 'off' });
    await assert.rejects(s.give('a'), refusal('off'));
  });
});

describe('the budget of tasks', () => {
  /** A task that takes so many minutes and costs that much. */
  async function work(s: DelegationServer, name: string, minutes: number, cost: number): Promise<void> {
    await s.give(name);
    s.server.clock.pass(minutes * 60_000);
    const amount = { amount: cost, currency: 'USD' };
    s.end(name).listener.onUpdate({ sessionUpdate: 'usage_update', used: 10, size: 100, cost: amount });
    await s.answer(name, 'Done.');
  }

  it('[DL20] counts what each task has used, on its block and on the session above, after a restart too', async () => {
    const s = await DelegationServer.ready({ delegationDepth: 2 });
    await work(s, 'auth', 2, 0.25);
    await work(s, 'auth', 1, 0.75);
    const blocks = entriesOf(s.server.tab().transcript.entries).filter((entry) => entry.kind === 'delegation');
    assert.deepEqual(
      blocks.map(({ end }) => [end?.usage?.replies, Math.round((end?.usage?.ms ?? 0) / 60_000), end?.usage?.costs]),
      [
        [1, 2, { USD: 0.25 }],
        [1, 1, { USD: 0.5 }],
      ],
      'agents count the cost from the start of their session',
    );
    const again = await s.restarted();
    for (const { app } of [s.server, again.server]) {
      const used = app.current.sessions.map((session) => session.used?.costs);
      assert.deepEqual(used.filter(Boolean), [{ USD: 0.75 }], 'the session of the task alone says what was used');
    }
  });

  it('[DL20] refuses one more task when tasks, minutes or cost are used up, and says which', async () => {
    for (const [limit, words] of [
      [{ delegationTasks: 2 }, /2 tasks/],
      [{ delegationMinutes: 3 }, /3 minutes/],
      [{ delegationCost: 0.5 }, /0\.5 USD/],
    ] as const) {
      const s = await DelegationServer.ready({ ...limit, delegationDepth: 2 });
      await work(s, 'auth', 2, 0.25);
      await work(s, 'log', 1, 0.5);
      const refused = { code: 'budget', message: words };
      await assert.rejects(s.give('more'), refused);
      await assert.rejects(s.give('auth', 'follow up'), refused);
      await assert.rejects(s.give('deeper', 'x', { by: s.child('auth').id }), refused);
      const again = await s.restarted({ ...limit });
      await assert.rejects(again.give('more'), refused);
      again.delegations.askFor(PERSON, again.id, 'other', 'A person may.');
      again.set({ delegationTasks: 0, delegationMinutes: 0, delegationCost: 0 });
      await again.give('more');
      assert.equal(again.report('more').state, 'running');
    }
  });

  it('[DL20] counts what agents have asked for, and no message of a person', async () => {
    const s = await DelegationServer.ready({ delegationTasks: 2, delegationMinutes: 5, delegationCost: 1 });
    await work(s, 'auth', 1, 0.25);
    s.server.prompt('A person goes on here.', s.child('auth').id);
    await s.server.tick();
    s.server.clock.pass(10 * 60_000);
    const amount = { amount: 9, currency: 'USD' };
    s.end('auth').listener.onUpdate({ sessionUpdate: 'usage_update', used: 10, size: 100, cost: amount });
    await s.answer('auth', 'Done.');
    s.delegations.askFor(PERSON, s.id, 'other', 'A person asks.');
    await s.server.tick();
    s.server.clock.pass(10 * 60_000);
    await work(s, 'log', 1, 0.25);
    await s.answer('question-1', 'Done.');
    await assert.rejects(s.give('more'), { code: 'budget', message: /2 tasks/ });
    const again = await s.restarted({ delegationTasks: 3, delegationMinutes: 5, delegationCost: 1 });
    await again.give('more');
    assert.equal(again.report('more').state, 'running');
  });

  it('[DL20] counts tasks that are still at work', async () => {
    const s = await DelegationServer.ready({ delegationTasks: 2, delegationMinutes: 5 });
    await s.give('a');
    s.server.clock.pass(5 * 60_000);
    await assert.rejects(s.give('b'), { code: 'budget', message: /5 minutes/ });
    s.set({ delegationTasks: 1 });
    await assert.rejects(s.give('b'), { code: 'budget', message: /limit: 1 task\./ });
    assert.equal(s.report('a').state, 'running', 'nothing is stopped');
  });
});

describe('consent to a task', () => {
  it('[DL5] is asked for in the session above, with the whole task, once per agent', async () => {
    const s = await DelegationServer.ready({ delegation: 'ask' });
    const task = 'Fix it. '.repeat(1000);
    await s.give('auth', task);
    const [asked] = s.asked();
    assert.deepEqual(asked?.delegation, { agentId: 'other', agent: 'other', name: 'auth', freedom: 'asks' });
    assert.deepEqual(asked?.toolCall.rawInput, { agent: 'other', name: 'auth', task });
    assert.deepEqual([s.report('auth').state, s.tree.child(s.id, 'auth')], ['waiting', null]);
    await s.decide('allow');
    assert.equal(s.end('auth').prompts.length, 1);
    await s.give('log');
    assert.deepEqual([s.asked(), s.report('log').state], [[], 'running']);
  });

  it('[DL5] that is refused begins nothing', async () => {
    const s = await DelegationServer.ready({ delegation: 'ask' });
    await s.give('auth');
    await s.decide('deny');
    assert.deepEqual([s.report('auth').state, s.tree.children(s.id)], ['denied', []]);
    await s.give('auth');
    s.server.registry.writable(s.id).turns.cancel(act());
    await s.server.tick();
    assert.deepEqual([s.report('auth').state, s.asked()], ['stopped', []]);
  });

  it('[DL5] was given where the agent’s own question for this call was allowed with the task in view', async () => {
    const shown = (text: string) => [{ type: 'content' as const, content: { type: 'text' as const, text } }];
    const inOtherWords = { content: shown('Requesting approval') };
    for (const [told, isAsked, requested = {}] of [
      [{ rawInput: { task: 'Fix it', name: 'auth', wait_seconds: 5 } }, false],
      [{ rawInput: { arguments: { task: 'Fix it', name: 'auth' } } }, false],
      [{ content: shown('{"task":"Fix it","name":"auth"}') }, false],
      [{ content: shown('{"task":"Fix it","name":"auth"}') }, false, inOtherWords],
      [{ content: shown('Fix it') }, true],
      [{ content: shown('Fix it') }, true, inOtherWords],
      [{ rawInput: { task: 'Something else', name: 'auth' } }, true],
    ] as const) {
      const s = await DelegationServer.ready({ delegation: 'ask' });
      const { listener } = s.server.host.sessions[0]!;
      listener.onUpdate({ sessionUpdate: 'tool_call', toolCallId: 't1', title: 'mcp__acdeck__delegate', ...told });
      const options = [{ optionId: 'allow', name: 'Yes', kind: 'allow_once' as const }];
      const toolCall = { toolCallId: 't1', title: 'delegate', ...requested };
      void listener.onPermission({ toolCall, options }, never());
      await s.server.tick();
      await s.decide('allow');
      await s.give('auth', 'Fix it', { meta: { callId: 't1' } });
      assert.equal(s.asked().length, isAsked ? 1 : 0, JSON.stringify([told, requested]));
    }
  });

  it('[DL5] is asked for on a call of ours, which nothing that the agent tells of its own call can change', async () => {
    const s = await DelegationServer.ready({ delegation: 'ask' });
    const { listener } = s.server.host.sessions[0]!;
    listener.onUpdate({ sessionUpdate: 'tool_call', toolCallId: 't1', title: 'delegate' });
    await s.give('auth');
    const [before] = s.asked();
    const content = [{ type: 'content' as const, content: { type: 'text' as const, text: 'waiting' } }];
    listener.onUpdate({
      sessionUpdate: 'tool_call_update',
      toolCallId: 't1',
      title: 'x',
      status: 'completed',
      content,
    });
    await s.server.tick();
    assert.deepEqual(s.asked(), [before]);
    await s.decide('allow');
    const { entries } = s.server.tab().transcript;
    const task = entriesOf(entries).find((entry) => entry.kind === 'delegation');
    assert.deepEqual([task?.toolCallId, task?.embedded], ['t1', true], 'it hangs on the agent’s call all the same');
  });

  it('[DL4] waits for nobody where nobody is asked', async () => {
    const s = await DelegationServer.ready();
    s.delegations.delegate(
      s.id,
      { name: 'auth', task: 'x', agent: 'other' },
      { tool: 'delegate', input: {}, meta: {} },
    );
    assert.equal(s.report('auth').state, 'running');
  });

  it('[DL6] is asked for each time where the agent never asks, and no rule or “allow all” gives it', async () => {
    for (const how of [{ allowsAll: '--yolo' }, { neverAsks: true as const }]) {
      const s = await DelegationServer.ready({ delegation: 'on' }, { judge: ruleJudge });
      const agent = s.server.app.current.agents.find(({ id }) => id === 'other')!;
      s.server.app.append({ type: 'agent_changed', agent: { ...agent, ...how } });
      s.server.registry.rules.setAllowAll(act(), s.id, true);
      for (const round of [1, 2]) {
        await s.give('auth', `Round ${round}`);
        assert.deepEqual(
          s.asked().map(({ delegation }) => delegation?.freedom),
          ['asks_nothing'],
        );
        await s.decide('allow');
        await s.answer('auth', 'Done.');
      }
    }
  });

  it('[DL6] is asked for where a person has let the session work more freely than the one above', async () => {
    const host = new TestAgentHost();
    const modes = ['default', 'yolo'].map((id) => ({ id, name: id }));
    host.facts = { modes: { currentModeId: 'default', availableModes: modes } };
    const s = await DelegationServer.ready({ delegation: 'on' }, { host });
    await s.give('auth');
    await s.answer('auth', 'Done.');
    s.server.registry.writable(s.child('auth').id).settings.setMode(act(), 'yolo');
    await s.server.tick();
    await s.give('auth', 'Again');
    assert.deepEqual(
      s.asked().map(({ delegation }) => delegation?.freedom),
      ['asks_nothing'],
    );
  });

  it('[DL7] begins in the mode that asks most, and goes back to it unless a person chose another', async () => {
    const host = new TestAgentHost();
    const modes = [
      { id: 'plan', name: 'Plan' },
      { id: 'auto', name: 'Auto-accept edits' },
      { id: 'ask', name: 'Always ask' },
    ];
    host.facts = { modes: { currentModeId: 'auto', availableModes: modes } };
    const s = await DelegationServer.ready({}, { host });
    await s.give('auth');
    assert.deepEqual(s.end('auth').settings, [['ask']]);
    assert.equal(s.child('auth').log.transcript.modes?.currentModeId, 'ask');
    await s.answer('auth', 'Done.');
    s.end('auth').listener.onUpdate({ sessionUpdate: 'current_mode_update', currentModeId: 'auto' });
    await s.server.tick();
    await s.give('auth', 'Again');
    assert.deepEqual(s.end('auth').settings, [['ask'], ['ask']]);
    s.server.registry.rules.setAllowAll(act(), s.id, true);
    assert.ok(!(s.child('auth').id in s.server.app.current.allowAll), '“allow all” above does not cover it');
  });

  it('[DL33] can be a person’s own question, which needs no yes and goes on when the agent is stopped', async () => {
    const s = await DelegationServer.ready({ delegation: 'off' });
    s.delegations.askFor(PERSON, s.id, 'other', '/review this');
    await s.server.tick();
    const child = s.child('question-1');
    assert.deepEqual([s.asked(), s.tree.children(s.id).length], [[], 1], 'nobody is asked');
    assert.equal(s.end('question-1').prompts[0]!.text, '/review this');
    const [prompt] = entriesOf(child.log.transcript.entries);
    assert.deepEqual(prompt?.kind === 'user' && prompt.by, PERSON);
    const task = () => entriesOf(s.server.tab().transcript.entries).find((entry) => entry.kind === 'delegation');
    const { listener } = s.server.host.sessions[0]!;
    listener.onUpdate({ sessionUpdate: 'tool_call', toolCallId: 't1', title: 'delegate' });
    s.server.registry.writable(s.id).turns.cancel(act());
    await s.server.tick();
    assert.deepEqual([task()?.end, task()?.toolCallId, task()?.embedded], [null, null, false]);
    await s.answer('question-1', 'It is fine.');
    assert.deepEqual([task()?.end?.outcome, task()?.end?.answer], ['completed', 'It is fine.']);
    s.delegations.askFor(PERSON, s.id, 'other', 'And this?');
    await s.server.tick();
    assert.ok(s.child('question-2'));
    assert.throws(() => s.delegations.askFor(PERSON, s.id, 'nobody', 'x'), { name: 'not_found' });
    for (const n of [3, 4, 5]) s.delegations.askFor(PERSON, s.id, 'other', `${n}`);
    assert.throws(() => s.delegations.askFor(PERSON, s.id, 'other', 'x'), { name: 'conflict' });
  });

  it('[DL8] follows the rules for the agent that works, and the noes for all above it', async () => {
    const draft = { effect: 'allow' as const, folder: null, toolKind: null, title: null, path: null };
    const rule = (agentId: string, text: string, effect: 'allow' | 'reject' = 'allow') => ({
      ...{ ...draft, effect, agentId, command: { text, isPrefix: true } },
    });
    const s = await DelegationServer.ready({}, { judge: ruleJudge });
    for (const one of [rule('demo', 'npm test'), rule('demo', 'git push', 'reject')]) {
      s.server.registry.rules.add(act(), one);
    }
    await s.give('auth');
    const options = [
      { optionId: 'y', name: 'Yes', kind: 'allow_once' as const },
      { optionId: 'n', name: 'No', kind: 'reject_once' as const },
    ];
    const ask = (command: string) => {
      const toolCall = { toolCallId: command, title: command, kind: 'execute' as const, rawInput: { command } };
      return s.end('auth').listener.onPermission({ toolCall, options }, never());
    };
    assert.equal((await ask('git push'))?.optionId, 'n');
    void ask('npm test');
    await s.server.tick();
    assert.equal(s.asked(s.child('auth').id).length, 1, 'what is allowed above is not allowed here');
  });

  it('[DL8] leaves a request open that the agent above would be allowed, and denies what is denied to its folder', async () => {
    const s = await DelegationServer.ready({}, { judge: ruleJudge });
    const command = { text: 'npm test', isPrefix: true };
    const draft = { toolKind: null, title: null, path: null, command };
    await s.give('auth');
    const options = [
      { optionId: 'y', name: 'Yes', kind: 'allow_once' as const },
      { optionId: 'n', name: 'No', kind: 'reject_once' as const },
    ];
    const rawInput = { command: 'npm test' };
    const ask = (toolCallId: string, end = s.end('auth')) =>
      end.listener.onPermission(
        { toolCall: { toolCallId, title: 'npm test', kind: 'execute' as const, rawInput }, options },
        never(),
      );
    s.server.registry.rules.add(act(), { ...draft, effect: 'allow', agentId: 'demo', folder: '/work/a' });
    s.server.registry.rules.setAllowAll(act(), s.id, true);
    assert.equal((await ask('own', s.server.host.sessions[0]))?.optionId, 'y', 'the agent above is allowed');
    void ask('one');
    await s.server.tick();
    assert.equal(s.asked(s.child('auth').id).length, 1, 'neither the rule nor “allow all” above says yes here');
    s.server.registry.rules.add(act(), { ...draft, effect: 'reject', agentId: null, folder: '/work/a' });
    assert.equal((await ask('two'))?.optionId, 'n');
    const s2 = await DelegationServer.ready({}, { judge: ruleJudge });
    s2.server.registry.rules.add(act(), { ...draft, effect: 'reject', agentId: 'demo', folder: '/work/a' });
    await s2.give('auth');
    assert.equal((await ask('three', s2.end('auth')))?.optionId, 'n', 'nor is what is denied to the agent above');
  });
});
