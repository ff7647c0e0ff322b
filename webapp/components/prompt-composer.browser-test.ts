import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { UserAct } from '../state/acts.js';
import { mount, until } from './mount.rig.js';
import './prompt-composer.js';
import type { PromptComposer } from './prompt-composer.js';
import { inTheme } from './theme.rig.js';

const MODES = {
  currentModeId: 'ask',
  availableModes: [
    { id: 'ask', name: 'Ask' },
    { id: 'auto', name: 'Auto' },
  ],
};
const PACE = {
  id: 'pace',
  name: 'Pace',
  type: 'select' as const,
  currentValue: 'slow',
  options: [
    { value: 'slow', name: 'Slow' },
    { value: 'fast', name: 'Fast' },
  ],
};
const LOUD = { id: 'loud', name: 'Loud', type: 'boolean' as const, currentValue: false };
const USAGE = { used: 86_000, size: 200_000, cost: null };

/** A composer that keeps what is typed, as the store of drafts would, and records what is done. */
async function composer(fields: Partial<PromptComposer> = {}, theme: 'light' | 'dark' = 'light') {
  const acts: UserAct[] = [];
  const element = await mount<PromptComposer>(
    html`<prompt-composer .modes=${MODES} .options=${[PACE, LOUD]} .usage=${USAGE}></prompt-composer>`,
    (template) => inTheme(theme, template),
  );
  Object.assign(element, fields);
  element.addEventListener('user-act', ({ act }) => {
    acts.push(act);
    if (act.type === 'write_draft') element.value = act.text;
  });
  await element.updateComplete;
  return { element, acts, field: element.shadowRoot!.querySelector('textarea')! };
}

const buttonNamed = (element: PromptComposer, name: string) =>
  [...element.shadowRoot!.querySelectorAll('button')].find(
    (button) => (button.getAttribute('aria-label') ?? button.textContent?.trim()) === name,
  );
const sent = (acts: UserAct[]) => acts.filter(({ type }) => type === 'send_prompt');

async function type(element: PromptComposer, field: HTMLTextAreaElement, text: string): Promise<void> {
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  await element.updateComplete;
}

const press = (field: HTMLElement, key: string, init: KeyboardEventInit = {}) =>
  field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true, ...init }));

describe('<prompt-composer>', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`[U40] is accessible in the ${theme} theme, idle and running`, async () => {
      const { element } = await composer({ value: 'Hello' }, theme);
      await expect(element).to.be.accessible();
      element.status = 'running';
      await element.updateComplete;
      await expect(element).to.be.accessible();
    });
  }

  it('[U42] sends with Enter, makes a line with Shift and Enter, and sends nothing empty', async () => {
    const { element, acts, field } = await composer();
    press(field, 'Enter');
    await type(element, field, '  Hi there ');
    expect(press(field, 'Enter', { shiftKey: true })).to.equal(true);
    expect(press(field, 'Enter')).to.equal(false);
    expect(sent(acts)).to.deep.equal([{ type: 'send_prompt', content: [{ type: 'text', text: 'Hi there' }] }]);
  });

  it('[U42] sends with the button named Send, also while a turn runs, and the same words only once', async () => {
    const { element, acts, field } = await composer({ status: 'running' });
    await type(element, field, 'next');
    buttonNamed(element, 'Send')!.click();
    buttonNamed(element, 'Send')!.click();
    expect(sent(acts)).to.have.length(1);
    await type(element, field, '');
    await type(element, field, 'next');
    press(field, 'Enter');
    expect(sent(acts)).to.have.length(2);
  });

  it('[U42] interrupts and sends with Ctrl and Enter while a turn runs', async () => {
    const { element, acts, field } = await composer({ status: 'running' });
    await type(element, field, 'stop, do this');
    press(field, 'Enter', { ctrlKey: true });
    expect(sent(acts)).to.deep.equal([
      { type: 'send_prompt', content: [{ type: 'text', text: 'stop, do this' }], isNow: true },
    ]);
  });

  it('[U42] takes no Enter that belongs to an input method', async () => {
    const { element, acts, field } = await composer();
    await type(element, field, 'にほ');
    press(field, 'Enter', { isComposing: true });
    press(field, 'Enter', { keyCode: 229 });
    expect(sent(acts)).to.deep.equal([]);
  });

  it('[U42] keeps the words until the store takes them away', async () => {
    const { element, field } = await composer();
    await type(element, field, 'stay');
    press(field, 'Enter');
    await element.updateComplete;
    expect(field.value).to.equal('stay');
    element.value = '';
    await element.updateComplete;
    expect(field.value).to.equal('');
  });

  it('[U43] stops with Stop, then says so, and offers Force stop after a while', async () => {
    const { element, acts } = await composer({ status: 'running' });
    buttonNamed(element, 'Stop')!.click();
    expect(acts).to.deep.equal([{ type: 'stop' }]);
    element.status = 'cancelling';
    await element.updateComplete;
    expect(element.shadowRoot!.textContent).to.contain('Stopping…');
    expect(buttonNamed(element, 'Force stop')).to.equal(undefined);
    await until(() => buttonNamed(element, 'Force stop'), 'Force stop');
    buttonNamed(element, 'Force stop')!.click();
    expect(acts.at(-1)).to.deep.equal({ type: 'force_stop' });
  });

  it('[U43] has no Stop while nothing runs', async () => {
    const { element } = await composer();
    expect(buttonNamed(element, 'Stop')).to.equal(undefined);
  });

  it('[U43] stops with a second Escape', async () => {
    const { element, acts, field } = await composer({ status: 'running' });
    press(field, 'Escape');
    await element.updateComplete;
    expect(acts).to.deep.equal([]);
    expect(element.shadowRoot!.textContent).to.contain('Escape again');
    press(field, 'Escape');
    expect(acts).to.deep.equal([{ type: 'stop' }]);
  });

  it('[U44] offers modes and options as menus and switches, by their own names', async () => {
    const { element, acts } = await composer();
    const [mode, pace] = element.shadowRoot!.querySelectorAll('select');
    expect([mode!.ariaLabel, mode!.value, pace!.ariaLabel, pace!.value]).to.deep.equal(['Mode', 'ask', 'Pace', 'slow']);
    mode!.value = 'auto';
    mode!.dispatchEvent(new Event('change'));
    pace!.value = 'fast';
    pace!.dispatchEvent(new Event('change'));
    buttonNamed(element, 'Loud')!.click();
    expect(acts).to.deep.equal([
      { type: 'set_mode', modeId: 'auto' },
      { type: 'set_option', optionId: 'pace', value: 'fast' },
      { type: 'set_option', optionId: 'loud', value: true },
    ]);
  });

  it('[U44] shows the mode once where it is among the options too', async () => {
    const { element } = await composer({ options: [{ ...PACE, id: 'mode', name: 'Mode', category: 'mode' }] });
    expect(element.shadowRoot!.querySelectorAll('select')).to.have.length(1);
  });

  it('[U44] shows the share of the context that the agent has told', async () => {
    const { element } = await composer();
    const meter = element.shadowRoot!.querySelector('context-meter')!.shadowRoot!.querySelector('[role=meter]')!;
    expect(meter.getAttribute('aria-valuenow')).to.equal('43');
    expect(meter.getAttribute('aria-valuetext')).to.equal('43 % of the context used: 86k of 200k tokens');
  });

  it('[U42] says why nobody can write in a session of another server', async () => {
    const { element } = await composer({ locked: 'Read only here.' });
    expect(element.shadowRoot!.querySelector('textarea')).to.equal(null);
    expect(element.shadowRoot!.textContent).to.contain('Read only here.');
  });

  it('[SH10] shows that a line beginning with ! is run, and runs it', async () => {
    const { element, acts, field } = await composer();
    await type(element, field, '!ls -l');
    expect(element.shadowRoot!.querySelector('.shell-note')?.textContent).to.contain('Shell');
    await expect(element).to.be.accessible();
    press(field, 'Enter');
    buttonNamed(element, 'Run')!.click();
    expect(acts.filter((act) => act.type === 'run_shell')).to.deep.equal(
      Array(2).fill({ type: 'run_shell', line: '!ls -l' }),
    );
    expect(sent(acts)).to.deep.equal([]);
  });

  it('[SH10] sends a ! that is not the first character as a message', async () => {
    const { element, acts, field } = await composer();
    await type(element, field, ' !ls');
    expect(element.shadowRoot!.querySelector('.shell-note')).to.equal(null);
    press(field, 'Enter');
    expect(sent(acts)).to.deep.equal([{ type: 'send_prompt', content: [{ type: 'text', text: '!ls' }] }]);
  });
});
