import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { isAlive } from '../../server/agents/process/process.rig.js';
import { entriesOf } from '../../server/protocol/transcript/entry-list.js';
import { SILENCE } from '../../server/testing/scripted-agent.rig.js';
import { TestApp } from './app.rig.js';
import type { AppPage } from './app-page.rig.js';
import { eventually } from './eventually.rig.js';
import { LedApp } from './led-app.rig.js';

/** Pictures are only taken where somebody wants to look at them. */
const SHOTS = process.env.ACDECK_SHOTS;

async function shoot({ page }: AppPage, name: string): Promise<void> {
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(SHOTS, `${name}-${width}-${colorScheme}.png`) });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

const WIDE = { viewport: { width: 1440, height: 900 } };
const queueOf = ({ page }: AppPage) => page.getByRole('group', { name: 'Queue' });

describe('after a server was killed', () => {
  let app: TestApp;
  let tab: AppPage;
  before(async () => {
    app = await TestApp.start({ env: () => ({ ACDECK_DEMO_PACE: '0.2' }) });
    tab = await app.open(await app.newDevice(app.browser, WIDE));
  });
  after(() => app.stop());

  it('[T83] [DL15] a call, its task and the reply have lasted until then, whatever came after', async () => {
    await tab.prompt('/delegate slow: Write a long answer of 5000 parts.');
    await tab.answer('Allow');
    const log = tab.page.locator('delegation-card .task-log');
    await eventually(
      async () => ((await log.count()) > 0 ? log.first().textContent() : ''),
      (text) => /⟦5⟧/.test(text ?? ''),
      'The task should be at work',
    );
    await app.restart('SIGKILL');
    const startedAt = Date.now();
    await tab.waitForConnection();
    await eventually(
      () => tab.page.locator('delegation-card .task-line').first().textContent(),
      (text) => (text ?? '').includes('Interrupted'),
      'The task should be interrupted',
    );
    const { transcript } = await app.witness();
    const entries = entriesOf(transcript!.entries);
    const ends = entries.flatMap((entry) => [
      ...(entry.kind === 'delegation' || entry.kind === 'tool' ? [entry.endedAt] : []),
      ...(entry.ended ? [entry.ended.at] : []),
    ]);
    assert.ok(ends.length >= 3, 'a call, a task and a reply');
    assert.equal(new Set(ends).size, 1, `all of it ended at once: ${ends}`);
    assert.ok(ends[0]! < startedAt, 'and before the next server was there');
    await shoot(tab, 'killed');
  });
});

describe('after Force stop', () => {
  let led: LedApp;
  let tab: AppPage;
  /** The agent has opened the session again, and retells something of it. */
  const openNow = () => {
    const { id, params } = led.calls('session/load').at(-1)!;
    const content = { type: 'text', text: 'as before' };
    led.agent.update(params.sessionId, { sessionUpdate: 'user_message_chunk', content });
    led.agent.say({ jsonrpc: '2.0', id, result: {} });
  };
  before(async () => {
    led = await LedApp.start({ 'session/load': () => SILENCE }, { folderName: 'shop' });
    tab = await led.app.open(await led.app.newDevice(led.app.browser, WIDE));
  });
  after(() => led.stop());

  it('[U96] the next message is below “Starting …” until the agent has opened the session', async () => {
    await tab.prompt('first');
    await led.prompted();
    await tab.stopButton.click();
    await tab.forceStopButton.click();
    await tab.waitForIdle();
    await tab.prompt('second');
    const queue = queueOf(tab);
    // It says so from the end of the old process to the answer of the new one, which is asked to open the session.
    await queue.getByText('Starting Led…').waitFor();
    await eventually(
      () => led.calls('session/load').length,
      (count) => count > 0,
      'The session should be opened again',
    );
    const words = await queue.textContent();
    assert.ok(words?.includes('Starting Led…') && !/Pause|Send now|queued/.test(words), words ?? '');
    await shoot(tab, 'starting');
    openNow();
    assert.equal(await led.prompted(), 'second');
    led.say('Here I am.');
    led.end();
    await tab.waitForIdle();
  });

  it('[U96] a message joins a queue that was paused by it, which says that all of it waits', async () => {
    await tab.prompt('third');
    await led.prompted();
    await tab.prompt('queued before');
    await queueOf(tab).getByText('queued before').waitFor();
    const loads = led.calls('session/load').length;
    await tab.stopButton.click();
    await tab.forceStopButton.click();
    await tab.prompt('sent after');
    const queue = queueOf(tab);
    await queue.getByText('sent after').waitFor();
    assert.match((await queue.textContent()) ?? '', /2 queued.*Messages here wait until you resume\./s);
    await shoot(tab, 'paused');
    await queue.getByRole('button', { name: 'Resume' }).click();
    await queue.getByText('Starting Led…').waitFor();
    await eventually(
      () => led.calls('session/load').length,
      (count) => count > loads,
      'The session should be opened again',
    );
    openNow();
    for (const words of ['queued before', 'sent after']) {
      assert.equal(await led.prompted(), words);
      led.end();
    }
    await tab.waitForIdle();
  });
});

describe('after an agent has crashed', () => {
  let led: LedApp;
  let tab: AppPage;
  before(async () => {
    led = await LedApp.start({}, { folderName: 'shop' });
    tab = await led.app.open(await led.app.newDevice(led.app.browser, WIDE));
  });
  after(() => led.stop());

  it('[S33] a crash in one session leaves no card in the others', async () => {
    await tab.prompt('idle here');
    await led.prompted();
    led.say('Done here.');
    led.end();
    await tab.waitForText(/Done here/);
    await tab.waitForIdle();
    const idle = tab.page.url();
    await tab.newSession();
    await tab.prompt('then die');
    await led.prompted();
    const [agent] = (await led.app.server.descendants('led-agent')).filter(isAlive);
    process.kill(agent!, 'SIGKILL');
    await tab.waitForText(/SIGKILL/);
    await shoot(tab, 'crash-here');
    await tab.page.goto(idle);
    await tab.waitForConnection();
    const text = await tab.waitForText(/Done here/);
    assert.ok(!/SIGKILL|stopped \(/.test(text), text);
    await tab.prompt('still there?');
    assert.equal(await led.prompted(), 'still there?');
    led.say('Yes.');
    led.end();
    const told = await tab.waitForText(/The agent was restarted[\s\S]*still there\?[\s\S]*Yes\./);
    assert.ok(!/SIGKILL|stopped \(/.test(told), told);
    await shoot(tab, 'crash-elsewhere');
  });

  it('[EX5] an imported conversation numbers the lines of a diff as the original, or not at all', async () => {
    const lines = Array.from({ length: 40 }, (_, n) => `line ${n + 1}`);
    const path = (name: string) => join(led.app.place.folder, name);
    await writeFile(path('piece.txt'), `${lines.join('\n')}\n`);
    await writeFile(path('other.txt'), 'nothing of that\n');
    await writeFile(path('whole.txt'), 'one\n');
    await tab.newSession();
    await tab.prompt('edit');
    await led.prompted();
    const diffs = [
      ['piece.txt', 'line 21', 'LINE 21'],
      ['other.txt', 'not in it', 'NOT in it'],
      ['whole.txt', 'one\n', 'two\n'],
    ] as const;
    for (const [n, [name, oldText, newText]] of diffs.entries()) {
      const about = { toolCallId: `edit-${n}`, title: name, kind: 'edit', status: 'completed' };
      const content = [{ type: 'diff', path: path(name), oldText, newText }];
      led.tell({ sessionUpdate: 'tool_call', ...about, status: 'pending', content });
      led.tell({ sessionUpdate: 'tool_call_update', ...about, content });
      led.say(`${name} is done. `);
    }
    led.end();
    await tab.waitForText(/whole\.txt is done/);
    await tab.waitForIdle();
    const original = await numbersShown(tab);
    assert.deepEqual(original['piece.txt'], ['18', '19', '20', '21', '22', '23', '24']);
    assert.deepEqual([original['other.txt'], original['whole.txt']], [[], ['1']]);
    const menu = tab.page.getByRole('button', { name: 'Conversation: find, export and more' });
    await menu.click();
    const [file] = await Promise.all([
      tab.page.waitForEvent('download'),
      tab.page.getByRole('button', { name: 'Export as JSON', exact: true }).click(),
    ]);
    await file.saveAs(path('talk.json'));
    await menu.click();
    const [chooser] = await Promise.all([
      tab.page.waitForEvent('filechooser'),
      tab.page.getByRole('button', { name: 'Import a conversation…' }).click(),
    ]);
    await chooser.setFiles(path('talk.json'));
    await tab.page.getByText('This is an archived copy of the session. It is read-only.').waitFor();
    await tab.waitForText(/whole\.txt is done/);
    assert.deepEqual(await numbersShown(tab), original);
    await shoot(tab, 'imported');
  });
});

/** The line numbers beside each diff, by its file; cards that are closed are opened. */
async function numbersShown({ page }: AppPage): Promise<Record<string, string[]>> {
  const cards = page.locator('tool-card');
  const shown: Record<string, string[]> = {};
  for (let n = 0; n < (await cards.count()); n++) {
    const card = cards.nth(n);
    const line = card.locator('.tool-line');
    if ((await line.getAttribute('aria-expanded')) === 'false') await line.click();
    await card.locator('.diff-text').first().waitFor();
    const name = /\w+\.txt/.exec((await line.textContent()) ?? '')?.[0] ?? String(n);
    const numbers = await card.locator('.diff-number').allTextContents();
    shown[name] = [...new Set(numbers.filter(Boolean))];
  }
  return shown;
}
