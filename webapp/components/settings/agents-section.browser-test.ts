import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { AgentReport, FolderTrust } from '../../../server/protocol/api/agent-report.js';
import type { AgentHealth } from '../../../server/protocol/api/app-state.js';
import { AppRig } from '../../state/app/app.rig.js';
import '../page/ac-app.js';
import '../conversation/transcript-view.js';
import type { AgentTrouble } from '../../../server/protocol/agent-trouble.js';
import { troubleText } from '../../codes/trouble-words.js';
import { mount, until } from '../../ui/mount.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import { agentWords } from '../agents/words.js';
import type { AcApp } from '../page/ac-app.js';
import { bannersOver } from '../page/banners.rig.js';
import { frameWords } from '../page/words.js';
import { settingsWords } from './words.js';

const INSTALL = { kind: 'command', command: 'npm install -g odd' } as const;

const MISSING: AgentHealth = {
  state: 'missing',
  trouble: { code: 'not_installed', agent: 'Odd', commands: ['odd'], install: INSTALL },
  install: INSTALL,
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
  install: { kind: 'command', command: 'npm install -g demo' },
  login: { kind: 'command', command: 'demo login', variable: 'KEY' },
  envHints: { KEY: 'key' },
  home: '/home/me/.demo',
  cards: [
    { version: '0.62', firstSeen: 2, lastSeen: 3, advertised: ['images'], seen: { plans: 2 }, tripwires: 1 },
    { version: '0.61', firstSeen: 1, lastSeen: 2, advertised: ['images', 'load'], seen: {}, tripwires: 0 },
  ],
  change: { agent: 'Demo agent', version: '0.62', lost: ['load'], gained: [] },
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
  rig.context.page.settings.show('agents');
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
    const { rig, cards } = await section([report({}), report({ id: 'b', name: 'B', change: null })]);
    expect(cards[0]!.querySelector('.state')!.textContent).to.equal('Ready');
    expect(cards[0]!.querySelector('.badge')).not.to.equal(null);
    expect(cards[1]!.querySelector('dl')!.textContent).to.contain('/usr/bin/demo --acp');
    button(cards[1], settingsWords.agents.makeDefault)!.click();
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
      ['images in messages', 'yes', 'not yet'],
      ['plans', '–', '2×'],
    ]);
    expect(cards[0]!.textContent).to.contain(settingsWords.agents.unasked(1));
    expect(cards[0]!.querySelector('.message')!.textContent).to.contain('no longer supports loading sessions');
  });

  it('[AC10] offers npx where an agent is missing, and copies the command to install it', async () => {
    const { rig, cards } = await section([report({ id: 'odd', health: MISSING, npx: 'odd@1.0.0', command: null })]);
    expect(button(cards[0], settingsWords.agents.makeDefault)).to.equal(undefined);
    button(cards[0], 'Copy')!.click();
    await until(() => rig.copied.length > 0, 'a copy');
    expect(rig.copied[0]).to.equal('npm install -g demo');
    button(cards[0], 'Run with npx (downloads odd@1.0.0)')!.click();
    await until(() => rig.server.callsOf('Settings.run_with_npx').length === 1, 'npx');
  });

  it('[DL32] says which agents can give tasks, which can’t and why, and which never ask', async () => {
    const { cards } = await section([report({}), report({ id: 'pi', takesNoTools: true, neverAsks: true })]);
    const texts = cards.map((card) => card.querySelector('dl')!.textContent);
    expect(texts[0]).to.contain(settingsWords.agents.givesTasks).and.not.to.contain(settingsWords.agents.neverAsks);
    expect(texts[1]).to.contain(settingsWords.agents.takesTasksOnly).and.to.contain(settingsWords.agents.neverAsks);
  });

  it('[AC36] leaves out what there is nothing to say of', async () => {
    const { cards } = await section([
      report({ install: { kind: 'unknown' }, login: { kind: 'unknown' }, home: null, envHints: {} }),
    ]);
    const names = [...cards[0]!.querySelectorAll('dt')].map((name) => name.textContent);
    expect(names).to.deep.equal(['Command', settingsWords.agents.tasks]);
  });

  it('[AC15] shows a folder that is trusted, and takes that back', async () => {
    const { rig, root } = await section([report({})]);
    rig.server.appendApp({ type: 'trust_changed', trust: { ...TRUST, state: 'trusted' } });
    await until(() => button(root, settingsWords.agents.distrust), 'the trust');
    button(root, settingsWords.agents.distrust)!.click();
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
    expect(panel(app)!.querySelector('h2')!.textContent).to.equal(agentWords.trust.oneAgent);
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
    const banner = () => bannersOver(app)[0] ?? null;
    be(MISSING);
    await until(() => button(banner(), frameWords.banners.runWithNpx('odd@1.0.0')), 'npx');
    expect(banner()!.textContent!.match(/Install it with/g)).to.have.length(1);
    button(banner(), 'Copy command')!.click();
    await until(() => rig.copied.length === 1, 'a copy');
    expect(rig.copied).to.deep.equal(['npm install -g odd']);
    be({ state: 'starting', npx: 'odd@1.0.0' });
    await until(() => banner()?.textContent?.includes('downloads odd@1.0.0'), 'progress');
    be({ state: 'untrusted', trouble: { code: 'untrusted', agent: 'Odd', command: 'x' }, command: 'x' });
    await until(() => button(banner(), 'Review agents'), 'the way to the settings');
    const troubles: AgentTrouble[] = [
      { code: 'wrong_version', agent: 'Odd', version: '2' },
      { code: 'no_answer', agent: 'Odd', method: 'initialize', seconds: 60 },
    ];
    for (const trouble of troubles) {
      be({ state: 'crashed', trouble, exitCode: null, stderr: '' });
      await until(() => banner()?.textContent?.includes(troubleText(trouble, demo.name)), trouble.code);
      expect(bannersOver(app)).to.have.length(1);
      expect(button(banner(), frameWords.banners.restart)).not.to.equal(undefined);
    }
    be({ state: 'ready' });
    await until(() => !banner(), 'silence');
  });

  it('[AC38] leads from the banner of an agent that gave way to its log and to another try', async () => {
    const rig = await new AppRig().connect();
    const app = await page(rig);
    const agent = { ...rig.server.app.agents[0]!, id: 'gemini', name: 'Gemini CLI' };
    rig.server.appendApp({ type: 'agent_changed', agent });
    const trouble = { code: 'said', text: 'No.' } as const;
    const about = { code: 'agent_replaced', agent: 'Demo agent', failed: 'Gemini CLI', trouble } as const;
    const banner = { id: 'start-gemini', severity: 'warning', about, isNews: true, agentId: 'gemini' } as const;
    rig.server.appendApp({ type: 'banner_raised', banner });
    const shown = () => bannersOver(app)[0] ?? null;
    await until(() => button(shown(), 'Try again'), 'the banner');
    button(shown(), 'Try again')!.click();
    await until(() => rig.server.callsOf('Sessions.use_agent').length === 1, 'another try');
    expect(rig.server.callsOf('Sessions.use_agent')[0]?.slice(1)).to.deep.equal(['s1', 'gemini']);
    button(shown(), 'Show log')!.click();
    await until(() => rig.server.callsOf('AcpBridge.get_agent_log').length > 0, 'the log');
    expect(rig.server.callsOf('AcpBridge.get_agent_log')[0]?.[0]).to.equal('gemini');
  });

  it('[MC2] shows news until somebody has read it', async () => {
    const rig = await new AppRig().connect();
    const app = await page(rig);
    const change = { agent: 'Gemini CLI', version: '0.62', lost: ['load'], gained: [] } as const;
    const about = { code: 'agent_changed', change } as const;
    const banner = { id: 'card-gemini', severity: 'info', about, isNews: true } as const;
    rig.server.appendApp({ type: 'banner_raised', banner });
    const shown = () => bannersOver(app)[0] ?? null;
    await until(() => button(shown(), 'Got it'), 'the news');
    button(shown(), 'Got it')!.click();
    await until(() => rig.server.callsOf('Settings.dismiss_banner').length === 1, 'an answer');
  });

  it('[D34] says what became of the history file, in every tab', async () => {
    const rig = await new AppRig().connect();
    const app = await page(rig);
    const history = {
      cause: 'damaged',
      kept: { sessions: 2, events: 40 },
      lost: { titles: ['Notes \u202e of mine'], more: 0 },
      gaps: { titles: [], more: 0, pieces: 0 },
      aside: '/data/acdeck.db.corrupt-1',
    } as const;
    const about = { code: 'history', history } as const;
    const banner = { id: 'history-1', severity: 'error', isNews: true, about } as const;
    rig.server.appendApp({ type: 'banner_raised', banner });
    const shown = () => bannersOver(app)[0] ?? null;
    await until(() => button(shown(), 'Copy path'), 'the banner');
    expect(shown()!.textContent).to.contain('The history file was damaged while AcDeck was running.');
    expect(shown()!.textContent).to.contain('AcDeck kept 2 sessions (40 events). Lost: “Notes');
    expect(shown()!.textContent).not.to.contain('\u202e');
    button(shown(), 'Got it')!.click();
    await until(() => rig.server.callsOf('Settings.dismiss_banner').length === 1, 'an answer');
    expect(rig.server.callsOf('Settings.dismiss_banner')[0]?.slice(-1)).to.deep.equal(['history-1']);
  });
});
