import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { gitEnv } from '../../server/repo/repo.rig.js';
import { TestApp } from './app.rig.js';
import { faultsOf } from './axe.rig.js';
import { eventually } from './eventually.rig.js';

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Work panel' });
const numbered = (count: number, change: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: count }, (_, n) => `${change[n] ?? `line ${n}`}\n`).join('');

describe('changes and commits', () => {
  let app: TestApp;
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: app.place.folder,
      env: gitEnv(app.place.dataDir),
      stdio: ['ignore', 'pipe', 'pipe'],
    }).toString();
  const write = (name: string, text: string) => writeFileSync(join(app.place.folder, name), text);
  const staged = () => git('show', ':cart.ts');

  before(async () => {
    app = await TestApp.start({ folderName: 'shop' });
    git('init', '-q', '-b', 'main');
    git('config', 'user.name', 'Ada');
    git('config', 'user.email', 'ada@example.org');
    write('cart.ts', numbered(60));
    write('long.txt', numbered(20_000));
    git('add', '.');
    git('commit', '-qm', 'Set up the shop');
  });
  after(() => app.stop());

  /** Each story begins with the last commit and one changed file. */
  const begin = () => {
    git('reset', '-q', '--hard');
    write('cart.ts', numbered(60, { 10: 'ten', 11: 'eleven', 40: 'forty' }));
  };
  /** The changed line with this text. */
  const lineOf = (part: Locator, text: string) =>
    part.locator('.diff-row[data-row]').filter({ has: part.page().getByText(text, { exact: true }) });

  /** Waits until git has what was staged. */
  const untilStaged = (text: string) =>
    eventually(
      async () => staged(),
      (now) => now === text,
      'exactly the picked lines should be staged',
    );

  it('[CH61] [CH63] lead from a change to staged lines and to a commit by the keyboard alone, and another tab sees it', async () => {
    begin();
    const { page } = await app.open();
    const other = (await app.open()).page;
    await other.keyboard.press('Control+Shift+D');
    await panelOf(other)
      .getByRole('radio', { name: /^Not committed/ })
      .check();

    await page.keyboard.press('Control+Shift+D');
    const panel = panelOf(page);
    await panel.getByRole('radio', { name: /^This reply/ }).waitFor();
    await page.keyboard.press('Tab');
    // Past the branch and its remote, which are there once the status is.
    await panel.getByRole('button', { name: /^Push/ }).waitFor();
    const scope = panel.locator('input[type="radio"]:focus');
    for (let n = 0; n < 12 && (await scope.count()) === 0; n++) await page.keyboard.press('Tab');
    for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await panel.getByRole('radio', { name: /^Not committed/, checked: true }).waitFor();
    const file = panel.getByRole('group', { name: 'cart.ts' });
    await file.waitFor();
    await page.keyboard.press('j');
    await file.locator('.diff-hunk:focus').waitFor();
    // Into the lines, past the buttons of the hunk: the line that goes, and the one in its place.
    for (const key of ['Tab', 'Tab', 'Tab']) await page.keyboard.press(key);
    await file.locator('[data-row="0"]:focus').waitFor();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await file.getByRole('button', { name: 'Stage 2 lines' }).waitFor();
    await page.keyboard.press('s');
    await untilStaged(numbered(60, { 10: 'ten' }));
    await panelOf(other).getByRole('group', { name: 'Staged, 1 file' }).waitFor();

    await eventually(
      () => panel.evaluate((element) => element.contains(document.activeElement)),
      (isInside) => isInside,
      'the focus should still be in the panel',
    );
    await page.keyboard.press('c');
    await panel.getByRole('textbox', { name: 'Summary' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Count to ten');
    await page.keyboard.press('Control+Enter');
    await eventually(
      async () => git('log', '-1', '--format=%s').trim(),
      (subject) => subject === 'Count to ten',
      'there should be a commit',
    );
    assert.equal(git('show', 'HEAD:cart.ts'), numbered(60, { 10: 'ten' }));
    await panelOf(other).getByText('Count to ten').waitFor();
    await panelOf(other).getByRole('group', { name: 'Staged, 1 file' }).waitFor({ state: 'detached' });
    await panel.getByText('Count to ten').waitFor();
    assert.deepEqual(await faultsOf(page), []);
    await page.close();
    await other.close();
  });

  it('[CH62] lead from a change to staged lines and to a commit by touch', async () => {
    begin();
    const viewport = { width: 390, height: 844 };
    const device = await app.newDevice(app.browser, { viewport, hasTouch: true, isMobile: true });
    const { page } = await app.open(device);
    await page
      .getByRole('tablist', { name: 'Views' })
      .getByRole('tab', { name: /^Changes/ })
      .tap();
    const panel = panelOf(page);
    await panel.getByText('Not committed').locator('xpath=..').tap();
    const file = panel.getByRole('group', { name: 'cart.ts' });
    await file
      .getByRole('button', { name: /cart\.ts/ })
      .first()
      .tap();
    for (const text of ['forty', 'line 40']) await lineOf(file, text).locator('.diff-margin').tap();
    await file.getByRole('button', { name: 'Stage 2 lines' }).tap();
    const before = git('show', 'HEAD:cart.ts');
    await untilStaged(before.replace('line 40\n', 'forty\n'));

    await panel.getByRole('group', { name: 'Staged, 1 file' }).waitFor();
    await file.last().getByRole('button', { name: 'Discard changes in cart.ts' }).tap();
    await page.getByText('Discarded changes in cart.ts').waitFor();
    await eventually(
      () => app.readFile('cart.ts'),
      (text) => text === staged(),
      'only what is staged should be left',
    );
    await page.getByRole('button', { name: 'Undo', exact: true }).tap();
    await eventually(
      () => app.readFile('cart.ts'),
      (text) => text === numbered(60, { 10: 'ten', 11: 'eleven', 40: 'forty' }),
      'the discarded lines should be back',
    );

    await panel.getByRole('textbox', { name: 'Summary' }).fill('Forty');
    await panel.getByRole('button', { name: 'Commit to main' }).tap();
    await eventually(
      async () => git('log', '-1', '--format=%s').trim(),
      (subject) => subject === 'Forty',
      'there should be a commit',
    );
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= viewport.width, `nothing is wider than the screen (${width})`);
    await device.close();
  });

  it('[M13] [M14] let the demo agent write the message of a commit, and a title', async () => {
    begin();
    write('crash edit.md', 'crash\nedit a file\n/hang\n');
    git('add', '.');
    const first = await app.open();
    const { page } = first;
    await first.prompt('Please look around in this folder. And be quick about it.');
    await first.waitForIdle();
    await page.keyboard.press('Control+Shift+D');
    const panel = panelOf(page);
    await panel.getByRole('radio', { name: /^Not committed/ }).check();
    await panel.getByRole('button', { name: 'Write message' }).click();
    await eventually(
      () => panel.getByRole('textbox', { name: 'Summary' }).inputValue(),
      (summary) => summary === 'Update 2 files',
      'the commit box should have the message',
    );
    const body = await panel.getByRole('textbox', { name: 'Description' }).inputValue();
    assert.match(body, /^- Update cart\.ts \(\+\d −\d\)\n- Add crash edit\.md \(\+3\)$/);
    assert.equal(await page.getByRole('textbox', { name: 'Message' }).inputValue(), '');
    await page.keyboard.press('Control+K');
    await page.keyboard.type('Suggest a title');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.title.includes('Look around in this folder'));
    await page.close();
  });

  it('[CH66] of 2,000 files draw only those in sight, and keys lead to all of them', async () => {
    begin();
    mkdirSync(join(app.place.folder, 'many'), { recursive: true });
    for (let n = 0; n < 2_000; n += 1) write(`many/f${n}.ts`, `${n}\n`);
    const { page } = await app.open();
    await page.keyboard.press('Control+Shift+D');
    const panel = panelOf(page);
    await panel.getByRole('radio', { name: /^Not committed/ }).check();
    const list = panel.locator('working-changes .work-scroll');
    await panel.getByRole('group', { name: 'New files, 2,000 files' }).waitFor();
    const elements = () => page.evaluate(() => document.querySelectorAll('*').length);
    const heads = () => panel.locator('.git-head').count();
    let most = { elements: await elements(), heads: await heads() };
    for (let share = 0.1; share <= 1.01; share += 0.1) {
      await list.evaluate((element, part) => element.scrollTo(0, element.scrollHeight * part), share);
      await eventually(
        () => list.evaluate(hasFileInMiddle),
        (isThere) => isThere,
        'files should be where the list is scrolled to',
      );
      most = { elements: Math.max(most.elements, await elements()), heads: Math.max(most.heads, await heads()) };
    }
    assert.ok(most.elements <= 8_000, `there were ${most.elements} elements`);
    assert.ok(most.heads <= 500, `${most.heads} files were drawn`);
    // From the last one, which is in sight, back to the first ones, which rest.
    await panel.getByRole('button', { name: 'Delete many/f999.ts' }).focus();
    await page.keyboard.press('[');
    await panel.getByRole('group', { name: 'many/f998.ts' }).locator('.git-head:focus').waitFor();
    await list.evaluate((element) => element.scrollTo(0, 0));
    await page.keyboard.press('[');
    await panel.getByRole('group', { name: 'many/f997.ts' }).locator('.git-head:focus').waitFor();
    await page.close();
    rmSync(join(app.place.folder, 'many'), { recursive: true });
  });

  it('[CH24] of 20,000 lines never keep more than 1,000 rows in the page', async () => {
    begin();
    const line = (n: number) => (n % 10 === 0 ? 'changed' : undefined);
    write('long.txt', numbered(20_000, Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [n, line(n)!]))));
    const { page } = await app.open();
    await page.keyboard.press('Control+Shift+D');
    const panel = panelOf(page);
    await panel.getByRole('radio', { name: /^Not committed/ }).check();
    const file = panel.getByRole('group', { name: 'long.txt' });
    await file
      .getByRole('button', { name: /long\.txt/ })
      .first()
      .click();
    await file.locator('.diff-row').first().waitFor();
    const scroller = panel.locator('.work-scroll');
    const rows = () => panel.locator('.diff-row').count();
    let most = await rows();
    // So many looks that their rows together would be too many.
    for (let share = 0.05; share <= 1.01; share += 0.05) {
      await scroller.evaluate((element, part) => element.scrollTo(0, element.scrollHeight * part), share);
      await eventually(
        () => scroller.evaluate(hasRowInMiddle),
        (isThere) => isThere,
        'lines should be where the list is scrolled to',
      );
      most = Math.max(most, await rows());
    }
    assert.ok(most <= 1_000, `there were ${most} rows`);
    await file.getByText('line 19993', { exact: true }).waitFor();
    await page.close();
    rmSync(join(app.place.folder, 'long.txt'));
  });
});

/** Whether a drawn file is in the middle of what is seen. */
function hasFileInMiddle(scroller: Element): boolean {
  const { top, height } = scroller.getBoundingClientRect();
  return [...scroller.querySelectorAll('.git-head')].some((head) => {
    const box = head.getBoundingClientRect();
    return box.top < top + height / 2 + 40 && box.bottom > top + height / 2 - 40;
  });
}

/** Runs in the page. */
function hasRowInMiddle(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  const at = (share: number) => document.elementFromPoint(x + width / 2, y + height * share);
  // A gap or the head of a hunk may be in the way of one look.
  return [0.4, 0.5, 0.6].some((share) => at(share)?.closest('.diff-row') != null);
}
