import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { UserAct, UserActEvent } from '../../state/app/acts.js';
import { mount } from '../../ui/mount.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import './markdown-view.js';
import { markdownWords } from '../../markdown/words.js';

/** A message, and what is asked for in it. */
async function message(text: string, streaming = false) {
  const acts: UserAct[] = [];
  const view = await mount<HTMLElement>(
    html`<markdown-view .text=${text} ?streaming=${streaming} @user-act=${(event: UserActEvent) => acts.push(event.act)}></markdown-view>`,
    (template) => inTheme('light', template),
  );
  const find = (selector: string) => view.querySelector<HTMLElement>(selector);
  const words = (selector: string) => find(selector)?.textContent?.replace(/\s+/g, ' ').trim();
  return { view, acts, find, words };
}

describe('Markdown as on GitHub', () => {
  it('[W39] goes in the direction of its words', async () => {
    const { view, find } = await message('שלום עולם.\n\nHello.\n\n- שלום\n\n> שלום\n\n| שלום |\n|---|\n| a |');
    const direction = (element: Element) => getComputedStyle(element).direction;
    const [first, second] = view.querySelectorAll('.md-blocks > p');
    expect([direction(first!), direction(second!)]).to.deep.equal(['rtl', 'ltr']);
    for (const part of ['li', 'blockquote p', 'th']) expect(direction(find(part)!), part).to.equal('rtl');
    expect(direction(find('td')!)).to.equal('ltr');
  });

  it('[W40] has remarks of five kinds, and leaves other quotations alone', async () => {
    for (const [kind, title] of Object.entries(markdownWords.alerts)) {
      const { find, words } = await message(`> [!${kind.toUpperCase()}]\n> Some **words**.\n>\n> More.`);
      expect(find('.md-alert')?.dataset.alert).to.equal(kind);
      expect([...find('.md-alert')!.children].map(({ textContent }) => textContent)).to.deep.equal([
        title,
        'Some words.',
        'More.',
      ]);
      expect(words('.md-alert-title')).to.equal(title);
      expect(find('.md-alert strong')).to.not.equal(null);
    }
    for (const other of ['> [!OTHER]\n> x', '> a [!NOTE]', '> [!NOTE] x', '[!NOTE]']) {
      const { find } = await message(other);
      expect(find('.md-alert'), other).to.equal(null);
    }
    const { view } = await message('> [!WARNING]\n> Words.');
    await expect(view).to.be.accessible();
  });

  it('[W41] has details that open, with blocks in them, also inside each other', async () => {
    const { view, find, words } = await message(
      '<details>\n<summary>The **log**</summary>\n\n- one\n\n<details open><summary>Inner</summary>two</details>\n\n</details>\n\nAfter.',
    );
    expect(words('.md-details > summary')).to.equal('The log');
    expect([...view.querySelectorAll<HTMLDetailsElement>('details')].map(({ open }) => open)).to.deep.equal([
      false,
      true,
    ]);
    expect(words('details li')).to.equal('one');
    expect(words('.md-blocks > p')).to.equal('After.');
    find('summary')!.click();
    expect(find('details')!.hasAttribute('open')).to.equal(true);
    await expect(view).to.be.accessible();
  });

  it('[W41] draws simple tags, and shows the source of all others', async () => {
    const { words, find, view } = await message(
      'H<sub>2</sub>O x<sup>2</sup> <kbd>Ctrl</kbd> <b>bold <i>both</i></b> <s>gone</s> <mark>here</mark> a<br>b',
    );
    const parts = ['sub', 'sup', 'kbd', 'strong', 'strong em', 'del', 'mark'].map((tag) => words(tag));
    expect(parts).to.deep.equal(['2', '2', 'Ctrl', 'bold both', 'both', 'gone', 'here']);
    expect(find('br')).to.not.equal(null);
    expect(view.textContent).to.not.contain('<');
    const odd = [
      ...[
        '<kbd onclick=pwned()>x</kbd>',
        '<b style="x">x</b>',
        'a <kbd>x',
        'a </kbd> b',
        '<u>x</u>',
        'a <script>x</script>',
      ],
      ...['<details ontoggle=pwned()><summary>x</summary>y</details>', '<details><summary onclick=x>x</summary>y'],
    ];
    for (const text of odd) {
      const shown = await message(text);
      expect(shown.view.querySelector('kbd, strong, u, script, details'), text).to.equal(null);
      expect(shown.view.textContent?.trim(), text).to.equal(text);
    }
  });

  it('[W42] copies a table as Markdown and as CSV', async () => {
    const { acts, find } = await message('| a | b |\n|---|---|\n| 1, "x" | =cmd() |\n| p \\| q | -5 |');
    find('[data-copy-table=markdown]')!.click();
    find('[data-copy-table=csv]')!.click();
    expect(acts).to.deep.equal([
      { type: 'copy', text: '| a | b |\n| --- | --- |\n| 1, "x" | =cmd() |\n| p \\| q | -5 |' },
      { type: 'copy', text: 'a,b\r\n"1, ""x""",\'=cmd()\r\np | q,-5' },
    ]);
  });
});
