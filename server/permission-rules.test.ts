import assert from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, it } from 'node:test';
import { ALWAYS, draft, NO, ONCE, run, working } from './permission-rules.rig.js';
import type { RuleDraft } from './protocol/permission-rule.js';
import { ruleJudge } from './rules/rule-judge.js';
import { act, settled, TestServer } from './sessions/registry.rig.js';

describe('a rule', () => {
  it('[PR8] answers at once, for this once, and the transcript names it', async () => {
    const { server, ask, answers, outcomes } = await working([draft('npm test')]);
    const before = server.events().length;
    const { id: ruleId } = server.registry.rules.list()[0]!;
    ask(run('npm test -- --watch'));
    await settled();
    assert.deepEqual(answers, [{ outcome: 'selected', optionId: 'yes' }]);
    const by = { kind: 'rule', rule: 'Allow npm test *', ruleId };
    assert.deepEqual(outcomes(), [{ status: 'answered', optionId: 'yes', by, at: 1000 }]);
    assert.deepEqual(server.types().slice(before), ['permission_requested', 'permission_answered']);
  });

  it('[PR8] knows what the agent said of the call a moment before', async () => {
    const { server, ask, answers } = await working([draft('rm', { effect: 'reject' })]);
    const { listener } = server.host.last;
    listener.onUpdate({ sessionUpdate: 'tool_call', ...run('rm x') } as never);
    ask({ toolCallId: 't' });
    await settled();
    assert.deepEqual(answers, [{ outcome: 'selected', optionId: 'no' }]);
  });

  it('[PR9] that finds no fitting option leaves the answer to a person', async () => {
    const { ask, answers, pending } = await working([draft('npm'), draft('rm', { effect: 'reject' })]);
    ask(run('npm test', 'a'), [ALWAYS, NO]);
    ask(run('rm x', 'b'), [ONCE, { ...NO, kind: 'reject_always' }]);
    ask(run('ls', 'c'));
    await settled();
    assert.deepEqual([answers, pending().length], [[], 3]);
  });

  it('[PR8] is not asked once the turn was stopped or the question withdrawn', async () => {
    const { server, ask, answers, outcomes } = await working([draft('npm')]);
    server.registry.cancel(act(), server.id);
    ask(run('npm test'));
    await settled();
    assert.deepEqual([answers, outcomes()[0]?.status], [[{ outcome: 'cancelled' }], 'voided']);
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
    while (answers.length === 0) await settled();
    assert.deepEqual([answers, outcomes()[0]?.status], [[{ outcome: 'selected', optionId: 'yes' }], 'answered']);
  });

  it('[PR8] about files does not outlive the turn it was asked in', async () => {
    const { server, ask, answers, outcomes } = await working([
      draft('', { command: null, path: '**', toolKind: 'edit' }),
    ]);
    ask({ toolCallId: 't', kind: 'edit', locations: [{ path: '/work/a/x' }] });
    server.host.last.prompts[0]!.end();
    for (let n = 0; n < 50; n++) await settled();
    assert.deepEqual([answers, outcomes()], [[{ outcome: 'cancelled' }], []]);
  });
});

describe('"always"', () => {
  it('[PR11] stores a rule with the answer, in one act that happens once; the agent hears "once"', async () => {
    const { server, ask, answers, outcomes, pending } = await working();
    ask(run('npm test', 'a'));
    ask(run('npm test x', 'b'));
    ask(run('ls', 'c'));
    const [first] = pending();
    const once = act('Pixel');
    const answer = () =>
      server.registry.answerPermission(once, server.id, first!.id, 'yes', { rule: draft('npm test') });
    assert.deepEqual(answer(), answer());
    await settled();
    const yes = { outcome: 'selected', optionId: 'yes' };
    assert.deepEqual([answers, pending().length], [[yes, yes], 1]);
    const [rule, ...others] = server.app.current.rules;
    assert.deepEqual([rule?.command?.text, rule?.createdBy, others], ['npm test', 'Pixel', []]);
    const [asked, alike] = outcomes();
    assert.ok(asked?.status === 'answered' && asked.by.kind === 'device' && asked.stored === 'Allow npm test *');
    assert.ok(alike?.status === 'answered' && alike.by.kind === 'rule');
  });

  it('[PR11] is refused whole: neither a rule nor an answer is kept', async () => {
    const { server, ask, pending } = await working();
    ask(run('npm test'));
    const [question] = pending();
    const bad: [string, RuleDraft][] = [
      ['always', draft('npm')],
      ['no', draft('npm')],
      ['yes', draft('npm', { effect: 'reject' })],
      ['yes', draft('npm; rm')],
      ['gone', draft('npm')],
    ];
    for (const [option, rule] of bad) {
      const answer = () => server.registry.answerPermission(act(), server.id, question!.id, option, { rule });
      assert.throws(answer, { code: 'bad_request' }, option);
    }
    assert.deepEqual([server.registry.rules.list(), pending().length], [[], 1]);
  });

  it('[PR10] shows what it could store for the open question', async () => {
    const { server, ask, pending } = await working();
    ask(run('npm test x'));
    const suggested = await server.registry.rules.suggest(server.id, pending()[0]!.id);
    assert.deepEqual(
      suggested.map(({ command, folder }) => [command?.text, command?.isPrefix, folder]),
      [
        ['npm test x', false, '/work/a'],
        ['npm test', true, '/work/a'],
      ],
    );
    await assert.rejects(server.registry.rules.suggest(server.id, 'gone'), { code: 'not_found' });
  });
});

describe('an answer with a note', () => {
  it('[PR19] sends the note as the next message, before all that waits', async () => {
    const { server, ask, pending } = await working();
    server.prompt('later');
    ask(run('rm x'));
    server.registry.answerPermission(act('Pixel'), server.id, pending()[0]!.id, 'no', { note: 'Use git rm' });
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
    const { id } = rules.add(adding, draft('npm test'));
    assert.equal(rules.add(adding, draft('npm test')).id, id);
    rules.edit(act(), id, draft('npm run', { effect: 'reject' }));
    const expected = [{ ...draft('npm run', { effect: 'reject' }), id, createdAt: 1000, createdBy: 'Pixel' }];
    assert.deepEqual([server.app.current.rules, rules.list()], [expected, expected]);
    const restarted = server.restarted();
    assert.deepEqual(restarted.app.current.rules, expected);
    restarted.registry.rules.remove(act(), id);
    assert.deepEqual(restarted.app.current.rules, []);
    assert.throws(() => restarted.registry.rules.remove(act(), id), { code: 'not_found' });
    assert.throws(() => restarted.registry.rules.add(act(), draft('a; b')), { code: 'bad_request' });
  });

  it('[PR13] can be tried on what was asked in past sessions', async () => {
    const { server, ask, pending } = await working();
    ask(run('npm test a', 'a'));
    ask(run('npm test b && rm x', 'b'));
    server.registry.answerPermission(act(), server.id, pending()[0]!.id, 'yes');
    server.registry.answerPermission(act(), server.id, pending()[0]!.id, 'no');
    server.host.last.prompts[0]!.end();
    await settled();
    const sample = (what: string, answer: string) => ({ sessionId: server.id, at: 1000, what, answer });
    const first = sample('npm test a', 'Allow once');
    assert.deepEqual(await server.registry.rules.try(draft('npm test')), {
      ...{ questions: 2, matches: 1, isPartial: false },
      samples: [first],
    });
    const rejecting = await server.registry.rules.try(draft('npm test', { effect: 'reject' }));
    assert.deepEqual(rejecting.samples, [sample('npm test b && rm x', 'Reject'), first]);
    assert.deepEqual(server.registry.rules.list(), []);
  });
});
