import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { TestClock } from '../../../server/protocol/clock.rig.js';
import { serverCommand, type UserAct } from '../../state/app/acts.js';
import { AppRig } from '../../state/app/app.rig.js';
import { FakeServer } from '../../state/app/fake-server.rig.js';
import { StartupStore, type StartupView } from '../../state/server/startup-store.js';
import './ac-app.js';
import '../conversation/transcript-view.js';
import { mount, until } from '../../ui/mount.rig.js';
import type { AcApp } from './ac-app.js';
import '../../ui/near-all.rig.js';
import './startup-overlay.js';
import { inTheme } from '../../ui/theme.rig.js';
import type { StartupOverlay } from './startup-overlay.js';
import { frameWords } from './words.js';

/** A start that has been at one step for some time. */
function startupAt(stage: 'agent' | 'initialize' | 'failed', ms: number): StartupView {
  const store = new StartupStore(new TestClock());
  store.follow({ stage: 'agent', detail: { agent: 'Demo' }, percent: 30 });
  const failed = { agent: 'Demo', trouble: { code: 'failed', text: 'There is no such program.' } } as const;
  store.follow({ stage, detail: stage === 'failed' ? failed : { agent: 'Demo' }, percent: 50 });
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
    expect(lines[2]).to.match(/^Waiting for Demo to answer ?, in progress 1\.\d s$/);
    expect([root.querySelector('.reason'), ...buttons]).to.deep.equal([null]);
  });

  it('[U52] gives a reason and something to do after five seconds', async () => {
    const { root, buttons, acts } = await overlay(startupAt('initialize', 5_100));
    expect(root.querySelector('.reason')!.textContent).to.equal(frameWords.startup.reasons.initialize);
    expect(buttons.map((button) => button.textContent!.trim())).to.deep.equal([
      frameWords.startup.restart,
      'Show log',
      'Hide',
      'Use Copilot',
    ]);
    for (const button of buttons) button.click();
    expect(acts).to.deep.equal([
      serverCommand('AcpBridge', 'restart_agent', 'demo'),
      { type: 'show_logs', agentId: 'demo' },
      { type: 'dismiss_startup' },
      { type: 'use_agent', agentId: 'copilot' },
    ]);
  });

  it('[U52] says why a start failed', async () => {
    const { root } = await overlay(startupAt('failed', 0));
    expect(root.querySelector('[role=alert]')!.textContent).to.equal('There is no such program.');
  });

  it('[FR3] offers what helps: the log, another try, how to install it, and a few other agents', async () => {
    const { element, root, acts } = await overlay(startupAt('failed', 0));
    const names = () => [...root.querySelectorAll('button')].map((button) => button.textContent!.trim());
    expect(root.querySelector('h2')!.textContent).to.equal(frameWords.startup.failed('Demo agent'));
    expect(names()).to.deep.equal(['Try again', 'Show log', 'Hide', 'Use Copilot']);
    const install = { kind: 'command', command: 'npm install -g odd', node: '22' } as const;
    const trouble = { code: 'not_installed', agent: 'Odd', commands: ['odd'], install } as const;
    element.agent = {
      ...element.agent!,
      health: { state: 'missing', trouble: { ...trouble, commands: ['odd'] }, install },
    };
    element.others = ['A', 'B', 'C', 'D'].map((name) => ({ ...element.agent!, id: name, name }));
    await element.updateComplete;
    expect(root.querySelector('h2')!.textContent).to.equal('Demo agent isn’t installed');
    expect(names()).to.deep.equal(['Copy command', 'Try again', 'Hide', 'Use A', 'Use B', 'Use D', 'More agents…']);
    root.querySelector('button')!.click();
    expect(acts).to.deep.equal([{ type: 'copy', text: 'npm install -g odd' }]);
  });

  it('[AU21] leads to the sign-in where that is why a start failed', async () => {
    const { element, root, acts } = await overlay(startupAt('failed', 0));
    element.agent = {
      ...element.agent!,
      health: { state: 'needs_login', trouble: { code: 'said', text: 'Sign in first.' } },
    };
    await element.updateComplete;
    expect(root.querySelector('h2')!.textContent).to.equal('Demo agent needs you to sign in');
    [...root.querySelectorAll('button')].find((button) => button.textContent?.trim() === 'Sign in')!.click();
    expect(acts).to.deep.equal([{ type: 'open_sign_in', agentId: 'demo' }]);
  });

  it('[U52] leaves the composer free to be used', async () => {
    const rig = new AppRig();
    rig.server.startup = { stage: 'initialize', detail: {}, percent: 50 };
    await rig.connect();
    const app = await mount<AcApp>(
      html`<ac-app .context=${rig.context} style="display: block; height: 600px"></ac-app>`,
    );
    await rig.clock.passSettled(1_000);
    await until(() => app.querySelector('startup-overlay'), 'the overlay');
    const field = app.querySelector('prompt-composer')!;
    const { left, top, width, height } = field.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    expect(found === field).to.equal(true);
  });
});
