/** `npm run shots [-- name…]`: pictures of every screen and state, light and dark, in three sizes, into `shots/`. */
import { join } from 'node:path';
import { TestApp } from './e2e/app.rig.js';
import { AppPage } from './e2e/app-page.rig.js';
import { ROOT } from './read-sources.js';
import type { StartOptions } from './rigs/server-process.rig.js';
import { Camera, SCREENS } from './shots/camera.js';
import { VISITS } from './shots/states.js';
import { shootTour } from './shots/tour.js';

const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
const camera = new Camera(join(ROOT, 'shots'));
const failed: string[] = [];

await withApp({ env: () => ({ ACDECK_DEMO_PACE: '0.3' }) }, async (app, tab) => {
  await app.server.line('ready');
  for (const [name, visit] of Object.entries(VISITS).filter(([name]) => isWanted(name)))
    await attempt(name, () => visit(tab, (shot, screens) => camera.shoot(tab.page, shot, screens)));
  if (isWanted('signed-out')) await attempt('signed-out', () => shootSignedOut(app));
  if (isWanted('reconnecting'))
    await attempt('reconnecting', async () => {
      await app.server.stop('SIGKILL');
      await tab.page.locator('connection-banner').getByText(/./).first().waitFor();
      await camera.shoot(tab.page, 'reconnecting');
    });
});
if (isWanted('startup'))
  await withApp({ env: () => ({ ACDECK_DEMO_INIT_MS: '600000' }) }, async (_app, tab) => {
    await attempt('startup', async () => {
      await tab.page.locator('startup-overlay').waitFor();
      await camera.shoot(tab.page, 'startup');
    });
  });
if (isWanted('sign-in'))
  await withApp({ env: () => ({ ACDECK_DEMO_LOGIN: 'session/new' }) }, async (_app, tab) => {
    await attempt('sign-in', async () => {
      await tab.page.getByRole('button', { name: 'Sign in', exact: true }).last().waitFor();
      await camera.shoot(tab.page, 'needs-sign-in');
      await tab.page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
      await tab.page.getByRole('region', { name: /^Sign in to/ }).waitFor();
      await camera.shoot(tab.page, 'sign-in');
    });
  });
if (isWanted('tour')) await attempt('tour', () => shootTour(camera));

console.log(`${camera.taken} pictures are in shots/.`);
if (failed.length > 0) console.error(`Not reached: ${failed.join(', ')}.`);
process.exit(failed.length === 0 ? 0 : 1);

async function withApp(options: StartOptions, use: (app: TestApp, tab: AppPage) => Promise<void>): Promise<void> {
  const app = await TestApp.start(options);
  app.expectTrouble(/./);
  try {
    const tab = await app.open();
    tab.page.setDefaultTimeout(20_000);
    await tab.page.setViewportSize(SCREENS.desktop);
    await use(app, tab);
  } finally {
    await app.stop();
  }
}

/** One that is not reached is no reason to see nothing of the others. */
async function attempt(name: string, visit: () => Promise<void>): Promise<void> {
  try {
    await visit();
    console.log(name);
  } catch (error) {
    failed.push(name);
    console.error(`${name}: ${error instanceof Error ? error.message : error}`);
  }
}

async function shootSignedOut(app: TestApp): Promise<void> {
  const { page } = new AppPage(await (await app.newDevice()).newPage());
  await page.goto(app.server.origin);
  await page.locator('signed-out-screen').waitFor();
  await camera.shoot(page, 'signed-out');
  await page.close();
}
