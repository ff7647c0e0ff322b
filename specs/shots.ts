/**
 * `npm run shots [-- name…]`: pictures of every screen and state, light and dark, in three sizes, into `shots/`, or into
 * the folder that `--into` names.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { TestApp } from './e2e/app.rig.js';
import { AppPage } from './e2e/app-page.rig.js';
import { ROOT } from './project-root.js';
import { runProgram, STARTED_BY_CLAUDE } from './rigs/program.rig.js';
import type { StartOptions } from './rigs/server-process.rig.js';
import { Camera, SCREENS, type Show } from './shots/camera.js';
import { shootFiles } from './shots/files.js';
import { fillRepository, visitChanges, visitOthers, visitRepository, visitTrust } from './shots/repository.js';
import { VISITS } from './shots/states.js';
import { shootTour } from './shots/tour.js';

/** What happens in one app: pictures by the name of their visit, in this order. */
interface Scene {
  readonly options: StartOptions;
  readonly prepare?: (app: TestApp) => unknown;
  readonly visits: Readonly<Record<string, (app: TestApp, tab: AppPage, show: Show) => Promise<void>>>;
}

const fill = (app: TestApp) => fillRepository(app.place.folder);

const SCENES: readonly Scene[] = [
  {
    options: { env: () => ({ ACDECK_DEMO_PACE: '0.3' }) },
    prepare: (app) => app.server.line('ready'),
    visits: {
      ...Object.fromEntries(
        Object.entries(VISITS).map(([name, visit]) => [
          name,
          (_app: TestApp, tab: AppPage, show: Show) => visit(tab, show),
        ]),
      ),
      programs: shootPrograms,
      'signed-out': shootSignedOut,
      reconnecting: async (app, tab, show) => {
        await app.server.stop('SIGKILL');
        await tab.page.locator('connection-banner').getByText(/./).first().waitFor();
        await show('reconnecting');
      },
    },
  },
  {
    options: { env: () => ({ ACDECK_DEMO_INIT_MS: '600000' }) },
    visits: {
      startup: async (_app, tab, show) => {
        await tab.page.locator('startup-overlay').waitFor();
        await show('startup');
      },
    },
  },
  { options: {}, prepare: fill, visits: { changes: (_app, tab, show) => visitChanges(tab, show) } },
  { options: {}, prepare: fill, visits: { trust: (app, tab, show) => visitTrust(app.place.folder, tab, show) } },
  {
    options: {},
    prepare: fill,
    visits: {
      repository: (_app, tab, show) => visitRepository(tab, show),
      others: (app, tab, show) => visitOthers(app.place.folder, tab, show),
    },
  },
  {
    options: { env: () => ({ ACDECK_DEMO_LOGIN: 'session/new' }) },
    visits: {
      'sign-in': async (_app, tab, show) => {
        await tab.page.getByRole('button', { name: 'Sign in', exact: true }).last().waitFor();
        await show('needs-sign-in');
        await tab.page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
        await tab.page.getByRole('region', { name: /^Sign in to/ }).waitFor();
        await show('sign-in');
      },
    },
  },
  { options: {}, visits: { files: (app, tab, show) => shootFiles(app.place.folder, tab, show) } },
];

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { into: { type: 'string', default: join(ROOT, 'shots') } },
});
const names = [...SCENES.flatMap(({ visits }) => Object.keys(visits)), 'tour'];
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no picture of ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
  process.exit(2);
}
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
const camera = new Camera(values.into);
const failed: string[] = [];

for (const { options, prepare, visits } of SCENES) {
  const chosen = Object.entries(visits).filter(([name]) => isWanted(name));
  if (chosen.length === 0) continue;
  await withApp(options, async (app, tab) => {
    await prepare?.(app);
    for (const [name, visit] of chosen) await attempt(name, () => visit(app, tab, showOn(tab.page)));
  });
}
if (isWanted('tour')) await attempt('tour', () => shootTour(camera));

console.log(`${camera.taken} pictures are in ${values.into}.`);
if (failed.length > 0) console.error(`Not reached: ${failed.join(', ')}.`);
process.exit(failed.length === 0 ? 0 : 1);

function showOn(page: Page): Show {
  return (name, screens) => camera.shoot(page, name, screens);
}

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
async function shootPrograms(app: TestApp, { page }: AppPage, show: Show): Promise<void> {
  for (const [label, role] of Object.entries({ 'Nightly build': 'viewer', 'Release script': 'full' })) {
    await (await runProgram(app.place, ['token', 'add', label, '--role', role])).ended;
  }
  await (await runProgram(app.place, ['sessions'])).ended;
  const asking = await runProgram(app.place, ['ask', 'Review the last commit.'], STARTED_BY_CLAUDE);
  const before = page.url();
  await page.locator('.banners .banner', { hasText: 'Claude' }).waitFor();
  await page.getByText('acdeck sessions connected').waitFor({ state: 'detached' });
  await show('program-asks');
  await page.goto(`${app.server.origin}/#/settings/programs`);
  await page.locator('programs-section li').nth(3).waitFor();
  await show('settings-programs');
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
