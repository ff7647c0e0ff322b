import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { AgentHealth, AgentSummary } from '../../../server/protocol/api/app-state.js';
import type { UserAct } from '../../state/app/acts.js';
import { FakeServer } from '../../state/app/fake-server.rig.js';
import './agent-setup.js';
import { mount } from '../../ui/mount.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import type { AgentSetup } from './agent-setup.js';

const missing = (name: string): AgentHealth => {
  const install = { kind: 'command', command: `npm install -g ${name}`, node: '22' } as const;
  return { state: 'missing', trouble: { code: 'not_installed', agent: name, commands: [name], install }, install };
};

async function setup(agents: [name: string, health: AgentHealth][], theme: 'light' | 'dark' = 'light') {
  const { app } = new FakeServer();
  const [demo] = app.agents;
  const others = agents.map(([name, health]): AgentSummary => {
    const { scenes: _scenes, ...plain } = demo!;
    return { ...plain, id: name, name, health };
  });
  const acts: UserAct[] = [];
  const element = await mount<AgentSetup>(
    html`<agent-setup .app=${{ ...app, agents: [...others, demo!] }} .agent=${demo!}></agent-setup>`,
    (template) => inTheme(theme, template),
  );
  element.addEventListener('user-act', ({ act }) => acts.push(act));
  const root = element.shadowRoot!;
  const buttons = () => [...root.querySelectorAll('button')];
  const press = async (text: string) => {
    buttons()
      .find((button) => button.textContent!.trim() === text)!
      .click();
    await element.updateComplete;
  };
  return { element, root, acts, press, names: () => buttons().map((button) => button.textContent!.trim()) };
}

const FIVE = ['a', 'b', 'c', 'd', 'e'].map((name): [string, AgentHealth] => [name, missing(name)]);

describe('<agent-setup>', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`[FR2] is accessible in the ${theme} theme`, async () => {
      const { element, press } = await setup(FIVE, theme);
      await press('a');
      await expect(element).to.be.accessible();
    });
  }

  it('[FR2] says that there is no agent, how to get some, and looks again', async () => {
    const { root, acts, press, names } = await setup(FIVE);
    expect(root.textContent).to.contain('No coding agent found');
    expect(names()).to.deep.equal(['a', 'b', 'c', 'd', 'More…', 'Check again']);
    await press('b');
    expect(root.querySelector('code')!.textContent).to.equal('npm install -g b');
    expect(root.querySelector('.note')!.textContent).to.contain('needs Node 22 or newer');
    await press('Copy');
    await press('Check again');
    await press('More…');
    expect(acts).to.deep.equal([
      { type: 'copy', text: 'npm install -g b', what: 'command' },
      { type: 'look_for_agents' },
      { type: 'open_settings', section: 'agents' },
    ]);
  });

  it('[FR2] offers those that are there, and keeps still where a folder has to be trusted first', async () => {
    const { acts, press, names } = await setup([
      ['a', missing('a')],
      ['b', { state: 'idle' }],
    ]);
    expect(names()).to.deep.equal(['Use b', 'More…']);
    await press('Use b');
    expect(acts).to.deep.equal([{ type: 'use_agent', agentId: 'b' }]);
    const { names: none } = await setup([
      ['a', { state: 'untrusted', trouble: { code: 'untrusted', agent: 'a', command: 'a' }, command: 'a' }],
    ]);
    expect(none()).to.deep.equal([]);
    const trouble = { code: 'failed', text: 'It ended.' } as const;
    const broken = { state: 'crashed', trouble, exitCode: 1, stderr: '' } as const;
    const { root } = await setup([...FIVE, ['f', broken]]);
    expect(root.textContent).to.contain('No working coding agent');
  });
});
