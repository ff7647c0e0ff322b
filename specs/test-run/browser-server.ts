/**
 * Serves one browser to many test files, at an endpoint that it prints, until its input ends: so it ends with whoever
 * started it. A browser that dies is started again at the same endpoint.
 */
import { randomUUID } from 'node:crypto';
import { type BrowserServer, chromium } from 'playwright-core';
import { launchOptions } from '../browser.js';

const options = { ...(await launchOptions()), host: '127.0.0.1', wsPath: randomUUID() };
let server = await launch(0);
let isOver = false;
// Whoever presses Ctrl+C stops the tests, which want to close their pages first.
process.on('SIGINT', () => {});
process.stdin.resume().once('close', async () => {
  isOver = true;
  await server.close();
  process.exit();
});
const endpoint = server.wsEndpoint();
console.log(endpoint);
for (;;) {
  await new Promise<void>((resolve) => server.once('close', resolve));
  if (isOver) break;
  console.error('The browser of the end-to-end tests died: it is started again, and the tests that used it fail.');
  server = await launch(Number(new URL(endpoint).port));
}

async function launch(port: number): Promise<BrowserServer> {
  return await chromium.launchServer({ ...options, port, handleSIGINT: false });
}
