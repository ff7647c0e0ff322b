import assert from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, it } from 'node:test';
import type { RuleDraft } from '../protocol/api/permission-rule.js';
import { judgeWith, ruleJudge } from '../rules/rule-judge.js';
import { act, settled, TestServer } from '../sessions/registry/registry.rig.js';
import { until } from '../testing/until.rig.js';
import { ALWAYS, draft, NO, ONCE, run, working } from './permission-rules.rig.js';

describe('a call that touches what AcDeck keeps', () => {
  it('[PG8] is rejected, although a rule and "allow all" would allow it', async () => {
    const judge = judgeWith(['/data/acdeck']);
    const server = await TestServer.ready({ judge });
    const { ask, answers, outcomes, pending } = await working([draft('cat')], server);
    server.registry.rules.setAllowAll(act(), server.id, true);
    ask(run('cat /data/acdeck/run/a.json', 'a'));
    ask(run('cat a.json', 'b'));
    // Without a way to say no to this once, a person is asked.
    ask(run('cat /data/acdeck/run/a.json', 'c'), [ONCE]);
    await settled();
    assert.deepEqual(answers, ['no', 'yes']);
    assert.deepEqual(outcomes()[0], {
      ...{ status: 'answered', optionId: 'no', at: 1000 },
      by: { kind: 'server', reason: { code: 'own_files' } },
    });
    assert.equal(pending().length, 1);
  });
});

describe('a rule', () => {
  it('[PR8] answers at once, for this once, and the transcript names it', async () => {
    const { server, ask, answers, outcomes } = await working([draft('npm test')]);
    const before = server.events().length;
    const { id: ruleId } = server.registry.rules.list()[0]!;
    ask(run('npm test --silent'));
    await settled();
    assert.deepEqual(answers, ['yes']);
    const about = { kind: 'command', text: 'npm test', isPrefix: true };
    const by = { kind: 'rule', rule: { effect: 'allow', about }, ruleId };
    assert.deepEqual(outcomes(), [{ status: 'answered', optionId: 'yes', by, at: 1000 }]);
    assert.deepEqual(server.types().slice(before), ['permission_requested', 'permission_answered']);
  });

  it('[PR8] knows what the agent said of the call a moment before', async () => {
    const { server, ask, answers } = await working([draft('rm', { effect: 'reject' })]);
    const { listener } = server.host.last;
    listener.onUpdate({ sessionUpdate: 'tool_call', ...run('rm x') } as never);
    ask({ toolCallId: 't' });
    await settled();
    assert.deepEqual(answers, ['no']);
  });

  it('[PR9] that finds no fitting option leaves the answer to a person', async () => {
    const { ask, answers, pending } = await working([draft('npm test'), draft('rm', { effect: 'reject' })]);
    ask(run('npm test', 'a'), [ALWAYS, NO]);
    ask(run('rm x', 'b'), [ONCE, { ...NO, kind: 'reject_always' }]);
    ask(run('ls', 'c'));
    await settled();
    assert.deepEqual([answers, pending().length], [[], 3]);
  });

  it('[PR8] is not asked once the turn was stopped or the question withdrawn', async () => {
    const { server, ask, answers, outcomes } = await working([draft('npm test')]);
    server.registry.writable(server.id).turns.cancel(act());
    ask(run('npm test'));
    await settled();
    assert.deepEqual([answers, outcomes()[0]?.status], [['none'], 'voided']);
  });

  it('[PR8] about files is asked before people are', async () => {
    const folder = realpathSync(tmpdir());
    const server = await TestServer.ready({ judge: ruleJudge, folder });
    const { ask, answers, outcomes } = await working(
      [draft('', { command: null, path: '**', toolKind: 'edit' })],
      server,
    );
    ask({ toolCallId: 't', kind: 'edit', locations: [{ path: `${folder}/a` }] });
    assert.deepEqual(outcomes(), []);
    await server.tick();
    await until(() => answers.length > 0);
    assert.deepEqual([answers, outcomes()[0]?.status], [['yes'], 'answered']);
  });

  it('[PR8] about files does not outlive the turn it was asked in', async () => {
    const { server, ask, answers, outcomes } = await working([
      draft('', { command: null, path: '**', toolKind: 'edit' }),
    ]);
    ask({ toolCallId: 't', kind: 'edit', locations: [{ path: '/work/a/x' }] });
    server.host.last.prompts[0]!.end();
    await until(() => answers.length > 0);
    assert.deepEqual([answers, outcomes()], [['none'], []]);
  });
});

describe('"always"', () => {
  it('[PR11] stores a rule with the answer, in one act that happens once; the agent hears "once"', async () => {
    const { server, ask, answers, outcomes, pending } = await working();
    ask(run('npm test', 'a'));
    ask(run('npm test -s', 'b'));
    ask(run('ls', 'c'));
    const [first] = pending();
    const once = act('Pixel');
    const answer = () =>
      server.once(once, () =>
        server.registry.writable(server.id).permissions.answer(once, first!.id, 'yes', { rule: draft('npm test') }),
      );
    assert.deepEqual(answer(), answer());
    await settled();
    const yes = 'yes';
    assert.deepEqual([answers, pending().length], [[yes, yes], 1]);
    const [rule, ...others] = server.app.current.rules;
    assert.deepEqual([rule?.command?.text, rule?.createdBy, others], ['npm test', 'Pixel', []]);
    const [asked, alike] = outcomes();
    assert.ok(asked?.status === 'answered' && asked.by.kind === 'device');
    const about = { kind: 'command', text: 'npm test', isPrefix: true };
    assert.deepEqual(asked.stored, { effect: 'allow', about });
    assert.ok(alike?.status === 'answered' && alike.by.kind === 'rule');
  });

  it('[PR11] is refused whole: neither a rule nor an answer is kept', async () => {
    const { server, ask, pending } = await working();
    ask(run('npm test'));
    const [question] = pending();
    const bad: [string, RuleDraft][] = [
      ['always', draft('npm test')],
      ['no', draft('npm test')],
      ['yes', draft('npm', { effect: 'reject' })],
      ['yes', draft('npm; rm')],
      ['yes', draft('npm')],
      ['yes', draft('timeout')],
      ['gone', draft('npm test')],
    ];
    for (const [option, rule] of bad) {
      const answer = () =>
        server.registry.writable(server.id).permissions.answer(act(), question!.id, option, { rule });
      assert.throws(answer, { name: 'bad_request' }, option);
    }
    assert.deepEqual([server.registry.rules.list(), pending().length], [[], 1]);
  });

  it('[PR10] shows what it could store for the open question', async () => {
    const { server, ask, pending } = await working();
    ask(run('npm test --silent'));
    const suggested = await server.registry.rules.suggest(server.id, pending()[0]!.id);
    assert.deepEqual(
      suggested.map(({ command, folder, agentId }) => [command?.text, command?.isPrefix, folder, agentId]),
      [
        ['npm test --silent', false, '/work/a', 'demo'],
        ['npm test', true, '/work/a', 'demo'],
      ],
    );
    await assert.rejects(server.registry.rules.suggest(server.id, 'gone'), { name: 'not_found' });
  });
});

describe('an answer with a note', () => {
  it('[PR19] sends the note as the next message, before all that waits', async () => {
    const { server, ask, pending } = await working();
    server.prompt('later');
    ask(run('rm x'));
    server.registry
      .writable(server.id)
      .permissions.answer(act('Pixel'), pending()[0]!.id, 'no', { note: 'Use git rm' });
    const queue = server
      .tab()
      .transcript.queue.map(({ content }) => (content[0]?.type === 'text' ? content[0].text : ''));
    assert.deepEqual(queue, ['Use git rm', 'later']);
    server.host.last.prompts[0]!.end();
    await settled();
    assert.equal(server.host.last.prompts.at(-1)?.text, 'Use git rm');
  });
});

describe('rules', () => {
  it('[PR12] are added, edited and removed once, seen by every tab, and kept over a restart', async () => {
    const { server } = await working();
    const { rules } = server.registry;
    const adding = act('Pixel');
    const add = () => server.once(adding, () => rules.add(adding, draft('npm test')));
    const { id } = add();
    assert.equal(add().id, id);
    rules.edit(act(), id, draft('npm run', { effect: 'reject' }));
    const expected = [
      { ...draft('npm run', { effect: 'reject' }), id, createdAt: 1000, createdBy: 'Pixel', standard: 2 },
    ];
    assert.deepEqual([server.app.current.rules, rules.list()], [expected, expected]);
    const restarted = server.restarted();
    assert.deepEqual(restarted.app.current.rules, expected);
    restarted.registry.rules.remove(act(), id);
    assert.deepEqual(restarted.app.current.rules, []);
    assert.throws(() => restarted.registry.rules.remove(act(), id), { name: 'not_found' });
    assert.throws(() => restarted.registry.rules.add(act(), draft('a; b')), { name: 'bad_request' });
  });

  it('[PR29] from an earlier version wait until a person confirms them, as far as that can be', async () => {
    const { server, ask, answers, pending } = await working();
    const { rules } = server.registry;
    const before = (id: string, rule: RuleDraft) => ({ ...rule, id, createdAt: 1, createdBy: 'Pixel' });
    const old = [
      before('wide', draft('npm test')),
      before('any', draft('timeout')),
      before('title', draft('', { command: null, title: 'Run', toolKind: 'execute', agentId: 'demo' })),
      before('own', draft('git status', { agentId: 'demo' })),
      before('no', draft('rm', { effect: 'reject' })),
    ];
    server.store.changeRules(
      old.map((keep) => ({ keep })),
      { cmdId: 'old', result: '{}', at: 1 },
    );
    const waits = () =>
      Object.fromEntries(rules.list().map(({ id, waits: wait }) => [id, wait && wait.trouble === null]));
    assert.deepEqual(waits(), { wide: true, any: false, title: false, own: undefined, no: undefined });
    ask(run('npm test', 'a'));
    ask(run('timeout 60 rm y', 'b'));
    ask(run('git status', 'c'));
    await settled();
    assert.deepEqual(answers, ['no', 'yes']);
    assert.equal(pending().length, 1);
    // Kept as it is, by storing it again.
    rules.edit(act(), 'wide', draft('npm test'));
    ask(run('npm test', 'd'));
    await settled();
    assert.equal(answers.length, 3);
    assert.throws(() => rules.edit(act(), 'any', draft('timeout')), { name: 'bad_request' });
    assert.deepEqual(waits(), { wide: undefined, any: false, title: false, own: undefined, no: undefined });
  });

  it('[PR13] can be tried on what was asked in past sessions', async () => {
    const { server, ask, pending } = await working();
    ask(run('npm test -s', 'a'));
    ask(run('npm test -q && rm x', 'b'));
    server.registry.writable(server.id).permissions.answer(act(), pending()[0]!.id, 'yes');
    server.registry.writable(server.id).permissions.answer(act(), pending()[0]!.id, 'no');
    server.host.last.prompts[0]!.end();
    await settled();
    const sample = (what: string, answer: string) => ({ sessionId: server.id, at: 1000, what, answer });
    const first = sample('npm test -s', 'Allow once');
    assert.deepEqual(await server.registry.rules.try(draft('npm test')), {
      ...{ questions: 2, matches: 1, isPartial: false },
      samples: [first],
    });
    const rejecting = await server.registry.rules.try(draft('npm test', { effect: 'reject' }));
    assert.deepEqual(rejecting.samples, [sample('npm test -q && rm x', 'Reject'), first]);
    assert.deepEqual(server.registry.rules.list(), []);
  });
});
