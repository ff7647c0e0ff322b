/**
 * Stands for the server in tests that kill it: `killed-server.rig.ts <folder> <notes> with|without <behaviour>` runs
 * odd processes, under a watchdog or with a record alone, and waits for its end.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AgentProcess } from './agent-process.js';
import { LOGIN_AGENT } from './auth.rig.js';
import { AuthTerminal } from './auth-terminal.js';
import { systemClock } from './clock.js';
import { loadPty, type Pty } from './load-pty.js';
import { ODD_AGENT } from './process.rig.js';
import { ProcessGuard } from './process-guard.js';
import { ProcessRecords } from './process-records.js';

const [folder = '', notes = '', watchdog, behaviour = 'tree'] = process.argv.slice(2);
const dir = join(folder, 'processes');
const plan = { name: 'Odd', command: process.execPath, args: [ODD_AGENT, behaviour, notes], cwd: folder, env: {} };

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

async function startTree(): Promise<number> {
  if (watchdog === 'with') return (await AgentProcess.start({ ...plan, guard: new ProcessGuard(dir) })).pid;
  const tree = spawn(plan.command, plan.args, { detached: true, stdio: 'ignore' });
  await new ProcessRecords(dir).add(tree.pid!, 'DECK_RUN_ID=of-this-test');
  return tree.pid!;
}

const pid = await (behaviour === 'sign-in' ? startTerminal() : startTree());
while (!existsSync(join(dir, `${pid}.json`))) await sleep(10);
process.stdout.write('ready\n');
setInterval(() => {}, 1_000);
