import { expect } from '@open-wc/testing';
import { ended, tool } from '../../../server/protocol/transcript/transcript.rig.js';
import { until } from '../../ui/mount.rig.js';
import '../../ui/near-all.rig.js';
import { press, showFiles, words } from './files.rig.js';

type Shown = Awaited<ReturnType<typeof showFiles>>;

const treeOf = ({ find }: Shown) => find('.tree-scroll');
const active = ({ app }: Shown) => {
  const id = app.querySelector('.tree-scroll')?.getAttribute('aria-activedescendant') ?? '';
  return app.querySelector(`[id="${id}"]`);
};
const rows = ({ app }: Shown) => [...app.querySelectorAll('.tree-row')].map(words);
const spoken = ({ app }: Shown) =>
  [...app.querySelectorAll('.tree-row')].map((row) => row.getAttribute('aria-label') ?? words(row));
const field = ({ find }: Shown) => find<HTMLInputElement>('.tree-field');

/** Writes a name into the field of the tree and takes it. */
async function name(shown: Shown, text: string): Promise<void> {
  await until(() => field(shown)?.matches(':focus'), 'the field');
  field(shown).value = text;
  press(field(shown), 'Enter');
}

const toastAction = (shown: Shown, label: string) =>
  [...(shown.app.querySelector('toast-region')?.shadowRoot?.querySelectorAll<HTMLButtonElement>('.action') ?? [])].find(
    (button) => words(button) === label,
  );

describe('<files-view>', () => {
  it('[FI1] draws of 10,000 entries what is in sight', async () => {
    const files = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`f${String(n).padStart(5, '0')}`, '']));
    const shown = await showFiles(files);
    expect(shown.app.querySelectorAll('.tree-row').length).to.be.lessThan(100);
    const scroller = treeOf(shown);
    for (let n = 1; n <= 10; n += 1) {
      scroller.scrollTop = scroller.scrollHeight;
      await until(() => shown.rig.server.callsOf('Repo.get_file_tree').length >= Math.min(10, n + 1), `page ${n}`);
      await until(
        () => shown.find('.tree-all').getBoundingClientRect().height >= Math.min(10, n + 1) * 28_000,
        'its rows',
      );
    }
    scroller.scrollTop = scroller.scrollHeight;
    await until(() => rows(shown).includes('f09999'), 'the last one');
    expect(shown.app.querySelectorAll('.tree-row').length).to.be.lessThan(100);
    expect(shown.find('.tree-row').getAttribute('aria-setsize')).to.equal('10000');
  });

  it('[FI2] marks what differs, what is ignored and what leads elsewhere, for the eye and in words', async () => {
    const shown = await showFiles(
      { 'src/m.ts': '', 'u.ts': '', 'dist/x': '', ln: '', 'sub/y': '', plain: '' },
      {
        prepare: ({ server: { repo } }) => {
          repo.letters.set('src/m.ts', '.M').set('u.ts', '?');
          repo.ignored.add('dist');
          repo.kinds.set('ln', 'link').set('sub', 'repository');
        },
      },
    );
    await until(() => spoken(shown).includes('u.ts, untracked'), 'the marks');
    expect(spoken(shown)).to.deep.equal([
      'dist, ignored by Git',
      'src, contains changes',
      'sub, separate repository',
      'ln, link',
      'plain',
      'u.ts, untracked',
    ]);
    expect(shown.find('.is-new .tree-mark').dataset.letter).to.equal('U');
    const colour = (selector: string) => getComputedStyle(shown.find(selector)).color;
    expect(colour('.is-new .tree-name')).to.not.equal(colour('.tree-row:not([class*="is-"]):not(.ignored) .tree-name'));
    expect(colour('.ignored .tree-name')).to.not.equal(colour('.is-new .tree-name'));
    expect(shown.find('.is-changed .tree-dot')).to.not.equal(null);
  });

  it('[FI3] shows hostile names as what they are', async () => {
    const shown = await showFiles(
      { 'a\nb': '', 'c\u202ed': '', '<img src=x onerror=alert(1)>': '' },
      { prepare: ({ server: { repo } }) => void repo.leftOut.set('', 2) },
    );
    await until(() => rows(shown).length === 4, 'the rows');
    expect(rows(shown)).to.deep.equal([
      '<img src=x onerror=alert(1)>',
      'a␊b',
      'c⟨U+202E⟩d',
      '2 files are left out because their names can’t be shown.',
    ]);
    expect(shown.find('file-tree img')).to.equal(null);
  });

  it('[FI4] is used by keys alone', async () => {
    const shown = await showFiles({ 'lib/a.ts': '1\n', 'src/deep/b.ts': '2\n', 'README.md': '3\n', 'run.sh': '4\n' });
    const tree = treeOf(shown);
    tree.focus();
    const at = async (text: string) => until(() => words(active(shown)) === text, `at ${text}`);
    await at('lib');
    press(tree, 'ArrowRight');
    await until(() => rows(shown).includes('a.ts'), 'opened');
    press(tree, 'ArrowRight');
    await at('a.ts');
    press(tree, 'ArrowLeft');
    await at('lib');
    press(tree, 'ArrowLeft');
    await until(() => !rows(shown).includes('a.ts'), 'closed');
    press(tree, 'End');
    await at('run.sh');
    press(tree, 'Home');
    await at('lib');
    press(tree, 's');
    await at('src');
    press(tree, 'Enter');
    await until(() => rows(shown).includes('deep'), 'opened by Enter');
    press(tree, 'r');
    press(tree, 'u');
    await at('run.sh');
    expect(shown.find('prompt-composer')?.shadowRoot?.querySelector('textarea')?.value ?? '').to.equal('');
    press(tree, 'ArrowUp');
    await at('README.md');
    press(tree, 'Enter');
    await until(() => words(shown.find('.file-text')) === '13', 'the file');
    await until(() => shown.find('file-view').contains(document.activeElement), 'the focus goes along');
  });

  it('[FI5] is as it was after the person was elsewhere', async () => {
    const shown = await showFiles({ 'src/a.ts': 'a\n', 'b.ts': 'b\n' });
    press(treeOf(shown), 'ArrowRight');
    await until(() => rows(shown).includes('a.ts'), 'opened');
    shown.opens('b.ts', null);
    await until(() => words(shown.find('.file-text')) === '1b', 'the file');
    shown.app.commands!.act({ type: 'show_work', tab: 'terminals' });
    await until(() => !shown.find('files-view'), 'elsewhere');
    shown.app.commands!.act({ type: 'show_work', tab: 'files' });
    await until(() => rows(shown).includes('a.ts'), 'as it was');
    shown.opens('src/a.ts', null);
    await until(() => words(shown.find('.tree-recent')) === 'b.ts', 'recent');
  });

  it('[FI6] finds folders, and goes to the line behind a name', async () => {
    const shown = await showFiles({ 'src/auth.ts': 'one\ntwo\nthree\n' });
    const picker = shown.find<HTMLInputElement>('.picker-field');
    picker.focus();
    picker.value = 'auth:2:3';
    picker.dispatchEvent(new InputEvent('input'));
    await until(() => words(shown.find('.picker-list')) === 'src/auth.ts', 'the file');
    press(picker, 'Enter');
    await until(() => words(shown.find('.file-line.meant')) === '2two', 'the line');
    expect(words(shown.find('mark.column'))).to.equal('o');
    expect(shown.rig.server.callsOf('Repo.find_files').at(-1)).to.deep.equal(['auth', 50, true]);
  });

  it('[FI6] takes Enter for the words in the field, not for the list of the words before', async () => {
    const shown = await showFiles({ 'a.ts': 'a\n', 'src/greet.ts': 'hello\n' });
    const picker = shown.find<HTMLInputElement>('.picker-field');
    picker.focus();
    await until(() => words(shown.find('.picker-list')).includes('src/greet.ts'), 'all files');
    picker.value = 'greet';
    picker.dispatchEvent(new InputEvent('input'));
    press(picker, 'Enter');
    await until(() => words(shown.find('.file-text')) === '1hello', 'the file that was meant');
  });

  it('[FI7] has two pages where there is little room, and a way back; folders above a file lead into the tree', async () => {
    const shown = await showFiles({ 'src/deep/a.ts': 'a\n', 'b.ts': 'b\n' });
    shown.opens('src/deep/a.ts', null);
    await until(() => words(shown.find('.file-text')) === '1a', 'the file');
    expect(shown.find('.files-tree').hidden).to.equal(true);
    expect([...shown.app.querySelectorAll('.crumb')].map(words)).to.deep.equal(['src', 'deep']);
    shown.find<HTMLButtonElement>('.crumb:last-of-type').click();
    await until(() => !shown.find('.files-tree').hidden, 'the tree');
    await until(() => words(active(shown)) === 'deep', 'at the folder');
    shown.opens('b.ts', null);
    await until(() => words(shown.find('.file-text')) === '1b', 'the other file');
    shown.find<HTMLButtonElement>('.file-head .icon-btn').click();
    await until(() => !shown.find('.files-tree').hidden && shown.find('file-view').hidden, 'back');
    await until(() => treeOf(shown).matches(':focus'), 'the focus is in the tree');
  });

  it('[FI7] shows both beside each other where there is room', async () => {
    const shown = await showFiles({ 'a.ts': 'a\n' }, { width: 1700 });
    shown.opens('a.ts', null);
    await until(() => words(shown.find('.file-text')) === '1a', 'the file');
    expect(shown.find('.files-tree').hidden).to.equal(false);
    shown.find<HTMLButtonElement>('[aria-label="Hide the file tree"]').click();
    await until(() => shown.find('.files-tree').hidden, 'put away');
    shown.find<HTMLButtonElement>('[aria-label="Show the file tree"]').click();
    await until(() => !shown.find('.files-tree').hidden, 'there again');
  });

  it('[FI20] creates, renames and deletes by keys, and takes each back', async () => {
    const shown = await showFiles({ 'src/a.ts': 'a\n' });
    const { repo } = shown.rig.server;
    const tree = treeOf(shown);
    tree.focus();
    shown.find<HTMLButtonElement>('[aria-label="New file"]').click();
    await name(shown, 'new/n.ts');
    await until(() => repo.text('src/new/n.ts') === '', 'created in the folder that was meant');
    await until(() => toastAction(shown, 'Undo'), 'the way back');
    toastAction(shown, 'Undo')!.click();
    await until(() => repo.text('src/new/n.ts') === null, 'gone again');
    shown.app.commands!.act({ type: 'show_work', tab: 'files' });
    shown.find<HTMLButtonElement>('.file-head .icon-btn')?.click();
    await until(() => !shown.find('.files-tree').hidden, 'the tree');
    await until(() => rows(shown).includes('a.ts'), 'listed');
    tree.focus();
    for (const key of ['Home', 'ArrowDown']) press(tree, key);
    await until(() => words(active(shown)) === 'a.ts', 'at the file');
    press(tree, 'F2');
    await name(shown, 'b.ts');
    await until(() => repo.text('src/b.ts') === 'a\n', 'renamed');
    await until(() => words(active(shown)) === 'b.ts', 'still meant');
    press(tree, 'Delete');
    await until(() => repo.text('src/b.ts') === null, 'deleted');
    await until(() => rows(shown).join().includes('Empty folder') || !rows(shown).includes('src'), 'no longer listed');
    await until(() => toastAction(shown, 'Undo'), 'the way back');
    toastAction(shown, 'Undo')!.click();
    await until(() => repo.text('src/b.ts') === 'a\n', 'there again');
  });

  it('[FI57] asks before an undo replaces newer work', async () => {
    const shown = await showFiles({ 'a.ts': 'a\n' });
    const { repo } = shown.rig.server;
    treeOf(shown).focus();
    await until(() => rows(shown).includes('a.ts'), 'listed');
    press(treeOf(shown), 'Delete');
    await until(() => repo.text('a.ts') === null, 'deleted');
    await until(() => toastAction(shown, 'Undo'), 'the way back');
    const { RpcError } = await import('../../../server/protocol/api/rpc-error.js');
    const newer = { code: 'newer_work', paths: ['a.ts'], total: 1, print: 'seen' } as const;
    shown.rig.server.refuse('Repo.undo', new RpcError('conflict', '', { ...newer, paths: [...newer.paths] }));
    toastAction(shown, 'Undo')!.click();
    await until(() => toastAction(shown, 'Replace'), 'the question');
    expect(repo.text('a.ts')).to.equal(null);
    toastAction(shown, 'Replace')!.click();
    await until(() => repo.text('a.ts') === 'a\n', 'there again');
    expect(shown.rig.server.callsOf('Repo.undo').at(-1)!.slice(2)).to.deep.equal(['main', 'seen']);
  });

  it('[FI20] leaves a name as it was on Escape, and tells a refusal', async () => {
    const shown = await showFiles({ 'a.ts': 'a\n', 'b.ts': 'b\n' });
    const tree = treeOf(shown);
    tree.focus();
    press(tree, 'F2');
    await until(() => field(shown), 'the field');
    press(field(shown), 'Escape');
    await until(() => !field(shown) && tree.matches(':focus'), 'back in the tree');
    expect(shown.find('work-panel')).to.not.equal(null);
    shown.find<HTMLButtonElement>('[aria-label="New file"]').click();
    await name(shown, 'b.ts');
    const region = shown.app.querySelector('toast-region')!;
    await until(() => words(region.shadowRoot as never).includes('“b.ts” already exists.'), 'the sentence');
  });

  it('[FI21] asks once more for what cannot be brought back', async () => {
    const shown = await showFiles({ 'large.bin': 'x' });
    const { server } = shown.rig;
    const { RpcError } = await import('../../../server/protocol/api/rpc-error.js');
    const reason = { code: 'no_undo' as const, files: [{ path: 'large.bin', why: 'too_large' as const }] };
    server.refuse('Repo.delete_file', new RpcError('conflict', '', reason));
    treeOf(shown).focus();
    press(treeOf(shown), 'Delete');
    await until(() => toastAction(shown, 'Delete anyway'), 'the question');
    expect(server.repo.text('large.bin')).to.equal('x');
    toastAction(shown, 'Delete anyway')!.click();
    await until(() => server.repo.text('large.bin') === null, 'deleted');
    expect(server.callsOf('Repo.delete_file').at(-1)?.[2]).to.equal(true);
  });

  it('[FI22] keeps a file open under its new name', async () => {
    const shown = await showFiles({ 'src/a.ts': 'a\n' }, { width: 1700 });
    shown.opens('src/a.ts', null);
    await until(() => words(shown.find('.file-text')) === '1a', 'the file');
    const tree = treeOf(shown);
    tree.focus();
    press(tree, 'Home');
    press(tree, 'F2');
    await name(shown, 'lib');
    await until(() => words(shown.find('.crumbs')) === 'lib/a.ts', 'the new name');
    await until(() => words(shown.find('.file-text')) === '1a', 'still open');
  });

  it('[FI8] shows what an agent creates, also where git does not tell', async () => {
    const shown = await showFiles(
      { 'a.ts': '' },
      {
        prepare: ({ server }) => {
          server.repo.hasGit = false;
        },
      },
    );
    shown.rig.server.repo.write('made.ts', '');
    shown.rig.server.append('s1', [tool('t1', { kind: 'execute', status: 'completed' }), ended()]);
    await until(() => rows(shown).includes('made.ts'), 'the new file');
  });

  for (const theme of ['light', 'dark'] as const)
    it(`[FI51] is accessible in the ${theme} theme`, async () => {
      const shown = await showFiles(
        { 'src/a.ts': 'const a = 1;\n', 'u.ts': 'x\n', 'dist/x': '' },
        {
          theme,
          width: 1700,
          prepare: ({ server: { repo } }) => {
            repo.letters.set('src/a.ts', '.M').set('u.ts', '?');
            repo.ignored.add('dist');
          },
        },
      );
      shown.opens('src/a.ts', 1);
      await until(() => shown.find('.file-line.meant'), 'the file');
      press(shown.find('.file-scroll'), 'f', { ctrlKey: true });
      await until(() => shown.find('file-search input'), 'the search');
      await expect(shown.app).to.be.accessible();
      shown.app.commands!.act({ type: 'show_work', tab: 'files', wish: 'edit' });
      await until(() => shown.find('code-editor')?.shadowRoot?.querySelector('.cm-content'), 'the editor');
      await expect(shown.app).to.be.accessible();
    });
});
