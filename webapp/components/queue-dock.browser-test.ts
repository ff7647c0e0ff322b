import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { prompt, queued, transcriptOf } from '../../server/protocol/transcript.rig.js';
import type { UserAct } from '../state/acts.js';
import { mount } from './mount.rig.js';
import './queue-dock.js';
import type { QueueDock } from './queue-dock.js';
import { inTheme } from './theme.rig.js';

async function dockFor(theme: 'light' | 'dark' = 'light') {
  const { queue } = transcriptOf(prompt('hi'), queued('first'), queued('second'));
  const acts: UserAct[] = [];
  const dock = await mount<QueueDock>(html`<queue-dock .queue=${queue} running></queue-dock>`, (template) =>
    inTheme(theme, template),
  );
  dock.addEventListener('user-act', ({ act }) => acts.push(act));
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
    press('Interrupt and send now: second');
    press('Pause');
    expect(acts).to.deep.equal([
      { type: 'move_queued', promptId: 'second', before: 'first' },
      { type: 'remove_queued', promptId: 'first' },
      { type: 'send_now', promptId: 'second' },
      { type: 'pause_queue', paused: true },
    ]);
  });

  it('[U48] edits the words of a prompt', async () => {
    const { dock, acts, press } = await dockFor();
    press('Edit: first');
    await dock.updateComplete;
    const field = dock.shadowRoot!.querySelector('textarea')!;
    expect(field.value).to.equal('first');
    field.value = 'better';
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', cancelable: true }));
    expect(acts).to.deep.equal([
      { type: 'edit_queued', promptId: 'first', content: [{ type: 'text', text: 'better' }] },
    ]);
  });
});
