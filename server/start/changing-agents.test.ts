import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type Acdeck, TestHome } from '../acdeck.rig.js';
import { ODD_AGENT } from '../agents/process/process.rig.js';
import type { AgentSummary, AppSnapshot, SessionSummary } from '../protocol/api/app-state.js';
import type { AgentDraft, ConfigInfo } from '../protocol/api/config.js';
import { signInWith, TestTab } from '../rpc/test-tab.rig.js';

async function openTab(acdeck: Acdeck): Promise<TestTab> {
  const { port, token } = await acdeck.door();
  return TestTab.open(await signInWith(port, { token }));
}

type AppNews = { type: string; seq: number; agent?: AgentSummary; agentId?: string };

/** The app as a tab has it: its snapshot and what came after. */
class Follower {
  readonly #tab: TestTab;
  readonly #first: AppSnapshot;

  private constructor(tab: TestTab, first: AppSnapshot) {
    this.#tab = tab;
    this.#first = first;
  }

  static async of(acdeck: Acdeck): Promise<{ tab: TestTab; app: Follower }> {
    const tab = await openTab(acdeck);
    const first = await tab.call<AppSnapshot>('AcpBridge.get_current_state');
    return { tab, app: new Follower(tab, first) };
  }

  agent(id: string): AgentSummary | null {
    let found = this.#first.app.agents.find((agent) => agent.id === id) ?? null;
    for (const { method, args } of this.#tab.told) {
      if (method !== 'AcApp.streamChunk' || args[0] !== 'app') continue;
      for (const event of (args[1] as { events: AppNews[] }).events) {
        if (event.type === 'agent_changed' && event.agent?.id === id) found = event.agent;
        if (event.type === 'agent_removed' && event.agentId === id) found = null;
      }
    }
    return found;
  }

  /** Settles when the agent is as wanted, now or later; only news make it look again. */
  async until(id: string, fits: (agent: AgentSummary | null) => boolean): Promise<void> {
    await this.#tab.heard(() => fits(this.agent(id)));
  }
}

const node = process.execPath;
const draft = (behaviour: string, more: Partial<AgentDraft> = {}): AgentDraft => ({
  ...{ name: null, command: [node, ODD_AGENT, behaviour], env: {}, home: null },
  ...more,
});
const is = (state: string) => (agent: AgentSummary | null) => agent?.health.state === state;

describe('agents that a person changes while another works', () => {
  it('[AP1] [AP2] [AP3] are added, changed, stopped, started and removed, and no update of the other is lost', async (t) => {
    const home = new TestHome(t);
    const notes = home.path('notes');
    const server = home.server(['--agent', `${node} ${ODD_AGENT} count ${notes}`], { PATH: '/nonexistent' });
    await server.line('ready');
    const { tab, app } = await Follower.of(server);
    const { tab: second, app: other } = await Follower.of(server);
    const session = await tab.call<SessionSummary>('Sessions.create', 'c1', 'custom');
    await tab.call('AcpBridge.get_current_state', session.id);
    await tab.call('AcpBridge.prompt', 'c2', session.id, [{ type: 'text', text: 'count' }]);
    await tab.heard(({ args }) => args[0] === session.id && JSON.stringify(args[1]).includes('1 2 3'));

    await tab.call(
      'Settings.save_agent',
      'c3',
      'mine',
      draft('plain', { name: 'Mine', env: { TOKEN: 's3cret' } }),
      true,
    );
    await app.until('mine', is('idle'));
    await other.until('mine', (agent) => agent?.name === 'Mine');
    await second.call('AcpBridge.start_agent', 'c4', 'mine');
    await app.until('mine', is('ready'));

    await tab.call(
      'Settings.save_agent',
      'c5',
      'mine',
      draft('plain', { name: 'Changed', env: { TOKEN: null } }),
      false,
    );
    await other.until('mine', (agent) => agent?.isOutdated === true && is('ready')(agent));
    await tab.call('AcpBridge.restart_agent', 'c6', 'mine');
    await other.until('mine', (agent) => agent?.name === 'Changed' && !agent.isOutdated && is('ready')(agent));

    await second.call('AcpBridge.stop_agent', 'c7', 'mine');
    await app.until('mine', is('stopped'));
    const info = await tab.call<ConfigInfo>('Settings.get_config_info');
    assert.deepEqual(info.agents.find(({ id }) => id === 'mine')?.env, ['TOKEN']);
    assert.doesNotMatch(JSON.stringify([info, tab.told, second.told]), /s3cret/);
    assert.match(readFileSync(home.path('config/acdeck/config.yaml'), 'utf8'), /TOKEN: s3cret/);

    await tab.call('Settings.remove_agent', 'c8', 'mine');
    await other.until('mine', (agent) => agent === null);
    await assert.rejects(tab.call('AcpBridge.start_agent', 'c9', 'mine'), {
      reason: { code: 'no_agent', agentId: 'mine' },
    });

    await tab.call('AcpBridge.cancel', 'c10', session.id);
    await tab.heard(({ args }) => args[0] === session.id && JSON.stringify(args[1]).includes('turn_ended'));
    const said = tab.told
      .filter(({ method, args }) => method === 'AcApp.streamChunk' && args[0] === session.id)
      .flatMap(({ args }) => (args[1] as { events: { update?: { content?: { text?: string } } }[] }).events)
      .map(({ update }) => update?.content?.text ?? '')
      .join('');
    const last = Number(/counted (\d+)/.exec(readFileSync(notes, 'utf8'))?.[1]);
    assert.ok(last > 10);
    assert.equal(said, Array.from({ length: last }, (_, i) => `${i + 1} `).join(''));
    assert.equal(readFileSync(notes, 'utf8').match(/initialize/g)?.length, 1, 'it was never restarted');
  });

  it('[AP4] a stopped agent is started by nothing but a person, and goes on with what was queued', async (t) => {
    const home = new TestHome(t);
    const notes = home.path('notes');
    const server = home.server(['--agent', `${node} ${ODD_AGENT} plain ${notes}`], { PATH: '/nonexistent' });
    await server.line('ready');
    const { tab, app } = await Follower.of(server);
    const session = await tab.call<SessionSummary>('Sessions.create', 'c1', 'custom');
    await tab.call('AcpBridge.get_current_state', session.id);
    await tab.call('AcpBridge.stop_agent', 'c2', 'custom');
    await app.until('custom', is('stopped'));
    await tab.call('AcpBridge.prompt', 'c3', session.id, [{ type: 'text', text: 'later' }]);
    await tab.heard(({ args }) => args[0] === session.id && JSON.stringify(args[1]).includes('prompt_queued'));
    await tab.call('AcpBridge.get_current_state');
    assert.equal(is('stopped')(app.agent('custom')), true);
    await tab.call('AcpBridge.start_agent', 'c4', 'custom');
    await tab.heard(({ args }) => args[0] === session.id && JSON.stringify(args[1]).includes('turn_ended'));
    assert.equal(readFileSync(notes, 'utf8').match(/session\/prompt/g)?.length, 1);
  });

  it('[AP5] follows an edit of the file, also one that takes the default agent away', async (t) => {
    const home = new TestHome(t);
    mkdirSync(home.path('config/acdeck'), { recursive: true });
    const file = home.path('config/acdeck/config.yaml');
    const mine = `agent: mine\nagents:\n  mine: {command: [${node}, ${ODD_AGENT}, plain]}\n`;
    writeFileSync(file, mine);
    const server = home.server([], { PATH: '/nonexistent' });
    await server.line('ready');
    const { tab, app } = await Follower.of(server);
    writeFileSync(file, mine.replaceAll('mine', 'yours'));
    await app.until('yours', is('idle'));
    await app.until('mine', (agent) => agent === null);
    await tab.heard(({ args }) => JSON.stringify(args[1] ?? '').includes('default_agent_changed'));
    const { app: now } = await tab.call<AppSnapshot>('AcpBridge.get_current_state');
    assert.ok(now.agents.some(({ id }) => id === now.defaultAgentId));
  });

  it('[V7] are looked for again when the settings of agents change, and for no other setting', async (t) => {
    const home = new TestHome(t);
    const programs = join(home.folder(), 'node_modules/.bin');
    for (const folder of [programs, home.path('config/acdeck')]) mkdirSync(folder, { recursive: true });
    writeFileSync(home.path('config/acdeck/config.yaml'), 'agents:\n  later: {command: [later]}\n');
    const server = home.server(['--agent', 'demo'], { PATH: '/nonexistent' });
    await server.line('ready');
    const tab = await openTab(server);
    const found = async () => {
      // The answer comes after whatever a change has set in motion.
      await tab.call<ConfigInfo>('Settings.get_config_info');
      const { trust } = (await tab.call<AppSnapshot>('AcpBridge.get_current_state')).app;
      return trust?.agents.map(({ id }) => id) ?? [];
    };
    assert.deepEqual(await found(), []);
    writeFileSync(join(programs, 'later'), '#!/bin/sh\n', { mode: 0o755 });
    await tab.call('Settings.update', 'c1', { stopUnasked: true });
    assert.deepEqual(await found(), []);
    await tab.call('Settings.save_agent', 'c2', 'mine', draft('plain'), true);
    assert.deepEqual(await found(), ['later']);
  });

  it('[AP6] [K23] a folder’s file that changes adds agents that nobody may start before the folder is trusted', async (t) => {
    const home = new TestHome(t);
    const server = home.server(['--agent', 'demo'], { PATH: '/nonexistent' });
    await server.line('ready');
    const { tab, app } = await Follower.of(server);
    const file = join(home.folder(), '.acdeck.yaml');
    writeFileSync(
      file,
      `agents:\n  theirs: {command: [${node}, ${ODD_AGENT}, plain, ${home.path('ran')}]}\nshell: all\n`,
    );
    await tab.heard(({ args }) => JSON.stringify(args[1] ?? '').includes('not_for_folders'));
    assert.equal(app.agent('theirs'), null, 'nothing of a file with a mistake counts');
    writeFileSync(file, `agents:\n  theirs: {command: [${node}, ${ODD_AGENT}, plain, ${home.path('ran')}]}\n`);
    await app.until('theirs', is('untrusted'));
    await tab.heard(({ args }) => JSON.stringify(args[1] ?? '').includes('banner_lowered'));
    await tab.call('AcpBridge.start_agent', 'c1', 'theirs');
    await app.until('theirs', is('untrusted'));
    assert.throws(() => readFileSync(home.path('ran')), { code: 'ENOENT' });
    const { trust } = (await tab.call<AppSnapshot>('AcpBridge.get_current_state')).app;
    await tab.call('Settings.trust_folder', 'c2', trust?.fingerprint, true);
    await app.until('theirs', is('idle'));
    await tab.call('AcpBridge.start_agent', 'c3', 'theirs');
    await app.until('theirs', is('ready'));
  });
});
