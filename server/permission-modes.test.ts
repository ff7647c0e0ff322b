import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALWAYS, draft, NO, ONCE, run, working } from './permission-rules.rig.js';
import type { ToolEntry } from './protocol/entries.js';
import { entriesOf } from './protocol/entry-list.js';
import { act, settled, type TestServer } from './sessions/registry.rig.js';

describe('"reject after"', () => {
  const minutes = (server: TestServer, rejectAfterMinutes: number) => {
    const { settings } = server.app.current;
    const values = { ...settings.values, rejectAfterMinutes };
    server.app.append({ type: 'settings_changed', revision: settings.revision + 1, values });
  };

  it('[PR14] answers with no what nobody has answered, visibly, and only if it is on', async () => {
    const { server, ask, answers, outcomes } = await working();
    ask(run('npm test', 'a'));
    ask(run('ls', 'b'), [ONCE, ALWAYS]);
    server.clock.pass(24 * 60 * 60_000);
    assert.deepEqual(answers, []);
    ask(run('pwd', 'c'));
    minutes(server, 10);
    server.clock.pass(9 * 60_000);
    await settled();
    const by = { kind: 'server', reason: 'Nobody answered for 10 minutes' };
    const [first, second, third] = outcomes();
    assert.ok(first?.status === 'answered' && first.optionId === 'no');
    assert.deepEqual(first.by, by);
    assert.ok(second?.status === 'voided' && second.reason === by.reason);
    assert.equal(third?.status, 'pending');
    server.clock.pass(2 * 60_000);
    await settled();
    assert.deepEqual(answers.length, 3);
  });
});

describe('"allow all"', () => {
  it('[PR15] answers what is asked and what waits, and says so; rules that reject still hold', async () => {
    const { server, ask, answers, outcomes } = await working([draft('rm', { effect: 'reject' })]);
    ask(run('ls', 'a'));
    server.registry.rules.setAllowAll(act('Pixel'), server.id, true);
    assert.deepEqual(server.app.current.allowAll[server.id]?.device, 'Pixel');
    ask(run('pwd', 'b'));
    ask(run('rm x', 'c'));
    ask(run('ls', 'd'), [ALWAYS, NO]);
    await settled();
    const [waited, asked, rejected, unfit] = outcomes();
    const by = { kind: 'allow_all', device: 'Pixel' };
    assert.deepEqual(
      [waited, asked].map((outcome) => outcome?.status === 'answered' && outcome.by),
      [by, by],
    );
    assert.ok(rejected?.status === 'answered' && rejected.by.kind === 'rule');
    assert.deepEqual([unfit?.status, answers.length], ['pending', 3]);
    assert.ok(server.lines().includes('notice: Everything is allowed from here on, by Pixel'));
  });

  it('[PR15] holds for one session until it is turned off or the server ends', async () => {
    const { server, ask, answers } = await working();
    const { rules } = server.registry;
    rules.setAllowAll(act(), server.id, true);
    assert.deepEqual(server.restarted().app.current.allowAll, {});
    rules.setAllowAll(act(), server.id, false);
    ask(run('ls'));
    await settled();
    assert.deepEqual([answers, server.app.current.allowAll], [[], {}]);
    const byRule = { cmdId: 'x', by: { kind: 'server' } } as const;
    assert.throws(() => rules.setAllowAll(byRule, server.id, true), { code: 'bad_request' });
  });
});

describe('the tripwire', () => {
  const edit = (toolCallId: string, fields: object = {}) => ({
    ...{ toolCallId, kind: 'edit', title: 'Edit a.ts', status: 'completed', locations: [{ path: '/work/a/a.ts' }] },
    ...fields,
  });
  const flags = (tools: ToolEntry[]) => tools.map(({ unasked }) => unasked ?? false);

  it('[PR17] flags what changed something without a question', async () => {
    const { server, update, tools } = await working();
    update(edit('a'));
    update({
      toolCallId: 'b',
      kind: 'execute',
      title: 'make',
      status: 'in_progress',
      content: [{ type: 'terminal', terminalId: 'x' }],
    });
    update({ toolCallId: 'c', kind: 'delete', title: 'rm', status: 'completed' });
    update({ toolCallId: 'd', kind: 'execute', title: 'false', status: 'failed', rawOutput: { exit_code: 1 } });
    update({ toolCallId: 'e', kind: 'read', title: 'Read', status: 'completed' });
    update(edit('f', { status: 'in_progress' }));
    update(edit('g', { status: 'failed' }));
    await server.tick();
    assert.deepEqual(flags(tools()), [true, true, true, true, false, false, false]);
    assert.equal(server.types().filter((type) => type === 'call_flagged').length, 4);
    assert.deepEqual(flags(entriesOf(server.restarted().tab().transcript.entries) as ToolEntry[]).slice(1, 3), [
      true,
      true,
    ]);
  });

  it('[RG1] is quiet about commands that only look', async () => {
    const { server, update, tools } = await working();
    update({ ...run('git status', 'a'), status: 'completed' });
    update({ toolCallId: 'b', kind: 'execute', title: 'ls', status: 'completed', content: [] });
    update({ ...run('ls > list.txt', 'c'), status: 'completed' });
    await server.tick();
    assert.deepEqual(flags(tools()), [false, false, true]);
  });

  it('[PR17] is quiet about what was asked, also under another id, later, or once for all', async () => {
    const { server, ask, update, tools, pending } = await working();
    const allow = (optionId: string) => server.registry.answerPermission(act(), server.id, pending()[0]!.id, optionId);
    ask(edit('asked', { status: 'pending' }));
    allow('yes');
    update(edit('asked'));
    update(edit('another-id'));
    update(edit('other-file', { title: 'Edit b.ts', locations: [{ path: '/work/a/b.ts' }] }));
    ask(run('make', 'm'));
    allow('always');
    update({ ...run('npm test', 'n'), status: 'completed' });
    update(edit('early', { status: 'in_progress', title: 'c', locations: [] }));
    ask(edit('early', { status: 'pending' }));
    await server.tick();
    const ids = tools()
      .filter(({ unasked }) => unasked)
      .map(({ toolCallId }) => toolCallId);
    assert.deepEqual(ids, ['other-file']);
  });

  it('[PR17] applies only while the mode says that the agent asks', async () => {
    const modes = (currentModeId: string) => ({
      currentModeId,
      availableModes: ['default', 'acceptEdits', 'bypassPermissions', 'auto', 'plan'].map((id) => ({ id, name: id })),
    });
    const { server, update, tools } = await working();
    const { listener } = server.host.last;
    server.registry.prompt(act(), server.id, [{ type: 'text', text: 'x' }]);
    const open = entriesOf(server.tab().transcript.entries).length;
    for (const [n, mode] of ['bypassPermissions', 'acceptEdits', 'auto', 'plan', 'default'].entries()) {
      const option = { id: 'mode', name: 'Mode', category: 'mode', type: 'select', currentValue: mode };
      const options = modes(mode).availableModes.map(({ id, name }) => ({ value: id, name }));
      listener.onUpdate({ sessionUpdate: 'config_option_update', configOptions: [{ ...option, options }] } as never);
      update(edit(`t${n}`));
      await server.tick();
    }
    assert.ok(open > 0);
    assert.deepEqual(flags(tools()), [false, false, false, false, true]);
  });

  it('[PR18] stops the turn if the setting says so, and says why', async () => {
    const { server, update } = await working();
    const { settings } = server.app.current;
    update(edit('a'));
    await server.tick();
    assert.equal(server.host.last.cancels, 0);
    const values = { ...settings.values, stopUnasked: true };
    server.app.append({ type: 'settings_changed', revision: 9, values });
    update(edit('b'));
    await server.tick();
    assert.equal(server.host.last.cancels, 1);
    assert.ok(server.lines().includes('notice: The turn was stopped: “Edit a.ts” ran without asking.'));
  });
});
