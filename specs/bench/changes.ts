import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { TestApp } from '../e2e/app.rig.js';
import { type Bench, type Figures, median } from './figure.js';
import { costOf } from './page-cost.rig.js';

const LINES = 20_000;
const ROUNDS = 6;
const FILES = 2_000;

/** Long diffs, and many of them. */
export const measure: Bench = async () => ({ ...(await measureDiff()), ...(await measureList()) });

/** How soon a person sees the first lines of a long diff after they opened it, beside git's own diff of the same file. */
async function measureDiff(): Promise<Figures> {
  const app = await TestApp.start();
  const git = gitIn(app.place.folder);
  const names = Array.from({ length: ROUNDS + 2 }, (_, n) => `long${n}.txt`);
  const write = (isChanged: boolean) => {
    for (const [n, name] of names.entries()) writeFileSync(join(app.place.folder, name), linesOf(n, isChanged));
  };
  try {
    git('init', '-q');
    write(false);
    git('add', '.');
    git('commit', '-q', '-m', 'all');
    write(true);
    const { page } = await app.open();
    await page.keyboard.press('Control+Shift+D');
    await page.getByRole('radio', { name: /^Not committed/ }).check();
    await page
      .locator('git-file .git-head')
      .nth(ROUNDS + 1)
      .waitFor();
    const took: { value: number[]; floor: number[] } = { value: [], floor: [] };
    let rows = 0;
    for (const [round, name] of names.slice(0, -1).entries()) {
      const compare = () => timed(() => git('diff', '--histogram', '--', name));
      // Each comes first as often as second, so that both meet the same machine.
      const before = round % 2 === 0 ? compare() : null;
      const opened = await open(page, name);
      const floor = before ?? compare();
      rows = Math.max(rows, opened.rows);
      // The first one warms both up.
      if (round === 0) continue;
      took.floor.push(floor);
      took.value.push(opened.waited);
    }
    // Apart from the others, because a trace slows down what it traces.
    const { longest } = await costOf(page, () => open(page, names.at(-1)!));
    return {
      'changes-diff': { value: median(took.value), floor: median(took.floor) },
      'changes-diff-task': longest,
      'changes-diff-rows': rows,
    };
  } finally {
    await app.stop();
  }
}

/** How soon the list of very many changed files can be used, beside git's own count of their lines. */
async function measureList(): Promise<Figures> {
  const app = await TestApp.start();
  const git = gitIn(app.place.folder);
  try {
    git('init', '-q');
    fill(app.place.folder, false);
    git('add', '.');
    git('commit', '-q', '-m', 'all');
    fill(app.place.folder, true);
    const { page } = await app.open();
    await page.keyboard.press('Control+Shift+D');
    await page.getByRole('radio', { name: /^Not committed/ }).check();
    await page.locator('git-file .git-head').first().waitFor();
    const took: { value: number[]; floor: number[] } = { value: [], floor: [] };
    let elements = 0;
    for (let round = 0; round < ROUNDS; round++) {
      await page.keyboard.press('Control+Shift+D');
      await page.locator('git-file').first().waitFor({ state: 'detached' });
      const count = () => timed(() => git('diff', '--numstat', 'HEAD'));
      const before = round % 2 === 0 ? count() : null;
      const listed = await openList(page);
      took.value.push(listed.waited);
      took.floor.push(before ?? count());
      elements = Math.max(elements, listed.elements, await scrollThrough(page));
    }
    return {
      'changes-list': { value: median(took.value), floor: median(took.floor) },
      'changes-list-dom': elements,
    };
  } finally {
    await app.stop();
  }
}

/** Opens the panel and waits for all of the list and for the first line that can be pressed. */
function openList(page: Page): Promise<{ waited: number; elements: number }> {
  return page.evaluate(async (files) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const begun = performance.now();
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', {
        key: 'D',
        code: 'KeyD',
        ctrlKey: true,
        shiftKey: true,
        bubbles: true,
        composed: true,
      }),
    );
    while (document.querySelectorAll('git-file').length < files || !document.querySelector('git-file .git-head')) {
      await frame();
    }
    return { waited: performance.now() - begun, elements: document.querySelectorAll('*').length };
  }, FILES);
}

/** Sees all of the list; gives the most elements that there were. */
function scrollThrough(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const list = document.querySelector('working-changes .work-scroll')!;
    let most = 0;
    for (let top = 0; top < list.scrollHeight; top += 4 * list.clientHeight) {
      list.scrollTop = top;
      for (let n = 0; n < 3; n++) await frame();
      most = Math.max(most, document.querySelectorAll('*').length);
    }
    return most;
  });
}

function fill(folder: string, isChanged: boolean): void {
  for (let n = 0; n < FILES; n++) {
    mkdirSync(join(folder, `d${n % 50}`), { recursive: true });
    writeFileSync(join(folder, `d${n % 50}`, `f${n}.ts`), `export const n = ${n};\n${isChanged ? '// changed\n' : ''}`);
  }
}

function gitIn(folder: string) {
  return (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=B', '-c', 'user.email=b@example.org', ...args], {
      ...{ cwd: folder, maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'pipe'] },
    });
}

function timed(work: () => unknown): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

/** Opens a file, waits for its first lines and the marks of its words, and folds it again. */
function open(page: Page, name: string): Promise<{ waited: number; rows: number }> {
  return page.evaluate(async (path) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const files = [...document.querySelectorAll<HTMLElement & { row: { path: string } }>('git-file')];
    const file = files.find(({ row }) => row.path === path)!;
    const head = file.querySelector<HTMLElement>('.git-head')!;
    const begun = performance.now();
    head.click();
    while (!file.querySelector('.diff-row')) await frame();
    const waited = performance.now() - begun;
    while (!file.querySelector('.diff-word')) await frame();
    const rows = file.querySelectorAll('.diff-row').length;
    head.click();
    while (file.querySelector('.diff-row')) await frame();
    return { waited, rows };
  }, name);
}

/** A text of which every tenth line differs. */
function linesOf(file: number, isChanged: boolean): string {
  const line = (n: number) => `line ${n} of long text ${file}${isChanged && n % 10 === 0 ? ', changed' : ''}\n`;
  return Array.from({ length: LINES }, (_, n) => line(n)).join('');
}
