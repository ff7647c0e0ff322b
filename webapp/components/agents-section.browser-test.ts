import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { AgentReport, FolderTrust } from '../../server/protocol/agent-report.js';
import type { AgentHealth } from '../../server/protocol/app-state.js';
import { AppRig } from '../state/app.rig.js';
import './ac-app.js';
import './transcript-view.js';
import type { AcApp } from './ac-app.js';
import { mount, until } from './mount.rig.js';
import { inTheme } from './theme.rig.js';

const MISSING: AgentHealth = {
  state: 'missing',
  message: 'Odd is not installed: the command "odd" was not found. Install it with: npm install -g odd',
  install: 'Install it with: npm install -g odd',
  npx: 'odd@1.0.0',
};

const report = (change: Partial<AgentReport>): AgentReport => ({
  id: 'demo',
  name: 'Demo agent',
  health: { state: 'ready' },
  version: '0.62',
  command: '/usr/bin/demo --acp',
  origin: 'machine',
  npx: null,
  install: 'Install it with: npm install -g demo',
  login: 'Sign in with: demo login, or set KEY',
  envHints: { KEY: 'a key instead of the sign-in' },
  home: '/home/me/.demo',
  cards: [
    { version: '0.62', firstSeen: 2, lastSeen: 3, advertised: ['images'], seen: { plans: 2 }, tripwires: 1 },
    { version: '0.61', firstSeen: 1, lastSeen: 2, advertised: ['images', 'load'], seen: {}, tripwires: 0 },
  ],
  changes: ['Demo agent 0.62 no longer offers loading sessions.'],
  ...change,
});

const TRUST: FolderTrust = {
  state: 'asked',
  fingerprint: 'print',
  isChanged: false,
  agents: [{ id: 'x', name: 'Their agent', command: '/home/me/orbit/node_modules/.bin/x --acp\u202e' }],
  mcpServers: ['files'],
};

async function page(rig: AppRig, theme: 'light' | 'dark' = 'light'): Promise<AcApp> {
  return mount<AcApp>(
    html`<ac-app .context=${rig.context} style="display: block; height: 700px"></ac-app>`,
    (template) => inTheme(theme, template),
  );
}

async function section(reports: AgentReport[], theme: 'light' | 'dark' = 'light') {
  const rig = await new AppRig().connect();
  rig.server.reports = reports;
  rig.context.settings.show('agents');
  const app = await page(rig, theme);
  const root = () => app.querySelector('settings-view')?.shadowRoot?.querySelector('agents-section')?.shadowRoot;
  const cards = () => [...(root()?.querySelectorAll('agent-card') ?? [])].map((card) => card.shadowRoot!);
  await until(() => cards().length === reports.length, 'the agents');
  for (const card of root()!.querySelectorAll('agent-card')) await card.updateComplete;
  return { rig, app, root: root()!, cards: cards() };
}

const button = (root: ShadowRoot | Element | null | undefined, text: string) =>
  [...(root?.querySelectorAll<HTMLElement>('button') ?? [])].find((one) => one.textContent?.trim().startsWith(text));

const panel = (app: AcApp) => app.querySelector('session-view trust-panel')?.shadowRoot;

describe('<agents-section>', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`[AC14] is accessible in the ${theme} theme`, async () => {
      const { app, cards } = await section([report({}), report({ id: 'odd', name: 'Odd', health: MISSING })], theme);
      for (const card of cards) card.querySelector('details')!.open = true;
      await expect(app).to.be.accessible();
    });
  }

  it('[AC14] shows each agent with its state, help and command, and lets it be chosen and restarted', async () => {
    const { rig, cards } = await section([report({}), report({ id: 'b', name: 'B', changes: [] })]);
    expect(cards[0]!.querySelector('.state')!.textContent).to.equal('Ready');
    expect(cards[0]!.querySelector('.badge')).not.to.equal(null);
    expect(cards[1]!.querySelector('dl')!.textContent).to.contain('/usr/bin/demo --acp');
    button(cards[1], 'Use for new sessions')!.click();
    button(cards[1], 'Restart')!.click();
    await until(() => rig.server.callsOf('AcpBridge.restart_agent').length === 1, 'a restart');
    expect(rig.server.callsOf('Settings.set_default_agent').map(([, id]) => id)).to.deep.equal(['b']);
  });

  it('[MC4] shows what a version says, does, and no longer offers', async () => {
    const { cards } = await section([report({})]);
    const rows = [...cards[0]!.querySelectorAll('tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    );
    expect(rows).to.deep.equal([
      ['loading sessions', 'no longer', 'not yet'],
      ['images in prompts', 'yes', 'not yet'],
      ['plans', '–', '2×'],
    ]);
    expect(cards[0]!.textContent).to.contain('Once it changed something without asking');
    expect(cards[0]!.querySelector('.message')!.textContent).to.contain('no longer offers loading sessions');
  });

  it('[AC10] offers npx where an agent is missing, and copies the command to install it', async () => {
    const { rig, cards } = await section([report({ id: 'odd', health: MISSING, npx: 'odd@1.0.0', command: null })]);
    expect(button(cards[0], 'Use for new sessions')).to.equal(undefined);
    button(cards[0], 'Copy')!.click();
    await until(() => rig.copied.length > 0, 'a copy');
    expect(rig.copied[0]).to.equal('npm install -g demo');
    button(cards[0], 'Run with npx (downloads odd@1.0.0)')!.click();
    await until(() => rig.server.callsOf('Settings.run_with_npx').length === 1, 'npx');
  });

  it('[AC15] shows a folder that is trusted, and takes that back', async () => {
    const { rig, root } = await section([report({})]);
    rig.server.appendApp({ type: 'trust_changed', trust: { ...TRUST, state: 'trusted' } });
    await until(() => button(root, 'Trust it no more'), 'the trust');
    button(root, 'Trust it no more')!.click();
    await until(() => rig.server.callsOf('Settings.trust_folder').length === 1, 'an answer');
    expect(rig.server.callsOf('Settings.trust_folder')[0]?.slice(1)).to.deep.equal(['print', false]);
  });
});

describe('the page', () => {
  it('[AC15] asks whether the folder is trusted, shows the exact commands, and sends the answer', async () => {
    const rig = await new AppRig().connect();
    const app = await page(rig);
    rig.server.appendApp({ type: 'trust_changed', trust: TRUST });
    await until(() => button(panel(app), 'Trust this folder'), 'the question');
    expect(panel(app)!.querySelector('h2')!.textContent).to.equal(
      'This folder brings its own agent. Trust this folder?',
    );
    const codes = [...panel(app)!.querySelectorAll('code')].map((code) => code.textContent);
    expect(codes).to.deep.equal(['/home/me/orbit/node_modules/.bin/x --acp⟨U+202E⟩', 'files']);
    await expect(app).to.be.accessible();
    button(panel(app), 'Trust this folder')!.click();
    await until(() => rig.server.callsOf('Settings.trust_folder').length === 1, 'an answer');
    expect(rig.server.callsOf('Settings.trust_folder')[0]?.slice(1)).to.deep.equal(['print', true]);
    rig.server.appendApp({ type: 'trust_changed', trust: { ...TRUST, state: 'declined' } });
    await until(() => !panel(app), 'no question any more');
  });

  it('[AC10] [AC16] says why an agent does not run, in one sentence, with what can be done', async () => {
    const rig = await new AppRig().connect();
    const app = await page(rig);
    const demo = rig.server.app.agents[0]!;
    const be = (health: AgentHealth) => rig.server.appendApp({ type: 'agent_changed', agent: { ...demo, health } });
    const banner = () => app.querySelector('session-view .banners .banner');
    be(MISSING);
    await until(() => button(banner(), 'Run it with npx (downloads odd@1.0.0)'), 'npx');
    expect(banner()!.textContent!.match(/Install it with/g)).to.have.length(1);
    button(banner(), 'Copy command')!.click();
    await until(() => rig.copied.length === 1, 'a copy');
    expect(rig.copied).to.deep.equal(['npm install -g odd']);
    be({ state: 'starting', message: 'Starting Odd with npx' });
    await until(() => banner()?.textContent?.includes('Starting Odd with npx'), 'progress');
    be({ state: 'untrusted', message: 'Odd comes with this folder', command: 'x' });
    await until(() => button(banner(), 'Look at it'), 'the way to the settings');
    for (const message of ['Odd speaks version 2 of ACP', 'Odd did not answer']) {
      be({ state: 'crashed', message, exitCode: null, stderr: '' });
      await until(() => banner()?.textContent?.includes(message), message);
      expect(app.querySelectorAll('session-view .banners .banner').length).to.equal(1);
      expect(button(banner(), 'Restart the agent')).not.to.equal(undefined);
    }
    be({ state: 'ready' });
    await until(() => !banner(), 'silence');
  });

  it('[MC2] shows news until somebody has read it', async () => {
    const rig = await new AppRig().connect();
    const app = await page(rig);
    const message = 'Gemini CLI 0.62 no longer offers loading sessions.';
    const banner = { id: 'card-gemini', severity: 'info', message, isNews: true } as const;
    rig.server.appendApp({ type: 'banner_raised', banner });
    const shown = () => app.querySelector('session-view .banners .banner');
    await until(() => button(shown(), 'Got it'), 'the news');
    button(shown(), 'Got it')!.click();
    await until(() => rig.server.callsOf('Settings.dismiss_banner').length === 1, 'an answer');
  });
});
