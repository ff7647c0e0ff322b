import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Entry } from '../../server/protocol/transcript/entries.js';
import { entriesOf } from '../../server/protocol/transcript/entry-list.js';
import type { TabCopy } from '../rigs/test-tab.rig.js';
import { TestApp } from './app.rig.js';
import type { AppPage } from './app-page.rig.js';
import { faultsOf } from './axe.rig.js';
import { eventually } from './eventually.rig.js';

/** Pictures are only taken where somebody wants to look at them. */
const SHOTS = process.env.ACDECK_SHOTS;

async function shoot(tab: AppPage, name: string): Promise<void> {
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  for (const [size, width, height] of [
    ['wide', 1440, 900],
    ['tablet', 820, 900],
    ['phone', 390, 844],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await tab.page.setViewportSize({ width, height });
      await tab.page.emulateMedia({ colorScheme });
      await tab.page.screenshot({ path: join(SHOTS, `${name}-${size}-${colorScheme}.png`) });
    }
  }
  await tab.page.setViewportSize({ width: 1440, height: 900 });
}

const card = (tab: AppPage, name: string) => tab.page.locator('delegation-card').filter({ hasText: name }).first();
const line = (tab: AppPage, name: string) => card(tab, name).locator('.task-line').first();

/** Waits until the card of a task says this of its state. */
async function stands(tab: AppPage, name: string, state: string): Promise<void> {
  await eventually(
    async () => ((await line(tab, name).count()) > 0 ? ((await line(tab, name).textContent()) ?? '') : ''),
    (text) => text.includes(state),
    `The task ${name} should be: ${state}`,
  );
}

describe('a delegated task in the page', () => {
  let app: TestApp;
  let tab: AppPage;
  before(async () => {
    app = await TestApp.start({ env: () => ({ ACDECK_DEMO_PACE: '0.2' }) });
    tab = await app.open(await app.newDevice(app.browser, { viewport: { width: 1440, height: 900 } }));
  });
  after(() => app.stop());

  it('[DL28] is a block in its call, open while it works, and folds at its end', async () => {
    const log = () => card(tab, 'one').locator('.task-log').textContent();
    await tab.prompt('/delegate one: Edit a file, but ask me first.');
    await tab.answer('Allow');
    await stands(tab, 'one', 'Needs you');
    await tab.page.reload();
    await tab.waitForConnection();
    await stands(tab, 'one', 'Needs you');
    await eventually(
      log,
      (text) => (text ?? '').includes('I would like to add a line'),
      'A reload should show all of it so far',
    );
    assert.equal(await line(tab, 'one').getAttribute('aria-expanded'), 'true');
    await tab.answer('Deny');
    await stands(tab, 'one', 'Done');
    await tab.waitForIdle();
    await eventually(
      () => card(tab, 'one').locator('delegated-turn').count(),
      (count) => count === 0,
      'It should fold and let its session go',
    );
    assert.equal(await line(tab, 'one').getAttribute('aria-expanded'), 'false');
    assert.deepEqual(await faultsOf(tab.page), []);
    await shoot(tab, 'folded');
  });

  it('[DL9] asks in the session above too, headed by the chain, and is answered there', async () => {
    await tab.prompt('/delegate two: Edit a file, but ask me first.');
    await tab.answer('Allow');
    await stands(tab, 'two', 'Needs you');
    const asked = tab.page.locator('delegated-requests');
    await eventually(
      async () => (await asked.count()) > 0 && (await asked.textContent()),
      (text) => typeof text === 'string' && text.includes('Demo agent, for Demo agent: two'),
      'The request of the other agent should be here',
    );
    assert.deepEqual(await faultsOf(tab.page), []);
    await shoot(tab, 'asking');
    await tab.answer('Allow');
    await stands(tab, 'two', 'Done');
    assert.ok(await app.readFile('acdeck-demo.md'), 'the file was written');
    assert.equal(await asked.locator('.for-whom').count(), 0);
    await tab.waitForIdle();
  });

  it('[DL29] opens as a session of its own, which leads back', async () => {
    await line(tab, 'one').click();
    await card(tab, 'one').getByRole('button', { name: 'Open session' }).click();
    await eventually(
      () => tab.page.locator('h1.title').textContent(),
      (title) => title === 'one',
      'The session of the task should be on screen',
    );
    const list = tab.page.locator('session-list');
    assert.equal(await list.getByRole('button', { name: '2 tasks' }).getAttribute('aria-expanded'), 'true');
    await shoot(tab, 'child');
    await tab.page.getByRole('button', { name: /^Back to / }).click();
    await eventually(
      () => tab.page.locator('delegation-card').count(),
      (count) => count >= 2,
      'The session above should be on screen again',
    );
    assert.equal(await line(tab, 'one').getAttribute('aria-expanded'), 'true', 'it stays as the person put it');
    await tab.page.reload();
    await tab.waitForConnection();
    await stands(tab, 'one', 'Done');
    assert.equal(await line(tab, 'one').getAttribute('aria-expanded'), 'true', 'after a reload too');
    assert.equal(await line(tab, 'two').getAttribute('aria-expanded'), 'false');
  });

  it('[DL14] says on its block why it failed, and stops with a button', async () => {
    await tab.prompt('/delegate three: Fail with an error.');
    await tab.answer('Allow');
    await stands(tab, 'three', 'Failed');
    assert.match((await card(tab, 'three').locator('.trouble').textContent()) ?? '', /overloaded/);
    await tab.waitForIdle();
    await shoot(tab, 'failed');
    await tab.prompt('/delegate four: Write a long answer of 5000 parts.');
    await tab.answer('Allow');
    await stands(tab, 'four', 'Working');
    await eventually(
      () => card(tab, 'four').locator('.task-log').textContent(),
      (text) => /⟦5⟧/.test(text ?? ''),
      'What the other agent says should be seen as it says it',
    );
    await shoot(tab, 'running');
    await card(tab, 'four').getByRole('button', { name: 'Stop task' }).click();
    await stands(tab, 'four', 'Stopped');
    await tab.waitForIdle();
  });

  it('[DL33] is a person’s own question about a message, by keyboard alone, and its answer goes to the composer', async () => {
    await tab.prompt('/answer Tell me what you can do.');
    const replies = tab.page.locator('transcript-entry[data-kind="agent"]');
    const reply = replies.filter({ hasText: 'This is the built-in demo agent' });
    await reply.waitFor();
    await tab.waitForIdle();
    await reply.getByRole('button', { name: 'More actions' }).press('Enter');
    await tab.page.getByRole('menuitem', { name: 'Ask another agent…' }).press('Enter');
    const sheet = tab.page.getByRole('dialog', { name: 'Ask another agent' });
    const question = sheet.getByLabel('Message');
    await question.waitFor();
    assert.match(await question.inputValue(), /> .*demo agent/);
    assert.deepEqual(await faultsOf(tab.page), []);
    await shoot(tab, 'ask');
    await question.fill('Look around in this folder.');
    await sheet.getByRole('button', { name: 'Ask', exact: true }).press('Enter');
    await stands(tab, 'question-1', 'Done');
    await line(tab, 'question-1').click();
    await card(tab, 'question-1').getByRole('button', { name: 'Show to Demo agent' }).click();
    await eventually(
      () => tab.composer.inputValue(),
      (text) => text.includes('finished “question-1”'),
      'The answer should be in the composer',
    );
    await tab.composer.fill('');
  });

  it('[DL34] hands a conversation over with a briefing that is changed first, and leads both ways', async () => {
    const before = await tab.page.locator('transcript-entry').count();
    const palette = tab.page.getByRole('dialog', { name: 'Commands' });
    await tab.page.keyboard.press('Control+k');
    await palette.waitFor();
    await tab.page.keyboard.type('hand over');
    await palette.getByRole('option', { name: /^Hand over/ }).waitFor();
    await tab.page.keyboard.press('Enter');
    const sheet = tab.page.getByRole('dialog', { name: 'Hand over to another agent' });
    const briefing = sheet.getByLabel('Briefing');
    await eventually(
      async () => ((await briefing.count()) > 0 ? briefing.inputValue() : ''),
      (text) => text.includes('What I asked for'),
      'The briefing should be there',
    );
    assert.deepEqual(await faultsOf(tab.page), []);
    await shoot(tab, 'hand-over');
    await briefing.fill('Tell me what you can do. This was changed.');
    await sheet.getByRole('button', { name: 'Hand over' }).click();
    const notice = (text: string) => tab.page.locator('transcript-entry').filter({ hasText: text });
    await notice('This continues a conversation with Demo agent').waitFor();
    await eventually(
      () => tab.page.locator('transcript-entry[data-kind="user"]').last().textContent(),
      (text) => (text ?? '').includes('This was changed.'),
      'The briefing should have been sent',
    );
    await tab.waitForText(/This is the built-in demo agent/);
    await tab.waitForIdle();
    await shoot(tab, 'handed-over');
    await notice('This continues a conversation').getByRole('button', { name: 'Open session' }).click();
    await notice('Demo agent took over this conversation').waitFor();
    assert.ok(
      (await tab.page.locator('transcript-entry').count()) >= Math.min(before, 5),
      'the old conversation is there',
    );
    await notice('took over this conversation').getByRole('button', { name: 'Open session' }).click();
    await notice('This continues a conversation with Demo agent').waitFor();
  });
});

describe('a request of a delegated task', () => {
  let app: TestApp;
  before(async () => {
    app = await TestApp.start({ env: () => ({ ACDECK_DEMO_PACE: '0.2' }) });
  });
  after(() => app.stop());

  it('[DL9] is in the docks of four tabs, in its session and above it, and once answered in none', async () => {
    const device = await app.newDevice();
    const above = [await app.open(device), await app.open(device)] as const;
    await above[0].prompt('/delegate shared: Edit a file, but ask me first.');
    await above[0].answer('Allow');
    const below = [await app.open(device), await app.open()] as const;
    for (const tab of below) {
      await stands(tab, 'shared', 'Needs you');
      await card(tab, 'shared').getByRole('button', { name: 'Open session' }).click();
      await eventually(
        () => tab.page.locator('h1.title').textContent(),
        (title) => title === 'shared',
        'The session of the task should be on screen',
      );
    }
    const tabs = [...above, ...below];
    const docks = () => Promise.all(tabs.map((tab) => tab.permission.count()));
    await eventually(docks, (counts) => counts.every((count) => count === 1), 'All four should ask');
    const headed = await Promise.all(tabs.map((tab) => tab.page.locator('.for-whom').count()));
    assert.deepEqual(headed, [1, 1, 0, 0], 'only those above say who asks for whom');

    await above[1].answer('Allow');
    await eventually(docks, (counts) => counts.every((count) => count === 0), 'None should ask any more');
    await stands(above[0], 'shared', 'Done');
    assert.ok(await app.readFile('acdeck-demo.md'), 'the file was written');

    const witness = await app.witness();
    const answered = (entries: readonly Entry[]) =>
      entries.flatMap((entry) => (entry.kind === 'tool' ? entry.permissions.map(({ outcome }) => outcome) : []));
    const { app: state } = await witness.api.AcpBridge.get_current_state();
    const { id, parent } = state.sessions.find((session) => session.parent)!;
    const [here, top] = [id, parent!.sessionId].map((sessionId) => witness.followBeside(sessionId)) as [
      TabCopy,
      TabCopy,
    ];
    await witness.until(() => here.transcript !== null && top.transcript !== null);
    const [outcome, ...more] = answered(entriesOf(here.transcript!.entries));
    assert.deepEqual(more, [], 'it was answered once');
    assert.ok(outcome?.status === 'answered' && outcome.by.kind === 'device', 'by a person');
    assert.match(outcome.by.device, /Chrom/, 'and the log says from which browser');
    assert.equal(answered(entriesOf(top.transcript!.entries)).length, 1, 'above is only the request to begin');
  });
});
