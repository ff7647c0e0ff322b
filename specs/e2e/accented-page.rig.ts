import { basename } from 'node:path';
import type { Page } from 'playwright-core';
import { CATALOG } from '../../server/agents/catalog/catalog-entries.js';
import { DEMO_SUGGESTIONS } from '../../server/protocol/api/demo-scenes.js';
import { EDITORS } from '../../webapp/state/work/editors.js';
import { accent } from '../../webapp/ui/catalogue.js';
import type { TestApp } from './app.rig.js';
import { AppPage } from './app-page.rig.js';
import { lastingFaults } from './eventually.rig.js';
import { hardCodedWords, misfits } from './words-probe.rig.js';

export const SIZES = [
  { width: 1440, height: 900 },
  { width: 820, height: 1000 },
  { width: 390, height: 844 },
] as const;

/** Names that are the same in every language, and what tests write in Latin letters. */
export const NAMES = [
  'AcDeck',
  ...EDITORS.map(({ name }) => name),
  ...CATALOG.map(({ name }) => name),
  ...DEMO_SUGGESTIONS.map(({ prompt }) => prompt),
  'Chrome on Linux',
];

/** The page in accented English, in which a word that no catalogue knows can be seen. */
export async function openAccented(app: TestApp, url = app.server.url, before?: () => void): Promise<AppPage> {
  const device = await app.newDevice();
  // Before any script of the page: those are modules, which come after this.
  await device.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      document.documentElement.lang = 'en-XA';
    });
  });
  if (before) await device.addInitScript(before);
  const page = await device.newPage();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(url);
  return new AppPage(page, accent);
}

/** Everything that is wrong with what is on screen, at every size. */
export async function faultsAt(page: Page, screen: string, data: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const find = async () => [
      ...(size.width === 390 ? await hardCodedWords(page, data) : []),
      ...(await misfits(page)),
    ];
    const faults = await lastingFaults(find);
    found.push(...faults.map((fault) => `${screen}, ${size.width}: ${fault}`));
  }
  await page.setViewportSize(SIZES[0]);
  return found;
}

export const named = (name: string) => ({ name: accent(name), exact: true });

export const placesOf = ({ place: { folder, dataDir } }: TestApp) => [folder, dataDir, basename(folder)];
