import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { ManualClock } from '../rpc/manual-clock.rig.js';
import type { UserAct } from '../state/acts.js';
import { AppRig } from '../state/app.rig.js';
import { FakeServer } from '../state/fake-server.rig.js';
import { StartupStore, type StartupView } from '../state/startup-store.js';
import './ac-app.js';
import './transcript-view.js';
import type { AcApp } from './ac-app.js';
import { mount, until } from './mount.rig.js';
import './near-all.rig.js';
import './startup-overlay.js';
import type { StartupOverlay } from './startup-overlay.js';
import { inTheme } from './theme.rig.js';

/** A start that has been at one step for some time. */
function startupAt(stage: 'agent' | 'initialize' | 'failed', ms: number): StartupView {
  const store = new StartupStore(new ManualClock());
  store.follow({ stage: 'agent', message: 'Starting', percent: 30 });
  store.follow({ stage, message: stage === 'failed' ? 'There is no such program.' : 'Waiting for it', percent: 50 });
  const startedAt = Date.now() - ms;
  const stages = store.value.stages.map((view) => (view.state === 'running' ? { ...view, startedAt } : view));
  return { ...store.value, stages };
}

async function overlay(startup: StartupView, theme: 'light' | 'dark' = 'light') {
  const [agent] = new FakeServer().app.agents;
  const others = [{ ...agent!, id: 'copilot', name: 'Copilot' }];
  const acts: UserAct[] = [];
  const element = await mount<StartupOverlay>(
    html`<startup-overlay .startup=${startup} .agent=${agent!} .others=${others}></startup-overlay>`,
    (template) => inTheme(theme, template),
  );
  element.addEventListener('user-act', ({ act }) => acts.push(act));
  const buttons = [...element.shadowRoot!.querySelectorAll('button')];
  return { element, acts, root: element.shadowRoot!, buttons };
}

describe('<startup-overlay>', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`[U40] is accessible in the ${theme} theme`, async () => {
      const { element } = await overlay(startupAt('initialize', 6_000), theme);
      await expect(element).to.be.accessible();
    });
  }

  it('[U52] shows the steps, what is being done and for how long', async () => {
    const { root, buttons } = await overlay(startupAt('initialize', 1_200));
    const lines = [...root.querySelectorAll('li')].map((line) => line.textContent!.trim().replace(/\s+/g, ' '));
    expect(lines[1]).to.contain('done');
    expect(lines[2]).to.match(/^Waiting for it , running 1\.\ds$/);
    expect([root.querySelector('.reason'), ...buttons]).to.deep.equal([null]);
  });

  it('[U52] gives a reason and something to do after five seconds', async () => {
    const { root, buttons, acts } = await overlay(startupAt('initialize', 5_100));
    expect(root.querySelector('.reason')!.textContent).to.contain('has not answered yet');
    expect(buttons.map((button) => button.textContent!.trim())).to.deep.equal([
      'Restart the agent',
      'Use Copilot',
      'Hide',
    ]);
    for (const button of buttons) button.click();
    expect(acts).to.deep.equal([
      { type: 'restart_agent', agentId: 'demo' },
      { type: 'new_session', agentId: 'copilot' },
      { type: 'dismiss_startup' },
    ]);
  });

  it('[U52] says why a start failed', async () => {
    const { root } = await overlay(startupAt('failed', 0));
    expect(root.querySelector('[role=alert]')!.textContent).to.equal('There is no such program.');
  });

  it('[AU21] leads to the sign-in where that is why a start failed', async () => {
    const { element, root, acts } = await overlay(startupAt('failed', 0));
    element.agent = { ...element.agent!, health: { state: 'needs_login', message: 'Sign in first.' } };
    await element.updateComplete;
    expect(root.querySelector('h2')!.textContent).to.equal('Demo agent needs you to sign in');
    [...root.querySelectorAll('button')].find((button) => button.textContent?.trim() === 'Sign in')!.click();
    expect(acts).to.deep.equal([{ type: 'open_sign_in', agentId: 'demo' }]);
  });

  it('[U52] leaves the composer free to be used', async () => {
    const rig = new AppRig();
    rig.server.startup = { stage: 'initialize', message: 'Waiting', percent: 50 };
    await rig.connect();
    const app = await mount<AcApp>(
      html`<ac-app .context=${rig.context} style="display: block; height: 600px"></ac-app>`,
    );
    await rig.clock.pass(1_000);
    await until(() => app.querySelector('startup-overlay'), 'the overlay');
    const field = app.querySelector('prompt-composer')!;
    const { left, top, width, height } = field.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    expect(found === field).to.equal(true);
  });
});
