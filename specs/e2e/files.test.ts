import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { gitEnv } from '../../server/repo/repo.rig.js';
import { TestApp } from './app.rig.js';
import { eventually } from './eventually.rig.js';

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Work panel' });
const THEIRS = 'export const greeting = "theirs";\r\n';

/** Some kB that would keep a browser from painting for good. */
function heavyDrawing(): string {
  const group = (id: string, of: string) => `<g id="${id}">${`<use href="#${of}"/>`.repeat(20)}</g>`;
  const blur = '<filter id="f"><feGaussianBlur stdDeviation="1000"/></filter>';
  const parts = `${blur}<rect id="a" width="90000" height="90000" filter="url(#f)"/>${group('b', 'a')}${group('c', 'b')}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000">${parts}${group('d', 'c')}</svg>`;
}

describe('the files of a real folder', () => {
  let app: TestApp;
  const pathOf = (name: string) => join(app.place.folder, name);
  const read = (name: string) => readFileSync(pathOf(name), 'utf8');
  const onDisk = (name: string, text: string) =>
    eventually(
      () => read(name),
      (now) => now === text,
      `${name} should be written`,
    );

  before(async () => {
    app = await TestApp.start({ folderName: 'shop' });
    mkdirSync(pathOf('src/deep'), { recursive: true });
    const lines = Array.from({ length: 300 }, (_, n) => `line ${n + 1}${n % 100 === 50 ? ' needle' : ''}\n`);
    writeFileSync(pathOf('notes.txt'), lines.join(''));
    writeFileSync(pathOf('src/greet.ts'), 'export const greeting = "hello";\r\n');
    writeFileSync(pathOf('src/deep/other.ts'), 'export {};\n');
    writeFileSync(pathOf('bomb.svg'), heavyDrawing());
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: app.place.folder, env: gitEnv(app.place.dataDir) });
    git('init', '-q');
    git('add', '-A');
    git('-c', 'user.name=T', '-c', 'user.email=t@example.org', 'commit', '-q', '-m', 'Begin');
    writeFileSync(pathOf('src/deep/other.ts'), 'export const other = 1;\n');
  });
  after(() => app.stop());

  it('[FI52] are opened, searched, edited, settled and saved by keys alone, and undone', async () => {
    const { page } = await app.open();
    const panel = panelOf(page);
    await page.keyboard.press('Control+e');
    const finder = panel.getByRole('combobox', { name: 'Find a file' });
    await eventually(
      () => finder.evaluate((field) => field.matches(':focus')).catch(() => false),
      (isThere) => isThere,
      'The finder should have the focus',
    );
    await page.keyboard.type('notes:151');
    await panel.getByRole('option', { name: 'notes.txt' }).waitFor();
    await page.keyboard.press('Enter');
    await panel.locator('.file-line.meant', { hasText: 'line 151 needle' }).waitFor();
    await panel.locator('.file-scroll').focus();
    await page.keyboard.press('Control+f');
    await panel.getByRole('textbox', { name: 'Search' }).waitFor();
    await page.keyboard.type('needle');
    await panel.getByText('2 of 3').waitFor();
    await page.keyboard.press('Enter');
    await panel.getByText('3 of 3').waitFor();
    await page.keyboard.press('Escape');

    await page.keyboard.press('Control+e');
    await page.keyboard.type('greet');
    await panel.getByRole('option', { name: 'src/greet.ts' }).waitFor();
    await page.keyboard.press('Enter');
    await panel.locator('.file-line', { hasText: 'hello' }).waitFor();
    await panel.getByRole('button', { name: 'Edit', exact: true }).press('Enter');
    const text = panel.getByRole('textbox', { name: 'Edit src/greet.ts' });
    await eventually(
      () => text.evaluate((field) => field.matches(':focus')).catch(() => false),
      (isThere) => isThere,
      'The editor should have the focus',
    );
    await page.keyboard.type('// mine');
    await page.keyboard.press('Enter');
    await panel.getByText('Unsaved changes').waitFor();
    writeFileSync(pathOf('src/greet.ts'), THEIRS);
    await page.keyboard.press('Control+s');
    const warning = panel.getByRole('alert');
    await warning.getByText('This file changed while you were editing it.').waitFor();
    assert.equal(read('src/greet.ts'), THEIRS, 'nothing was overwritten');
    await warning.getByRole('button', { name: 'Show difference' }).press('Enter');
    await panel.locator('.edit-difference').getByText('// mine').waitFor();
    await warning.getByRole('button', { name: 'Keep mine' }).press('Enter');
    await onDisk('src/greet.ts', '// mine\r\nexport const greeting = "hello";\r\n');
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).press('Enter');
    await onDisk('src/greet.ts', THEIRS);
  });

  it('[FI55] [U94] are drawings that cannot keep the tab from painting', async () => {
    const { page } = await app.open();
    const panel = panelOf(page);
    await page.keyboard.press('Control+e');
    await panel.getByRole('combobox', { name: 'Find a file' }).fill('bomb.svg');
    await panel.getByRole('option', { name: 'bomb.svg' }).waitFor();
    await page.keyboard.press('Enter');
    await panel.locator('.file-line', { hasText: 'feGaussianBlur' }).waitFor();
    await panel.getByRole('button', { name: 'Show as image' }).click();
    await panel.getByText('drawing it could freeze the page').waitFor();
    await page.evaluate('new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))');
    assert.equal(await panel.locator('file-picture img').count(), 0);
  });

  it('[FI33] [FI36] keep unsaved text over a reload, under the policy of the page', async () => {
    const { page } = await app.open();
    const panel = panelOf(page);
    await page.keyboard.press('Control+e');
    await panel.getByRole('combobox', { name: 'Find a file' }).fill('other');
    await panel.getByRole('option', { name: 'src/deep/other.ts' }).click();
    await panel.getByRole('button', { name: 'Edit', exact: true }).click();
    const text = panel.getByRole('textbox', { name: 'Edit src/deep/other.ts' });
    await text.waitFor();
    await text.focus();
    await page.keyboard.type('// unsaved ');
    await panel.getByText('Unsaved changes').waitFor();
    await panel.getByRole('button', { name: 'Done' }).click();
    await page.reload();
    await panel.getByRole('button', { name: 'Continue editing' }).click();
    await panel.getByRole('textbox', { name: 'Edit src/deep/other.ts' }).getByText('// unsaved').waitFor();
    await panel.getByRole('button', { name: 'Discard' }).click();
    await eventually(
      () => text.textContent(),
      (now) => now === 'export const other = 1;',
      'The text of the file should be back',
    );
    assert.equal(read('src/deep/other.ts'), 'export const other = 1;\n');
  });

  it('[FI7] [FI20] are worked with by touch on a phone', async () => {
    const size = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const { page } = await app.open(await app.newDevice(app.browser, size));
    const panel = panelOf(page);
    await page
      .getByRole('tablist', { name: 'Views' })
      .getByRole('tab', { name: /^Changes/ })
      .tap();
    await panel.getByRole('tab', { name: 'Files' }).tap();
    const tree = panel.getByRole('tree', { name: 'Files' });
    await tree.getByRole('treeitem', { name: 'src, contains changes' }).tap();
    await tree.getByRole('treeitem', { name: 'deep, contains changes' }).tap();
    await tree.getByRole('treeitem', { name: 'other.ts, modified' }).tap();
    await panel.locator('.file-line', { hasText: 'other = 1' }).waitFor();
    await panel.getByRole('button', { name: 'All files' }).tap();
    await panel.getByRole('button', { name: 'New file' }).tap();
    await panel.getByRole('textbox', { name: 'Name in src/deep' }).fill('made.ts');
    await page.keyboard.press('Enter');
    await panel.getByText('This file is empty.').waitFor();
    await eventually(
      () => read('src/deep/made.ts'),
      (text) => text === '',
      'The file should be there',
    );
    await panel.getByRole('button', { name: 'All files' }).tap();
    await tree.getByRole('treeitem', { name: 'made.ts, untracked' }).waitFor();
    await panel.getByRole('button', { name: 'Delete made.ts' }).tap();
    await tree.getByRole('treeitem', { name: /^made\.ts/ }).waitFor({ state: 'detached' });
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).tap();
    await tree.getByRole('treeitem', { name: /^made\.ts/ }).waitFor();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `nothing is wider than the screen (${width})`);
  });
});
