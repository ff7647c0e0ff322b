import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { sessionCommand, type UserAct } from '../../state/app/acts.js';
import type { PageAct } from '../../state/app/page-acts.js';
import { mount, until } from '../../ui/mount.rig.js';
import './context-meter.js';
import './prompt-composer.js';
import { inTheme } from '../../ui/theme.rig.js';
import type { PromptComposer } from './prompt-composer.js';
import { composerWords } from './words.js';

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
  const acts: (UserAct | PageAct)[] = [];
  const element = await mount<PromptComposer>(
    html`<prompt-composer .modes=${MODES} .options=${[PACE, LOUD]} .usage=${USAGE}></prompt-composer>`,
    (template) => inTheme(theme, template),
  );
  Object.assign(element, fields);
  element.addEventListener('user-act', ({ act }) => {
    acts.push(act);
    if (act.type === 'write_draft') element.value = act.text;
  });
  element.addEventListener('page-act', ({ act }) => acts.push(act));
  await element.updateComplete;
  return { element, acts, field: element.shadowRoot!.querySelector('textarea')! };
}

const buttonNamed = (element: PromptComposer, name: string) =>
  [...element.shadowRoot!.querySelectorAll('button')].find(
    (button) => (button.getAttribute('aria-label') ?? button.textContent?.trim()) === name,
  );
const sent = (acts: (UserAct | PageAct)[]) => acts.filter(({ type }) => type === 'send_prompt');

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
    expect(acts).to.deep.equal([sessionCommand('AcpBridge', 'cancel')]);
    element.status = 'cancelling';
    await element.updateComplete;
    expect(element.shadowRoot!.textContent).to.contain('Stopping…');
    expect(buttonNamed(element, 'Force stop')).to.equal(undefined);
    await until(() => buttonNamed(element, 'Force stop'), 'Force stop');
    buttonNamed(element, 'Force stop')!.click();
    expect(acts.at(-1)).to.deep.equal(sessionCommand('AcpBridge', 'force_stop'));
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
    expect(acts).to.deep.equal([sessionCommand('AcpBridge', 'cancel')]);
  });

  it('[U44] offers modes and options as menus and switches, by their own names', async () => {
    const { element, acts } = await composer();
    for (const [chip, value] of [
      ['Mode: Ask', 'Auto'],
      ['Pace: Slow', 'Fast'],
    ] as const) {
      buttonNamed(element, chip)!.click();
      const list = () =>
        element.shadowRoot!.querySelector('option-picker')?.shadowRoot?.querySelector('pick-list')?.shadowRoot;
      const item = () =>
        [...(list()?.querySelectorAll<HTMLElement>('.item') ?? [])].find((one) => one.textContent.includes(value));
      await until(item, value);
      item()!.click();
      await until(() => !element.shadowRoot!.querySelector('option-picker'), 'that the list is gone');
    }
    buttonNamed(element, 'Loud')!.click();
    expect(acts.filter(({ type }) => type === 'session_command')).to.deep.equal([
      sessionCommand('AcpBridge', 'set_mode', 'auto'),
      sessionCommand('AcpBridge', 'set_option', 'pace', 'fast'),
      sessionCommand('AcpBridge', 'set_option', 'loud', true),
    ]);
  });

  it('[U44] shows the mode once where it is among the options too', async () => {
    const { element } = await composer({ options: [{ ...PACE, id: 'mode', name: 'Mode', category: 'mode' }] });
    expect(element.shadowRoot!.querySelectorAll('[aria-haspopup=dialog]')).to.have.length(1);
  });

  it('[U44] shows the share of the context that the agent has told', async () => {
    const { element } = await composer();
    const meter = element.shadowRoot!.querySelector('context-meter')!.shadowRoot!.querySelector('[role=meter]')!;
    expect(meter.getAttribute('aria-valuenow')).to.equal('43');
    expect(meter.getAttribute('aria-valuetext')).to.equal(composerWords.contextUse('43%', '86K', '200K'));
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

  const QUEUE = ['first', 'second'].map((words, n) => ({
    promptId: `p${n}`,
    by: { kind: 'server' as const },
    at: 0,
    content: [{ type: 'text' as const, text: words }],
  }));

  it('[CO20] edits the last queued message with arrow up; Escape leaves it, Enter saves it', async () => {
    const { element, acts, field } = await composer({ status: 'running', queue: QUEUE });
    press(field, 'ArrowUp');
    await element.updateComplete;
    expect(field.value).to.equal('second');
    expect(element.shadowRoot!.textContent).to.contain('Queued message');
    press(field, 'Escape');
    await element.updateComplete;
    expect(field.value).to.equal('');
    expect(acts.filter(({ type }) => type === 'session_command')).to.deep.equal([]);
    press(field, 'ArrowUp');
    await type(element, field, 'second, better');
    press(field, 'Enter');
    const content = [{ type: 'text' as const, text: 'second, better' }];
    expect(acts.filter((act) => act.type === 'session_command')).to.deep.equal([
      sessionCommand('AcpBridge', 'edit_queued', 'p1', content),
    ]);
    expect(sent(acts)).to.deep.equal([]);
  });

  it('[CO21] goes back through what was sent and forth to the empty field', async () => {
    const { element, field } = await composer({ past: () => ['newest', 'older'] });
    const seen: string[] = [];
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowDown']) {
      press(field, key);
      await element.updateComplete;
      seen.push(field.value);
    }
    expect(seen).to.deep.equal(['newest', 'older', 'older', 'newest', '', '']);
    await type(element, field, 'my own');
    expect(press(field, 'ArrowUp')).to.equal(true);
    expect(field.value).to.equal('my own');
  });

  it('[CO22] allows once with Ctrl and Enter, only from an empty field', async () => {
    const { element, acts, field } = await composer({ status: 'running', asking: true });
    press(field, 'Enter');
    press(field, 'Enter', { ctrlKey: true });
    await type(element, field, 'no');
    press(field, 'Enter', { metaKey: true });
    expect(acts.filter(({ type }) => type === 'allow_once')).to.have.length(1);
    expect(sent(acts)).to.have.length(1);
  });

  it('[CO23] names what the buttons do while a turn runs', async () => {
    const { element, acts } = await composer({ status: 'running', value: 'next' });
    expect(buttonNamed(element, 'Send')!.title).to.match(/^Queue/);
    buttonNamed(element, 'Interrupt & send')!.click();
    expect(sent(acts)).to.deep.equal([{ type: 'send_prompt', content: [{ type: 'text', text: 'next' }], isNow: true }]);
    element.status = 'idle';
    await element.updateComplete;
    expect(buttonNamed(element, 'Send')!.title).to.equal('Send');
    expect(buttonNamed(element, 'Interrupt & send')).to.equal(undefined);
  });

  it('[CO24] offers to compact a full context, if the agent can', async () => {
    const full = { used: 85, size: 100, cost: null };
    const commands = [{ name: 'compact', description: 'Shorten' }];
    const { element, acts } = await composer({ usage: full });
    expect(buttonNamed(element, 'Compact')).to.equal(undefined);
    Object.assign(element, { commands, usage: { ...full, used: 84 } });
    await element.updateComplete;
    expect(buttonNamed(element, 'Compact')).to.equal(undefined);
    element.usage = full;
    await element.updateComplete;
    buttonNamed(element, 'Compact')!.click();
    expect(sent(acts)).to.deep.equal([{ type: 'send_prompt', content: [{ type: 'text', text: '/compact' }] }]);
  });

  it('[CO38] writes from the side that the words begin at', async () => {
    const { element, field } = await composer();
    const direction = () => getComputedStyle(field).direction;
    expect(direction()).to.equal('ltr');
    await type(element, field, 'שלום');
    expect(direction()).to.equal('rtl');
  });

  it('[CO25] begins a mention or a command for those who have no keys', async () => {
    const { element, field } = await composer({ value: 'look at' });
    buttonNamed(element, 'Attach')!.click();
    await expect(element).to.be.accessible();
    field.setSelectionRange(7, 7);
    const item = [...element.shadowRoot!.querySelectorAll<HTMLElement>('.attach button')].find((button) =>
      button.textContent?.includes('Mention a file'),
    );
    item!.click();
    await element.updateComplete;
    expect(field.value).to.equal('look at @');
  });
});
