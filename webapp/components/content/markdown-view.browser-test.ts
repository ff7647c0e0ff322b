import { expect, oneEvent } from '@open-wc/testing';
import { html } from 'lit';
import { CORPUS, randomChunks, seeded } from '../../markdown/corpus.rig.js';
import { loadHealing } from '../../markdown/heal-tail.js';
import { domOf } from '../../ui/dom-text.rig.js';
import { mount } from '../../ui/mount.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import './markdown-view.js';
import type { OpenFileEvent } from '../../ui/open-file-event.js';
import type { MarkdownView } from './markdown-view.js';

async function show(text: string, streaming = false): Promise<MarkdownView> {
  return mount<MarkdownView>(html`<markdown-view .text=${text} ?streaming=${streaming}></markdown-view>`);
}

async function write(view: MarkdownView, text: string, streaming = true): Promise<void> {
  view.text = text;
  view.streaming = streaming;
  await view.updateComplete;
}

/** The page after `text` came in the given chunks and ended. */
async function streamed(chunks: readonly string[]): Promise<MarkdownView> {
  const view = await show('', true);
  let text = '';
  for (const chunk of chunks) {
    text += chunk;
    await write(view, text);
  }
  await write(view, text, false);
  return view;
}

describe('<markdown-view>', () => {
  // A thousand cuts in ten parts, so that no part takes long even on a busy machine.
  for (let part = 0; part < 1000; part += 100) {
    it(`[W1] [UX6] draws the same page for random cuts ${part} to ${part + 99} of the corpus`, async () => {
      for (let cut = part; cut < part + 100; cut += 1) {
        const random = seeded(cut);
        // Every other time several texts in a row, so that blocks, links and notes of one meet those of another.
        const others = cut % 2 === 0 ? [] : CORPUS.filter(() => random() < 0.1);
        const text = [CORPUS[cut % CORPUS.length]!, ...others].join('\n\n');
        const [view, whole] = [await streamed(randomChunks(text, random)), await show(text)];
        expect(domOf(view), `cut ${cut}`).to.equal(domOf(whole));
        for (const shown of [view, whole]) shown.remove();
      }
    });
  }

  it('[W1] draws the same page one character at a time', async () => {
    for (const [place, text] of CORPUS.entries()) {
      const view = await streamed([...text]);
      expect(domOf(view), `text ${place}`).to.equal(domOf(await show(text)));
    }
  });

  it('[W2] keeps the nodes of finished blocks', async () => {
    const view = await show('First *one*.\n\n- a\n- b\n\nThen', true);
    const [first, list] = [...view.querySelector('.md-blocks')!.children];
    const item = list!.firstElementChild;
    await write(view, 'First *one*.\n\n- a\n- b\n\nThen more.\n\n# And a heading\n\nend');
    await write(view, 'First *one*.\n\n- a\n- b\n\nThen more.\n\n# And a heading\n\nend', false);
    expect([...view.querySelector('.md-blocks')!.children].slice(0, 2)).to.deep.equal([first, list]);
    expect(list!.firstElementChild).to.equal(item);
  });

  it('[W3] [UX6] keeps a selection in the paragraph being written through 50 chunks', async () => {
    const view = await show('Some **bold** words to select here', true);
    const node = [...view.querySelector('p')!.childNodes].find((child) => child.textContent?.includes('select'))!;
    const at = node.textContent!.indexOf('select');
    getSelection()!.setBaseAndExtent(node, at, node, at + 6);
    let text = view.text;
    for (let i = 0; i < 50; i += 1) {
      text += [
        ' and more',
        ' `co',
        'de`',
        ' **str',
        'ong**',
        ' [li',
        'nk](https://x.example)',
        ' src/a.t',
        's:3 ',
        '\nline',
      ][i % 10];
      await write(view, text);
    }
    await write(view, text, false);
    expect(getSelection()!.toString()).to.equal('select');
  });

  it('[W4] closes what is half open, for the eye', async () => {
    await loadHealing();
    const view = await show('a **bold', true);
    expect(view.querySelector('strong')?.textContent).to.equal('bold');
    await write(view, 'a **bold** and `co');
    expect(view.querySelector('code')?.textContent).to.equal('co');
    await write(view, 'a **bold** and `code` [li](https://x');
    expect(view.textContent).to.equal('a bold and code li');
  });

  it('[W5] prints neither half a fence nor half a language', async () => {
    const view = await show('text\n\n``', true);
    expect(view.textContent).to.equal('text');
    await write(view, 'text\n\n```py');
    expect(view.querySelector('.code-name')?.textContent).to.equal('text');
    await write(view, 'text\n\n```python\na = 1\n``');
    expect(view.querySelector('.code-name')?.textContent).to.equal('python');
    expect(view.querySelector('pre')?.textContent).to.equal('a = 1');
  });

  it('[W6] turns an earlier name into a link when its definition has ended', async () => {
    const view = await show('See [this][x] and a note[^n].\n\nmore\n\n[x]: https://x.exam', true);
    expect(view.querySelector('a')).to.equal(null);
    const paragraph = view.querySelector('p');
    await write(view, 'See [this][x] and a note[^n].\n\nmore\n\n[x]: https://x.example\n\n[^n]: The note.\n\nnext\n\n');
    expect(view.querySelector('a')?.href).to.equal('https://x.example/');
    expect(view.querySelector('.md-note-mark')?.textContent).to.equal('n');
    expect(view.querySelector('p')).to.equal(paragraph);
  });

  it('[W9] draws another text in place of the first', async () => {
    const view = await show('# One\n\ntwo', true);
    await write(view, 'three', true);
    expect(domOf(view)).to.equal(domOf(await show('three', true)));
    await write(view, '- four', false);
    expect(domOf(view)).to.equal(domOf(await show('- four')));
  });

  it('[W10] shows raw HTML as it is written', async () => {
    const view = await show('a <u>c</u><br>d\n\n<div onclick="x()">e</div>\n\n<!-- f -->');
    expect(view.textContent).to.equal('a <u>c</u>d<div onclick="x()">e</div><!-- f -->');
    expect(view.querySelectorAll('.md-blocks :is(b, div), [onclick]').length).to.equal(0);
    expect(view.querySelectorAll('br').length).to.equal(1);
  });

  it('[W11] draws headings, numbered lists and task items', async () => {
    const view = await show('# h\n\n4. four\n5. five\n\n- [x] done\n- [ ] open');
    expect(view.querySelector('h3')?.textContent).to.equal('h');
    expect(view.querySelector('ol')?.start).to.equal(4);
    expect([...view.querySelectorAll('.md-box')].map((box) => box.ariaLabel)).to.deep.equal(['Done:', 'To do:']);
  });

  it('[W12] scrolls wide tables and long lines inside themselves', async () => {
    const long = 'x'.repeat(400);
    const row = Array.from({ length: 30 }, (_, n) => `column ${n}`).join(' | ');
    const table = `${row}\n${row.replace(/[^|]+/g, '---')}`;
    const texts = [`\`\`\`\n${long}\n\`\`\``, table, long, `\`${long}\``, `[l](https://x.example/${long}) ${long}`];
    const widths = texts.map(async (text) => {
      const view = html`<markdown-view .text=${text}></markdown-view>`;
      const box = await mount<HTMLElement>(html`<div style="width: 320px">${view}</div>`);
      return [box.scrollWidth, (box.querySelector('pre, .md-table')?.scrollWidth ?? 0) > 1000];
    });
    const [scrolls, fits] = [
      [320, true],
      [320, false],
    ];
    expect(await Promise.all(widths)).to.deep.equal([scrolls, scrolls, fits, fits, fits]);
  });

  it('[W13] leads from a mark to its note and back', async () => {
    const view = await show('a[^1]\n\n[^1]: note');
    const [mark, note] = [
      view.querySelector<HTMLElement>('.md-note-mark')!,
      view.querySelector<HTMLElement>('.md-note')!,
    ];
    mark.click();
    expect(document.activeElement).to.equal(note);
    note.querySelector('button')!.click();
    expect(document.activeElement).to.equal(mark);
  });

  it('[W13] draws notes after everything else', async () => {
    const view = await show('a[^1]\n\n[^1]: note\n\nthe last line', true);
    expect([...view.children].map(({ className, textContent }) => [className, textContent?.trim()])).to.deep.equal([
      ['md-blocks', 'a1the last line'],
      ['md-notes', '1\n    note'],
    ]);
  });

  it('[W14] asks to open the file that a button names', async () => {
    const view = await show('See src/a.ts:12.');
    const heard = oneEvent(view.parentElement!, 'open-file') as Promise<OpenFileEvent>;
    view.querySelector<HTMLElement>('.md-path')!.click();
    const { path, line, composed } = await heard;
    expect({ path, line, composed }).to.deep.equal({ path: 'src/a.ts', line: 12, composed: true });
  });

  it('[W16] skips the layout of finished blocks, a group at a time', async () => {
    const view = await show(Array.from({ length: 40 }, (_, n) => `part ${n}`).join('\n\n'));
    const groups = [...view.children];
    const skips = groups.map((group) => getComputedStyle(group).contentVisibility);
    expect(skips).to.deep.equal(['auto', 'auto', 'visible']);
    expect(groups.map(({ children }) => children.length)).to.deep.equal([16, 16, 8]);
  });

  it('[SP2] leaves finished groups alone while the text grows, and moves nothing when one is full', async () => {
    const parts = Array.from({ length: 60 }, (_, n) => (n % 9 === 0 ? `## Part ${n}` : `part ${n}`));
    const view = await show('', true);
    const touched: Node[] = [];
    const watch = new MutationObserver((records) => touched.push(...records.map(({ target }) => target)));
    const tops = new Map<HTMLElement, number>();
    const moved: string[] = [];
    for (let n = 1; n <= parts.length; n += 1) {
      await write(view, parts.slice(0, n).join('\n\n'));
      // Without frames the browser does not measure what it skips.
      for (const group of view.children as Iterable<HTMLElement>) group.style.contentVisibility = 'visible';
      if (n === 34) watch.observe(view.firstElementChild!, { subtree: true, childList: true, characterData: true });
      for (const [block, top] of tops) if (block.offsetTop !== top) moved.push(block.textContent!);
      const blocks = [...view.querySelectorAll<HTMLElement>('.md-blocks > *')];
      for (const block of blocks.slice(0, -1)) tops.set(block, block.offsetTop);
    }
    touched.push(...watch.takeRecords().map(({ target }) => target));
    expect(touched).to.deep.equal([]);
    expect(moved).to.deep.equal([]);
  });

  it('[W37] has enough contrast in both themes and passes axe', async () => {
    const text = [0, 2, 4, 5, 12, 13, 15, 30].map((place) => CORPUS[place]).join('\n\n');
    for (const theme of ['light', 'dark'] as const) {
      const view = html`<markdown-view .text=${text}></markdown-view>`;
      await expect(await mount(view, (template) => inTheme(theme, template))).to.be.accessible();
    }
  });
});
