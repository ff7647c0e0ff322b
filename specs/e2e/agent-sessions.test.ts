import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ODD_AGENT } from '../../server/agents/process/process.rig.js';
import { frameWords } from '../../webapp/components/page/words.js';
import { ServerProcess } from '../rigs/server-process.rig.js';
import { signIn } from '../rigs/sign-in.rig.js';
import { TestTab } from '../rigs/test-tab.rig.js';
import { TestApp } from './app.rig.js';
import { type AppPage, deepText } from './app-page.rig.js';
import { faultsOf } from './axe.rig.js';
import { eventually } from './eventually.rig.js';

const said = (kind: 'user' | 'agent', messageId: string, text: string) => ({
  ...{ sessionUpdate: `${kind}_message_chunk`, messageId },
  content: { type: 'text', text },
});

describe("an agent's own sessions", () => {
  let app: TestApp;
  let [one, two] = [] as unknown as [AppPage, AppPage];
  const files = () => join(app.place.dataDir, 'demo-agent');
  before(async () => {
    app = await TestApp.start();
    await mkdir(files(), { recursive: true });
    const history = [said('user', 'u1', 'Tell me of whales'), said('agent', 'a1', 'Whales are large.')];
    const memory = { sessionId: 'elsewhere', cwd: app.place.folder, title: 'Whales', modeId: 'ask', pace: 'instant' };
    const rest = { updatedAt: new Date(0).toISOString(), isThinkingShown: true, allowed: [], history };
    await writeFile(join(files(), 'elsewhere.json'), JSON.stringify({ ...memory, ...rest }));
    [one, two] = [await app.open(), await app.open()];
  });
  after(() => app.stop());

  /** The agent's history grows, as if somebody had gone on in its terminal a little later. */
  const goOnElsewhere = async (...history: object[]) => {
    const file = join(files(), 'elsewhere.json');
    const memory = JSON.parse(await readFile(file, 'utf8')) as { history: object[] };
    const updatedAt = new Date(Date.now() + 600_000).toISOString();
    await writeFile(file, JSON.stringify({ ...memory, updatedAt, history: [...memory.history, ...history] }));
  };
  const row = (tab: AppPage, name: RegExp) => tab.page.getByRole('navigation').getByRole('button', { name });
  const count = (text: string, words: string) => text.split(words).length - 1;

  it('[AS10] [AS11] one is in the list, and opening it shows its history once', async () => {
    await row(one, /^Whales from Demo agent/).click();
    await one.waitForText(/Whales are large/);
    assert.match(await one.text(), /History from Demo agent[\s\S]*Tell me of whales[\s\S]*Whales are large/);
    await one.page.reload();
    await one.waitForText(/Whales are large/);
    await row(two, /^Whales/)
      .first()
      .click();
    await two.waitForText(/Whales are large/);
    for (const tab of [one, two]) assert.equal(count(await tab.text(), 'Whales are large'), 1);
    await one.prompt('And how old?');
    await Promise.all([one.waitForText(/You wrote: “And how old\?”/), two.waitForText(/You wrote: “And how old\?”/)]);
    await one.waitForIdle();
  });

  it('[AS14] [AS15] what was said elsewhere is offered, comes to all tabs, and the old copy can be read', async () => {
    await goOnElsewhere(said('user', 'u9', 'From the terminal'), said('agent', 'a9', 'Said in the terminal.'));
    await one.page.reload();
    await Promise.all([one.waitForText(/was continued in Demo agent/), two.waitForText(/was continued in Demo agent/)]);
    await two.page.getByRole('button', { name: 'Update from the agent' }).click();
    for (const tab of [one, two]) {
      await tab.waitForText(/Said in the terminal/);
      // What was there before leaves the screen a moment later.
      await eventually(
        () => tab.text(),
        (text) => count(text, 'Whales are large') === 1 && !/was continued in/.test(text),
        'Only the new history should be shown',
      );
    }
    await row(one, /^Whales \(\d{4}-/).click();
    const copy = await one.waitForText(/was continued in Demo agent/);
    assert.match(copy, /Whales are large[\s\S]*And how old\?/);
    assert.doesNotMatch(copy, /Said in the terminal/);
    await eventually(
      () => deepText(one.page.locator('prompt-composer')),
      (text) => text.includes(frameWords.readOnlyCopy),
      'The page should say why nothing can be sent',
    );
    await two.prompt('Go on here');
    await two.waitForText(/You wrote: “Go on here”/);
  });

  it('[AS12] deleting a session says that the agent deletes its own, and it does', async () => {
    await two.waitForIdle();
    const item = two.page.getByRole('navigation').getByRole('listitem').filter({ hasText: 'Whales' }).first();
    await item.hover();
    await item.getByRole('button', { name: 'Delete Whales', exact: true }).click();
    await two.page.getByText('Deleted “Whales” here and in Demo agent').waitFor();
    // A page that goes away takes the chance to undo with it.
    await two.page.reload();
    await eventually(
      () => readdir(files()),
      (names) => !names.includes('elsewhere.json'),
      "The agent's own file should be gone",
    );
  });
});

describe('the sessions of an agent that does not run', () => {
  let app: TestApp;
  let config = '';
  before(async () => {
    config = join(await mkdtemp(join(tmpdir(), 'acdeck-config-')), 'settings.yaml');
    const keeper = { name: 'Keeper', command: [process.execPath, ODD_AGENT, 'keeper'] };
    const mute = { name: 'Mute', command: [process.execPath, ODD_AGENT, 'plain'] };
    // JSON is YAML.
    await writeFile(config, JSON.stringify({ agents: { keeper, mute } }));
    app = await TestApp.start({ args: ['--config', config] });
  });
  after(async () => {
    await app.stop();
    await rm(dirname(config), { recursive: true });
  });

  it('[AS25] [AS27] [SL22] are listed when a person asks, with their age, and say so where there are none to list', async () => {
    const tab = await app.open();
    const { page } = tab;
    const lines = page.locator('agent-lists li');
    const row = (name: string) => page.locator('session-list nav li.foreign', { hasText: name });
    await page.getByRole('button', { name: 'Sessions kept by agents' }).click();
    await lines.filter({ hasText: 'Keeper' }).filter({ hasText: 'Not listed yet' }).waitFor();
    assert.equal(await row('Kept too').count(), 0);
    await page.getByRole('button', { name: 'List all', exact: true }).click();
    await lines.filter({ hasText: 'Keeper' }).filter({ hasText: '2 sessions, listed just now' }).waitFor();
    await lines.filter({ hasText: 'Mute' }).filter({ hasText: 'can’t list its sessions' }).waitFor();
    await row('Kept too').waitFor();
    const { agents } = (await (await app.witness()).api.AcpBridge.get_current_state()).app;
    const health = Object.fromEntries(agents.map(({ id, health: { state } }) => [id, state]));
    assert.deepEqual([health.keeper, health.mute], ['idle', 'idle']);
    assert.deepEqual(await faultsOf(page), []);
  });

  it('[AS26] are still there after a restart, and open with their history', async () => {
    await app.restart();
    const tab = await app.open();
    await tab.page.locator('session-list nav li.foreign', { hasText: 'Kept by the agent' }).locator('.open').click();
    await tab.waitForText(/I remember\./);
  });
});

describe('a session of another folder', () => {
  it('[SL23] [AS28] opens read-only here; the way there is an address, or the command that starts it', async (t) => {
    const app = await TestApp.start({ ownBrowser: true });
    t.after(() => app.stop());
    app.expectTrouble(/request to another place|401|Unauthorized/);
    const there = join(dirname(app.place.folder), 'it is there');
    await mkdir(there);
    const options = { agent: 'demo', port: 0 };
    const other = await ServerProcess.start({ ...app.place, folder: there }, options);
    t.after(() => other.stop());
    const credentials = await signIn(other.url);
    const witness = new TestTab(
      () => `ws://127.0.0.1:${other.port}`,
      () => credentials,
    );
    await witness.open();
    await witness.followOpen();
    await witness.until(({ transcript }) => transcript !== null);
    const { openSessionId } = (await witness.api.AcpBridge.get_current_state()).app;
    await witness.api.AcpBridge.prompt('p1', openSessionId!, [{ type: 'text', text: 'whale there' }]);
    await witness.until(({ transcript }) => transcript?.turn.n === 1 && transcript.turn.status === 'idle');
    witness.close();

    const device = await app.newDevice();
    const tab = await app.open(device, `${app.server.url}`);
    await tab.page.goto(`${app.server.origin}/#/s/${openSessionId}`);
    await tab.waitForText(/whale there/);
    assert.equal(await tab.composer.count(), 0, 'nobody can write here');
    const link = tab.page.getByRole('link', { name: 'Open there' });
    await link.waitFor();
    assert.equal(await link.getAttribute('href'), `${other.origin}/#/s/${openSessionId}`);
    assert.deepEqual(await faultsOf(tab.page), []);
    const [page] = await Promise.all([device.waitForEvent('page'), link.click()]);
    await eventually(
      () => deepText(page.locator('body')),
      (text) => /sign/i.test(text) && !/whale there/.test(text),
      'That server should want its own sign-in',
    );
    await page.close();

    await other.stop();
    await tab.page.reload();
    const command = `cd '${there}' && acdeck`;
    await tab.page.getByText(command, { exact: true }).waitFor();
    await device.grantPermissions(['clipboard-read', 'clipboard-write']);
    await tab.page.locator('open-there').getByRole('button', { name: 'Copy', exact: true }).click();
    await eventually(
      () => tab.page.evaluate(() => navigator.clipboard.readText()),
      (text) => text === command,
      'The command should be copied',
    );
  });
});
