import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, WebSocketRoute } from 'playwright-core';

/** `ACDECK_TEST_DELAY=500 npm run test:e2e` makes each message and file take so many milliseconds longer: what fails counts on a fast machine. */
const DELAY = Number(process.env.ACDECK_TEST_DELAY ?? 0);

/** `ACDECK_TEST_CPU=6` makes the pages that many times slower. */
const SLOWNESS = Number(process.env.ACDECK_TEST_CPU ?? 1);

/** Makes a browser's pages, and the line between them and the server, slow where that is wanted. */
export async function slowDown(device: BrowserContext): Promise<void> {
  if (SLOWNESS > 1)
    device.on('page', async (page) => {
      const session = await device.newCDPSession(page).catch(() => null);
      await session?.send('Emulation.setCPUThrottlingRate', { rate: SLOWNESS }).catch(() => {});
    });
  if (DELAY === 0) return;
  await device.route(/\/assets\//, async (route) => {
    await sleep(DELAY);
    await route.continue().catch(() => {});
  });
  await device.routeWebSocket(/^ws:/, (page) => {
    const server = page.connectToServer();
    // Timers of one length keep their order: the end of a connection does not overtake its last words.
    page.onMessage((message) => void setTimeout(() => server.send(message), DELAY));
    server.onMessage((message) => void setTimeout(() => page.send(message), DELAY));
    page.onClose((code, reason) => void setTimeout(() => void close(server, code, reason), DELAY));
    server.onClose((code, reason) => void setTimeout(() => void close(page, code, reason), DELAY));
  });
}

/** One that has gone meanwhile is closed. */
async function close(end: WebSocketRoute, code: number | undefined, reason: string | undefined): Promise<void> {
  await end.close({ ...(code !== undefined && { code }), ...(reason !== undefined && { reason }) }).catch(() => {});
}
