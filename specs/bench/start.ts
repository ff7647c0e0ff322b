/** How long a person waits after pressing Enter: `tsx specs/bench/start.ts [--runs 5]`. */
import { parseArgs } from 'node:util';
import { launchBrowser } from '../browser.js';
import { AppPage } from '../e2e/app-page.rig.js';
import { makePlace, ServerProcess } from '../rigs/server-process.rig.js';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const browser = await launchBrowser();
const times: Record<'listening' | 'interactive' | 'ready', number[]> = { listening: [], interactive: [], ready: [] };
for (let run = 0; run < Number(values.runs); run++) {
  const place = await makePlace();
  const started = performance.now();
  const sinceStart = () => performance.now() - started;
  const server = await ServerProcess.start(place, { port: 0 });
  times.listening.push(sinceStart());
  const ready = server.line('ready').then(() => times.ready.push(sinceStart()));
  const context = await browser.newContext();
  const { page, composer } = new AppPage(await context.newPage());
  await page.goto(server.url);
  await composer.fill('hello');
  times.interactive.push(sinceStart());
  await ready;
  await context.close();
  await server.stop();
  await place.remove();
}
await browser.close();
for (const [what, all] of Object.entries(times)) {
  const sorted = all.sort((a, b) => a - b).map(Math.round);
  console.log(`${what}: median ${sorted[Math.floor(sorted.length / 2)]} ms (${sorted.join(', ')})`);
}
