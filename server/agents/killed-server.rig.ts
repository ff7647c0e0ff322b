/** Stands for the server in tests that kill it: runs a tree of processes and waits for its end. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AgentProcess } from './agent-process.js';
import { ODD_AGENT } from './process.rig.js';
import { ProcessGuard } from './process-guard.js';

const [folder = '', notes = '', watchdog] = process.argv.slice(2);
const dir = join(folder, 'processes');
const guard = new ProcessGuard(dir, {});
const odd = await AgentProcess.start({
  name: 'Odd',
  command: process.execPath,
  args: [ODD_AGENT, 'tree', notes],
  cwd: folder,
  env: {},
  guard,
});
if (watchdog === 'without') guard.close();
while (!existsSync(join(dir, `${odd.pid}.json`))) await sleep(10);
process.stdout.write('ready\n');
setInterval(() => {}, 1_000);
