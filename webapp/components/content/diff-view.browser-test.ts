import '../../ui/near-all.rig.js';
import { expect, oneEvent } from '@open-wc/testing';
import { html } from 'lit';
import { CodeWorkerClient, codeWorker } from '../../worker/code-worker-client.js';
import './diff-view.js';
import { mount, until } from '../../ui/mount.rig.js';
import type { OpenFileEvent } from '../../ui/open-file-event.js';
import { inTheme } from '../../ui/theme.rig.js';
import type { DiffView } from './diff-view.js';

const nowhere = new CodeWorkerClient(async () => undefined);
const BEFORE = Array.from({ length: 40 }, (_, n) => `const a${n} = ${n};\n`).join('');
const AFTER = BEFORE.replace('const a20 = 20;', 'const a20 = twenty;').concat('end');

interface Shown {
  oldText?: string | null;
  newText?: string;
  path?: string;
  mode?: 'inline' | 'split';
  width?: number;
  worker?: CodeWorkerClient;
  theme?: 'light' | 'dark';
}

async function show(wish: Shown = {}): Promise<DiffView> {
  const { oldText = BEFORE, newText = AFTER, path = '/work/src/a.ts', mode = 'inline', width = 900 } = wish;
  const view = await mount<DiffView>(
    html`<diff-view style="width: ${width}px" .worker=${wish.worker ?? nowhere} folder="/work" path=${path} mode=${mode} .oldText=${oldText} .newText=${newText}></diff-view>`,
    (template) => inTheme(wish.theme ?? 'light', template),
  );
  await until(() => !view.querySelector('[aria-busy]'), 'compared');
  await until(() => [...view.querySelectorAll('diff-chunk')].every((chunk) => chunk.children.length > 0), 'drawn');
  return view;
}

const rowsOf = (view: Element) =>
  [...view.querySelectorAll('.diff-row')].map((row) => row.textContent!.replace(/\s+/g, ' ').trim());
const buttonOf = (view: Element, label: string) =>
  [...view.querySelectorAll('button')].find((button) => button.textContent!.trim().startsWith(label))!;

describe('<diff-view>', () => {
  it('[F1] [F6] shows removed lines before added ones, also without a worker', async () => {
    const view = await show({ oldText: 'a\nb\nc\n', newText: 'a\nx\nc\n' });
    expect(rowsOf(view)).to.deep.equal(['11 a', '2 − b', '2 + x', '33 c']);
    expect(view.querySelector('.diff-plus')?.textContent).to.equal('+1');
  });

  it('[F1] gets the same from the worker', async () => {
    const [here, there] = [await show(), await show({ worker: codeWorker, newText: `${AFTER}\n` })];
    expect(rowsOf(there).slice(0, 6)).to.deep.equal(rowsOf(here).slice(0, 6));
  });

  it('[F2] marks the words that differ', async () => {
    const words = [...(await show()).querySelectorAll('.diff-word')].map((word) => word.textContent);
    expect(words).to.deep.equal(['20', 'twenty']);
  });

  it('[F3] folds unchanged lines and shows them when pressed', async () => {
    const view = await show();
    expect(rowsOf(view).length).to.be.lessThan(20);
    buttonOf(view, 'Show 17 unchanged').click();
    await until(() => rowsOf(view).includes('11 const a0 = 0;'), 'unfolded');
  });

  it('[F4] copies a patch', async () => {
    const copied: string[] = [];
    const before = navigator.clipboard.writeText;
    navigator.clipboard.writeText = async (text) => void copied.push(text);
    const view = await show({ oldText: 'a\n', newText: 'b\n' });
    buttonOf(view, 'Copy patch').click();
    await until(() => copied.length > 0, 'copied');
    navigator.clipboard.writeText = before;
    expect(copied[0]).to.contain(
      'diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,1 +1,1 @@\n-a\n+b\n',
    );
  });

  it('[F5] says that a file is new', async () => {
    for (const oldText of [null, '']) {
      const view = await show({ oldText, newText: 'a\nb\n' });
      expect(view.querySelector('.diff-head')!.textContent).to.contain('New file');
      expect(rowsOf(view)).to.deep.equal(['1 + a', '2 + b']);
    }
  });

  it('[F6] shows both sides where there is room, and one column where there is not', async () => {
    const [wide, narrow] = [await show({ mode: 'split' }), await show({ mode: 'split', width: 390 })];
    expect(wide.querySelectorAll('.diff-row')[0]!.children.length).to.equal(2);
    expect(narrow.querySelectorAll('.diff-row')[0]!.children.length).to.equal(1);
    buttonOf(wide, 'Side by side').click();
    await until(() => wide.querySelectorAll('.diff-row')[0]!.children.length === 1, 'one column');
  });

  it('[F8] tells added from removed by words, and passes axe in both themes', async () => {
    const view = await show({ oldText: 'a\n', newText: 'b\n' });
    const signs = [...view.querySelectorAll('.diff-sign')].map((sign) => sign.ariaLabel);
    expect(signs).to.deep.equal(['removed, line 1', 'added, line 1']);
    for (const theme of ['light', 'dark'] as const) {
      const themed = await show({ worker: codeWorker, theme, mode: 'split', newText: AFTER.slice(0, -1) });
      await until(() => themed.querySelector('.tk-keyword'), 'colours');
      await expect(themed).to.be.accessible();
    }
  });

  it('[F9] colours lines and leaves their text alone', async () => {
    const view = await show({ worker: codeWorker, newText: `${AFTER} ` });
    const plain = rowsOf(view);
    await until(() => view.querySelector('.tk-keyword'), 'colours');
    expect(rowsOf(view)).to.deep.equal(plain);
    expect(view.querySelectorAll('.diff-word').length).to.equal(2);
  });

  it('[F10] shows line ends that changed and warns of hidden characters', async () => {
    const view = await show({ oldText: 'a\r\nb\n', newText: 'a\nb' });
    expect(rowsOf(view)).to.deep.equal(['1 − a␍', '2 − b', '1 + a', '2 + b no newline at the end']);
    expect((await show({ newText: 'a\u202eb' })).querySelector('.diff-warning')).not.to.equal(null);
  });

  it('[RG10] says nothing of the last line end where both texts are without', async () => {
    expect(rowsOf(await show({ oldText: 'one', newText: 'two' }))).to.deep.equal(['1 − one', '1 + two']);
  });

  it('[F11] names the file within the workspace and asks to open it', async () => {
    const view = await show();
    const name = view.querySelector<HTMLElement>('.diff-name')!;
    expect(name.textContent).to.equal('src/a.ts');
    const heard = oneEvent(view, 'open-file') as Promise<OpenFileEvent>;
    name.click();
    const { path, line } = await heard;
    expect([path, line]).to.deep.equal(['/work/src/a.ts', 21]);
  });

  it('[F13] shows the part of a long line that differs, and all of it at a press', async () => {
    const data = (word: string) => `${'a,'.repeat(2_000)}${word}${',b'.repeat(2_000)}\n`;
    const view = await show({ oldText: data('left'), newText: data('right'), path: '/work/x.min.js' });
    const text = (kind: string) => view.querySelector(`.${kind} .diff-text`)!.textContent!;
    expect(text('removed')).to.contain('left');
    expect(text('added')).to.contain('right').and.contain('8,005 characters');
    expect(text('added').length).to.be.lessThan(700);
    view.querySelector<HTMLElement>('.added .diff-rest')!.click();
    await until(() => text('added').length > 8_000, 'whole');
    expect(`${text('added')}\n`).to.equal(data('right'));
    expect(text('removed').length).to.be.lessThan(700);
  });

  it('[F12] wraps long lines', async () => {
    for (const mode of ['inline', 'split'] as const) {
      const view = await show({ oldText: 'x'.repeat(900), newText: 'y'.repeat(900), mode, width: 800 });
      expect(view.scrollWidth).to.equal(view.clientWidth);
    }
  });

  it('[F1] follows its texts', async () => {
    const view = await show({ oldText: 'a\n', newText: 'b\n' });
    view.newText = 'c\nd\n';
    await until(() => rowsOf(view).length === 3, 'the other texts');
    expect(rowsOf(view)).to.deep.equal(['1 − a', '1 + c', '2 + d']);
  });

  it('[CH67] draws the beginning of a long diff first, and goes to any hunk of it', async () => {
    const lines = (changed: boolean) =>
      Array.from({ length: 4_000 }, (_, n) => `line ${n}${changed && n % 20 === 0 ? ' changed' : ''}\n`);
    const runs = Array.from({ length: 200 }, (_, n): [number, number, number] => [n === 0 ? 0 : 19, 1, 1]);
    const asked: string[] = [];
    const slow = new CodeWorkerClient(async () => {
      asked.push('worker');
      return undefined;
    });
    const view = await mount<DiffView>(
      html`<diff-view is-bare has-hunks is-seen .worker=${slow} path="a.bin" .runs=${runs} .oldText=${lines(false).join('')} .newText=${lines(true).join('')}></diff-view>`,
    );
    const chunks = () => view.querySelectorAll('diff-chunk').length;
    await Promise.all([...view.querySelectorAll('diff-chunk')].map(({ updateComplete }) => updateComplete));
    expect(rowsOf(view).slice(0, 2)).to.deep.equal(['1 − line 0', '1 + line 0 changed']);
    const early = chunks();
    expect([early < 12, asked]).to.deep.equal([true, []]);
    await view.focusHunk(199);
    expect(document.activeElement?.getAttribute('data-hunk')).to.equal('199');
    expect(chunks()).to.be.greaterThan(early);
    await until(() => view.querySelector('.diff-word'), 'the words');
  });
});
