import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { TestHome } from '../acdeck.rig.js';
import { until } from '../testing/until.rig.js';

const MB = 1024 * 1024;
const MOST_MB = 400;
/** Half a second without any work. */
const LOOKS = 50;

/** Opens a session, asks 150 times for much without reading one more byte, then for a file to be made, and stays. */
const DEAF_AGENT = `
const { writeSync, readSync } = require('node:fs');
const say = (message) => writeSync(1, JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
let rest = '';
const chunk = Buffer.alloc(65536);
const hear = () => {
  while (!rest.includes('\\n')) rest += chunk.toString('utf8', 0, readSync(0, chunk));
  const line = rest.slice(0, rest.indexOf('\\n'));
  rest = rest.slice(line.length + 1);
  return JSON.parse(line);
};
const [, , kind, folder] = process.argv;
const sessionId = 's';
for (let isOpen = false; !isOpen; ) {
  const { id, method } = hear();
  if (id === undefined || method === undefined) continue;
  if (method === 'initialize') say({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
  else if (method === 'session/new') { say({ id, result: { sessionId } }); isOpen = true; }
  else say({ id, error: { code: -32601, message: 'no' } });
}
let ask = { method: 'fs/read_text_file', params: { sessionId, path: folder + '/large.txt' } };
if (kind === 'terminal') {
  say({ id: 1, method: 'terminal/create', params: { sessionId, command: 'cat', args: ['large.txt'], outputByteLimit: ${16 * MB} } });
  let answer = hear();
  while (answer.id !== 1 || answer.method) answer = hear();
  const { terminalId } = answer.result;
  say({ id: 2, method: 'terminal/wait_for_exit', params: { sessionId, terminalId } });
  while (answer.id !== 2 || answer.method) answer = hear();
  ask = { method: 'terminal/output', params: { sessionId, terminalId } };
}
for (let id = 10; id < 160; id++) say({ id, ...ask });
require('node:fs').writeFileSync(folder + '/asked', '');
say({ id: 200, method: 'fs/write_text_file', params: { sessionId, path: folder + '/answered', content: '' } });
setInterval(() => {}, 1000);
`;

/** The most memory that a process has ever had. */
function peakMb(pid: number): number {
  const kb = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kb) / 1024);
}

/** Settles when no thread of a process runs, waits for a core or for the disk, in a row of looks. */
async function untilResting(pid: number): Promise<void> {
  let calm = 0;
  await until(
    () => {
      const stats = readdirSync(`/proc/${pid}/task`).map((id) => readFileSync(`/proc/${pid}/task/${id}/stat`, 'utf8'));
      const busy = stats.filter((stat) => /\) [RD] /.test(stat));
      calm = busy.length === 0 ? calm + 1 : 0;
      return busy;
    },
    () => calm === LOOKS,
  );
}

describe('a server whose agent reads nothing', () => {
  for (const kind of ['file', 'terminal']) {
    const isHere = process.platform === 'linux';
    it(`[A93] stays below ${MOST_MB} MB (${kind})`, { skip: !isHere && 'memory is read from /proc' }, async (t) => {
      const home = new TestHome(t);
      const folder = home.folder();
      writeFileSync(join(folder, 'large.txt'), `${'0123456789abcde\n'.repeat((15 * MB) / 16)}`);
      writeFileSync(home.path('agent.cjs'), DEAF_AGENT);
      const server = home.server(['--agent', `${process.execPath} ${home.path('agent.cjs')} ${kind} ${folder}`]);
      await server.door();
      await until(() => existsSync(join(folder, 'asked')));
      // Without a limit the server goes on until the memory is full; with one it comes to rest before.
      await untilResting(server.pid);
      const peak = peakMb(server.pid);
      t.diagnostic(`${peak} MB at most`);
      assert.ok(peak < MOST_MB, `${peak} MB`);
      assert.ok(!existsSync(join(folder, 'answered')), 'what was asked after that waits');
    });
  }
});
