/** How fast a long session opens in a fresh tab: `tsx specs/bench/open-long-session.ts [--events 100000]`. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../read-sources.js';
import { makePlace, ServerProcess } from '../rigs/server-process.rig.js';
import { signIn } from '../rigs/sign-in.rig.js';
import { TestTab } from '../rigs/test-tab.rig.js';

const { values } = parseArgs({ options: { events: { type: 'string', default: '100000' } } });
const place = await makePlace();
const agent = `node '${join(ROOT, 'specs/rigs/flood-agent.mjs')}'`;
let server = await ServerProcess.start(place, { agent, port: 0 });
try {
  await server.line('ready');
  const credentials = await signIn(server.url);
  const newTab = () =>
    new TestTab(
      () => `ws://127.0.0.1:${server.port}`,
      () => credentials,
    );
  const writer = newTab();
  await writer.open();
  const sessionId = await writer.followOpen();
  await measure('an agent says it all', async () => {
    await writer.prompt(`flood ${Math.ceil(Number(values.events) / 2)}`);
    await writer.until(({ transcript }) => transcript?.turn.n === 1 && transcript.turn.status === 'idle');
  });
  console.log(`events in the log: ${writer.seq}`);
  const open = async () => {
    const tab = newTab();
    await tab.open();
    tab.follow(sessionId);
    await tab.until(({ seq }) => seq >= writer.seq);
    tab.close();
  };
  await measure('a fresh tab has the end of the session', open);
  const { port } = server;
  writer.close();
  await server.stop();
  await measure('the server starts again and listens', async () => {
    server = await ServerProcess.start(place, { agent, port });
  });
  await measure('a fresh tab has the end of the session, after the restart', open);
} finally {
  await server.stop();
  await place.remove();
}

async function measure(what: string, work: () => Promise<void>): Promise<void> {
  const started = performance.now();
  await work();
  console.log(`${what}: ${Math.round(performance.now() - started)} ms`);
}
