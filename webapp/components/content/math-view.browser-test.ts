import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { mount } from '../../ui/mount.rig.js';
import './math-view.js';
import type { MathView } from './math-view.js';

async function show(source: string, block = false): Promise<MathView> {
  await import('temml');
  const view = await mount<MathView>(html`<math-view .source=${source} ?block=${block}></math-view>`);
  // Anyone who asked for the library last is told last.
  await import('temml');
  await view.updateComplete;
  return view;
}

describe('<math-view>', () => {
  it('[MM3] draws a formula as MathML', async () => {
    const view = await show('\\frac{a}{b} + \\sqrt{x}');
    expect(view.querySelector('math mfrac')?.textContent).to.equal('ab');
    expect(view.querySelector('math')?.getAttribute('display')).to.not.equal('block');
    expect((await show('x', true)).querySelector('math')?.getAttribute('display')).to.equal('block');
  });

  it('[MM3] shows what it cannot read as it is written', async () => {
    expect((await show('\\frac{a')).querySelector('.math-source')?.textContent).to.equal('\\frac{a');
  });

  for (const source of [
    '\\href{javascript:alert(1)}{x}',
    '\\url{https://evil.example}',
    '\\includegraphics{https://evil.example/a.png}',
    '\\class{dock}{x}',
    '\\id{a}{x}',
    '\\style{position:fixed;inset:0}{x}',
    '\\def\\a{\\a\\a}\\a',
  ]) {
    it(`[MM4] gives nothing away to ${source}`, async () => {
      const view = await show(source);
      expect(view.querySelector('a, img, [href], [src], [id], .dock, [style*="fixed"]')).to.equal(null);
      expect(view.textContent).to.not.equal('');
    });
  }

  it('[MM4] keeps a formula in its place, however far it wants to reach', async () => {
    const view = await show('\\rule{9999em}{9999em}\\kern{-9999em}x');
    expect(getComputedStyle(view).contain).to.contain('paint');
    expect(view.getBoundingClientRect().height).to.be.lessThan(400);
  });
});
