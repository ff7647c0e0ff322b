import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { AgentTrouble } from '../../../server/protocol/agent-trouble.js';
import type { AgentReport } from '../../../server/protocol/api/agent-report.js';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import { AppRig } from '../../state/app/app.rig.js';
import '../page/ac-app.js';
import '../conversation/transcript-view.js';
import { mount, until } from '../../ui/mount.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import type { AcApp } from '../page/ac-app.js';
import { frameWords } from '../page/words.js';
import { rowWords } from '../settings/rows/words.js';
import { settingsWords } from '../settings/words.js';
import { hostWords } from './words.js';

const REPORT: AgentReport = {
  ...{ id: 'mine', name: 'Mine', health: { state: 'ready' }, version: '1', command: 'mine --acp', origin: 'machine' },
  ...{ npx: null, install: { kind: 'unknown' }, login: { kind: 'unknown' }, envHints: {}, home: null, cards: [] },
  change: null,
};

async function opened(section: string, { theme = 'light', prepare = (_rig: AppRig) => {} } = {}) {
  const rig = await new AppRig().connect();
  rig.server.reports = [REPORT];
  rig.server.configInfo = {
    ...rig.server.configInfo,
    agents: [{ id: 'mine', name: 'Mine', command: ['mine', '--acp', '-v'], env: ['TOKEN'], home: null }],
    mcpServers: [{ name: 'web', kind: 'http', url: 'https://example.com', headers: ['Authorization'] }],
    ofFolder: { agents: [], mcpServers: ['theirs'] },
  };
  prepare(rig);
  rig.context.page.settings.show(section);
  const app = await mount<AcApp>(
    html`<ac-app .context=${rig.context} style="display: block; height: 700px"></ac-app>`,
    (template) => inTheme(theme as 'light' | 'dark', template),
  );
  const page = () => app.querySelector('settings-view')?.shadowRoot?.querySelector('h2 + *')?.shadowRoot;
  await until(() => page()?.querySelector('[data-key]'), 'the page');
  return { rig, app, page: () => page()! };
}

const button = (root: ShadowRoot | Element | null | undefined, text: string) =>
  [...(root?.querySelectorAll<HTMLButtonElement>('button') ?? [])].find((one) => one.textContent?.trim() === text);

function fill(root: ShadowRoot | Element, selector: string, value: string): void {
  const field = root.querySelector<HTMLInputElement>(selector)!;
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

describe('the pages about programs and this computer', () => {
  for (const theme of ['light', 'dark']) {
    for (const section of ['agents', 'mcp', 'computer', 'file']) {
      it(`[AP7] [SV6] the page ${section} is accessible in the ${theme} theme, its form too`, async () => {
        const { app, page } = await opened(section, { theme });
        (button(page(), hostWords.agent.add) ?? button(page(), hostWords.mcp.add))?.click();
        await until(
          () => section.length < 3 || page().querySelector('agent-form, mcp-form, select, code-editor'),
          'all',
        );
        await expect(app).to.be.accessible();
      });
    }
  }

  it('[AP7] adds an agent with a form, and shows what is wrong in it', async () => {
    const { rig, page } = await opened('agents');
    await until(() => button(page(), hostWords.agent.add)?.disabled === false, 'the settings');
    button(page(), hostWords.agent.add)!.click();
    await until(() => page().querySelector('agent-form')?.shadowRoot?.querySelector('#program'), 'the form');
    const form = page().querySelector('agent-form')!.shadowRoot!;
    fill(form, '#name', 'My Ägent 2');
    form.querySelector('form')!.requestSubmit();
    await until(
      () => form.querySelector('[role=alert]')?.textContent === hostWords.agent.needProgram,
      'what is missing',
    );
    fill(form, '#program', 'node');
    fill(form, '#args', 'my agent.js\n\n--acp');
    const pairs = form.querySelector('pair-fields')!;
    button(pairs.shadowRoot, hostWords.agent.addVariable)!.click();
    await until(() => pairs.shadowRoot!.querySelector('.pair'), 'a variable');
    const [name, value] = pairs.shadowRoot!.querySelectorAll<HTMLInputElement>('.pair input');
    expect(value!.type).to.equal('password');
    for (const [field, text] of [
      [name!, 'KEY'],
      [value!, 's3cret'],
    ] as const) {
      field.value = text;
      field.dispatchEvent(new Event('input'));
    }
    form.querySelector('form')!.requestSubmit();
    await until(() => rig.server.callsOf('Settings.save_agent').length === 1, 'the agent');
    expect(rig.server.callsOf('Settings.save_agent')[0]!.slice(1)).to.deep.equal([
      'my-agent-2',
      { name: 'My Ägent 2', command: ['node', 'my agent.js', '--acp'], env: { KEY: 's3cret' }, home: null },
      true,
    ]);
    await until(() => !page().querySelector('agent-form'), 'the end of the form');
    expect(['acdeck.outbox', 'acdeck.device'].map((key) => rig.session.getItem(key)).join()).not.to.contain('s3cret');
  });

  it('[AP8] changes an agent: variables are masked, and stay when they are not touched', async () => {
    const { rig, page } = await opened('agents');
    await until(() => page().querySelector('agent-card[own]'), 'the agent');
    button(page().querySelector('agent-card')!.shadowRoot, settingsWords.agents.edit)!.click();
    await until(
      () =>
        page()
          .querySelector('agent-form')
          ?.shadowRoot?.querySelector('pair-fields')
          ?.shadowRoot?.querySelector('.pair'),
      'the form',
    );
    const form = page().querySelector('agent-form')!.shadowRoot!;
    const [name, value] = form
      .querySelector('pair-fields')!
      .shadowRoot!.querySelectorAll<HTMLInputElement>('.pair input');
    expect([name!.value, value!.value, value!.placeholder]).to.deep.equal(['TOKEN', '', hostWords.fields.unchanged]);
    fill(form, '#name', 'Other');
    form.querySelector('form')!.requestSubmit();
    await until(() => rig.server.callsOf('Settings.save_agent').length === 1, 'the agent');
    expect(rig.server.callsOf('Settings.save_agent')[0]!.slice(1)).to.deep.equal([
      'mine',
      { name: 'Other', command: ['mine', '--acp', '-v'], env: { TOKEN: null }, home: null },
      false,
    ]);
    await until(() => page().querySelector('agent-card'), 'the row');
    button(page().querySelector('agent-card')!.shadowRoot, settingsWords.agents.remove)!.click();
    await until(() => rig.server.callsOf('Settings.remove_agent').length === 1, 'the removal');
  });

  it('[AP9] starts, stops and restarts an agent, shows its log, and greys out what it can’t do with the reason', async () => {
    const { rig, page } = await opened('agents', {
      prepare: ({ server }) => {
        const install = { kind: 'page', url: 'https://example.com/install' } as const;
        const trouble: AgentTrouble = { code: 'not_installed', agent: 'Odd', commands: ['odd'], install };
        server.reports = [
          REPORT,
          {
            ...REPORT,
            id: 'off',
            name: 'Off',
            health: { state: 'stopped', trouble: { code: 'turned_off', agent: 'Off' } },
          },
          { ...REPORT, id: 'odd', name: 'Odd', health: { state: 'missing', trouble, install }, install },
        ];
      },
    });
    const cards = () => [...page().querySelectorAll('agent-card')].map((card) => card.shadowRoot!);
    await until(() => cards().length === 3 && cards()[2]!.querySelector('button'), 'the agents');
    const words = settingsWords.agents;
    button(cards()[0], words.stop)!.click();
    button(cards()[1], words.start)!.click();
    expect(button(cards()[1], words.restart)!.disabled).to.equal(true);
    expect(button(cards()[1], words.restart)!.title).to.equal(words.notRunning);
    expect(button(cards()[2], words.start)!.disabled).to.equal(true);
    expect(button(cards()[2], words.start)!.title).to.equal(words.notInstalled);
    expect(cards()[2]!.querySelector('a')!.href).to.equal('https://example.com/install');
    button(page(), words.checkAgain)!.click();
    await until(() => rig.server.callsOf('Settings.look_for_agents').length === 1, 'another look');
    expect(rig.server.callsOf('AcpBridge.stop_agent').map(([, id]) => id)).to.deep.equal(['mine']);
    expect(rig.server.callsOf('AcpBridge.start_agent').map(([, id]) => id)).to.deep.equal(['off']);
    button(cards()[0], words.log)!.click();
    await until(() => rig.location.hash === '#/settings/logs', 'the log');
  });

  it('[AP10] adds, changes and removes MCP servers', async () => {
    const { rig, page } = await opened('mcp');
    await until(() => button(page(), hostWords.remove), 'the servers');
    expect(page().textContent).to.contain('theirs');
    button(page(), hostWords.mcp.add)!.click();
    await until(() => page().querySelector('mcp-form')?.shadowRoot?.querySelector('#command'), 'the form');
    const form = page().querySelector('mcp-form')!.shadowRoot!;
    fill(form, '#name', 'bad name');
    form.querySelector('form')!.requestSubmit();
    await until(() => form.querySelector('[role=alert]'), 'the mistake');
    fill(form, '#name', 'tool');
    fill(form, '#command', 'mcp-tool');
    form.querySelector('form')!.requestSubmit();
    await until(() => rig.server.callsOf('Settings.save_mcp_server').length === 1, 'the server');
    expect(rig.server.callsOf('Settings.save_mcp_server')[0]!.slice(1)).to.deep.equal([
      'tool',
      { kind: 'stdio', command: 'mcp-tool', args: [], env: {} },
      true,
    ]);
    await until(() => button(page(), hostWords.edit), 'the list');
    button(page(), hostWords.edit)!.click();
    await until(() => page().querySelector('mcp-form')?.shadowRoot?.querySelector('#url'), 'the form');
    page().querySelector('mcp-form')!.shadowRoot!.querySelector('form')!.requestSubmit();
    await until(() => rig.server.callsOf('Settings.save_mcp_server').length === 2, 'the change');
    expect(rig.server.callsOf('Settings.save_mcp_server')[1]!.slice(1)).to.deep.equal([
      'web',
      { kind: 'http', url: 'https://example.com', headers: { Authorization: null } },
      false,
    ]);
    await until(() => button(page(), hostWords.remove), 'the list again');
    button(page(), hostWords.remove)!.click();
    await until(() => rig.server.callsOf('Settings.remove_mcp_server').length === 1, 'the removal');
  });

  it('[SV6] sets what holds on this computer, and follows what another tab sets', async () => {
    const { rig, page } = await opened('computer');
    fill(page(), '#port', '99999');
    await until(
      () => page().querySelector('[role=alert]')?.textContent === rowWords.needNumber(0, 65_535),
      'the mistake',
    );
    fill(page(), '#port', '8080');
    fill(page(), '#shell', 'off');
    fill(page(), '#additionalDirectories', '/a b\n~/c');
    page().querySelector<HTMLInputElement>('#open')!.click();
    const changes = () => rig.server.callsOf('Settings.update').map(([, change]) => change);
    await until(() => changes().length === 4, 'the changes');
    expect(changes()).to.deep.equal([
      { port: 8080 },
      { shell: 'off' },
      { additionalDirectories: ['/a b', '~/c'] },
      { open: false },
    ]);
    const { configInfo: info } = rig.server;
    rig.server.configInfo = { ...info, host: { ...info.host, port: 4321 } };
    rig.server.changeSettings({});
    await until(() => page().querySelector<HTMLInputElement>('#port')!.value === '4321', 'the other tab’s port');
  });

  it('[SH8] [SV6] offers no choice for devices that can’t connect, and shows a file with `all` as this computer', async () => {
    const { rig, page } = await opened('computer');
    const field = () => page().querySelector<HTMLSelectElement>('#shell')!;
    const { configInfo: info } = rig.server;
    for (const [shell, shown] of [
      ['off', 'off'],
      ['all', 'local'],
      ['off', 'off'],
      ['local', 'local'],
    ] as const) {
      rig.server.configInfo = { ...info, host: { ...info.host, shell } };
      rig.server.changeSettings({});
      await until(() => field().value === shown, `${shell} in the file`);
      expect([...field().options].map(({ value }) => value)).to.deep.equal(['off', 'local']);
    }
    expect(rig.server.callsOf('Settings.update')).to.deep.equal([]);
  });

  it('[SV7] edits a file as text: mistakes are shown with their line, and nothing is lost when it changed meanwhile', async () => {
    const { rig, page } = await opened('file');
    const editor = () => page().querySelector('code-editor');
    await until(() => editor()?.shadowRoot?.querySelector('.cm-content')?.textContent?.includes('theme'), 'the text');
    const type = (text: string) => {
      editor()!.dispatchEvent(Object.assign(new Event('text-edited'), { text }));
    };
    const problem = { file: 'config.yaml', line: 2, cause: { code: 'unknown_key', key: 'x' } } as const;
    rig.server.refuse(
      'Settings.save_config_content',
      new RpcError('bad_request', 'x', { code: 'settings_invalid', problem }),
    );
    type('theme: dark\nx: 1\n');
    await until(() => button(page(), hostWords.save)?.disabled === false, 'a text to save');
    button(page(), hostWords.save)!.click();
    await until(() => button(page(), hostWords.file.showLine(2)), 'the line');
    rig.server.configContent = { ...rig.server.configContent, text: 'theme: light\n', revision: 'r2' };
    rig.server.changeSettings({});
    await until(() => button(page(), hostWords.file.keepMine), 'the conflict');
    button(page(), hostWords.file.keepMine)!.click();
    await until(() => rig.server.callsOf('Settings.save_config_content').length === 2, 'the second try');
    expect(rig.server.callsOf('Settings.save_config_content')[1]!.slice(1)).to.deep.equal([
      'user',
      'theme: dark\nx: 1\n',
      'r2',
    ]);
  });
});

describe('the agent in the top bar', () => {
  it('[AP11] is the picker: another agent for a new session, restart, log, details, and setting up more', async () => {
    const rig = await new AppRig().connect();
    const app = await mount<AcApp>(
      html`<ac-app .context=${rig.context} style="display: block; height: 700px"></ac-app>`,
    );
    const demo = rig.server.app.agents[0]!;
    rig.server.appendApp({
      type: 'agent_changed',
      agent: { ...demo, id: 'other', name: 'Other', health: { state: 'idle' } },
    });
    const menu = () => app.querySelector<HTMLElement>('session-view .agent-menu');
    const pick = (text: string) =>
      [...menu()!.querySelectorAll('button')].find((one) => one.textContent?.trim().startsWith(text))!;
    await until(() => menu()?.textContent?.includes('Other'), 'the other agent');
    app.querySelector<HTMLElement>('session-view button.agent')!.click();
    expect(menu()!.matches(':popover-open')).to.equal(true);
    await expect(app).to.be.accessible();
    pick(frameWords.agentActs.restart).click();
    pick('Other').click();
    await until(() => rig.server.callsOf('Sessions.create').length === 1, 'the session');
    expect(rig.server.callsOf('Sessions.create')[0]![1]).to.equal('other');
    expect(rig.server.callsOf('AcpBridge.restart_agent')[0]![1]).to.equal(demo.id);
    pick(frameWords.agentActs.setUp).click();
    await until(() => rig.location.hash === '#/settings/agents/add', 'the form');
  });
});
