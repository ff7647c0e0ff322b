import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { ToolEntry } from '../../../server/protocol/transcript/entries.js';
import { entriesAfter, tool } from '../../../server/protocol/transcript/transcript.rig.js';
import { mount } from '../../ui/mount.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import './tool-group.js';
import type { ToolGroup } from './tool-group.js';

const calls = (...names: string[]) =>
  entriesAfter(
    ...names.map((name) => tool(name, { kind: 'read', status: 'completed', locations: [{ path: `/w/${name}.ts` }] })),
  ) as ToolEntry[];

const group = (names: string[], theme: 'light' | 'dark' = 'light') =>
  mount<ToolGroup>(html`<tool-group .calls=${calls(...names)} folder="/w"></tool-group>`, (template) =>
    inTheme(theme, template),
  );
const line = (element: ToolGroup) => element.querySelector<HTMLElement>(':scope > .tool-line')!;

describe('<tool-group>', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`[U40] is accessible in the ${theme} theme, closed and open`, async () => {
      const element = await group(['a', 'b'], theme);
      await expect(element).to.be.accessible();
      line(element).click();
      await element.updateComplete;
      await expect(element).to.be.accessible();
    });
  }

  it('[TG3] [TG4] is one line that opens to its calls', async () => {
    const element = await group(['a', 'b']);
    expect(line(element).textContent).to.contain('Explored').and.to.contain('2 files');
    expect(element.getBoundingClientRect().height).to.be.lessThan(37);
    line(element).click();
    await element.updateComplete;
    expect([...element.querySelectorAll('tool-card .tool-target')].map((target) => target.textContent)).to.deep.equal([
      'a.ts',
      'b.ts',
    ]);
  });

  it('[TG4] opens to cards that open each by itself', async () => {
    const element = await group(['a', 'b', 'c']);
    line(element).click();
    await element.updateComplete;
    const cards = [...element.querySelectorAll('tool-card')];
    const lines = cards.map((card) => card.querySelector<HTMLElement>('.tool-line')!);
    const open = () => lines.map((one) => one.getAttribute('aria-expanded')).join();
    const press = async (n: number) => {
      lines[n]!.click();
      await cards[n]!.updateComplete;
      return open();
    };
    expect(open()).to.equal('false,false,false');
    expect(await press(1)).to.equal('false,true,false');
    expect(cards.map((card) => card.querySelector('.tool-body') !== null)).to.deep.equal([false, true, false]);
    expect(await press(2)).to.equal('false,true,true');
    expect(await press(1)).to.equal('false,false,true');
    expect(line(element).getAttribute('aria-expanded')).to.equal('true');
  });

  it('[TG1] stays open, with the same cards, while more calls come', async () => {
    const element = await group(['a', 'b']);
    line(element).click();
    await element.updateComplete;
    const [card] = element.querySelectorAll('tool-card');
    element.calls = calls('a', 'b', 'c');
    await element.updateComplete;
    expect(line(element).getAttribute('aria-expanded')).to.equal('true');
    expect([...element.querySelectorAll('tool-card')]).to.have.length(3);
    expect(element.querySelector('tool-card')).to.equal(card);
  });
});
