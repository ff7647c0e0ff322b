import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { isAlive } from '../../server/agents/process/process.rig.js';
import { entriesOf } from '../../server/protocol/transcript/entry-list.js';
import { ROOT } from '../project-root.js';
import { faultsIn, marksIn } from '../rigs/marks.rig.js';
import { NEEDS_BUILD, SERVER_AWAY, TestApp } from './app.rig.js';
import { eventually } from './eventually.rig.js';

const FLOOD_AGENT = `node '${join(ROOT, 'specs/rigs/flood-agent.mjs')}'`;

describe('a start', () => {
  it('[E4] [UX3] lets a person send before the agent is ready, once', async (t) => {
    const app = await TestApp.start({
      agent: FLOOD_AGENT,
      env: ({ folder }) => ({ FLOOD_GATE: `${folder}.gate`, FLOOD_LOG: `${folder}.log` }),
    });
    t.after(() => app.stop());
    const tab = await app.open();
    await tab.composer.click();
    await tab.page.keyboard.type('flood 7');
    await tab.sendButton.click();
    await eventually(
      () => tab.composer.inputValue(),
      (draft) => draft === '',
      'The prompt should be accepted',
    );
    assert.equal(app.server.hasSaid('ready'), false, 'the agent is still starting');
    await writeFile(`${app.place.folder}.gate`, '');
    await app.server.line('ready');
    const text = await tab.waitForText(/⟦7⟧/);
    assert.deepEqual(faultsIn(marksIn(text), 7), { lost: 0, duplicated: 0, reordered: 0 });
    const prompts = (await readFile(`${app.place.folder}.log`, 'utf8')).match(/^prompt .*/gm);
    assert.deepEqual(prompts, ['prompt flood 7']);
    const { transcript } = await app.witness();
    assert.equal(entriesOf(transcript!.entries).filter(({ kind }) => kind === 'user').length, 1);
  });
});

describe('a part of the page that comes late', () => {
  it('[U91] is no error while it cannot be loaded, and is there when it can', { skip: NEEDS_BUILD }, async (t) => {
    const app = await TestApp.start();
    app.expectTrouble(/Failed to load resource/);
    t.after(() => app.stop());
    const device = await app.newDevice();
    let missed = 0;
    let isAway = true;
    await device.route(/\/assets\/late-/, async (route) => {
      if (!isAway) return route.continue();
      missed += 1;
      await route.abort();
    });
    const tab = await app.open(device);
    const witness = await app.witness();
    await witness.api.AcpBridge.set_allow_all(crypto.randomUUID(), witness.copies[0]!.store.sessionId, true);
    await tab.prompt('Make a plan and work through it.');
    await tab.waitForText(/Make a plan/);
    await tab.page.getByRole('button', { name: 'Settings', exact: true }).click();
    await eventually(
      () => missed,
      (times) => times > 0,
      'It should have been asked for',
    );
    isAway = false;
    await tab.page.goBack();
    await tab.page.getByText('Allow all is on').waitFor();
    await tab.page.getByRole('button', { name: 'Settings', exact: true }).click();
    await tab.page.getByRole('heading', { name: 'Settings' }).waitFor();
  });
});

describe('a restart', () => {
  it('[E9] brings the tab back by itself, with its draft', async (t) => {
    const app = await TestApp.start();
    t.after(() => app.stop());
    const tab = await app.open();
    await tab.prompt('hello before');
    await tab.waitForText(/hello before[\s\S]*demo/i);
    await tab.waitForIdle();
    await tab.composer.fill('a draft of mine');
    const token = app.server.url;
    await app.restart();
    assert.notEqual(app.server.url, token, 'the new server has another token');
    const witness = await app.witness();
    await witness.prompt('hello after');
    await tab.waitForText(/hello before[\s\S]*hello after[\s\S]*demo/i);
    await tab.waitForIdle();
    assert.equal(await tab.composer.inputValue(), 'a draft of mine');
    await tab.sendButton.click();
    await tab.waitForText(/hello before[\s\S]*a draft of mine/);
    assert.doesNotMatch(tab.page.url(), /token/);
  });

  it('[E11] is announced to tabs when it comes in the middle of a turn', async (t) => {
    const app = await TestApp.start();
    app.expectTrouble(SERVER_AWAY);
    t.after(() => app.stop());
    const tab = await app.open();
    await tab.prompt('long 5000');
    await tab.waitForText(/⟦5⟧/);
    const children = await app.server.descendants();
    assert.ok(children.length > 0, 'the agent runs in a process of its own');
    const { code } = await app.server.stop('SIGTERM');
    assert.equal(code, 0);
    await tab.page.getByText(/stopp/i).first().waitFor();
    await eventually(
      () => children.filter(isAlive),
      (left) => left.length === 0,
      'No process should be left behind',
    );
  });
});
