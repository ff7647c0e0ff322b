import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { TerminalEvent } from '../../ports/agent.js';
import { ProcessGuard } from '../../processes/process-guard.js';
import { scratchFolder } from '../connection/connection.rig.js';
import { isAlive, notedPids, ODD_AGENT, untilDead } from '../process/process.rig.js';
import { ShellHost, shellOf } from './shell-host.js';

/** A shell in its own folder, and what its commands tell. */
function shell(t: TestContext, env: NodeJS.ProcessEnv = {}) {
  const folder = scratchFolder(t);
  const { PATH } = process.env;
  const guard = new ProcessGuard(join(folder, 'processes'));
  const host = new ShellHost({ guard, env: { PATH, ...env } });
  t.after(async () => {
    await host.stopAll();
    await guard.close();
  });
  const start = (command: string) => {
    const events: TerminalEvent[] = [];
    let end = (_exit: TerminalEvent) => {};
    const ended = new Promise<TerminalEvent>((resolve) => {
      end = resolve;
    });
    const onEvent = (event: TerminalEvent) => {
      events.push(event);
      if (event.type === 'terminal_closed') end(event);
    };
    const run = host.run({ terminalId: 'x', command, cwd: folder }, { onEvent, whenReady: () => null });
    const output = () => events.map((event) => (event.type === 'terminal_output' ? event.text : '')).join('');
    return { run, ended, output, events };
  };
  return { host, folder, start };
}

const node = (...args: string[]) => [process.execPath, ...args].map((word) => `'${word}'`).join(' ');
const closed = { type: 'terminal_closed', terminalId: 'x' };

describe('a command of a person', () => {
  it('[SH1] runs in a shell, in the folder, and tells both outputs and its exit code', async (t) => {
    const { start, folder } = shell(t);
    const { ended, output } = start('pwd; echo bad >&2; X=1; exit $((X + 2))');
    assert.deepEqual(await ended, { ...closed, exitCode: 3, signal: null });
    assert.deepEqual(output().trim().split('\n').sort(), [folder, 'bad'].sort());
  });

  it('[SH5] has the person’s environment without ours, no input, and the shell of their choice', async (t) => {
    const env = { MINE: 'kept', ACDECK_SECRET: 'no', NODE_OPTIONS: '--no-warnings', SHELL: '/bin/bash' };
    const { start } = shell(t, env);
    const { ended, output } = start('echo "$MINE/$ACDECK_SECRET/$NODE_OPTIONS/$0"; cat; echo end');
    await ended;
    assert.match(output(), /^kept\/\/\/.*bash\nend\n$/);
    for (const SHELL of ['', 'bash', '/nonexistent/sh', '/usr/sbin/nologin', '/bin/false', '/etc/passwd']) {
      assert.equal(shellOf({ SHELL }), '/bin/sh', SHELL);
    }
  });

  it('[SH3] ends on Stop with all that it started, also what does not want to', async (t) => {
    const { start, folder } = shell(t);
    const notes = join(folder, 'notes');
    const { run, ended } = start(`${node(ODD_AGENT, 'tree', notes)}; echo after`);
    const pids = await notedPids(notes, 3);
    assert.equal(pids.filter(isAlive).length, 3);
    run.stop();
    const exit = await ended;
    assert.ok(exit.type === 'terminal_closed' && exit.signal !== null);
    await untilDead(pids);
    t.diagnostic(`3 alive before, ${pids.filter(isAlive).length} after`);
  });

  it('[SH9] goes on while its child in the background writes', async (t) => {
    const { start } = shell(t);
    // The child writes when its shell is gone.
    const { ended, output } = start('(while kill -0 $$ 2>/dev/null; do sleep 0.01; done; echo late) & echo early');
    assert.deepEqual(await ended, { ...closed, exitCode: 0, signal: null });
    assert.equal(output(), 'early\nlate\n');
  });

  it('[SH9] takes what stays silent in its group with it, but not what is on its own', async (t) => {
    const { start, folder } = shell(t);
    const own = `require('child_process').spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })`;
    const script = `const child = ${own}; child.unref(); require('fs').writeFileSync('${folder}/own', String(child.pid))`;
    const { ended, output } = start(
      `sleep 600 >/dev/null 2>&1 & echo $!; ${node('-e', script.replaceAll("'", '"'))}; cat own`,
    );
    await ended;
    const [silent = 0, free = 0] = output().trim().split('\n').map(Number);
    t.after(() => process.kill(free));
    await untilDead([silent]);
    assert.ok(isAlive(free));
  });

  it('[SH7] ends with its host', async (t) => {
    const { start, host, folder } = shell(t);
    const notes = join(folder, 'notes');
    start(node(ODD_AGENT, 'tree', notes));
    const pids = await notedPids(notes, 3);
    await host.stopAll();
    assert.deepEqual(pids.filter(isAlive), []);
  });
});
