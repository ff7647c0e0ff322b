import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { gitEnv } from '../../server/repo/repo.rig.js';
import { TestApp } from './app.rig.js';
import { faultsOf } from './axe.rig.js';
import { eventually } from './eventually.rig.js';

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Work panel' });

/** Goes to an element as somebody without a mouse does. */
async function tabTo(page: Page, goal: Locator): Promise<void> {
  for (let steps = 0; steps < 100; steps++) {
    if (await goal.evaluate((element) => element.matches(':focus'))) return;
    await page.keyboard.press('Tab');
  }
  assert.fail('the Tab key never came there');
}

describe('branches, history and search', () => {
  let app: TestApp;
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: app.place.folder,
      env: gitEnv(app.place.dataDir),
      stdio: ['ignore', 'pipe', 'pipe'],
    }).toString();
  const write = (name: string, text: string) => writeFileSync(join(app.place.folder, name), text);
  const commit = (message: string) => {
    git('add', '-A');
    git('commit', '-qm', message);
  };

  before(async () => {
    app = await TestApp.start({ folderName: 'shop' });
    git('init', '-q', '-b', 'main');
    git('config', 'user.name', 'Ada');
    git('config', 'user.email', 'ada@example.org');
    write('cart.ts', 'export const price = 1;\nexport const tax = 2;\n');
    commit('Set up the shop');
    git('switch', '-qc', 'topic');
    write('cart.ts', 'export const price = 3;\nexport const tax = 2;\n');
    commit('Raise the price');
    git('switch', '-q', 'main');
    write('cart.ts', 'export const price = 5;\nexport const tax = 2;\n');
    commit('Raise it more');
    git('init', '-q', '--bare', '-b', 'main', '../bare.git');
    git('remote', 'add', 'origin', '../bare.git');
  });
  after(() => app.stop());

  const openChanges = async (page: Page) => {
    await page.keyboard.press('Control+Shift+D');
    const panel = panelOf(page);
    await panel.getByRole('radio', { name: /^Not committed/ }).check();
    await panel.getByRole('button', { name: /^Branch: / }).waitFor();
    return panel;
  };

  it('[BR40] [BR41] [BR45] lead from one branch to another, over changes by a stash, and the header says where', async () => {
    const { page } = await app.open();
    const panel = await openChanges(page);
    await page.getByRole('button', { name: /^Branch main/ }).waitFor();
    write('cart.ts', 'mine\n');
    await panel.getByRole('button', { name: 'Branch: main' }).click();
    await panel.getByRole('searchbox', { name: 'Find or create a branch' }).fill('top');
    await panel.getByRole('button', { name: /^topic/ }).click();
    await panel.getByText('Your changes in cart.ts would be overwritten.').waitFor();
    await panel.getByRole('button', { name: 'Stash and switch' }).click();
    await panel.getByRole('button', { name: 'Branch: topic' }).waitFor();
    await page.getByRole('button', { name: /^Branch topic/ }).waitFor();
    assert.equal(git('stash', 'list').split('\n').length, 2);
    await panel.getByRole('button', { name: 'Branch: topic' }).click();
    await panel.getByRole('searchbox', { name: 'Find or create a branch' }).fill('fix/one');
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Branch: fix/one' }).waitFor();
    git('switch', '-q', 'main');
    await panel.getByRole('button', { name: 'Branch: main' }).waitFor();
    await panel.getByRole('button', { name: 'Branch: main' }).click();
    await panel.getByRole('button', { name: 'Delete topic' }).click();
    await panel.getByText('topic has 1 commit that isn’t merged.').waitFor();
    await panel.getByText('Raise the price').waitFor();
    await panel.getByRole('button', { name: 'Dismiss' }).click();
    assert.match(git('branch'), /topic/);
  });

  it('[BR40] rename a branch, and restore what was stashed', async () => {
    const { page } = await app.open();
    const panel = await openChanges(page);
    const menu = panel.getByRole('dialog', { name: 'Branches' });
    await panel.getByRole('button', { name: 'Branch: main' }).click();
    await menu.getByRole('button', { name: 'Rename fix/one' }).click();
    const name = menu.getByRole('textbox', { name: 'New name for fix/one' });
    await name.fill('main');
    await name.press('Enter');
    await page.locator('toast-region').getByText('There is already a branch called main.').waitFor();
    await name.fill('fix/two');
    await name.press('Enter');
    await menu.getByRole('button', { name: 'Rename fix/two' }).waitFor();
    assert.deepEqual(git('branch', '--format=%(refname:short)').trim().split('\n'), ['fix/two', 'main', 'topic']);
    await menu.getByRole('button', { name: / Restore$/ }).click();
    await eventually(
      // Not `stash list`, which fails in the moment in which Git takes the last one away.
      async () => git('for-each-ref', 'refs/stash'),
      (list) => list === '',
      'the stash should be gone',
    );
    assert.equal(await app.readFile('cart.ts'), 'mine\n');
    await panel.getByRole('group', { name: 'cart.ts' }).waitFor();
    git('restore', 'cart.ts');
  });

  it('[BR42] [BR46] push, tell a second tab why it failed, and ask about the commits that a forced push would take away', async () => {
    const { page } = await app.open();
    const { page: second } = await app.open();
    await second.locator('prompt-composer').first().waitFor();
    const panel = await openChanges(page);
    await panel.getByRole('button', { name: /^Push/ }).click();
    await panel
      .getByRole('button', { name: /^(Trust|Allow)/ })
      .first()
      .click();
    await panel.locator('branch-bar trust-panel').waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: /^Push/ }).click();
    await eventually(
      async () => git('-C', '../bare.git', 'branch', '--list', 'main'),
      (told) => /main/.test(told),
      'the branch should be on the remote',
    );
    git('commit', '-q', '--amend', '-m', 'Raise it more, said better');
    await panel.getByRole('button', { name: /^Push.*1/ }).waitFor();
    await panel.getByRole('button', { name: /^Push/ }).click();
    await panel.getByText(/Pull first/).waitFor();
    await second.getByText('origin has commits on main that you don’t have. Pull first.').waitFor();
    await second.locator('toast-region').getByRole('button', { name: 'Show', exact: true }).click();
    await panelOf(second).getByRole('button', { name: 'Branch: main' }).waitFor();
    await panel.getByRole('button', { name: 'Overwrite…' }).click();
    const question = panel.getByRole('alertdialog', { name: 'Overwrite main on origin?' });
    await question.getByText('Raise it more').waitFor();
    await question.getByRole('button', { name: 'Overwrite 1 commit' }).click();
    await eventually(
      async () => git('-C', '../bare.git', 'log', '-1', '--format=%s', 'main').trim(),
      (told) => told === 'Raise it more, said better',
      'the commit should have taken the place of the other',
    );
  });

  it('[BR42] merge or rebase when a pull finds that both sides have commits', async () => {
    const { page } = await app.open();
    const panel = await openChanges(page);
    git('clone', '-q', '../bare.git', '../other');
    const other = (...args: string[]) =>
      git('-C', '../other', '-c', 'user.name=B', '-c', 'user.email=b@x.org', ...args);
    for (const [way, parents] of [
      ['Merge', 2],
      ['Rebase', 1],
    ] as const) {
      git('push', '-q', 'origin', 'main');
      other('pull', '-q', '--ff-only');
      other('commit', '-q', '--allow-empty', '-m', `Theirs to ${way}`);
      other('push', '-q');
      write(`${way}.md`, 'ours\n');
      commit(`Ours to ${way}`);
      const before = git('rev-parse', 'HEAD').trim();
      await panel.getByRole('button', { name: 'Pull' }).first().click();
      await panel.getByText('main and origin/main both have new commits.').waitFor();
      await panel.getByText(/You have 1 commit, the remote has 1/).waitFor();
      assert.equal(git('rev-parse', 'HEAD').trim(), before);
      await panel.getByRole('button', { name: way, exact: true }).click();
      await eventually(
        async () => git('rev-list', '--count', 'main..origin/main').trim(),
        (count) => count === '0',
        'nothing should be left to pull',
      );
      assert.equal(git('log', '-1', '--format=%P', 'main').trim().split(' ').length, parents, way);
      await panel.getByText('main and origin/main both have new commits.').waitFor({ state: 'detached' });
      await panel.getByText('Pulling…').waitFor({ state: 'detached' });
    }
  });

  it('[BR43] [BR44] resolve a conflict by a button, and go on or give up only after a yes', async () => {
    const { page } = await app.open();
    const panel = await openChanges(page);
    const file = panel.getByRole('group', { name: 'cart.ts' });
    for (const [side, price] of [
      ['Use ours', 5],
      ['Use theirs', 3],
    ] as const) {
      assert.throws(() => git('merge', 'topic'));
      await panel.getByText('1 file still has conflicts.').waitFor();
      // It stays unfolded from one merge to the next.
      if ((await file.locator('.git-head').getAttribute('aria-expanded')) === 'false') {
        await file.locator('.git-head').click();
      }
      await file.getByRole('button', { name: side }).click();
      await panel.getByText('All conflicts are resolved.').waitFor();
      assert.equal(await app.readFile('cart.ts'), `export const price = ${price};\nexport const tax = 2;\n`);
      await panel.getByRole('button', { name: 'Abort…' }).click();
      assert.equal(git('rev-parse', '-q', '--verify', 'MERGE_HEAD').length > 0, true);
      await panel.getByRole('button', { name: 'Abort merge' }).click();
      await panel.getByText('A merge isn’t finished.').waitFor({ state: 'detached' });
      assert.throws(() => git('rev-parse', '-q', '--verify', 'MERGE_HEAD'));
      assert.equal(git('status', '--porcelain'), '');
      assert.match((await app.readFile('cart.ts')) ?? '', /price = 5/);
    }
    assert.throws(() => git('merge', 'topic'));
    await panel.getByText('A merge isn’t finished.').waitFor();
    assert.equal(await panel.getByRole('button', { name: 'Continue' }).isDisabled(), true);
    await panel.getByRole('button', { name: 'Abort…' }).click();
    await panel.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(git('rev-parse', '-q', '--verify', 'MERGE_HEAD').length > 0, true);
    await file.getByRole('button', { name: 'Ask the agent' }).click();
    await page.getByText('Conflict in cart.ts').waitFor();
    await file.getByRole('button', { name: 'Keep both' }).click();
    await panel.getByText('All conflicts are resolved.').waitFor();
    assert.deepEqual(await faultsOf(page), []);
    await panel.getByRole('button', { name: 'Continue' }).click();
    await panel.getByText('A merge isn’t finished.').waitFor({ state: 'detached' });
    assert.equal(git('show', 'HEAD:cart.ts').split('\n').length, 4);
    assert.equal(git('log', '-1', '--format=%P').trim().split(' ').length, 2);
  });

  it('[HI22] [HI23] show the graph and a commit with its diff, and find one by keys alone', async () => {
    const { page } = await app.open();
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: 'Commands' }).fill('Show history');
    await page.keyboard.press('Enter');
    const panel = panelOf(page);
    await panel.getByRole('option', { name: /Raise it more/ }).waitFor();
    const commits = panel.getByRole('listbox', { name: 'Commits' });
    await tabTo(page, commits);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await panel.getByRole('heading', { name: 'Set up the shop' }).waitFor();
    await panel.getByRole('group', { name: 'cart.ts' }).locator('.git-head').click();
    await panel.locator('commit-view .diff-row').first().waitFor();
    assert.deepEqual(await faultsOf(page), []);
    await panel.getByRole('button', { name: 'Ask about this commit' }).click();
    await page.getByText(/^Commit [0-9a-f]{9}/).waitFor();
    const field = panel.getByRole('searchbox', { name: 'Search commits' });
    await tabTo(page, field);
    await page.keyboard.type('price');
    await panel.getByRole('option', { name: /Raise the price/ }).waitFor();
    await panel.getByRole('option', { name: /Raise it more/ }).waitFor({ state: 'detached' });
    assert.equal(await field.inputValue(), 'price');
    await tabTo(page, commits);
    await page.keyboard.press('Enter');
    await panel.getByRole('heading', { name: 'Raise the price' }).waitFor();
    await page.keyboard.press('Escape');
    await panel.locator('commit-view').waitFor({ state: 'detached' });
    await panel.getByRole('option', { name: /Raise the price/ }).waitFor();
  });

  it('[SE21] [SE22] [SE23] [HI24] [HI25] search all files, put a hit into the message, open one at its line, and see who wrote it', async () => {
    const { page } = await app.open();
    await page.keyboard.press('Control+Shift+E');
    const panel = panelOf(page);
    const field = panel.getByRole('searchbox', { name: 'Search in all files' });
    await eventually(
      () => field.evaluate((element) => element.matches(':focus')),
      (isThere) => isThere,
      'the field should have the focus',
    );
    await page.keyboard.type('TAX');
    await panel.getByText('1 line in 1 file').waitFor();
    assert.deepEqual(await faultsOf(page), []);
    await panel.getByRole('button', { name: 'Match case' }).click();
    await panel.getByText('Nothing found.').waitFor();
    await panel.getByRole('button', { name: 'Match case' }).click();
    await panel.getByRole('button', { name: 'Regular expression' }).click();
    await field.fill('tax(');
    await panel.getByText(/This expression can’t be searched for/).waitFor();
    await field.fill('t.x = 2');
    await panel.locator('.search-go').first().waitFor();
    await field.press('ArrowDown');
    await panel.locator('.search-go:focus').waitFor();
    await page.keyboard.press('a');
    await eventually(
      async () => page.locator('prompt-composer textarea').first().inputValue(),
      (text) => /@cart\.ts#L\d/.test(text),
      'the hit should be in the message',
    );
    await panel.locator('.search-go').first().click();
    await panel.locator('.file-line.meant').waitFor();
    await panel.getByRole('button', { name: 'More actions' }).click();
    await panel.getByRole('button', { name: 'Show history' }).click();
    await panel.getByText('History of cart.ts').waitFor();
    await panel.getByRole('option', { name: /Set up the shop/ }).waitFor();
    await panel.getByRole('option', { name: /Ours to Rebase/ }).waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Files' }).click();
    await panel.getByRole('button', { name: 'More actions' }).click();
    await panel.getByRole('button', { name: 'Show blame' }).click();
    await panel.locator('button.file-blame').last().click();
    await panel.locator('commit-view h3').waitFor();
  });
});
