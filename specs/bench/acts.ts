import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { settingTexts } from '../../webapp/components/settings/rows/words.js';
import { TestApp } from '../e2e/app.rig.js';
import type { Bench, Figures } from './figure.js';
import { RanFiles } from './ran-files.rig.js';

const ROUNDS = 3;
/** Longer than the server and the pages look at their clocks in between. */
const AFTERWARDS_MS = 250;

/** What one small act sets in motion: the files that run for a checkbox, and the calls for a staged line. */
export const measure: Bench = async () => ({ ...(await measureCheckbox()), ...(await measureStaging()) });

/** A person changes a setting in one tab, and another one shows a conversation with an edit. */
async function measureCheckbox(): Promise<Figures> {
  const app = await TestApp.start({ isDev: true, env: () => ({ NODE_OPTIONS: '--inspect=127.0.0.1:0' }) });
  try {
    const [one, other] = [await app.open(), await app.open()];
    await one.prompt('edit');
    await one.answer('Allow');
    await one.waitForIdle();
    await other.waitForText(/edit/i);
    await one.page.goto(`${app.server.origin}/#/settings/permissions`);
    const box = one.page.getByRole('switch', { name: settingTexts.stopUnasked.name });
    await box.waitFor();
    const inspector = /ws:\/\/127\.0\.0\.1:\d+\/\S+/.exec(app.server.stderr)?.[0];
    if (!inspector) throw new Error('The server has no inspector.');
    const [server, here, there] = [
      await RanFiles.inProcess(inspector),
      await RanFiles.inPage(one.page),
      await RanFiles.inPage(other.page),
    ];
    const counts: { all: number; here: number; there: number; server: number }[] = [];
    // The first time it loads what it needs.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const isOn = round % 2 === 0;
      await box.hover();
      await settled(one.page);
      await Promise.all([server.take(), here.take(), there.take()]);
      await box.click();
      await other.page.waitForFunction(isSetting, isOn);
      await one.waitForSent();
      await settled(one.page);
      const ran = await Promise.all([server.take(), here.take(), there.take()]);
      const files = new Set(ran.flatMap((paths) => [...paths]));
      counts.push({ all: files.size, server: ran[0].size, here: ran[1].size, there: ran[2].size });
    }
    server.close();
    const most = (of: (count: (typeof counts)[number]) => number) => Math.max(...counts.slice(1).map(of));
    return {
      'checkbox-files': most(({ all }) => all),
      'checkbox-server': most(({ server: files }) => files),
      'checkbox-here': most(({ here: files }) => files),
      'checkbox-there': most(({ there: files }) => files),
    };
  } finally {
    await app.stop();
  }
}

/** A person stages one of two changed lines; counted are the calls until the page shows what is left. */
async function measureStaging(): Promise<Figures> {
  const app = await TestApp.start({ isDev: true });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=B', '-c', 'user.email=b@example.org', ...args], { cwd: app.place.folder });
  const lines = (isChanged: boolean) =>
    Array.from({ length: 60 }, (_, n) => `line ${n}${isChanged && n % 30 === 10 ? ', changed' : ''}\n`).join('');
  try {
    git('init', '-q');
    writeFileSync(join(app.place.folder, 'cart.ts'), lines(false));
    git('add', '.');
    git('commit', '-q', '-m', 'all');
    writeFileSync(join(app.place.folder, 'cart.ts'), lines(true));
    const calls: string[] = [];
    const device = await app.newDevice();
    device.on('page', (opened) => noteCalls(opened, calls));
    const { page } = await app.open(device);
    await page.keyboard.press('Control+Shift+D');
    await page.getByRole('radio', { name: /^Not committed/ }).check();
    await page.locator('git-file .git-head').click();
    const hunks = page.locator('git-file .diff-hunk');
    await hunks.nth(1).waitFor();
    await page.keyboard.press('j');
    await page.locator('git-file .diff-hunk:focus').waitFor();
    await settled(page);
    calls.length = 0;
    await page.keyboard.press('s');
    await hunks.nth(1).waitFor({ state: 'detached' });
    await settled(page);
    return { 'stage-calls': calls.length };
  } finally {
    await app.stop();
  }
}

/** Notes the calls about the folder that a page makes. */
function noteCalls(page: Page, calls: string[]): void {
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const method = /"method":"(Repo\.\w+)"/.exec(String(payload))?.[1];
      if (method) calls.push(method);
    }),
  );
}

/** Lets what an act has set in motion come to its end: nothing of it is awaited by anybody. */
async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(AFTERWARDS_MS);
}

/** Runs in the page: whether it knows the setting to be so. */
function isSetting(isOn: boolean): boolean {
  return document.querySelector('ac-app')?.context?.settings.value?.stopUnasked === isOn;
}
