import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { html } from 'lit';
import type { BranchFile } from '../../../server/protocol/api/changes.js';
import type { RepoTrouble } from '../../../server/protocol/api/repo-trouble.js';
import { entriesOf } from '../../../server/protocol/transcript/entry-list.js';
import { ended, prompt, tool } from '../../../server/protocol/transcript/transcript.rig.js';
import { AppRig } from '../../state/app/app.rig.js';
import { refused } from '../../state/changes/fake-git.rig.js';
import { mount, until } from '../../ui/mount.rig.js';
import '../page/ac-app.js';
import '../../ui/near-all.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import type { AcApp } from '../page/ac-app.js';
import { changesWords } from './words.js';

const lines = (count: number, change: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: count }, (_, n) => `${change[n] ?? `line ${n}`}\n`).join('');

const BEFORE = lines(40);
/** Two hunks: a line replaced by two, and one further down that goes. */
const AFTER = lines(40, { 5: 'five\nfive and a half', 30: 'thirty' });

async function page({ theme = 'light' as 'light' | 'dark', width = 1400 } = {}) {
  const rig = await new AppRig().connect();
  rig.server.git.write('src/cart.ts', { head: BEFORE, index: BEFORE, disk: AFTER });
  rig.server.git.write('notes.md', { disk: 'Notes\n' });
  rig.context.preferences.choose({ changes: 'uncommitted' });
  const app = await mount<AcApp>(
    html`<ac-app .context=${rig.context} style="display: block; width: ${width}px; height: 800px; container: shell / inline-size"></ac-app>`,
    (template) => inTheme(theme, template),
  );
  const find = (selector: string) => app.querySelector<HTMLElement>(selector);
  return { rig, app, git: rig.server.git, find };
}

type Page = Awaited<ReturnType<typeof page>>;

async function open(shown: Page): Promise<void> {
  shown.app.commands!.act({ type: 'show_work', tab: 'changes' });
  await until(() => shown.find('changes-view'), 'the changes');
  await until(() => shown.find('work-panel')!.contains(document.activeElement), 'the focus in the panel');
}

const words = (element: Element | null | undefined) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
const groups = ({ app }: Page) =>
  Object.fromEntries(
    [...app.querySelectorAll('.git-group')].map((group) => [
      words(group.querySelector('h3')),
      [...group.querySelectorAll('.change-base')].map(words),
    ]),
  );
const fileOf = ({ app }: Page, path: string, group = '') =>
  [...app.querySelectorAll('git-file')].find(({ row }) => row.path === path && (group === '' || row.group === group))!;
const named = (parent: Element, name: string) =>
  [...parent.querySelectorAll<HTMLElement>('button')].find(
    (button) => button.getAttribute('aria-label') === name || words(button) === name,
  )!;

/** Shift and the arrow down. */
async function extend(): Promise<void> {
  await sendKeys({ down: 'Shift' });
  await sendKeys({ press: 'ArrowDown' });
  await sendKeys({ up: 'Shift' });
}

/** Opens a file and waits for its lines. */
async function unfold(shown: Page, path: string, group = ''): Promise<HTMLElement> {
  await until(() => fileOf(shown, path, group), path);
  const file = fileOf(shown, path, group);
  file.querySelector<HTMLElement>('.git-head')!.click();
  await until(() => file.querySelector('.diff-row[data-row]'), 'the lines');
  return file;
}

describe('<changes-view>', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`[CH60] is accessible in the ${theme} theme, with picked lines and a commit under way`, async () => {
      const shown = await page({ theme });
      shown.git.write('src/price.ts', { head: 'a\n', index: 'b\n', disk: 'c\n' });
      shown.git.kinds.set('both.ts', 'conflict');
      shown.git.write('both.ts', { head: 'a\n', index: 'a\n', disk: '<<<<<<<\n' });
      await open(shown);
      const file = await unfold(shown, 'src/cart.ts');
      await expect(shown.find('work-panel')).to.be.accessible();
      file.querySelector<HTMLElement>('[data-row="0"]')!.focus();
      await extend();
      await until(() => file.querySelector('[aria-selected="true"]'), 'picked lines');
      shown.git.tell({ lines: ['checking…'], hook: 'pre-commit' });
      await until(() => shown.find('.commit-task terminal-output'), 'the output');
      await expect(shown.find('work-panel')).to.be.accessible();
    });
  }

  it('[CH1] has four scopes with counts, and this browser remembers the one that was chosen', async () => {
    const shown = await page();
    shown.rig.server.append('s1', [
      prompt('go'),
      tool('t', {
        kind: 'edit',
        status: 'completed',
        content: [{ type: 'diff', path: '/home/me/orbit/a.ts', oldText: 'a\n', newText: 'b\n' }],
      }),
      ended(),
    ]);
    await open(shown);
    await until(() => /Not committed 2, 2 files/.test(words(shown.find('.segments'))), 'the counts');
    expect([...shown.app.querySelectorAll('.segment')].map(words)).to.deep.equal([
      'This reply 1, 1 file',
      'Session 1, 1 file',
      'Not committed 2, 2 files',
      'Branch',
    ]);
    shown.find('.segment input[value="turn"]')!.click();
    await until(() => shown.find('change-file'), 'the changes of the reply');
    shown.rig.reload();
    expect(shown.rig.context.preferences.value.changes).to.equal('turn');
  });

  it('[CH68] lists what was changed besides the agent’s edits, with its origin', async () => {
    const shown = await page();
    shown.rig.context.preferences.choose({ changes: 'turn' });
    const diff = { type: 'diff', path: '/home/me/orbit/src/cart.ts', oldText: 'a\n', newText: 'b\n' } as const;
    shown.rig.server.append('s1', [
      prompt('go'),
      tool('t', { kind: 'edit', status: 'completed', content: [diff] }),
      tool('c', { kind: 'execute', status: 'completed' }),
      ended(),
    ]);
    await open(shown);
    await until(() => shown.find('change-file'), 'the edit');
    const { entries } = shown.app.querySelector('changes-view')!.store.value.transcript;
    const at = (n: number) => entriesOf(entries).at(n)!.at;
    shown.git.writtenAt.set('src/cart.ts', at(-1)).set('notes.md', at(-1));
    shown.git.writtenAt.set('mine.ts', at(-1)).set('old.ts', at(-1) - 1_000_000);
    shown.git.saved.add('mine.ts');
    shown.git.write('mine.ts', { head: 'a\n', index: 'a\n', disk: 'b\n' });
    shown.git.write('old.ts', { head: 'a\n', index: 'a\n', disk: 'b\n' });
    const besides = () =>
      [...shown.app.querySelectorAll('session-changes git-file')].map((each) => [
        words(each.querySelector('.change-base')),
        words(each.querySelector('.git-mark')),
      ]);
    await until(() => besides().length === 2, 'what else was changed');
    expect(besides()).to.deep.equal([
      ['notes.md', 'while a command ran'],
      ['mine.ts', 'saved by you'],
    ]);
    await expect(shown.find('work-panel')).to.be.accessible();
  });

  it('[CH2] shows what is not committed by where it stands', async () => {
    const shown = await page();
    shown.git.write('src/price.ts', { head: 'a\n', index: 'b\n', disk: 'c\n' });
    shown.git.write('gone.ts', { head: 'a\n', index: 'a\n', disk: null });
    shown.git.kinds.set('both.ts', 'conflict');
    shown.git.write('both.ts', { head: 'a\n', index: 'a\n', disk: 'x\n' });
    await open(shown);
    await until(() => Object.keys(groups(shown)).length === 4, 'the groups');
    expect(groups(shown)).to.deep.equal({
      'Conflicts 1': ['both.ts'],
      'Staged 1': ['price.ts'],
      'Changes 3': ['cart.ts', 'price.ts', 'gone.ts'],
      'New files 1': ['notes.md'],
    });
    expect([...shown.app.querySelectorAll('.git-letter .vh')].map(words)).to.deep.equal([
      'in conflict',
      'modified',
      'modified',
      'modified',
      'deleted',
      'new',
    ]);
  });

  it('[CH3] stages and unstages a file, a group and everything', async () => {
    const shown = await page();
    await open(shown);
    await until(() => fileOf(shown, 'src/cart.ts'), 'the file');
    named(fileOf(shown, 'src/cart.ts'), 'Stage src/cart.ts').click();
    await until(() => groups(shown)['Staged 1'], 'staged');
    expect(shown.git.read('src/cart.ts')!.index).to.equal(AFTER);
    named(fileOf(shown, 'src/cart.ts'), 'Unstage src/cart.ts').click();
    await until(() => groups(shown)['Changes 1'], 'unstaged');
    named(shown.find('.git-group[aria-label^="New files"]')!, 'Stage all').click();
    await until(() => words(shown.find('.git-group'))?.includes('notes.md'), 'the group is staged');
    named(shown.find('.git-group')!, 'Unstage all').click();
    await until(() => groups(shown)['New files 1'], 'and is not');
  });

  it('[CH4] keeps the focus at the next file when one is staged by key', async () => {
    const shown = await page();
    shown.git.write('src/price.ts', { head: 'a\n', index: 'a\n', disk: 'c\n' });
    await open(shown);
    await until(() => fileOf(shown, 'src/cart.ts'), 'the file');
    await sendKeys({ press: ']' });
    await until(() => fileOf(shown, 'src/cart.ts').contains(document.activeElement), 'the first file');
    await sendKeys({ press: 's' });
    await until(() => groups(shown)['Staged 1'], 'staged');
    await until(() => fileOf(shown, 'src/price.ts').contains(document.activeElement), 'the next file has the focus');
  });

  it('[CH5] stages a hunk, and only that', async () => {
    const shown = await page();
    await open(shown);
    const file = await unfold(shown, 'src/cart.ts');
    named(file.querySelector('[data-hunk="1"]')!, 'Stage hunk').click();
    await until(
      () => shown.git.read('src/cart.ts')!.index === lines(40, { 30: 'thirty' }),
      'the second hunk is staged',
    );
    const staged = await unfold(shown, 'src/cart.ts', 'staged');
    named(staged, 'Unstage hunk').click();
    await until(() => shown.git.read('src/cart.ts')!.index === BEFORE, 'and is not');
  });

  it('[CH6] stages the lines that were picked by keys', async () => {
    const shown = await page();
    await open(shown);
    const file = await unfold(shown, 'src/cart.ts');
    file.querySelector<HTMLElement>('[data-row="0"]')!.focus();
    await extend();
    await until(() => file.querySelectorAll('[aria-selected="true"]').length === 2, 'two lines');
    expect(words(named(file, 'Stage 2 lines'))).to.equal('Stage 2 lines');
    await sendKeys({ press: 'Enter' });
    await until(() => shown.git.read('src/cart.ts')!.index === lines(40, { 5: 'five' }), 'the lines are staged');
    await until(
      () => fileOf(shown, 'src/cart.ts', 'unstaged').contains(document.activeElement),
      'the focus is still there',
    );
  });

  it('[CH6] picks lines by a press in the margin and lets go of them by Escape', async () => {
    const shown = await page();
    await open(shown);
    const file = await unfold(shown, 'src/cart.ts');
    const press = (row: number, type: string) => {
      const margin = file.querySelector(`[data-row="${row}"] .diff-margin`)!;
      const { x, y } = margin.getBoundingClientRect();
      margin.dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          cancelable: true,
          button: 0,
          clientX: x + 4,
          clientY: y + 4,
          pointerId: 1,
        }),
      );
    };
    press(1, 'pointerdown');
    await until(() => file.querySelectorAll('[aria-selected="true"]').length === 1, 'one line');
    press(1, 'pointerup');
    await until(() => document.activeElement === file.querySelector('[data-row="1"]'), 'the line has the focus');
    await sendKeys({ press: 'Escape' });
    await until(() => file.querySelectorAll('[aria-selected="true"]').length === 0, 'none');
    expect(shown.find('work-panel')).to.not.equal(null);
  });

  it('[CH7] discards lines and files, and the toast brings them back', async () => {
    const shown = await page();
    await open(shown);
    const file = await unfold(shown, 'src/cart.ts');
    const toasts = () => shown.rig.context.notices.toasts.value;
    named(file.querySelector('[data-hunk="0"]')!, 'Discard hunk').click();
    await until(() => shown.git.read('src/cart.ts')!.disk === lines(40, { 30: 'thirty' }), 'the hunk is gone');
    await until(() => toasts().some(({ text }) => text === 'Discarded lines in cart.ts'), 'the toast');
    named(fileOf(shown, 'notes.md'), 'Delete notes.md').click();
    await until(() => shown.git.read('notes.md')!.disk === null, 'the file is gone');
    await until(() => toasts().some(({ text }) => text === 'Deleted notes.md'), 'its toast');
    toasts().at(-1)!.action!.run();
    await until(() => shown.git.read('notes.md')!.disk === 'Notes\n', 'the file is back');
  });

  it('[CH64] discards everything after a yes to the list of files, and the toast brings it back', async () => {
    const shown = await page();
    shown.git.write('src/price.ts', { head: 'a\n', index: 'b\n', disk: 'c\n' });
    await open(shown);
    await until(() => shown.find('.git-foot button'), 'the button');
    const ask = async () => {
      shown.find('.git-foot button')!.click();
      await until(() => shown.find('.git-doom'), 'the question');
    };
    await ask();
    await until(() => shown.find('.git-doom')!.contains(document.activeElement), 'the focus is in the question');
    expect([...shown.app.querySelectorAll('.git-doom li')].map(words)).to.deep.equal(['src/cart.ts', 'src/price.ts']);
    expect(words(shown.find('.git-doom'))).to.include('Discard all changes in 2 files?');
    await expect(shown.find('.git-doom')).to.be.accessible();
    await sendKeys({ press: 'Escape' });
    await until(() => !shown.find('.git-doom'), 'nothing is done');
    expect(shown.git.read('src/price.ts')!.disk).to.equal('c\n');
    await ask();
    named(shown.find('.git-doom')!, 'Discard all').click();
    await until(() => shown.git.read('src/price.ts')!.disk === 'a\n', 'it is as in the commit');
    expect([shown.git.read('src/cart.ts')!.disk, shown.git.read('notes.md')!.disk]).to.deep.equal([BEFORE, 'Notes\n']);
    const toasts = () => shown.rig.context.notices.toasts.value;
    await until(() => toasts().some(({ text }) => text === 'Discarded changes in 2 files'), 'the toast');
    toasts().at(-1)!.action!.run();
    await until(() => shown.git.read('src/price.ts')!.disk === 'c\n', 'it is back');
    expect(shown.git.read('src/price.ts')!.index).to.equal('b\n');
  });

  it('[CH8] asks before something is lost that can’t be kept', async () => {
    const shown = await page();
    await open(shown);
    await until(() => fileOf(shown, 'notes.md'), 'the file');
    shown.rig.server.refuse(
      'Repo.discard_changes',
      refused({ code: 'no_undo', files: [{ path: 'notes.md', why: 'too_large' }] }),
    );
    named(fileOf(shown, 'notes.md'), 'Delete notes.md').click();
    await until(() => shown.find('.git-refusal'), 'the question');
    expect(words(shown.find('.git-refusal'))).to.include('notes.md (it’s too large)');
    expect(shown.rig.context.notices.toasts.value).to.deep.equal([]);
    named(shown.find('.git-refusal')!, 'Discard anyway').click();
    await until(() => shown.git.read('notes.md')!.disk === null, 'the file is gone');
    expect(shown.rig.server.callsOf('Repo.discard_changes').at(-1)!.at(-1)).to.equal(true);
  });

  it('[CH71] asks before an undo replaces newer work, and names it', async () => {
    const shown = await page();
    await open(shown);
    await until(() => fileOf(shown, 'notes.md'), 'the file');
    named(fileOf(shown, 'notes.md'), 'Delete notes.md').click();
    await until(() => shown.git.read('notes.md')!.disk === null, 'the file is gone');
    const toasts = () => shown.rig.context.notices.toasts.value;
    const newer = (paths: string[], total: number, print: string) =>
      shown.rig.server.refuse('Repo.undo', refused({ code: 'newer_work', paths, total, print }));
    newer(['notes.md', 'a\u202eb', 'c', 'd'], 9, 'seen');
    await until(() => toasts().some(({ action }) => action?.label === 'Undo'), 'the way back');
    toasts().at(-1)!.action!.run();
    const question = () => toasts().find(({ action }) => action?.label === 'Replace');
    await until(question, 'the question');
    expect(question()!.text).to.match(
      /^Replace newer work\? notes\.md, .*⟨U\+202E⟩.*, c, and 6 more files have changed since\.$/,
    );
    expect([question()!.lasts, question()!.tone]).to.deep.equal([true, 'warning']);
    expect(shown.find('.git-refusal')).to.equal(null);
    // What is there is another thing again: the question is asked anew, about that.
    newer(['notes.md'], 1, 'third');
    question()!.action!.run();
    await until(() => question()?.text.startsWith('Replace newer work? notes.md has'), 'the next question');
    question()!.action!.run();
    await until(() => shown.git.read('notes.md')!.disk !== null, 'it is back');
    expect(shown.rig.server.callsOf('Repo.undo').map((args) => args.slice(2))).to.deep.equal([
      [],
      ['main', 'seen'],
      ['main', 'third'],
    ]);
  });

  it('[CH9] reloads a diff whose file is another by now, and says so', async () => {
    const shown = await page();
    await open(shown);
    const file = await unfold(shown, 'src/cart.ts');
    // The tab does not hear of it yet.
    shown.git.isWatched = false;
    shown.git.write('src/cart.ts', { disk: lines(40, { 5: 'other' }) });
    named(file.querySelector('[data-hunk="0"]')!, 'Stage hunk').click();
    await until(() => words(file).includes(changesWords.row.reloaded), 'the sentence');
    await until(() => words(file.querySelector('.diff-table')).includes('other'), 'the new diff');
    expect(shown.git.read('src/cart.ts')!.index).to.equal(BEFORE);
  });

  it('[CH10] leads from what would run programs to the question whether to trust them', async () => {
    const shown = await page();
    const keys = [{ key: 'filter.x.clean', value: 'rm -rf /' }];
    shown.git.programs = { state: 'asked', fingerprint: 'f1', keys, hooks: ['pre-commit'] };
    await open(shown);
    await until(() => fileOf(shown, 'notes.md'), 'the file');
    const trouble: RepoTrouble = {
      code: 'untrusted',
      fingerprint: 'f1',
      keys: ['filter.x.clean'],
      hooks: ['pre-commit'],
    };
    shown.rig.server.refuse('Repo.stage_files', refused(trouble));
    named(fileOf(shown, 'notes.md'), 'Stage notes.md').click();
    await until(() => shown.find('trust-panel')?.shadowRoot?.querySelector('li'), 'the question');
    const panel = shown.find('trust-panel')!.shadowRoot!;
    expect([...panel.querySelectorAll('li')].map(words)).to.deep.equal(['filter.x.clean rm -rf /', 'Hook pre-commit']);
    panel.querySelector<HTMLElement>('.primary')!.click();
    await until(() => shown.git.programs.state === 'trusted', 'a yes');
    await until(() => !shown.find('trust-panel'), 'the question goes');
  });

  it('[CH11] says where HEAD is, how far from its upstream, and what was begun', async () => {
    const shown = await page();
    shown.git.head = { oid: 'c1', branch: 'feature/x', upstream: 'origin/x', ahead: 2, behind: 1 };
    shown.git.operation = 'rebase';
    await open(shown);
    const bar = () => shown.find('branch-bar')?.shadowRoot ?? null;
    await until(() => bar()?.querySelector('.place'), 'the head');
    expect(words(bar()!.querySelector('.place'))).to.equal('feature/x');
    expect([...bar()!.querySelectorAll('.acts .vh')].map(words)).to.deep.equal([
      '1 commit to pull',
      '2 commits to push',
    ]);
    expect(words(bar()!.querySelector('[role="group"]'))).to.match(/^A rebase isn’t finished\./);
    for (const [head, said] of [
      [{ oid: null, branch: 'main' }, 'main, no commits yet'],
      [{ oid: '0123456789abcdef', branch: null }, 'Detached at 012345678'],
    ] as const) {
      shown.git.head = { ...head, upstream: null, ahead: null, behind: null };
      shown.git.operation = null;
      shown.git.touch();
      await until(() => words(bar()?.querySelector('.place')) === said, said);
    }
  });

  it('[CH12] says what is wrong where there is no repository to look at, and what to do', async () => {
    const shown = await page();
    await open(shown);
    const stories: [RepoTrouble, RegExp][] = [
      [{ code: 'no_git' }, /isn’t installed.*Install Git/],
      [{ code: 'old_git', version: '2.1', needed: '2.31' }, /2\.1 is too old.*Update Git/],
      [{ code: 'not_repo' }, /isn’t a Git repository.*git init/],
      [{ code: 'bare' }, /no working files.*Start AcDeck in/],
      [{ code: 'owner', path: "/w/it's" }, /another user.*safe\.directory '\/w\/it'\\''s'/],
      [{ code: 'elsewhere', path: '/x' }, /somewhere else.*Start AcDeck in/],
      [{ code: 'gone' }, /no longer exists.*another folder/],
    ];
    for (const [trouble, said] of stories) {
      shown.git.trouble = trouble;
      shown.git.touch();
      await until(() => said.test(words(shown.find('.repo-failure'))), trouble.code);
    }
    shown.git.trouble = null;
    named(shown.find('.repo-failure')!, 'Try again').click();
    await until(() => fileOf(shown, 'notes.md'), 'the files');
  });

  it('[CH13] asks nothing while it is closed, and looks again when it is opened', async () => {
    const shown = await page();
    await open(shown);
    await until(() => fileOf(shown, 'notes.md'), 'the files');
    expect(shown.git.isWatched).to.equal(true);
    shown.app.commands!.act({ type: 'close_work' });
    await until(() => !shown.find('work-panel'), 'closed');
    expect(shown.git.isWatched).to.equal(false);
    const asked = () => shown.rig.server.callsOf('Repo.get_status').length;
    const before = asked();
    shown.git.write('more.md', { disk: 'x\n' });
    shown.rig.server.appendApp({ type: 'root_changed', root: { id: 'main', path: '', name: '', revision: 99 } });
    expect(asked()).to.equal(before);
    await open(shown);
    await until(() => fileOf(shown, 'more.md'), 'the new file');
  });

  it('[CH14] shows what another tab has staged', async () => {
    const shown = await page();
    await open(shown);
    await until(() => groups(shown)['Changes 1'], 'not staged');
    shown.git.write('src/cart.ts', { index: AFTER });
    await until(() => groups(shown)['Staged 1'], 'staged');
  });

  it('[CH15] says of a file why it has no diff', async () => {
    const shown = await page();
    shown.git.write('logo.png', { head: 'a\0', index: 'a\0', disk: 'b\0' });
    shown.git.kinds.set('vendor/', 'nested');
    shown.git.write('vendor/', { disk: '' });
    await open(shown);
    for (const [path, said] of [
      ['logo.png', changesWords.row.binary],
      ['vendor/', changesWords.row.nestedNote],
    ] as const) {
      await until(() => fileOf(shown, path), path);
      fileOf(shown, path).querySelector<HTMLElement>('.git-head')!.click();
      await until(() => words(fileOf(shown, path)).includes(said), said);
    }
  });

  it('[CH70] shows the changed lines alone of a file that is too large for a diff, when somebody asks', async () => {
    const shown = await page();
    const path = 'data.csv';
    const asked = () => shown.rig.server.callsOf('Repo.get_diff_hunks').length;
    const tell = (newText: string, isCut: boolean) => {
      const hunk = { oldFrom: 900, newFrom: 1_200, oldText: 'a\nold\nz\n', newText };
      shown.git.hunks.set(path, { path, isCut, isBinary: false, hunks: [{ ...hunk, runs: [[1, 1, 1]] }] });
    };
    tell('a\nnew\nz\n', false);
    shown.git.write(path, { head: 'a', index: 'a', disk: 'b' });
    await open(shown);
    await until(() => fileOf(shown, path), path);
    const file = fileOf(shown, path);
    file.querySelector<HTMLElement>('.git-head')!.click();
    await until(() => named(file, changesWords.row.showHunks), 'the offer');
    expect(words(file)).to.contain(changesWords.row.tooBig('3.1 MB'));
    expect(asked()).to.equal(0);
    named(file, changesWords.row.showHunks).click();
    const rows = () => [...file.querySelectorAll('.diff-row')].map(words);
    await until(() => rows().length === 4, 'its lines');
    expect(rows()).to.deep.equal(['9001200 a', '901 − old', '1201 + new', '9021202 z']);
    expect(words(file)).not.to.contain(changesWords.row.moreHunks);
    tell('a\nnewer\nz\n', true);
    shown.git.write(path, { disk: 'c' });
    await until(() => rows()[2] === '1201 + newer', 'the lines as they are now');
    expect(words(file)).to.contain(changesWords.row.moreHunks);
    expect(asked()).to.equal(2);
    await expect(file).to.be.accessible();
  });

  it('[CH16] goes from hunk to hunk by keys, into files that are folded', async () => {
    const shown = await page();
    await open(shown);
    await until(() => fileOf(shown, 'src/cart.ts'), 'the file');
    const at = () =>
      document.activeElement?.closest('git-file')?.row.path + (document.activeElement as HTMLElement).dataset.hunk!;
    for (const [key, place] of [
      ['j', 'src/cart.ts0'],
      ['j', 'src/cart.ts1'],
      ['j', 'notes.md0'],
      ['k', 'src/cart.ts1'],
    ] as const) {
      await sendKeys({ press: key });
      await until(() => at() === place, place);
    }
    await sendKeys({ press: 's' });
    await until(() => shown.git.read('src/cart.ts')!.index === lines(40, { 30: 'thirty' }), 'the hunk is staged');
  });

  it('[CH23] leaves out changes of white space, and side by side is remembered', async () => {
    const shown = await page();
    shown.git.write('src/cart.ts', { disk: lines(40, { 5: '  line 5', 30: 'thirty' }) });
    await open(shown);
    const file = await unfold(shown, 'src/cart.ts');
    expect(file.querySelectorAll('[data-hunk]').length).to.equal(2);
    named(shown.find('.look-tools')!, changesWords.look.space).click();
    await until(() => file.querySelectorAll('[data-hunk]').length === 1, 'one hunk');
    named(file, 'Stage hunk').click();
    await until(() => shown.git.read('src/cart.ts')!.index === lines(40, { 30: 'thirty' }), 'only that is staged');
    expect(shown.rig.context.preferences.value.hidesSpace).to.equal(true);
  });

  it('[CH17] marks what is generated, kept in LFS, moved or only changed in its mode', async () => {
    const shown = await page();
    shown.git.marks.set('src/cart.ts', { generated: true, lfs: true });
    shown.git.touch();
    await open(shown);
    await until(() => fileOf(shown, 'src/cart.ts'), 'the file');
    const marks = [...fileOf(shown, 'src/cart.ts').querySelectorAll('.git-mark')].map(words);
    expect(marks).to.deep.equal(['generated', 'LFS']);
  });

  it('[CH18] compares the branch with its base, or with another one', async () => {
    const shown = await page();
    shown.git.head = { ...shown.git.head, branch: 'feature', oid: 'h' };
    const file: BranchFile = {
      ...{ path: 'src/cart.ts', renamedFrom: null, kind: 'changed' as const, letter: 'M', added: 3, removed: 2 },
      ...{ isModeChange: false, ids: { old: 'a', new: 'b' }, attributes: { generated: false, lfs: false } },
    };
    shown.git.branch = {
      ...{ rootId: 'main', branch: 'feature', head: 'h', base: { name: 'origin/main', oid: 'm', origin: 'upstream' } },
      ...{ mergeBase: 'mb', ahead: 2, behind: 1, total: 1, files: [file], next: null, leftOut: 0 },
    };
    await open(shown);
    shown.find('.segment input[value="branch"]')!.click();
    await until(() => shown.find('branch-changes git-file'), 'the file');
    expect(words(shown.find('.work-sum'))).to.equal('2 commits 1 behind 1 file +3−23 lines added, 2 lines removed');
    const row = await unfoldBranch(shown);
    expect(row.querySelectorAll('.diff-row').length).to.be.greaterThan(5);
    expect(row.querySelector('.diff-act')).to.equal(null);
    await expect(shown.find('work-panel')).to.be.accessible();
    const select = shown.find('.branch-base select') as HTMLSelectElement;
    expect([...select.options].map(words)).to.deep.equal(['origin/main (suggested)', 'main', 'release']);
    select.value = 'release';
    select.dispatchEvent(new Event('change'));
    await until(() => shown.rig.server.callsOf('Repo.get_branch_changes').at(-1)![0] === 'release', 'the other base');
  });
});

async function unfoldBranch(shown: Page): Promise<HTMLElement> {
  const file = fileOf(shown, 'src/cart.ts', 'branch');
  file.querySelector<HTMLElement>('.git-head')!.click();
  await until(() => file.querySelector('.diff-row'), 'the lines');
  return file;
}
