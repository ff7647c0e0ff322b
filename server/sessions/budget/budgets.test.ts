import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DelegationServer } from '../../delegation/delegations.rig.js';
import type { Banner } from '../../protocol/api/app-state.js';
import { TestClock } from '../../protocol/clock.rig.js';
import { DEFAULT_SETTINGS, type SettingValues } from '../../protocol/features/settings-table.js';
import { act, settled, TestServer, text } from '../registry/registry.rig.js';

const MINUTE = 60_000;
const NOON = new Date(2026, 2, 9, 12).getTime();

async function ready(settings: Partial<SettingValues>, given: ConstructorParameters<typeof TestServer>[0] = {}) {
  const server = await TestServer.ready({ clock: new TestClock(NOON), ...given });
  set(server, settings);
  return server;
}

function set(server: TestServer, settings: Partial<SettingValues>): void {
  const values = { ...DEFAULT_SETTINGS, ...settings };
  server.app.settings.append({ type: 'settings_changed', revision: server.app.settings.current.revision + 1, values });
}

/** The clock that was given in place of the rig's own. */
const pass = async (clock: TestClock, ms: number) => {
  await clock.passSettled(ms);
  await settled();
};

const budgetOf = ({ about }: Banner) => (about.code === 'budget' ? [about.level, about.budget.span] : []);
const warnings = (server: TestServer) => server.app.current.banners.map(budgetOf);
const received = (server: TestServer) => server.host.sessions.flatMap(({ prompts }) => prompts.map((p) => p.text));
const paused = (server: TestServer) => server.tab().transcript.queuePaused;

describe('budgets', () => {
  it('[US11] [US12] [US13] warns at 80 % of the minutes, then stops and says which budget, and what waits is held back', async () => {
    const clock = new TestClock(NOON);
    const server = await ready({ budgetReplyMinutes: 10 }, { clock });
    server.prompt('go');
    server.prompt('later');
    await pass(clock, 7.9 * MINUTE);
    assert.deepEqual([warnings(server), server.host.last.cancels], [[], 0]);
    await pass(clock, 0.2 * MINUTE);
    assert.deepEqual([warnings(server), server.host.last.cancels], [[['near', 'reply']], 0]);
    await pass(clock, 2 * MINUTE);
    const budget = { span: 'reply', measure: 'minutes', limit: 10 };
    assert.equal(server.host.last.cancels, 1);
    assert.ok(server.lines().includes('notice: turn_stopped budget reply minutes 10 10'));
    const reason = paused(server)!;
    assert.ok(reason.code === 'budget' && reason.isCut);
    const { used, ...rest } = reason.budget;
    assert.deepEqual([rest, used >= 10 && used < 11], [budget, true]);
    server.host.last.prompts[0]!.end('cancelled');
    await settled();
    assert.deepEqual([received(server), warnings(server)], [['go'], []]);
  });

  it('[US11] warns once: what was put away stays away, and more of it goes when the budget is raised', async () => {
    const server = await ready({ budgetReplyToolCalls: 10, budgetDayToolCalls: 10 });
    server.prompt('go');
    for (let n = 0; n < 8; n++) server.host.last.call(`t${n}`);
    await server.tick();
    assert.deepEqual(warnings(server), [
      ['near', 'reply'],
      ['near', 'day'],
    ]);
    for (const { id } of server.app.current.banners) server.app.append({ type: 'banner_lowered', bannerId: id });
    server.host.last.call('t8');
    await server.tick();
    assert.deepEqual(warnings(server), []);
    set(server, { budgetReplyToolCalls: 100, budgetDayToolCalls: 11 });
    assert.deepEqual(warnings(server), []);
    set(server, { budgetReplyToolCalls: 100, budgetDayToolCalls: 100 });
    set(server, { budgetReplyToolCalls: 100, budgetDayToolCalls: 10 });
    assert.deepEqual(warnings(server), [['near', 'day']]);
  });

  it('[US12] [US13] stops at the tool call that reaches the budget, and at the cost', async () => {
    const server = await ready({ budgetReplyToolCalls: 2, budgetReplyCost: 1 });
    server.prompt('go');
    server.host.last.call('a');
    server.host.last.call('a');
    await server.tick();
    assert.equal(server.host.last.cancels, 0);
    server.host.last.call('b');
    await server.tick();
    assert.equal(server.host.last.cancels, 1);
    server.host.last.prompts[0]!.end('cancelled');
    await settled();
    server.prompt('again');
    server.host.last.cost(5);
    await server.tick();
    assert.ok(server.lines().includes('notice: turn_stopped budget reply cost 1 5 USD'), server.lines().join('\n'));
    server.host.last.prompts[1]!.end('cancelled');
    await settled();
    // The agent counts from the start of its session: this reply has cost nothing yet.
    server.prompt('more');
    server.host.last.cost(5.5);
    await server.tick();
    assert.equal(server.host.last.cancels, 2);
    server.host.last.cost(6);
    await server.tick();
    assert.equal(server.host.last.cancels, 3);
  });

  it('[US13] takes nothing that is impossible or not reported for a count, and adds no currencies', async () => {
    const server = await ready({ budgetReplyCost: 1, budgetDayCost: 1, budgetReplyTokens: 10 });
    server.prompt('go');
    const { last } = server.host;
    for (const amount of [-5, Number.POSITIVE_INFINITY, Number.NaN, 1e9]) {
      last.cost(amount);
      await server.tick();
      assert.equal(last.cancels, 0, String(amount));
    }
    last.cost(0.6, 'credits');
    await server.tick();
    last.cost(0.6, 'USD');
    await server.tick();
    last.prompts[0]!.end('end_turn', { total: -4, input: Number.NaN });
    await settled();
    assert.deepEqual([last.cancels, server.types().filter((type) => type === 'queue_paused')], [0, []]);
  });

  it('[US14] tells of tokens that are only known at the end, and holds back what waits', async () => {
    const server = await ready({ budgetReplyTokens: 1_000 });
    server.prompt('go');
    server.prompt('next');
    server.host.last.say('Hello');
    await server.tick();
    server.host.last.prompts[0]!.end('end_turn', { total: 1_500 });
    await settled();
    assert.ok(server.lines().includes('notice: over_budget reply tokens 1000 1500'));
    assert.deepEqual([received(server), paused(server)?.code], [['go'], 'budget']);
    server.registry.acts.continueOverBudget(act(), server.id, null);
    await settled();
    assert.deepEqual([received(server), paused(server)], [['go', 'next'], null]);
    server.host.last.prompts[1]!.end('end_turn', { total: 600 });
    await settled();
    assert.equal(server.lines().filter((line) => line.includes('over_budget')).length, 1);
  });

  it('[US15] keeps messages while the day is used up; Continue lets one go, a higher budget all', async () => {
    const server = await ready({ budgetDayTokens: 1_000 });
    server.prompt('one');
    server.host.last.prompts[0]!.end('end_turn', { total: 1_000 });
    await settled();
    assert.deepEqual(warnings(server), [['reached', 'day']]);
    for (const words of ['two', 'three', 'four']) server.prompt(words);
    await settled();
    assert.deepEqual([received(server), paused(server)?.code], [['one'], 'budget']);
    const { queue } = server.tab().transcript;
    assert.throws(() => server.registry.acts.sendNow(act(), server.id, queue[0]!.promptId), { name: 'conflict' });
    server.registry.acts.pauseQueue(act(), server.id, false);
    await settled();
    assert.deepEqual([received(server), paused(server)?.code], [['one'], 'budget']);
    server.registry.acts.continueOverBudget(act(), server.id, null);
    await settled();
    assert.deepEqual(received(server), ['one', 'two']);
    server.host.last.call('a');
    await server.tick();
    assert.equal(server.host.last.cancels, 0);
    server.host.last.prompts[1]!.end('end_turn', { total: 2_000 });
    await settled();
    assert.deepEqual([received(server), paused(server)?.code], [['one', 'two'], 'budget']);
    set(server, { budgetDayTokens: 1_500 });
    await settled();
    assert.deepEqual(received(server), ['one', 'two']);
    set(server, { budgetDayTokens: 9_000 });
    await settled();
    assert.deepEqual([received(server), warnings(server)], [['one', 'two', 'three'], []]);
    server.host.last.prompts[2]!.end();
    await settled();
    assert.deepEqual(received(server), ['one', 'two', 'three', 'four']);
  });

  it('[US16] goes on where it was cut off, before what waits, and once for two tabs', async () => {
    const server = await ready({ budgetReplyToolCalls: 1 });
    server.prompt('go');
    server.prompt('later');
    server.host.last.call('a');
    await server.tick();
    const { acts } = server.registry;
    const on = act();
    server.once(on, () => acts.continueOverBudget(on, server.id, text('Continue')));
    server.once(on, () => acts.continueOverBudget(on, server.id, text('Continue')));
    acts.continueOverBudget(act(), server.id, text('Continue'));
    assert.deepEqual(received(server), ['go']);
    server.host.last.prompts[0]!.end('cancelled');
    await settled();
    assert.deepEqual([received(server), paused(server)], [['go', 'Continue'], null]);
    server.host.last.prompts[1]!.end();
    await settled();
    assert.deepEqual([received(server), server.tab().transcript.queue], [['go', 'Continue', 'later'], []]);
  });

  it('[US12] [US15] a message of a person goes after a stop, and the reply has a budget of its own', async () => {
    const server = await ready({ budgetReplyToolCalls: 1 });
    server.prompt('go');
    server.host.last.call('a');
    await server.tick();
    server.host.last.prompts[0]!.end('cancelled');
    await settled();
    server.prompt('otherwise');
    assert.deepEqual([received(server), paused(server)], [['go', 'otherwise'], null]);
    server.host.last.call('b');
    await server.tick();
    assert.equal(server.host.last.cancels, 2);
  });

  it('[US12] [US15] says which budget a new message waits for, whatever has stopped the reply before it', async () => {
    const server = await ready({ budgetReplyToolCalls: 1 });
    server.prompt('go');
    server.host.last.call('a');
    await server.tick();
    server.host.last.prompts[0]!.end('cancelled');
    await settled();
    set(server, { budgetReplyToolCalls: 1, budgetDayToolCalls: 1 });
    server.prompt('next');
    const reason = paused(server)!;
    assert.deepEqual(reason.code === 'budget' && [reason.budget.span, reason.isCut], ['day', undefined]);
    server.registry.acts.continueOverBudget(act(), server.id, null);
    await settled();
    assert.deepEqual(received(server), ['go', 'next']);
  });

  it('[US17] counts the day on after a restart, with what was interrupted and what was deleted', async () => {
    const clock = new TestClock(NOON);
    const server = await ready({}, { clock });
    server.prompt('one');
    server.host.last.call('a');
    server.host.last.call('b');
    await server.tick();
    clock.pass(20);
    await settled();
    server.host.last.prompts[0]!.end();
    await settled();
    const first = server.id;
    const second = server.registry.create(act(), 'demo').id;
    await settled();
    server.prompt('two', second);
    server.host.last.call('c');
    clock.pass(20);
    await settled();
    // Killed: nothing is said of the reply, and the next server finds it.
    const again = new TestServer({ store: server.store, clock });
    again.registry.restore();
    again.registry.open(second);
    set(again, { budgetDayToolCalls: 3 });
    again.registry.budgets.check();
    assert.deepEqual([again.registry.usage(1).counted.calls, warnings(again)], [3, [['reached', 'day']]]);
    again.registry.remove(act(), first);
    assert.equal(again.registry.usage(1).counted.calls, 3);
    const last = new TestServer({ store: server.store, clock });
    set(last, { budgetDayToolCalls: 3 });
    last.registry.restore();
    assert.deepEqual([last.registry.usage(1).counted.calls, warnings(last)], [3, [['reached', 'day']]]);
    await pass(clock, 24 * 60 * MINUTE);
    assert.deepEqual([last.registry.usage(1).counted.calls, warnings(last)], [0, []]);
  });

  it('[US6] [US17] keeps the day for every name of a currency', async () => {
    const server = await ready({});
    for (const [n, currency] of ['USD', 'constructor', 'toString', '__proto__'].entries()) {
      server.prompt('go');
      server.host.last.call(currency);
      server.host.last.cost(6, currency);
      await server.tick();
      server.host.last.prompts[n]!.end();
      await settled();
    }
    const again = new TestServer({ store: server.store, clock: new TestClock(NOON) });
    again.registry.restore();
    const { replies, calls, costs } = again.registry.usage(1).counted;
    assert.deepEqual([replies, calls, Object.values(costs!)], [4, 4, [6, 6, 6, 6]]);
    set(again, { budgetDayToolCalls: 4 });
    assert.deepEqual(warnings(again), [['reached', 'day']]);
  });

  it('[US3] [US13] counts every rise of a cost, and each of many currencies', async () => {
    const server = await ready({});
    server.prompt('go');
    for (let n = 0; n < 20; n++) server.host.last.cost(n % 2 ? 0 : 0.9);
    for (const amount of [3, 3.5, 0.5, 1]) server.host.last.cost(amount, 'EUR');
    for (let n = 0; n < 30; n++) server.host.last.cost(0.9, `coin ${n}`);
    await server.tick();
    server.host.last.prompts[0]!.end();
    await settled();
    const { USD, EUR, 'other currencies': others, ...coins } = server.registry.usage(1).total.costs!;
    assert.deepEqual([Math.round(USD! * 10), EUR, Math.round(others! * 10)], [90, 4.5, 108]);
    assert.deepEqual(new Set(Object.values(coins)), new Set([0.9]));
    // The agent counts from the start of its session.
    server.prompt('more');
    server.host.last.cost(1.9, 'coin 3');
    await server.tick();
    server.host.last.prompts[1]!.end();
    await settled();
    assert.equal(server.registry.usage(1).total.costs!['coin 3'], 1.9);
  });

  it('[US23] counts the minutes that pass, however the clock is set', async () => {
    for (const days of [1, -1]) {
      const clock = new TestClock(NOON);
      const server = await ready({ budgetReplyMinutes: 10 }, { clock });
      server.prompt('go');
      await pass(clock, 2 * MINUTE);
      clock.jump(days * 24 * 60 * MINUTE);
      server.host.last.call('a');
      await pass(clock, 1 * MINUTE);
      assert.deepEqual([server.host.last.cancels, warnings(server)], [0, []], `${days}`);
      await pass(clock, 7 * MINUTE);
      assert.equal(server.host.last.cancels, 1, `${days}`);
      assert.ok(server.lines().includes('notice: turn_stopped budget reply minutes 10 10'), server.lines().join('\n'));
      server.host.last.prompts[0]!.end('cancelled');
      await settled();
      assert.deepEqual(
        [server.registry.usage(1).total.ms, server.registry.usage(1).counted.ms],
        [10 * MINUTE, 10 * MINUTE],
      );
    }
  });

  it('[US23] measures replies that fail, are interrupted or lose their agent', async () => {
    const ends: ((server: TestServer) => void)[] = [
      (server) => server.host.last.prompts[0]!.fail('No'),
      (server) => server.host.exit(),
      (server) => server.registry.close(),
    ];
    for (const [n, end] of ends.entries()) {
      const clock = new TestClock(NOON);
      const server = await ready({}, { clock });
      server.prompt('go');
      await pass(clock, 3 * MINUTE);
      clock.jump(-120 * MINUTE);
      end(server);
      await settled();
      const again = new TestServer({ store: server.store, clock });
      again.registry.restore();
      assert.equal(again.registry.usage(7).total.ms, 3 * MINUTE, `${n}`);
    }
  });

  it('[US21] [US17] counts work after a reply for its session and the day, also after a restart', async () => {
    const clock = new TestClock(NOON);
    const server = await ready({ budgetDayToolCalls: 3 }, { clock });
    server.prompt('go');
    server.host.last.call('a');
    await server.tick();
    server.host.last.prompts[0]!.end();
    await settled();
    server.host.last.call('b');
    server.host.last.cost(2);
    await server.tick();
    const file = { path: '/work/a/x', bytes: 1, isNew: true, oldText: null, newText: 'x' };
    assert.equal(server.host.last.listener.mayWork(), true);
    server.host.last.listener.onFileWritten(file);
    await server.tick();
    assert.equal(server.host.last.listener.mayWork(), false);
    const again = new TestServer({ store: server.store, clock });
    again.registry.restore();
    const { replies, calls, costs } = again.registry.usage(1).counted;
    assert.deepEqual([replies, calls, costs], [1, 3, { USD: 2 }]);
    assert.deepEqual(server.registry.usage(1).counted.calls, 3);
    assert.deepEqual(server.registry.usage(1).sessions[0]!.sum.calls, 3);
  });

  it('[US21] takes the past that an agent retells for no work', async () => {
    const server = await ready({ budgetDayToolCalls: 1 });
    server.host.past = [
      { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'hello' } },
      { sessionUpdate: 'tool_call', toolCallId: 'old', title: 'old', kind: 'read', status: 'completed' },
      { sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 3, currency: 'USD' } },
    ];
    server.host.listed.set('demo', [{ agentSessionId: 'theirs', title: 'Theirs', updatedAt: NOON }]);
    server.registry.askAgents('demo');
    await server.tick();
    const foreign = server.app.current.sessions.find(({ title }) => title === 'Theirs')!;
    server.tab(foreign.id);
    await server.tick();
    assert.ok(server.lines(foreign.id).includes('tool'), server.lines(foreign.id).join('\n'));
    assert.deepEqual([server.registry.usage(1).counted.calls, warnings(server)], [0, []]);
  });

  it('[US18] counts tasks for the reply that gave them, which ends with them, and refuses more on a used-up day', async () => {
    const made = await DelegationServer.ready({ budgetReplyToolCalls: 3 });
    const { server } = made;
    await made.give('a');
    server.host.sessions[0]!.call('own');
    made.end('a').call('x');
    await server.tick();
    assert.equal(server.host.sessions[0]!.cancels, 0);
    made.end('a').call('y');
    await server.tick();
    assert.deepEqual([server.host.sessions[0]!.cancels, made.end('a').cancels], [1, 1]);
    assert.ok(server.lines().includes('notice: turn_stopped budget reply toolCalls 3 3'));
    server.host.sessions[0]!.prompts[0]!.end('cancelled');
    made.end('a').prompts[0]!.end('cancelled');
    await server.tick();
    made.set({ budgetDayToolCalls: 3 });
    const wish = { name: 'b', task: 'More', agent: 'other' };
    assert.throws(
      () => made.delegations.delegate(made.id, wish, { tool: '', input: {}, meta: {} }),
      /budget for today/,
    );
  });
});
