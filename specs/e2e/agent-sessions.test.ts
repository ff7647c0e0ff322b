import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { frameWords } from '../../webapp/components/page/words.js';
import { TestApp } from './app.rig.js';
import { type AppPage, deepText } from './app-page.rig.js';
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
      const text = await tab.waitForText(/Said in the terminal/);
      assert.equal(count(text, 'Whales are large'), 1);
      assert.doesNotMatch(text, /was continued in/);
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
