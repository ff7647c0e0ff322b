import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { entriesOf } from '../server/protocol/transcript/entry-list.js';
import { ask, ended, OPTIONS } from './rigs/agent-words.rig.js';
import { ScriptedSession } from './rigs/scripted-session.rig.js';

describe('files and calls', () => {
  it('[RA1] lets an agent that fails by our files create one itself', async (t) => {
    const session = await ScriptedSession.start(t, { offersFiles: false });
    const { clientCapabilities } = session.agent.calls('initialize')[0]!.params;
    assert.deepEqual(clientCapabilities.fs ?? {}, {});
    const path = join(session.folder, 'new.txt');
    session.agent.on('session/prompt', () => {
      writeFileSync(path, 'new');
      session.update({
        ...{ sessionUpdate: 'tool_call', toolCallId: 'w', title: 'Writing', kind: 'edit', status: 'completed' },
        content: [{ type: 'diff', path, oldText: '', newText: 'new' }],
      });
      return ended;
    });
    await session.turn('create it');
    assert.deepEqual(session.lines.slice(0, 2), ['user: create it', 'tool: Created new.txt · completed · diff']);
  });

  it('[RA2] makes one card of a call that is first heard of by an update', async (t) => {
    const session = await ScriptedSession.start(t);
    session.agent.on('session/prompt', () => {
      session.update(
        { sessionUpdate: 'tool_call_update', toolCallId: 'a', title: 'Look', kind: 'read', status: 'in_progress' },
        { sessionUpdate: 'tool_call_update', toolCallId: 'a', status: 'completed' },
      );
      return ended;
    });
    await session.turn('look');
    assert.deepEqual(session.lines, ['user: look', 'tool: Read Look · completed']);
  });

  it('[RA2] makes one card of a call that is first heard of by its permission, and ends it when it is refused', async (t) => {
    const session = await ScriptedSession.start(t);
    session.agent.on('session/prompt', async () => {
      await session.agent.request(
        'session/request_permission',
        ask({ toolCallId: 'a', title: 'Remove all', kind: 'delete' }),
      );
      return ended;
    });
    await session.prompt('tidy up');
    await session.until(({ pending }) => pending.length === 1);
    session.answer('reject_once');
    await session.until(({ turn }) => turn.status === 'idle');
    assert.deepEqual(session.lines, ['user: tidy up', 'tool: Delete Remove all · rejected · denied']);
  });

  it('[RA3] shows a terminal that the agent runs itself', async (t) => {
    const session = await ScriptedSession.start(t);
    session.agent.on('session/prompt', () => {
      const call = { sessionUpdate: 'tool_call_update', toolCallId: 'x' };
      session.update(
        {
          ...{ sessionUpdate: 'tool_call', toolCallId: 'x', title: 'ls', kind: 'execute', status: 'in_progress' },
          ...{ rawInput: { command: 'ls' }, content: [{ type: 'terminal', terminalId: 'theirs' }] },
          _meta: { terminal_info: { terminal_id: 'theirs', cwd: '/' } },
        },
        { ...call, _meta: { terminal_output: { terminal_id: 'theirs', data: 'a.txt\n' } } },
        { ...call, _meta: { terminal_output: { terminal_id: 'theirs', data: 'b.txt\n' } } },
        {
          ...call,
          status: 'completed',
          _meta: { terminal_exit: { terminal_id: 'theirs', exit_code: 0, signal: null } },
        },
      );
      return ended;
    });
    await session.turn('list');
    assert.deepEqual(session.lines.slice(1).sort(), [
      'terminal: a.txt\nb.txt · exit 0',
      'tool: Ran ls · completed · terminal',
    ]);
  });

  it('[RA4] changes a file to the same effect through us and without us', async (t) => {
    const session = await ScriptedSession.start(t);
    const path = join(session.folder, 'a.txt');
    const call = (toolCallId: string, status: string) => ({
      ...{ sessionUpdate: 'tool_call', toolCallId, title: 'Write', kind: 'edit', status, locations: [{ path }] },
      content: [{ type: 'diff', path, oldText: null, newText: 'one' }],
    });
    session.agent.on('session/prompt', async () => {
      session.update(call('through us', 'in_progress'));
      await session.agent.request('fs/write_text_file', { sessionId: 's1', path, content: 'one' });
      session.update(call('through us', 'completed'));
      writeFileSync(path, 'one');
      session.update(call('without us', 'completed'));
      return ended;
    });
    await session.turn('write');
    assert.equal(readFileSync(path, 'utf8'), 'one');
    const calls = session.lines.filter((line) => line.startsWith('tool'));
    assert.deepEqual(calls, Array(2).fill('tool: Created a.txt · completed · diff'));
  });
});

describe('menus, plans and permissions', () => {
  it('[RA19] takes options, modes and models as they come', async (t) => {
    const models = Array.from({ length: 50 }, (_, n) => ({ value: `m${n}`, name: `Model ${n}` }));
    const configOptions = [
      { type: 'select', id: 'model', name: 'Model', category: 'model', currentValue: 'm1', options: models },
      { type: 'boolean', id: 'fast', name: 'Fast', currentValue: true },
      { type: 'slider', id: 'heat', name: 'Heat', currentValue: 3 },
    ];
    const session = await ScriptedSession.start(t, {
      answers: {
        'session/new': () => ({
          sessionId: 's1',
          configOptions,
          modes: {
            currentModeId: 'https://a.example/agent',
            availableModes: [{ id: 'https://a.example/agent', name: 'Agent' }],
          },
        }),
      },
    });
    const { options, modes } = session.screen;
    assert.deepEqual(
      options.map(({ id, type }) => [id, type]),
      [
        ['model', 'select'],
        ['fast', 'boolean'],
      ],
    );
    assert.equal(options[0]!.type === 'select' && options[0]!.options.length, 50);
    assert.equal(modes?.availableModes[0]?.name ?? 'Agent', 'Agent');
  });

  it('[RA20] shows a plan where there is one, and to-dos as the call that they are', async (t) => {
    const session = await ScriptedSession.start(t);
    session.agent.on('session/prompt', () => {
      session.update(
        { sessionUpdate: 'plan', entries: [{ content: 'Look', status: 'completed', priority: 'high' }] },
        {
          sessionUpdate: 'tool_call',
          toolCallId: 't',
          title: 'todowrite',
          kind: 'other',
          status: 'completed',
          rawInput: { todos: [] },
        },
      );
      return ended;
    });
    await session.turn('plan');
    assert.deepEqual(session.lines.slice(1), ['plan: Look (completed)', 'tool: todowrite · completed']);
  });

  it('[RA21] shows what is known of a permission and chooses nothing by itself', async (t) => {
    const twoAlways = [{ optionId: 'p', name: 'Always in this project', kind: 'allow_always' }, ...OPTIONS];
    const session = await ScriptedSession.start(t);
    const answers: unknown[] = [];
    session.agent.on('session/prompt', async () => {
      const bare = ask({ toolCallId: 'a', rawInput: { diff: '--- a\n+++ b', command: 'git push' } }, twoAlways);
      answers.push((await session.agent.request('session/request_permission', bare)).result);
      return ended;
    });
    await session.prompt('push');
    await session.until(({ pending }) => pending.length === 1);
    const call = entriesOf(session.screen.entries)[1];
    assert.ok(call?.kind === 'tool');
    assert.deepEqual(
      call.permissions[0]!.options.map(({ optionId }) => optionId),
      ['p', 'always', 'once', 'no'],
    );
    assert.deepEqual(call.permissions[0]!.toolCall.rawInput, { diff: '--- a\n+++ b', command: 'git push' });
    assert.deepEqual(answers, []);
    session.answer('allow_once');
    await session.until(({ turn }) => turn.status === 'idle');
    assert.deepEqual(answers, [{ outcome: { outcome: 'selected', optionId: 'once' } }]);
  });

  it('[RA22] [RA23] shows the words of a call that was blocked or failed', async (t) => {
    const session = await ScriptedSession.start(t);
    const words = (reason: string) => [{ type: 'content', content: { type: 'text', text: reason } }];
    session.agent.on('session/prompt', () => {
      session.update(
        {
          ...{ sessionUpdate: 'tool_call', toolCallId: 'b', title: 'echo', kind: 'execute', status: 'completed' },
          content: words('Blocked: command substitution detected'),
        },
        {
          ...{ sessionUpdate: 'tool_call', toolCallId: 'f', title: 'patch', kind: 'edit', status: 'failed' },
          content: words('fs sandbox helper failed'),
        },
      );
      return ended;
    });
    await session.turn('try');
    assert.deepEqual(session.lines.slice(1), [
      'tool: Ran echo · completed · content',
      'tool: Edit patch · failed · failed · content',
    ]);
    const shown = entriesOf(session.screen.entries).flatMap((entry) => (entry.kind === 'tool' ? entry.content : []));
    assert.match(JSON.stringify(shown), /Blocked: command substitution.*fs sandbox helper failed/);
  });
});
