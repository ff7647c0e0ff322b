import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { mount } from './mount.rig.js';
import { renderOptions } from './render-options.js';

const PACE = {
  ...{ id: 'pace', name: 'Pace', type: 'select' as const, currentValue: 'slow' },
  options: [
    { value: 'slow', name: 'Slow' },
    { value: 'fast', name: 'Fast' },
  ],
};

describe('options of an agent', () => {
  it('[RG7] show what is chosen although it is no choice, and what a bare on or off is about', async () => {
    const bare = { ...PACE, options: [{ value: 'slow', name: 'Off' }] };
    const options = [{ ...PACE, currentValue: 'brisk' }, bare];
    const element = await mount<HTMLElement>(html`<div>${renderOptions(null, options, () => {})}</div>`);
    const [first, second] = element.querySelectorAll('select');
    const shown = [first!.value, first!.options.length, first!.selectedOptions[0]!.label];
    expect(shown).to.deep.equal(['brisk', 3, 'brisk']);
    const names = [first, second].map((menu) => menu!.parentElement!.querySelector('.option-name')?.textContent);
    expect(names).to.deep.equal([undefined, 'Pace:']);
  });
});
