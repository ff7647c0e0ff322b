/**
 * Stands for the server in tests that kill it: `killed-server.rig.ts <folder> <notes> with|without|barely <behaviour>` runs
 * odd processes, under a watchdog or with a record alone, and waits for its end.
 */
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessGroup } from '../../processes/end-group.js';
import { loadPty, type Pty } from '../../processes/load-pty.js';
import { ProcessGuard } from '../../processes/process-guard.js';
import { ProcessRecords } from '../../processes/process-records.js';
import { systemClock } from '../../protocol/clock.js';
import { until } from '../../testing/until.rig.js';
import { LOGIN_AGENT } from '../sign-in/auth.rig.js';
import { AuthTerminal } from '../sign-in/auth-terminal.js';
import { AgentProcess } from './agent-process.js';
import { ODD_AGENT } from './process.rig.js';

const [folder = '', notes = '', watchdog, behaviour = 'tree'] = process.argv.slice(2);
const dir = join(folder, 'processes');
const plan = {
  name: () => 'Odd',
  command: process.execPath,
  args: [ODD_AGENT, behaviour, notes],
  cwd: folder,
  env: {},
};

/** A sign-in terminal in which something stays. */
async function startTerminal(): Promise<number> {
  const spawned: number[] = [];
  const real = (await loadPty())!;
  const pty: Pty = {
    spawn: (...args) => {
      const process = real.spawn(...args);
      spawned.push(process.pid);
      return process;
    },
  };
  const argv = [process.execPath, LOGIN_AGENT, notes, 'session/new', 'sign-in'];
  const size = { cols: 80, rows: 20 };
  const around = { pty, guard: new ProcessGuard(dir), clock: systemClock, onText: () => {} };
  new AuthTerminal({ command: { argv, env: {} }, cwd: folder, env: {}, size }, around).write('stay\r');
  return spawned[0]!;
}

/** Is killed when the process runs and nobody has been told of it. */
class KilledAtStart extends ProcessGuard {
  override watch({ group }: ProcessGroup): () => void {
    writeFileSync(`${notes}-of-server`, `pid ${group}\n`);
    process.kill(process.pid, 'SIGKILL');
    return () => {};
  }
}

async function startTree(): Promise<number> {
  if (watchdog === 'barely') return (await AgentProcess.start({ ...plan, guard: new KilledAtStart(dir) })).pid;
  if (watchdog === 'with') return (await AgentProcess.start({ ...plan, guard: new ProcessGuard(dir) })).pid;
  const tree = spawn(plan.command, plan.args, { detached: true, stdio: 'ignore' });
  await new ProcessRecords(dir).add(tree.pid!, 'DECK_RUN_ID=of-this-test');
  return tree.pid!;
}

const pid = await (behaviour === 'sign-in' ? startTerminal() : startTree());
await until(() => existsSync(join(dir, `${pid}.json`)));
process.stdout.write('ready\n');
setInterval(() => {}, 1_000);
