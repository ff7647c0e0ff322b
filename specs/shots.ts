/** `npm run shots [-- name…]`: pictures of every screen and state, light and dark, in three sizes, into `shots/`. */
import { join } from 'node:path';
import { TestApp } from './e2e/app.rig.js';
import { AppPage } from './e2e/app-page.rig.js';
import { ROOT } from './read-sources.js';
import { runProgram, STARTED_BY_CLAUDE } from './rigs/program.rig.js';
import type { StartOptions } from './rigs/server-process.rig.js';
import { Camera, SCREENS, type Show } from './shots/camera.js';
import { shootFiles } from './shots/files.js';
import { fillRepository, visitChanges, visitOthers, visitRepository } from './shots/repository.js';
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
  if (isWanted('programs')) await attempt('programs', () => shootPrograms(app, tab));
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
if (isWanted('changes'))
  await withApp({}, async (app, tab) => {
    fillRepository(app.place.folder);
    await attempt('changes', () => visitChanges(tab, (shot, screens) => camera.shoot(tab.page, shot, screens)));
  });
if (isWanted('repository'))
  await withApp({}, async (app, tab) => {
    fillRepository(app.place.folder);
    const show: Show = (shot, screens) => camera.shoot(tab.page, shot, screens);
    await attempt('repository', () => visitRepository(tab, show));
    await attempt('others', () => visitOthers(app.place.folder, tab, show));
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
if (isWanted('files'))
  await withApp({}, async (app, tab) => {
    await attempt('files', () =>
      shootFiles(app.place.folder, tab, (name, screens) => camera.shoot(tab.page, name, screens)),
    );
  });
if (isWanted('tour')) await attempt('tour', () => shootTour(camera));

console.log(`${camera.taken} pictures are in shots/.`);
if (failed.length > 0) console.error(`Not reached: ${failed.join(', ')}.`);
process.exit(failed.length === 0 ? 0 : 1);

async function withApp(options: StartOptions, use: (app: TestApp, tab: AppPage) => Promise<void>): Promise<void> {
  const app = await TestApp.start({ folderName: 'shop', ...options });
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

/** A program that an agent has started, over the session and in the settings, and tokens. */
async function shootPrograms(app: TestApp, { page }: AppPage): Promise<void> {
  for (const [label, role] of Object.entries({ 'Nightly build': 'viewer', 'Release script': 'full' })) {
    await (await runProgram(app.place, ['token', 'add', label, '--role', role])).ended;
  }
  await (await runProgram(app.place, ['sessions'])).ended;
  const asking = await runProgram(app.place, ['ask', 'Review the last commit.'], STARTED_BY_CLAUDE);
  const before = page.url();
  await page.locator('.banners .banner', { hasText: 'Claude' }).waitFor();
  await page.getByText('acdeck sessions connected').waitFor({ state: 'detached' });
  await camera.shoot(page, 'program-asks');
  await page.goto(`${app.server.origin}/#/settings/programs`);
  await page.locator('programs-section li').nth(3).waitFor();
  await camera.shoot(page, 'settings-programs');
  await page.goto(before);
  asking.end();
  await asking.ended;
}

async function shootSignedOut(app: TestApp): Promise<void> {
  const { page } = new AppPage(await (await app.newDevice()).newPage());
  await page.goto(app.server.origin);
  await page.locator('signed-out-screen').waitFor();
  await camera.shoot(page, 'signed-out');
  await page.close();
}
