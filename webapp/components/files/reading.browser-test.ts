import { expect } from '@open-wc/testing';
import { ended, tool } from '../../../server/protocol/transcript/transcript.rig.js';
import { until } from '../../ui/mount.rig.js';
import '../../ui/near-all.rig.js';
import script from '../../worker/code-worker.ts?worker&url';
import { CodeWorkerClient } from '../../worker/code-worker-client.js';
import { press, showFiles, words } from './files.rig.js';
import { FileSearch } from './search-file.js';

type Shown = Awaited<ReturnType<typeof showFiles>>;

async function reading(files: Record<string, string>, path: string, plan: Parameters<typeof showFiles>[1] = {}) {
  const shown = await showFiles(files, plan);
  shown.opens(path, null);
  await until(() => shown.find('.file-line'), 'the file');
  return shown;
}

const press1 = ({ find }: Shown, key: string, held = {}) => press(find('.file-scroll'), key, held);
const item = ({ app }: Shown, name: string) =>
  [
    ...app.querySelectorAll<HTMLElement>('.menu-item, .range-bar button, .version-bar button, .view-missing button'),
  ].find((each) => words(each).startsWith(name) || each.getAttribute('aria-label') === name)!;
const PNG = atob(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC',
);
/** The same with a head that claims so many pixels a side. */
const largePng = (side: number) => {
  const number = String.fromCharCode(...[24, 16, 8, 0].map((shift) => (side >>> shift) & 0xff));
  return `${PNG.slice(0, 16)}${number}${number}${PNG.slice(24)}`;
};

describe('a file to read', () => {
  it('[FI10] is searched to its end, match by match', async () => {
    const lines = Array.from({ length: 6_000 }, (_, n) => (n === 5_500 || n === 10 ? 'the Needle' : `line ${n}`));
    const shown = await reading({ 'long.txt': `${lines.join('\n')}\n` }, 'long.txt');
    press1(shown, 'f', { ctrlKey: true });
    await until(() => shown.find('file-search input')?.matches(':focus'), 'the field');
    const field = shown.find<HTMLInputElement>('file-search input');
    field.value = 'needle';
    field.dispatchEvent(new InputEvent('input'));
    await until(() => words(shown.find('.bar-count')) === '1 of 2', 'the count');
    await until(() => words(shown.find('mark.current')) === 'Needle', 'the first one');
    press(field, 'Enter');
    await until(() => words(shown.find('.bar-count')) === '2 of 2', 'the next one');
    await until(
      () => shown.find('mark.current')?.closest<HTMLElement>('.file-line')?.dataset.line === '5501',
      'its line',
    );
    press(field, 'Enter', { shiftKey: true });
    await until(() => words(shown.find('.bar-count')) === '1 of 2', 'the one before');
    shown.find<HTMLButtonElement>('.way[aria-label="Match case"]').click();
    await until(() => words(shown.find('.bar-count')) === 'No matches', 'with case');
    press(field, 'Escape');
    await until(() => !shown.find('file-search') && shown.find('.file-scroll').matches(':focus'), 'closed');
    expect(shown.find('work-panel')).to.not.equal(null);
    expect(shown.find('mark')).to.equal(null);
  });

  it('[FI11] tells what is wrong with an expression', async () => {
    const shown = await reading({ 'a.txt': 'a\n' }, 'a.txt');
    press1(shown, 'f', { ctrlKey: true });
    await until(() => shown.find('file-search input'), 'the field');
    shown.find<HTMLButtonElement>('.way[aria-label="Regular expression"]').click();
    const field = shown.find<HTMLInputElement>('file-search input');
    field.value = '(';
    field.dispatchEvent(new InputEvent('input'));
    await until(() => field.getAttribute('aria-invalid') === 'true', 'the sign');
    expect(words(shown.find('.bar-count'))).to.contain('Invalid regular expression');
  });

  it('[FI11] gives up an expression that would never end', async () => {
    const search = new FileSearch(new CodeWorkerClient(async () => script, 1_000));
    const lines = [`${'a'.repeat(60)}!`];
    const about = { from: 1, total: 1, size: 61, revision: 'r', kind: 'text', cut: 0 } as const;
    const reader = { read_file: async (path: string) => ({ path, lines, ...about }) };
    const pattern = { text: '(a+)+$', isCase: false, isRegex: true, isWord: false };
    await search.look(reader, 'a.txt', pattern, 0);
    expect(search.value.trouble).to.deep.equal({ code: 'slow' });
  });

  it('[FI12] is gone through by line, and several are picked', async () => {
    const shown = await reading(
      { 'a.txt': `${Array.from({ length: 900 }, (_, n) => `l${n + 1}`).join('\n')}\n` },
      'a.txt',
    );
    press1(shown, 'g', { ctrlKey: true });
    await until(() => shown.find('line-jump input')?.matches(':focus'), 'the field');
    const field = shown.find<HTMLInputElement>('line-jump input');
    const form = shown.find<HTMLFormElement>('line-jump form');
    field.value = 'x';
    form.requestSubmit();
    await until(() => field.getAttribute('aria-invalid') === 'true', 'refused');
    field.value = '700-702';
    form.requestSubmit();
    await until(() => shown.app.querySelectorAll('.file-line.meant').length === 3, 'the lines');
    expect(words(shown.find('.file-line.meant'))).to.equal('700l700');
    expect(words(shown.find('.range-bar'))).to.contain('Lines 700–702');
    await until(() => shown.find('.file-scroll').matches(':focus'), 'the focus');
    press1(shown, 'Escape');
    await until(() => !shown.find('.range-bar'), 'no longer');
  });

  it('[FI13] gives its path in three ways', async () => {
    const shown = await reading({ 'src/a.txt': 'one\ntwo\nthree\n' }, 'src/a.txt');
    const number = (n: number) => shown.app.querySelectorAll<HTMLElement>('.file-number')[n - 1]!;
    number(2).click();
    number(3).dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true }));
    await until(() => words(shown.find('.range-bar')).includes('Lines 2–3'), 'picked');
    for (const name of ['Copy relative path', 'Copy path', 'Copy path with lines']) item(shown, name).click();
    await until(() => shown.rig.copied.length === 3, 'copied');
    expect(shown.rig.copied).to.deep.equal(['src/a.txt', '/home/me/orbit/src/a.txt', 'src/a.txt#L2-L3']);
  });

  it('[FI14] lends its lines to a message, by their numbers or by a selection', async () => {
    const shown = await reading({ 'src/a.txt': 'one\ntwo\nthree\n' }, 'src/a.txt');
    const texts = [...shown.app.querySelectorAll('.file-words')];
    getSelection()!.setBaseAndExtent(texts[1]!, 0, texts[2]!, 1);
    await until(() => words(shown.find('.range-bar')).includes('Lines 2–3'), 'picked');
    item(shown, 'Ask about these lines').click();
    const { drafts } = shown.rig.context.composer;
    await until(() => drafts.textFor('s1') === '@src/a.txt#L2-L3 ', 'the words');
    const [chip] = drafts.chipsFor('s1');
    expect(chip).to.deep.include({ kind: 'file', path: 'src/a.txt', lines: { from: 2, to: 3, text: 'two\nthree' } });
    await until(() => shown.find('prompt-composer').contains(document.activeElement), 'the focus');
  });

  it('[FI15] is shown as it was committed or staged, read-only, and compared', async () => {
    const shown = await reading({ 'a.txt': 'new\n' }, 'a.txt', {
      prepare: ({ server: { repo } }) => {
        repo.versions
          .set('HEAD:a.txt', 'old\n')
          .set('index:a.txt', 'staged\n')
          .set(`${'b'.repeat(40)}:a.txt`, 'older\n');
      },
    });
    await until(() => item(shown, 'The version in the last commit'), 'git is known');
    item(shown, 'The version in the last commit').click();
    await until(() => words(shown.find('.file-text')) === '1old', 'the last commit');
    expect(words(shown.find('.version-bar')))
      .to.contain('Read-only')
      .and.to.contain('aaaaaaaa · Begin · Ada');
    expect([...shown.app.querySelectorAll('.file-acts .btn')].map(words)).to.deep.equal([]);
    item(shown, 'Compare with the current file').click();
    await until(() => words(shown.find('.edit-difference')).includes('old'), 'the difference');
    const choice = shown.find<HTMLSelectElement>('.version-choice');
    choice.value = 'index';
    choice.dispatchEvent(new Event('change'));
    await until(() => words(shown.find('.file-text')) === '1staged', 'what is staged');
    choice.value = 'commit';
    choice.dispatchEvent(new Event('change'));
    await until(() => shown.find('version-picker input')?.matches(':focus'), 'the field');
    shown.find<HTMLInputElement>('version-picker input').value = 'v1';
    shown.find<HTMLFormElement>('version-picker form').requestSubmit();
    await until(() => words(shown.find('.file-text')) === '1older', 'another commit');
    item(shown, 'Show the current file').click();
    await until(() => words(shown.find('.file-text')) === '1new' && !shown.find('.version-bar'), 'the file');
  });

  it('[FI16] is an image with its size, or bytes that can be had', async () => {
    const shown = await showFiles({
      'a.png': PNG,
      'b.bin': 'A\0\u0001z',
      'c.pdf': '%PDF-1.4\0',
    });
    shown.opens('a.png', null);
    await until(() => words(shown.find('.picture-size')).startsWith('10 × 10'), 'the size');
    shown.find<HTMLButtonElement>('[aria-label="Zoom in"]').click();
    await until(() => shown.find('.picture-scroll img').getBoundingClientRect().width === 15, 'larger');
    press(shown.find('.picture-scroll'), '0');
    await until(() => words(shown.find('.picture-bar')).includes('Fit'), 'fits');
    shown.opens('b.bin', null);
    await until(() => words(shown.find('.hex')).includes('000000 41 00 01 7a'), 'the bytes');
    expect(words(shown.find('.hex'))).to.contain('A··z');
    shown.opens('c.pdf', null);
    await until(() => words(shown.find('.bytes')).startsWith('PDF document'), 'a document');
  });

  it('[FI55] is a drawing that is text first, and an image when a person wants it', async () => {
    const shown = await showFiles({
      'd.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>',
      'e.svg': '<svg xmlns="http://www.w3.org/2000/svg"><filter id="f"/><rect filter="url(#f)"/></svg>',
    });
    const toggle = (name: string) =>
      [...shown.app.querySelectorAll<HTMLElement>('.edit-note button')].find((each) => words(each) === name)!.click();
    shown.opens('d.svg', null);
    await until(() => words(shown.find('.file-text')).startsWith('1<svg'), 'its text');
    expect(shown.app.querySelector('file-picture')).to.equal(null);
    toggle('Show as image');
    await until(() => words(shown.find('.picture-size')).startsWith('30 × 20'), 'a drawing');
    toggle('Show as text');
    await until(() => words(shown.find('.file-text')).startsWith('1<svg'), 'its text again');
    shown.opens('e.svg', null);
    await until(() => words(shown.find('.file-text')).includes('<filter'), 'the other text');
    toggle('Show as image');
    await until(() => words(shown.find('file-picture')).includes('could freeze the page'), 'a sentence');
    expect(shown.app.querySelector('file-picture img')).to.equal(null);
  });

  it('[FI56] is not drawn by itself where it has more pixels than a page should hold', async () => {
    const shown = await showFiles({ 'a.png': largePng(16_000), 'b.png': PNG });
    shown.opens('a.png', null);
    await until(() => words(shown.find('file-picture')).includes('could freeze the page'), 'a sentence');
    expect(shown.app.querySelector('file-picture img')).to.equal(null);
    shown.opens('b.png', null);
    await until(() => words(shown.find('.picture-size')).startsWith('10 × 10'), 'another one');
  });

  it('[FI54] is a PDF that opens in a tab of its own, with or without bytes that are no text', async () => {
    const shown = await showFiles({ 'a.pdf': '%PDF-1.4\nonly text\n', 'b.PDF': '%PDF-1.7\0' });
    for (const path of ['a.pdf', 'b.PDF']) {
      shown.opens(path, null);
      await until(() => words(shown.find('.file-head')).includes(path) && shown.find('.bytes-acts .primary'), path);
      expect(words(shown.find('.bytes'))).to.match(/^PDF document, \d+ bytes Open in a new tab Download$/);
      const opened: HTMLAnchorElement[] = [];
      // The tab itself isn't wanted here.
      const stop = (event: Event) => {
        event.preventDefault();
        opened.push(event.target as HTMLAnchorElement);
      };
      addEventListener('click', stop);
      shown.find<HTMLButtonElement>('.bytes-acts .primary').click();
      await until(() => opened.some((each) => each.href?.startsWith('blob:')), 'it opens');
      removeEventListener('click', stop);
      const link = opened.at(-1)!;
      expect([link.target, link.rel]).to.deep.equal(['_blank', 'noopener']);
      const blob = await (await fetch(link.href)).blob();
      expect([blob.type, (await blob.text()).slice(0, 5)]).to.deep.equal(['application/pdf', '%PDF-']);
    }
  });

  it('[FI17] that is gone says so, and shows what git has', async () => {
    const shown = await reading({ 'a.txt': 'here\n' }, 'a.txt', {
      prepare: ({ server }) => void server.repo.versions.set('HEAD:a.txt', 'committed\n'),
    });
    shown.rig.server.repo.remove('a.txt');
    shown.rig.server.append('s1', [tool('t1', { kind: 'execute', status: 'completed' }), ended()]);
    await until(() => words(shown.find('.view-missing')).includes('This file no longer exists.'), 'the sentence');
    item(shown, 'Show the version in the last commit').click();
    await until(() => words(shown.find('.file-text')) === '1committed', 'the version');
  });

  it('[FI18] follows its changes in place, and marks them for a moment', async () => {
    const lines = Array.from({ length: 400 }, (_, n) => `line ${n + 1}`);
    const shown = await reading({ 'a.txt': `${lines.join('\n')}\n` }, 'a.txt');
    await until(() => shown.app.querySelectorAll('.file-line').length === 400, 'all lines');
    const scroller = shown.find('.file-scroll');
    scroller.scrollTop = 200 * 20;
    const top = () => Math.floor(scroller.scrollTop / 20);
    await until(() => top() === 200, 'the place');
    shown.rig.server.repo.write('a.txt', `${['new 1', 'new 2', ...lines].join('\n')}\n`);
    shown.rig.server.appendApp({
      type: 'root_changed',
      root: { id: 'main', path: '/home/me/orbit', name: 'orbit', revision: 9 },
    });
    await until(() => top() === 202, 'the same line at the top');
    await until(() => shown.app.querySelectorAll('.file-line.changed').length === 2, 'the marks');
    shown.find('.file-line.changed').dispatchEvent(new AnimationEvent('animationend', { bubbles: true }));
    await until(() => !shown.find('.file-line.changed'), 'seen');
  });
});
