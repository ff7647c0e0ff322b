import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type Acdeck, TestHome } from '../acdeck.rig.js';
import { ODD_AGENT } from '../agents/process/process.rig.js';
import type { AgentReport } from '../protocol/api/agent-report.js';
import type { AgentSummary, AppSnapshot, SessionSummary } from '../protocol/api/app-state.js';
import type { SettingsState } from '../protocol/api/rpc.js';
import { signInWith, TestTab } from '../rpc/test-tab.rig.js';

async function openTab(acdeck: Acdeck): Promise<TestTab> {
  const { port, token } = await acdeck.door();
  return TestTab.open(await signInWith(port, { token }));
}

const stateOf = async (tab: TestTab) => (await tab.call<AppSnapshot>('AcpBridge.get_current_state')).app;

/** Settles when the tab was told this of an agent. */
async function toldOf(tab: TestTab, agentId: string, state: string): Promise<void> {
  const isSo = ({ id, health }: AgentSummary) => id === agentId && health.state === state;
  if ((await stateOf(tab)).agents.some(isSo)) return;
  await tab.heard(({ method, args }) => {
    if (method !== 'AcApp.streamChunk') return false;
    const { events } = args[1] as { events: { type: string; agent: AgentSummary }[] };
    return events.some(({ type, agent }) => type === 'agent_changed' && isSo(agent));
  });
}

const odd = (behaviour: string) => `${process.execPath} ${ODD_AGENT} ${behaviour}`;

/** A project that brings an agent in its packages, which notes that it ran. */
function hostileProject(home: TestHome): string {
  const bin = join(home.folder(), 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  const text = `#!${process.execPath}\nrequire('node:fs').writeFileSync(${JSON.stringify(home.path('ran'))}, '');\n`;
  const speak = `process.argv[2] = 'plain'; process.argv.length = 3; import(${JSON.stringify(ODD_AGENT)});\n`;
  writeFileSync(join(bin, 'copilot'), text + speak, { mode: 0o755 });
  return bin;
}

/** A folder of programs of which some are agents that behave oddly. */
function programs(home: TestHome, behaviours: Record<string, string>): Record<string, string> {
  const bin = home.path('bin');
  mkdirSync(bin, { recursive: true });
  for (const [name, behaviour] of Object.entries(behaviours)) {
    const speak = `process.argv[2] = '${behaviour}'; process.argv[3] = '${home.path(name)}'; process.argv.length = 4;`;
    const script = `#!${process.execPath}\n${speak} import(${JSON.stringify(ODD_AGENT)});\n`;
    writeFileSync(join(bin, name), script, { mode: 0o755 });
  }
  return { PATH: bin };
}

describe('an agent that was found and does not start', () => {
  const cases: [what: string, found: Record<string, string>, ready: string][] = [
    ['gives way to the next one', { gemini: 'help', 'codex-acp': 'plain' }, 'codex'],
    ['gives way to the one after the next', { gemini: 'help', 'codex-acp': 'version2', qwen: 'plain' }, 'qwen'],
    ['gives way to the demo agent', { gemini: 'help' }, 'demo'],
  ];
  for (const [what, found, ready] of cases) {
    it(`[AC38] ${what}, and the page says so`, async (t) => {
      const home = new TestHome(t);
      const server = home.server([], programs(home, found));
      assert.deepEqual(await server.line('ready'), { event: 'ready', agent: ready });
      const tab = await openTab(server);
      const { banners, sessions, defaultAgentId, agents } = await stateOf(tab);
      const failed = Object.keys(found).length - (ready === 'demo' ? 0 : 1);
      assert.equal(banners.length, failed);
      const { name } = agents.find(({ id }) => id === ready)!;
      for (const { about } of banners) assert.ok(about.code === 'agent_replaced' && about.agent === name);
      assert.deepEqual([sessions.map(({ agentId }) => agentId), defaultAgentId], [[ready], ready]);
      assert.deepEqual(
        server.lines.filter(({ event }) => event === 'failed'),
        [],
      );
    });
  }

  it('[AC38] does not give way where a person has named it', async (t) => {
    const home = new TestHome(t);
    const found = programs(home, { gemini: 'help', 'codex-acp': 'plain' });
    const server = home.server(['--agent', 'gemini'], found);
    assert.match(String((await server.line('failed')).message), /^Gemini CLI stopped before it answered/);
    assert.deepEqual((await stateOf(await openTab(server))).banners, []);
    await server.end();
    const again = home.server([], found);
    await again.line('failed');
    assert.equal(
      again.lines.some(({ event }) => event === 'ready'),
      false,
      'nor at the next start, which recalls it',
    );
  });

  it('[AC38] is looked for anew at the next start, unless something was said', async (t) => {
    const home = new TestHome(t);
    const first = home.server([], programs(home, {}));
    assert.equal((await first.line('ready')).agent, 'demo');
    await first.end();
    const second = home.server([], programs(home, { gemini: 'plain' }));
    assert.equal((await second.line('ready')).agent, 'gemini');
  });
});

describe('an agent that cannot be used', () => {
  const cases: [what: string, agent: string, code: string][] = [
    ['a missing command', '/nonexistent/agent --acp', 'not_installed'],
    ['a command that prints help', odd('help'), 'ended_early'],
    ['another protocol version', odd('version2'), 'wrong_version'],
  ];
  for (const [what, agent, code] of cases) {
    it(`[AC12] ${what}: a sentence for programs, a code for tabs, and another agent works`, async (t) => {
      const server = new TestHome(t).server(['--agent', agent]);
      const failed = await server.line('failed');
      assert.match(String(failed.message), /^[^\n]{20,}$/);
      assert.equal(server.lines.filter(({ event }) => event === 'failed').length, 1);
      const tab = await openTab(server);
      const { agents } = await stateOf(tab);
      const health = agents.find(({ id }) => id === 'custom')?.health;
      assert.equal(health && 'trouble' in health && health.trouble.code, code);
      const { id } = await tab.call<SessionSummary>('Sessions.create', 'c1', 'demo');
      await tab.call('AcpBridge.prompt', 'c2', id, [{ type: 'text', text: 'hello' }]);
      await toldOf(tab, 'demo', 'ready');
    });
  }

  it('[AC12] a folder that is not there: one sentence for programs too', async (t) => {
    const home = new TestHome(t);
    const server = home.acdeck(['no/such/folder', '--json', '--no-open']);
    assert.equal(await server.ended, 2);
    assert.deepEqual(
      server.lines.map(({ event, stage }) => [event, stage]),
      [['failed', 'start']],
    );
    assert.match(String(server.lines[0]?.message), /no\/such\/folder/);
  });

  it('[AC12] a relative folder is taken from where the command was typed', async (t) => {
    const home = new TestHome(t);
    home.folder('rel');
    const server = home.acdeck(['rel', '--json', '--no-open', '--port', '0', '--agent', 'demo']);
    await server.line('ready');
    assert.equal((await stateOf(await openTab(server))).folder.path, home.path('rel'));
  });
});

describe('an agent that the folder brings', () => {
  it('[AC9] [AC13] starts only after a person has trusted the folder in the page, also when it was asked for', async (t) => {
    const home = new TestHome(t);
    const bin = hostileProject(home);
    const env = { PATH: `${bin}:${process.env.PATH}` };
    const server = home.server(['--agent', 'copilot'], env);
    assert.match(String((await server.line('failed')).message), /won't start until you trust the folder/);
    const told = (await server.line('untrusted')) as unknown as { agents: { command: string }[] };
    assert.deepEqual(
      told.agents.map(({ command }) => command),
      [`${join(bin, 'copilot')} --acp --stdio`],
    );
    const tab = await openTab(server);
    const { trust } = await stateOf(tab);
    assert.equal(trust?.state, 'asked');
    await assert.rejects(tab.call('Settings.trust_folder', 'c0', 'other print', true), {
      reason: { code: 'folder_changed' },
    });
    await tab.call('Settings.trust_folder', 'c1', trust?.fingerprint, false);
    assert.deepEqual([(await stateOf(tab)).trust?.state, existsSync(home.path('ran'))], ['declined', false]);
    await tab.call('Settings.trust_folder', 'c2', trust?.fingerprint, true);
    await toldOf(tab, 'copilot', 'ready');
    assert.equal(existsSync(home.path('ran')), true);
    await server.end();
    const again = home.server([], env);
    assert.equal((await again.line('ready')).agent, 'copilot');
  });

  it('[AC13] is not taken by a start that names no agent', async (t) => {
    const home = new TestHome(t);
    hostileProject(home);
    writeFileSync(join(home.folder(), '.acdeck.yaml'), 'agent: x\nagents:\n  x: {command: [sh, -c, "true"]}\n');
    const server = home.server([], { PATH: '/nonexistent' });
    assert.equal((await server.line('ready')).agent, 'demo');
    const tab = await openTab(server);
    const untrusted = (await stateOf(tab)).agents.filter(({ health }) => health.state === 'untrusted');
    assert.deepEqual(
      untrusted.map(({ id }) => id),
      ['copilot'],
    );
    assert.equal(existsSync(home.path('ran')), false);
  });
});

describe('an MCP server that the folder brings', () => {
  it('[AC32] is given only when the folder is trusted, and never in the place of one of the person’s', async (t) => {
    const home = new TestHome(t);
    const server = (name: string, script: string) => `  ${name}: {command: ${process.execPath}, args: [${script}]}\n`;
    writeFileSync(home.path('my.yaml'), `mcpServers:\n${server('files', 'mine.js')}`);
    const theirs = server('files', 'evil.js') + server('extra', 'extra.js');
    writeFileSync(join(home.folder(), '.acdeck.yaml'), `mcpServers:\n${theirs}`);
    const noting = `${process.execPath} ${ODD_AGENT} given ${home.path('given')}`;
    const acdeck = home.server(['--config', home.path('my.yaml'), '--agent', noting]);
    await acdeck.line('ready');
    const given = () =>
      [...readFileSync(home.path('given'), 'utf8').matchAll(/^given (.*)$/gm)].map(([, list]) => JSON.parse(list!));
    assert.deepEqual(given(), [[['files', 'mine.js']]], 'before anybody said yes');
    const tab = await openTab(acdeck);
    const { trust, openSessionId } = await stateOf(tab);
    // What is empty would be shown again instead of a new session.
    await tab.call('Sessions.rename', 'c0', openSessionId, 'Before');
    await tab.call('Settings.trust_folder', 'c1', trust?.fingerprint, true);
    const { id } = await tab.call<SessionSummary>('Sessions.create', 'c2', 'custom');
    await tab.call('AcpBridge.get_current_state', id);
    await tab.call('AcpBridge.prompt', 'c3', id, [{ type: 'text', text: 'hello' }]);
    await tab.heard(({ args: [session, page] }) => session === id && JSON.stringify(page).includes('"turn_ended"'));
    const both = [
      ['files', 'mine.js'],
      ['extra', 'extra.js'],
    ];
    assert.deepEqual(given().at(-1), both);
  });
});

describe('a person', () => {
  it('[AC14] sees every agent with its command and help, and chooses the one for new sessions', async (t) => {
    const home = new TestHome(t);
    const server = home.server(['--agent', 'demo'], { PATH: '/nonexistent' });
    await server.line('ready');
    const tab = await openTab(server);
    await stateOf(tab);
    const reports = await tab.call<AgentReport[]>('Settings.get_agents');
    const copilot = reports.find(({ id }) => id === 'copilot');
    assert.deepEqual(
      [copilot?.command, copilot?.npx, copilot?.home],
      [null, '@github/copilot@1.0.102', home.path('.copilot')],
    );
    assert.equal(reports.find(({ id }) => id === 'demo')?.origin, 'machine');
    await tab.call('Settings.set_default_agent', 'c1', 'gemini');
    await assert.rejects(tab.call('Settings.set_default_agent', 'c2', 'nobody'), /no agent "nobody"/);
    await assert.rejects(tab.call('Settings.run_with_npx', 'c3', 'goose'), /no npm package/);
    assert.equal((await tab.call<SessionSummary>('Sessions.create', 'c4', null)).agentId, 'gemini');
  });

  it('[K26] is not overruled by an older command that is sent again', async (t) => {
    const home = new TestHome(t);
    mkdirSync(home.folder(), { recursive: true });
    writeFileSync(join(home.folder(), '.acdeck.yaml'), `agents: { own: { command: [${process.execPath}] } }\n`);
    const server = home.server(['--agent', 'demo'], { PATH: '/nonexistent' });
    await server.line('ready');
    const [one, two] = [await openTab(server), await openTab(server)];
    const print = (await stateOf(one)).trust!.fingerprint;
    const first = [
      await one.call('Settings.set_default_agent', 'c1', 'gemini'),
      await one.call('Settings.update', 'c2', { theme: 'dark', budgetDayCost: 5 }),
      await one.call('Settings.trust_folder', 'c3', print, true),
    ];
    await two.call('Settings.set_default_agent', 'c4', 'demo');
    await two.call('Settings.update', 'c5', { theme: 'light', budgetDayCost: 9 });
    await two.call('Settings.trust_folder', 'c6', print, false);
    // A refusal is not remembered: it may be right the next time.
    await assert.rejects(one.call('Settings.set_default_agent', 'c7', 'nobody'), /no agent "nobody"/);
    await assert.rejects(one.call('Settings.set_default_agent', 'c7', 'nobody'), /no agent "nobody"/);
    const again = [
      await one.call('Settings.set_default_agent', 'c1', 'gemini'),
      await one.call('Settings.update', 'c2', { theme: 'dark', budgetDayCost: 5 }),
      await one.call('Settings.trust_folder', 'c3', print, true),
    ];
    assert.deepEqual(again, first);
    const { defaultAgentId, trust } = await stateOf(one);
    const { theme, budgetDayCost } = (await one.call<SettingsState>('Settings.get')).values;
    assert.deepEqual([defaultAgentId, theme, budgetDayCost, trust?.state], ['demo', 'light', 9, 'declined']);
  });
});
