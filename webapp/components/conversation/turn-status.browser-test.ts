import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { sessionCommand, type UserAct } from '../../state/app/acts.js';
import { mount } from '../../ui/mount.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import './turn-status.js';
import type { TurnStatus } from './turn-status.js';

const RUNNING = { n: 1, status: 'running' as const, promptId: 'p', startedAt: 0, endedAt: null, echo: '' };

/** A turn from which nothing has come for so long. */
async function status(quietMs: number, fields: Partial<TurnStatus> = {}, theme: 'light' | 'dark' = 'light') {
  const acts: UserAct[] = [];
  const element = await mount<TurnStatus>(html`<turn-status .turn=${RUNNING}></turn-status>`, (template) =>
    inTheme(theme, template),
  );
  element.addEventListener('user-act', ({ act }) => acts.push(act));
  Object.assign(element, { lastOutputAt: Date.now() - quietMs, ...fields });
  await element.updateComplete;
  const words = element.shadowRoot!.textContent!.replace(/\s+/g, ' ').trim();
  const buttons = [...element.shadowRoot!.querySelectorAll('button')];
  return { element, acts, words, buttons };
}

describe('<turn-status>', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`[DG15] is accessible in the ${theme} theme`, async () => {
      await expect((await status(45_000, {}, theme)).element).to.be.accessible();
    });
  }

  it('[DG15] names the command that a silence comes from, and offers to stop it and to show the log', async () => {
    const { words, buttons, acts } = await status(45_500, { activity: 'npm test' });
    expect(words).to.match(/^No output for 45 s\. npm test is still running/);
    for (const button of buttons) button.click();
    expect(acts).to.deep.equal([sessionCommand('AcpBridge', 'cancel'), { type: 'show_logs' }]);
  });

  it('[DG15] says so when nobody knows what runs', async () => {
    expect((await status(90_000)).words).to.match(/^No output for 1 min 30 s/);
  });

  it('[DG15] says nothing of it earlier, nor while a person is asked, nor when it is stopped already', async () => {
    const stopping = { turn: { ...RUNNING, status: 'cancelling' as const } };
    for (const [ms, fields] of [
      [20_000, {}],
      [90_000, { waiting: true }],
      [90_000, stopping],
      [90_000, { stale: true }],
    ] as const) {
      const { words, buttons } = await status(ms, fields);
      expect(words).not.to.contain('No output');
      expect(buttons).to.deep.equal([]);
    }
  });
});
