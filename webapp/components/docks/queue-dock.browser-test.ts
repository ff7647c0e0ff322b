import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { prompt, queued, transcriptOf } from '../../../server/protocol/transcript/transcript.rig.js';
import { sessionCommand, type UserAct } from '../../state/app/acts.js';
import type { PageAct } from '../../state/app/page-acts.js';
import { mount } from '../../ui/mount.rig.js';
import './queue-dock.js';
import { inTheme } from '../../ui/theme.rig.js';
import type { QueueDock } from './queue-dock.js';

async function dockFor(theme: 'light' | 'dark' = 'light') {
  const { queue } = transcriptOf(prompt('hi'), queued('first'), queued('second'));
  const acts: (UserAct | PageAct)[] = [];
  const dock = await mount<QueueDock>(html`<queue-dock .queue=${queue} running></queue-dock>`, (template) =>
    inTheme(theme, template),
  );
  dock.addEventListener('user-act', ({ act }) => acts.push(act));
  dock.addEventListener('page-act', ({ act }) => acts.push(act));
  const press = (name: string) =>
    [...dock.shadowRoot!.querySelectorAll('button')]
      .find((button) => (button.ariaLabel ?? button.textContent?.trim()) === name)!
      .click();
  return { dock, acts, press };
}

describe('<queue-dock>', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`[U40] is accessible in the ${theme} theme`, async () => {
      const { dock } = await dockFor(theme);
      await expect(dock).to.be.accessible();
    });
  }

  it('[U48] moves, removes, sends and pauses', async () => {
    const { dock, acts, press } = await dockFor();
    expect(dock.shadowRoot!.querySelector('[role=group]')!.ariaLabel).to.equal('Queue');
    press('Move up: second');
    press('Remove: first');
    press('Send now: second');
    press('Pause');
    expect(acts).to.deep.equal([
      sessionCommand('AcpBridge', 'move_queued', 'second', 'first'),
      sessionCommand('AcpBridge', 'remove_queued', 'first'),
      sessionCommand('AcpBridge', 'send_now', 'second'),
      { type: 'run_command', commandId: 'turn.pause-queue' },
    ]);
  });

  for (const theme of ['light', 'dark'] as const) {
    it(`[US12] [US15] [US16] says which budget is used up, goes on once and leads to the budgets, in the ${theme} theme`, async () => {
      const { dock, acts, press } = await dockFor(theme);
      const budget = { span: 'reply', measure: 'minutes', limit: 30, used: 30 } as const;
      Object.assign(dock, { running: false, paused: { code: 'budget', budget, isCut: true } });
      await dock.updateComplete;
      const said = () => dock.shadowRoot!.querySelector('[role=status]')!.textContent!.replace(/\s+/g, ' ').trim();
      expect(said()).to.equal('The reply reached its budget of 30 min. Queued messages wait.');
      expect(dock.shadowRoot!.textContent).to.contain('second').and.not.to.contain('Send now');
      press('Continue');
      press('Change budget');
      const day = { span: 'day', measure: 'cost', limit: 20, used: 21, unit: 'USD' } as const;
      Object.assign(dock, { paused: { code: 'budget', budget: day } });
      await dock.updateComplete;
      expect(said()).to.equal('The budget of $20.00 per day is used up. Messages wait. Continue allows one reply.');
      press('Continue');
      const words = [{ type: 'text' as const, text: 'Continue where you left off.' }];
      expect(acts).to.deep.equal([
        sessionCommand('AcpBridge', 'continue_over_budget', words),
        { type: 'open_settings', section: 'usage', row: 'budget' },
        sessionCommand('AcpBridge', 'continue_over_budget', null),
      ]);
      await expect(dock).to.be.accessible();
    });
  }

  it('[U48] edits the words of a prompt', async () => {
    const { dock, acts, press } = await dockFor();
    press('Edit: first');
    await dock.updateComplete;
    const field = dock.shadowRoot!.querySelector('textarea')!;
    expect(field.value).to.equal('first');
    field.value = 'better';
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', cancelable: true }));
    expect(acts).to.deep.equal([
      sessionCommand('AcpBridge', 'edit_queued', 'first', [{ type: 'text', text: 'better' }]),
    ]);
  });

  it('[FR3] says that it waits for the agent, and offers nothing that would have to run', async () => {
    const { dock } = await dockFor();
    dock.running = false;
    dock.waiting = true;
    await dock.updateComplete;
    expect(dock.shadowRoot!.querySelector('.dock-title')!.textContent).to.equal('Waiting for the agent');
    const names = [...dock.shadowRoot!.querySelectorAll('button')].map(
      (button) => button.ariaLabel ?? button.textContent?.trim(),
    );
    expect(names.filter((name) => /Pause|Send now|Interrupt/.test(name ?? ''))).to.deep.equal([]);
    expect(names).to.include('Remove: first');
  });

  it('[U96] says that the agent starts, and offers nothing that would have to run', async () => {
    const { dock } = await dockFor();
    const title = () => dock.shadowRoot!.querySelector('.dock-title')!.textContent;
    const offers = () => [...dock.shadowRoot!.querySelectorAll('button')].map((button) => button.textContent?.trim());
    Object.assign(dock, { running: false, waiting: true, starting: true, agentName: 'Copilot' });
    await dock.updateComplete;
    expect(title()).to.equal('Starting Copilot…');
    expect(offers()).not.to.include('Pause').and.not.to.include('Send now');
    Object.assign(dock, { starting: false });
    await dock.updateComplete;
    expect(title()).to.equal('Waiting for the agent');
    Object.assign(dock, { waiting: false });
    await dock.updateComplete;
    expect(title()).to.equal('2 queued');
    expect(offers()).to.include('Pause').and.to.include('Send now');
  });

  it('[U96] says of a paused queue that its messages wait, whether or not the agent is there', async () => {
    const { dock } = await dockFor();
    for (const [waiting, starting] of [
      [false, false],
      [true, true],
      [true, false],
    ]) {
      Object.assign(dock, {
        running: false,
        waiting,
        starting,
        agentName: 'Copilot',
        paused: { code: 'turn_stopped' },
      });
      await dock.updateComplete;
      const head = dock.shadowRoot!.querySelector('.dock-head')!.textContent!.replace(/\s+/g, ' ').trim();
      expect(head).to.equal('2 queued Paused when the agent was stopped. Messages here wait until you resume. Resume');
    }
  });
});
