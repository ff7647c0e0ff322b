import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ShellListener, ShellRequest, Shells } from '../../ports/shell.js';
import { act, TestServer } from './registry.rig.js';

describe('work on files in a session', () => {
  it('[GT24] is noticed when a tool call, a command, a write or a turn ends, and not while an agent speaks', async () => {
    const runs: (ShellRequest & ShellListener)[] = [];
    const shell: Shells = {
      refusal: () => null,
      run: (request, listener) => {
        runs.push({ ...request, ...listener });
        return { stop: () => {} };
      },
    };
    const server = await TestServer.ready({ shell });
    let count = 0;
    server.registry.onFileWork(() => count++);
    const during = async (work: () => void) => {
      const before = count;
      work();
      await server.tick();
      return count > before;
    };
    const { listener } = server.host.sessions.at(-1)!;
    const call = { toolCallId: 't1', title: 'Edit' };
    assert.equal(await during(() => server.prompt('go')), false);
    assert.equal(await during(() => server.host.sessions.at(-1)!.say('Working on it.')), false);
    assert.equal(
      await during(() => listener.onUpdate({ sessionUpdate: 'tool_call', ...call, status: 'in_progress' })),
      false,
    );
    assert.equal(
      await during(() =>
        listener.onUpdate({ sessionUpdate: 'tool_call_update', toolCallId: 't1', status: 'completed' }),
      ),
      true,
    );
    assert.equal(
      await during(() =>
        listener.onUpdate({ sessionUpdate: 'tool_call', toolCallId: 't2', title: 'x', status: 'failed' }),
      ),
      true,
    );
    const file = { path: '/work/a/x', isNew: true, oldText: null, newText: 'x', bytes: 1 };
    assert.equal(await during(() => listener.onFileWritten(file)), true);
    const [terminalId, command] = ['term', 'make'];
    assert.equal(
      await during(() => listener.onTerminal({ type: 'terminal_opened', terminalId, command, cwd: '/work/a' })),
      false,
    );
    assert.equal(await during(() => listener.onTerminal({ type: 'terminal_output', terminalId, text: 'x' })), false);
    assert.equal(
      await during(() => listener.onTerminal({ type: 'terminal_closed', terminalId, exitCode: 0, signal: null })),
      true,
    );
    assert.equal(await during(() => server.host.sessions.at(-1)!.prompts[0]!.end()), true);
    assert.equal(await during(() => server.registry.acts.runShell(act(), server.id, 'ls')), false);
    const [{ terminalId: shellId, onEvent }] = runs as [ShellRequest & ShellListener];
    assert.equal(
      await during(() => onEvent({ type: 'terminal_closed', terminalId: shellId, exitCode: 0, signal: null })),
      true,
    );
  });
});
