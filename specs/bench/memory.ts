/** How much memory the server holds while an agent says a lot: `tsx specs/bench/memory.ts [--megabytes 100]`. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { ROOT } from '../read-sources.js';
import { makePlace, ServerProcess } from '../rigs/server-process.rig.js';
import { signIn } from '../rigs/sign-in.rig.js';
import { TestTab } from '../rigs/test-tab.rig.js';

const { values } = parseArgs({ options: { megabytes: { type: 'string', default: '100' } } });
const place = await makePlace();
const agent = `node '${join(ROOT, 'specs/rigs/flood-agent.mjs')}'`;
const server = await ServerProcess.start(place, { agent, port: 0 });
try {
  await server.line('ready');
  const credentials = await signIn(server.url);
  const tab = new TestTab(
    () => `ws://127.0.0.1:${server.port}`,
    () => credentials,
  );
  await tab.open();
  await tab.followOpen();
  await tab.until(({ transcript }) => transcript !== null);
  console.log(`before: ${await residentMb()} MB`);
  const started = performance.now();
  await tab.prompt(`bulk ${values.megabytes}`);
  let highest = 0;
  const done = tab.until(({ transcript }) => transcript?.turn.n === 1 && transcript.turn.status === 'idle');
  while (!(await Promise.race([done.then(() => true), sleep(250, false)]))) {
    highest = Math.max(highest, await residentMb());
  }
  const seconds = (performance.now() - started) / 1000;
  console.log(`while ${values.megabytes} MB of text passed (${seconds.toFixed(1)} s): at most ${highest} MB`);
  await sleep(2_000);
  console.log(`after: ${await residentMb()} MB`);
  tab.close();
} finally {
  await server.stop();
  await place.remove();
}

async function residentMb(): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(server.pid)]);
  return Math.round(Number(stdout) / 1024);
}
