import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AppPage } from '../e2e/app-page.rig.js';
import type { Show } from './camera.js';

const lines = (count: number, change: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: count }, (_, n) => `${change[n] ?? `export const price${n} = compute(${n}, 'EUR');`}\n`).join(
    '',
  );

/** A repository with changes of every kind, as somebody in the middle of their work has it. */
export function fillRepository(folder: string): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      ...{ cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
    });
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  git('init', '-q', '-b', 'main');
  write('src/cart.ts', lines(60));
  write('src/price.ts', lines(24));
  write('src/totals.ts', lines(30));
  write('old-notes.txt', 'gone\n');
  git('add', '.');
  git('commit', '-qm', 'Set up the shop');
  git('switch', '-q', '-c', 'rounding');
  write('src/totals.ts', lines(30, { 4: 'export const total = round(sum);' }));
  git('commit', '-qam', 'Round totals');
  const [ten, eleven] = [
    "export const price10 = computeTotal(10, 'EUR');",
    "export const price11 = computeTotal(11, 'USD');",
  ];
  write(
    'src/cart.ts',
    lines(60, { 10: ten!, 11: eleven!, 45: 'export const shipping = 4.9;\nexport const gift = 2;' }),
  );
  write('src/price.ts', lines(24, { 3: 'export const three = 3;' }));
  git('add', 'src/price.ts');
  write('src/price.ts', lines(24, { 3: 'export const three = 3;', 18: 'export const eighteen = 18;' }));
  write('src/checkout/address.ts', lines(6));
  rmSync(join(folder, 'old-notes.txt'));
}

/** What is not committed, with lines picked; and the branch against its base. */
export async function visitChanges({ page }: AppPage, show: Show): Promise<void> {
  await page.keyboard.press('Control+Shift+D');
  await page.getByRole('radio', { name: /^Not committed/ }).check();
  await page.getByRole('group', { name: 'src/cart.ts' }).locator('.git-head').waitFor();
  await show('changes');
  await page.getByRole('group', { name: 'src/cart.ts' }).locator('.git-head').click();
  await page.locator('.diff-word').first().waitFor();
  await page.locator('[data-row="2"] .diff-margin').click();
  await page.getByRole('textbox', { name: 'Summary' }).fill('Charge shipping');
  await show('changes-lines');
  await page.getByRole('radio', { name: /^Branch/ }).check();
  await page.locator('branch-changes git-file .git-head').first().click();
  await page.locator('branch-changes .diff-row').first().waitFor();
  await show('changes-branch');
}

/** What was written while a reply ran, and not by an edit of the agent. The changes are open already. */
export async function visitOthers(folder: string, tab: AppPage, show: Show): Promise<void> {
  const { page } = tab;
  await tab.prompt('long 100000');
  await tab.waitForText(/⟦9⟧/);
  writeFileSync(join(folder, 'src/price.ts'), lines(24, { 7: 'export const seven = 7;' }));
  await tab.stopButton.click();
  await tab.waitForIdle();
  await page.getByRole('radio', { name: /^This reply/ }).check();
  await page.getByText('Also changed').first().waitFor();
  await show('changes-others');
}

/** A fetch that settings of the repository would have a part in. */
export async function visitTrust(folder: string, { page }: AppPage, show: Show): Promise<void> {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
  git('remote', 'add', 'origin', 'https://github.com/someone/shop.git');
  git('config', 'http.proxy', 'http://proxy.invalid:3128');
  git('config', 'http.sslVerify', 'false');
  await page.keyboard.press('Control+Shift+D');
  const panel = page.getByRole('complementary', { name: 'Work panel' });
  await panel.getByRole('radio', { name: /^Not committed/ }).check();
  await panel.getByRole('button', { name: 'Fetch' }).click();
  await panel.getByRole('button', { name: 'Use only my settings' }).waitFor();
  await show('trust-remote');
}

/** Branches and stashes, the history with a commit, a search, and everything discarded with a way back. */
export async function visitRepository({ page }: AppPage, show: Show): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Work panel' });
  await page.getByText('Try the demo agent').waitFor();
  await page.keyboard.press('Control+Shift+D');
  await panel.getByRole('radio', { name: /^Not committed/ }).check();
  await panel.getByRole('button', { name: /^Branch: / }).click();
  await panel.getByRole('searchbox', { name: 'Find or create a branch' }).waitFor();
  await panel.getByRole('button', { name: /^main/ }).waitFor();
  await show('branches');
  await page.keyboard.press('Escape');
  await panel.getByRole('tab', { name: 'History' }).click();
  await panel.getByRole('option', { name: /Round totals/ }).waitFor();
  await show('history');
  await panel.getByRole('option', { name: /Round totals/ }).click();
  await panel.locator('commit-view git-file .git-head').first().click();
  await panel.locator('commit-view .diff-word').first().waitFor();
  await show('history-commit');
  await panel.getByRole('tab', { name: 'Search' }).click();
  await panel.getByRole('searchbox', { name: 'Search in all files' }).fill('price1');
  await panel.locator('.search-go').first().waitFor();
  await show('search-files');
  await panel.getByRole('tab', { name: /^Changes/ }).click();
  await panel.getByRole('button', { name: 'Discard everything…' }).click();
  const question = panel.getByRole('list', { name: 'Files with changes to discard' });
  await question.waitFor();
  await show('discard-question');
  await panel.getByRole('button', { name: 'Discard all', exact: true }).first().click();
  await question.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
  await show('discard-undo');
}
