import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ShellListener, ShellRequest, Shells } from '../../ports/shell.js';
import type { ErrorReason } from '../../protocol/api/error-reason.js';
import type { TerminalEntry } from '../../protocol/transcript/entries.js';
import { entriesOf } from '../../protocol/transcript/entry-list.js';
import { act, TestServer } from '../registry/registry.rig.js';

/** Runs nothing: the test says what commands print and when they end. */
class HandShell implements Shells {
  readonly runs: (ShellRequest & ShellListener & { stops: number })[] = [];
  refused: ErrorReason | null = null;

  refusal(): ErrorReason | null {
    return this.refused;
  }

  run(request: ShellRequest, listener: ShellListener) {
    const run = { ...request, ...listener, stops: 0 };
    this.runs.push(run);
    return { stop: () => void run.stops++ };
  }

  end(n = 0, exitCode: number | null = 0, signal: string | null = null): void {
    const { terminalId, onEvent } = this.runs[n]!;
    onEvent({ type: 'terminal_closed', terminalId, exitCode, signal });
  }
}

async function ready() {
  const shell = new HandShell();
  return { shell, server: await TestServer.ready({ shell }) };
}

const terminals = (server: TestServer) =>
  entriesOf(server.tab().transcript.entries).filter((entry): entry is TerminalEntry => entry.kind === 'terminal');

describe('a command in a session', () => {
  it('[SH1] is a terminal for every tab, with who ran it and how it ended', async () => {
    const { server, shell } = await ready();
    server.registry.acts.runShell(act('Phone'), server.id, 'make test');
    const { terminalId, cwd, onEvent } = shell.runs[0]!;
    onEvent({ type: 'terminal_output', terminalId, text: 'ok\n' });
    shell.end(0, 2);
    await server.tick();
    const by = { kind: 'device', device: 'Phone' };
    const { command, output, exit, by: who, endedAt } = terminals(server)[0]!;
    assert.deepEqual([command, cwd, output, who], ['make test', '/work/a', 'ok\n', by]);
    assert.deepEqual([exit, typeof endedAt], [{ exitCode: 2, signal: null }, 'number']);
  });

  it('[SH2] leaves a running turn and its queue alone, and is no sign of life of the agent', async () => {
    const { server, shell } = await ready();
    server.prompt('go');
    server.prompt('next');
    const before = server.tab().transcript;
    server.clock.pass(60_000);
    server.registry.acts.runShell(act(), server.id, 'ls');
    shell.runs[0]!.onEvent({ type: 'terminal_output', terminalId: shell.runs[0]!.terminalId, text: 'x' });
    await server.tick();
    const { turn, queue, lastOutputAt } = server.tab().transcript;
    assert.deepEqual([turn, queue, lastOutputAt], [before.turn, before.queue, before.lastOutputAt]);
  });

  it('[SH3] is stopped once, by a person who is named', async () => {
    const { server, shell } = await ready();
    server.registry.acts.runShell(act(), server.id, 'sleep 100');
    const { terminalId } = shell.runs[0]!;
    server.registry.writable(server.id).shell.stop(act('Phone'), terminalId);
    server.registry.writable(server.id).shell.stop(act('Laptop'), terminalId);
    shell.end(0, null, 'SIGTERM');
    server.registry.writable(server.id).shell.stop(act('Laptop'), terminalId);
    assert.deepEqual(terminals(server)[0]?.exit, {
      exitCode: null,
      signal: 'SIGTERM',
      reason: { code: 'stopped', device: 'Phone' },
    });
    assert.equal(shell.runs[0]!.stops, 2, 'after its end nobody is asked to stop');
  });

  it('[SH4] runs once, however often the act arrives', async () => {
    const { server, shell } = await ready();
    const once = act();
    const first = server.once(once, () => server.registry.acts.runShell(once, server.id, 'ls'));
    assert.deepEqual(
      server.once(once, () => server.registry.acts.runShell(once, server.id, 'ls')),
      first,
    );
    assert.deepEqual([shell.runs.length, terminals(server).length], [1, 1]);
  });

  it('[SH8] is refused for the reason of the host, and leaves no trace', async () => {
    const { server, shell } = await ready();
    shell.refused = { code: 'shell_off', settings: 'settings.yaml' };
    assert.throws(() => server.registry.acts.runShell(act(), server.id, 'ls'), {
      name: 'unavailable',
      reason: shell.refused,
    });
    assert.deepEqual([shell.runs, terminals(server)], [[], []]);
  });

  it('[SH13] is refused beyond 16 at a time', async () => {
    const { server, shell } = await ready();
    for (let n = 0; n < 16; n++) server.registry.acts.runShell(act(), server.id, `sleep ${n}`);
    assert.throws(() => server.registry.acts.runShell(act(), server.id, 'ls'), { name: 'conflict' });
    shell.end(3);
    server.registry.acts.runShell(act(), server.id, 'ls');
    assert.equal(shell.runs.length, 17);
  });

  it('[SH7] is closed in the log when the server stops, and when one that was killed starts again', async () => {
    for (const kill of [false, true]) {
      const { server, shell } = await ready();
      server.registry.acts.runShell(act(), server.id, 'sleep 100');
      if (!kill) server.registry.close();
      assert.equal(shell.runs[0]!.stops, kill ? 0 : 1);
      const [terminal] = terminals(server.restarted());
      assert.deepEqual(terminal?.exit, { exitCode: null, signal: null, reason: { code: 'server_stopped' } });
    }
  });
});
