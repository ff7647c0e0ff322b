import { expect } from '@open-wc/testing';
import { DEFAULT_SETTINGS } from '../../../server/protocol/features/settings-table.js';
import { sessionCommand } from '../../state/app/acts.js';
import { until } from '../../ui/mount.rig.js';
import { ComposerRig } from '../composer/composer.rig.js';
import './option-picker.js';

const MODEL = {
  id: 'model',
  name: 'Model',
  category: 'model',
  type: 'select' as const,
  currentValue: 'sonnet',
  options: [
    {
      group: 'a',
      name: 'Anthropic',
      options: [
        { value: 'opus', name: 'Opus', description: 'For hard problems' },
        { value: 'sonnet', name: 'Sonnet', description: 'For every day' },
      ],
    },
    { group: 'o', name: 'OpenAI', options: [{ value: 'gpt', name: 'GPT' }] },
  ],
};
const REASONING = {
  id: 'reasoning',
  name: 'Reasoning',
  type: 'select' as const,
  currentValue: 'off',
  options: [
    { value: 'off', name: 'Off' },
    { value: 'on', name: 'On' },
  ],
};

async function opened(options: unknown[], chip: string) {
  const rig = await ComposerRig.open({ agentId: 'demo', options: options as never });
  const list = () =>
    rig.element.shadowRoot!.querySelector('option-picker')?.shadowRoot?.querySelector('pick-list')?.shadowRoot ?? null;
  const picker = {
    rig,
    list,
    field: () => list()!.querySelector('input')!,
    titles: () => [...list()!.querySelectorAll('.title')].map(({ textContent }) => textContent.trim()),
    groups: () => [...list()!.querySelectorAll('.group')].map(({ textContent }) => textContent.trim()),
    active: () => list()!.querySelector('[aria-selected=true] .title')?.textContent.trim(),
    press: (key: string) =>
      picker
        .field()
        .dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true })),
    async write(text: string) {
      picker.field().value = text;
      picker.field().dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
      await until(() => picker.groups().join() === 'Results', `what fits ${text}`);
    },
    async open(name: string) {
      rig.button(name)!.click();
      await until(() => list()?.activeElement?.localName === 'input', 'the caret in the search field');
    },
    gone: () => until(() => !rig.element.shadowRoot!.querySelector('option-picker'), 'that the list is gone'),
    hasCaret: () => until(() => rig.element.shadowRoot!.activeElement === rig.field, 'the caret in the message field'),
  };
  await picker.open(chip);
  return picker;
}

describe('the list of values of an agent’s option', () => {
  it('[CO33] has the agent’s groups and descriptions, begins at the current value, and is chosen from by keys', async () => {
    const picker = await opened([MODEL], 'Model: Sonnet');
    expect(picker.groups()).to.deep.equal(['Anthropic', 'OpenAI']);
    expect(picker.titles()).to.deep.equal(['Opus', 'Sonnet', 'GPT']);
    expect(picker.list()!.textContent).to.contain('For hard problems');
    expect(picker.active()).to.equal('Sonnet');
    expect(picker.field().role).to.equal('combobox');
    await expect(picker.rig.element.shadowRoot!.querySelector('option-picker') as HTMLElement).to.be.accessible();
    picker.press('ArrowDown');
    await until(() => picker.active() === 'GPT', 'the next one');
    await picker.write('hard');
    expect(picker.titles(), 'found by its description').to.deep.equal(['Opus']);
    picker.press('Enter');
    await picker.gone();
    await picker.hasCaret();
    expect(picker.rig.acts.at(-1)).to.deep.equal(sessionCommand('AcpBridge', 'set_option', 'model', 'opus'));
  });

  it('[CO33] leads back to the message field if it is left, and chooses nothing then', async () => {
    const picker = await opened([MODEL], 'Model: Sonnet');
    picker.rig.element.shadowRoot!.querySelector('option-picker')!.hidePopover();
    await picker.gone();
    await picker.hasCaret();
    expect(picker.rig.actsOf('session_command')).to.deep.equal([]);
    expect(picker.rig.button('Model: Sonnet')!.getAttribute('aria-expanded')).to.equal('false');
  });

  it('[RG7] shows what is chosen although it is no choice, and what a bare on or off is about', async () => {
    const picker = await opened([{ ...MODEL, currentValue: 'brisk' }, REASONING], 'Model: brisk');
    expect(picker.active()).to.equal('brisk');
    expect(picker.titles()).to.deep.equal(['brisk', 'Opus', 'Sonnet', 'GPT']);
    expect(picker.rig.button('Reasoning: Off')).to.exist;
  });

  it('[S27] shows what the agent says, whatever was picked', async () => {
    const picker = await opened([MODEL], 'Model: Sonnet');
    picker.press('ArrowDown');
    picker.press('Enter');
    await picker.gone();
    expect(picker.rig.acts.at(-1)).to.deep.equal(sessionCommand('AcpBridge', 'set_option', 'model', 'gpt'));
    expect(picker.rig.button('Model: Sonnet'), 'the agent has said nothing yet').to.exist;
    picker.rig.element.options = [{ ...MODEL, currentValue: 'gpt' }] as never;
    await until(() => picker.rig.button('Model: GPT'), 'what the agent says');
  });

  it('[CO34] has favourites first, keeps them in the settings, and offers none that the settings can’t hold', async () => {
    const odd = { group: 'x', name: 'Odd', options: [{ value: 'a\nb', name: 'Odd one' }] };
    const picker = await opened([{ ...MODEL, options: [...MODEL.options, odd] }], 'Model: Sonnet');
    const item = (title: string) =>
      [...picker.list()!.querySelectorAll('.item')].find(
        (one) => one.querySelector('.title')?.textContent.trim() === title,
      )!;
    item('GPT').querySelector<HTMLElement>('.star')!.click();
    await until(() => picker.groups()[0] === 'Favourites', 'the favourites');
    expect(picker.titles()).to.deep.equal(['GPT', 'Opus', 'Sonnet', 'Odd one']);
    expect(picker.rig.app.server.callsOf('Settings.update').at(-1)?.[1]).to.deep.equal({
      favourites: { demo: ['model/gpt'] },
    });
    expect(item('Odd one').querySelector('.star')).to.equal(null);
    const foot = () => picker.list()!.querySelector<HTMLElement>('.foot')!;
    expect(foot().textContent.trim()).to.equal('Remove GPT from favourites');
    foot().click();
    await until(() => picker.groups()[0] === 'Anthropic', 'that it is none');
    expect(picker.rig.app.context.settings.value?.favourites).to.deep.equal({});
    picker.rig.app.context.settings.follow({
      revision: 9,
      values: { ...DEFAULT_SETTINGS, favourites: { demo: ['model/sonnet'], other: ['model/opus'] } },
    });
    await until(() => picker.titles()[0] === 'Sonnet', 'what another tab has chosen');
    expect(picker.titles()).to.deep.equal(['Sonnet', 'Opus', 'GPT', 'Odd one']);
  });
});
