import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type Acdeck, TestHome } from './acdeck.rig.js';
import { ODD_AGENT } from './agents/process.rig.js';
import type { AgentReport } from './protocol/agent-report.js';
import type { AgentSummary, AppSnapshot, SessionSummary } from './protocol/app-state.js';
import { signInWith, TestTab } from './rpc/test-tab.rig.js';

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

describe('an agent that cannot be used', () => {
  const cases: [what: string, agent: string, message: RegExp][] = [
    [
      'a missing command',
      '/nonexistent/agent --acp',
      /^agent is not installed: the command "\/nonexistent\/agent" was/,
    ],
    ['a command that prints help', odd('help'), /ended before it answered \(exit code 2\)\. Check that its command/],
    ['another protocol version', odd('version2'), /speaks version 2 of ACP; AcDeck speaks version 1\. Update/],
  ];
  for (const [what, agent, message] of cases) {
    it(`[AC12] ${what}: one sentence for programs and for tabs, and another agent works`, async (t) => {
      const server = new TestHome(t).server(['--agent', agent]);
      const failed = await server.line('failed');
      assert.match(String(failed.message), message);
      assert.equal(server.lines.filter(({ event }) => event === 'failed').length, 1);
      const tab = await openTab(server);
      const { agents } = await stateOf(tab);
      const health = agents.find(({ id }) => id === 'custom')?.health;
      assert.equal(health && 'message' in health && health.message, failed.message);
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
    assert.match(String((await server.line('failed')).message), /is not started before you trust the folder/);
    const told = (await server.line('untrusted')) as unknown as { agents: { command: string }[] };
    assert.deepEqual(
      told.agents.map(({ command }) => command),
      [`${join(bin, 'copilot')} --acp --stdio`],
    );
    const tab = await openTab(server);
    const { trust } = await stateOf(tab);
    assert.equal(trust?.state, 'asked');
    await assert.rejects(tab.call('Settings.trust_folder', 'c0', 'other print', true), /look at it again/);
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
});
