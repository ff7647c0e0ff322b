import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isAlive } from '../../server/agents/process/process.rig.js';
import { entriesOf } from '../../server/protocol/transcript/entry-list.js';
import { type AppPage, deepText } from './app-page.rig.js';
import { CuttableLine } from './cuttable-line.rig.js';
import { eventually, ONE_TRY } from './eventually.rig.js';
import { LedApp } from './led-app.rig.js';

const DESKTOP = { width: 1440, height: 900 };
const ONE_LINE = 36;
const output = (text: string) => [{ type: 'content', content: { type: 'text', text } }];
const lines = (count: number) => Array.from({ length: count }, (_, n) => `line ${n + 1}`).join('\n');

describe('whoever watches the agent work', () => {
  let led: LedApp;
  let tab: AppPage;
  let line: CuttableLine;
  before(async () => {
    led = await LedApp.start();
    const device = await led.app.newDevice(led.app.browser, { viewport: DESKTOP });
    line = await CuttableLine.of(device);
    tab = await led.app.open(device);
    await led.app.server.line('ready');
    await tab.prompt('work');
    await led.prompted();
  });
  after(() => led.stop());

  const card = (name: RegExp) => tab.page.locator('tool-card').filter({ has: tab.page.getByRole('button', { name }) });
  const head = (name: RegExp) => tab.conversation.getByRole('button', { name });
  const call = (toolCallId: string, more: object) =>
    led.tell({ sessionUpdate: 'tool_call', toolCallId, kind: 'execute', status: 'in_progress', ...more });
  const update = (toolCallId: string, more: object) =>
    led.tell({ sessionUpdate: 'tool_call_update', toolCallId, ...more });

  it('[UX21] reads a finished call in one line, and the last lines of a failed one', async () => {
    call('t1', { title: 'npm test', rawInput: { command: 'npm test' } });
    // A call that takes no time has none to show. Once it is in the page the server has stamped it, by this clock.
    await head(/npm test/).waitFor();
    const seen = Date.now();
    await eventually(
      () => Date.now() - seen,
      (ms) => ms >= 100,
      'The call should take a while',
    );
    update('t1', { status: 'completed', content: output(lines(40)) });
    await head(/Ran? npm test.*\d/).waitFor();
    const box = (await card(/npm test/).boundingBox())!;
    assert.ok(box.height <= ONE_LINE, `${box.height} px`);
    const words = (await deepText(head(/npm test/))).replace(/\s+/g, ' ');
    assert.match(words, /Ran? npm test.*\d+(\.\d+)? ?m?s/);
    call('t2', { title: 'npm run lint', rawInput: { command: 'npm run lint' } });
    update('t2', { status: 'failed', content: output(lines(40)) });
    assert.equal(await head(/npm run lint/).getAttribute('aria-expanded'), 'true');
    await tab.waitForText(/npm run lint[\s\S]*line 39\s+line 40/);
  });

  it('[UX22] finds a card that they opened still open', async () => {
    const isOpen = async () => (await head(/npm test/).getAttribute('aria-expanded')) === 'true';
    await head(/npm test/).click();
    update('t1', { content: output('printed anew') });
    await tab.waitForText(/printed anew/);
    assert.ok(await isOpen(), 'after an update');
    for (let n = 0; n < 40; n++) led.say(`${n} ${'far below '.repeat(30)}\n\n`);
    await tab.waitForText(/39 far below/);
    await tab.conversation.evaluate((log) => log.scrollTo(0, log.scrollHeight));
    await tab.conversation.evaluate((log) => log.scrollTo(0, 0));
    assert.ok(await isOpen(), 'after it was out of sight');
    await line.cut();
    update('t1', { content: output('printed meanwhile') });
    line.mend();
    await tab.waitForText(/printed meanwhile/);
    assert.ok(await isOpen(), 'after a reconnect');
  });

  it('[UX29] follows the plan in one row, which moves nothing', async () => {
    const entry = (content: string, status: string) => ({ content, status, priority: 'medium' });
    const plan = (...states: string[]) =>
      led.tell({ sessionUpdate: 'plan', entries: states.map((state, n) => entry(`Step ${n + 1}`, state)) });
    const row = tab.page.locator('plan-dock').getByRole('group', { name: 'Plan' });
    plan('in_progress', 'pending', 'pending');
    await row.getByText('Plan 0/3').waitFor();
    await row.getByText('Step 1').waitFor();
    const places = () => Promise.all([row.boundingBox(), tab.composer.boundingBox(), tab.conversation.boundingBox()]);
    const before = await places();
    plan('completed', 'in_progress', 'pending');
    await row.getByText('Plan 1/3').waitFor();
    await row.getByText('Step 2').waitFor();
    plan('completed', 'completed', 'in_progress');
    await row.getByText('Plan 2/3').waitFor();
    await row.getByText('Step 3').waitFor();
    assert.deepEqual(await places(), before);
  });

  it('[UX30] reads how full the context is, and can shorten it if the agent can', async () => {
    const meter = tab.page.getByRole('meter', { name: 'Context used' });
    const shorten = tab.page.getByRole('button', { name: 'Compact' });
    const use = async (used: number, share: string) => {
      led.tell({ sessionUpdate: 'usage_update', used, size: 200_000 });
      await eventually(
        () => meter.getAttribute('aria-valuenow').catch(() => null),
        (value) => value === share,
        `The meter should stand at ${share}`,
      );
    };
    await use(86_000, '43');
    await use(180_000, '90');
    assert.equal(await shorten.count(), 0, 'this agent cannot');
    const commands = [{ name: 'compact', description: 'Shortens the conversation' }];
    led.tell({ sessionUpdate: 'available_commands_update', availableCommands: commands });
    await shorten.waitFor();
    await use(20_000, '10');
    assert.equal(await shorten.count(), 0, 'there is room');
  });

  it('[UX35] goes on writing without a connection, and has everything once when it is back', async () => {
    // Asked why no socket opens, the server answers that a proof is missing: only a socket can bring one.
    led.app.expectTrouble(/status of 401/);
    await line.cut();
    for (let n = 0; n < 50; n++) led.say(`meanwhile ${n}\n\n`);
    await tab.page
      .getByText(/Reconnecting/i)
      .first()
      .waitFor();
    await tab.composer.fill('written without a connection');
    await tab.composer.press('Enter');
    // It tries at once and then after 1, 2 and 4 seconds: the fifth time it was away for seven at least.
    await eventually(
      () => line.refused,
      (count) => count >= 4,
      'The page should go on trying',
    );
    for (let n = 50; n < 100; n++) led.say(`meanwhile ${n}\n\n`);
    line.mend();
    // It comes back by itself, too; nobody has to wait for that.
    const retry = tab.page.locator('connection-banner').getByRole('button', { name: /retry/i });
    const comeBack = async () => {
      if (await retry.isVisible()) await retry.click(ONE_TRY).catch(() => {});
      return await tab.text();
    };
    await eventually(comeBack, (text) => /meanwhile 99/.test(text), 'The page should have the rest');
    await tab.page.getByRole('group', { name: 'Queue' }).getByText('written without a connection').waitFor();
    led.end();
    assert.equal(await led.prompted(), 'written without a connection');
    led.end();
    await tab.waitForIdle();
    const { transcript } = await led.app.witness();
    const said = entriesOf(transcript!.entries).flatMap((one) => (one.kind === 'agent' ? one.content : []));
    const words = (text: string) => text.replace(/\s+/g, ' ');
    const shown = words(await tab.text());
    for (const block of said) if (block.type === 'text') assert.ok(shown.includes(words(block.text).trim()));
    for (let n = 0; n < 100; n++) assert.equal(shown.split(`meanwhile ${n} `).length, 2, `part ${n} once`);
    assert.equal(led.calls('session/prompt').length, 2, 'the words were sent once');
  });

  it('[UX36] is told how a dead agent ended, and goes on after a restart', async () => {
    await tab.prompt('then die');
    await led.prompted();
    const [agent] = (await led.app.server.descendants('led-agent')).filter(isAlive);
    process.kill(agent!, 'SIGKILL');
    await tab.waitForText(/SIGKILL|exit code|signal/);
    await tab.page
      .getByRole('button', { name: /Restart/ })
      .first()
      .click();
    await eventually(
      () => led.calls('initialize').length,
      (count) => count >= 2,
      'Another process should be started',
    );
    await tab.prompt('still there?');
    assert.equal(await led.prompted(), 'still there?');
    assert.equal(led.agent.calls('session/load').length, 1, 'the same session goes on');
    led.say('I am.');
    led.end();
    await tab.waitForText(/work[\s\S]*meanwhile 99[\s\S]*still there\?[\s\S]*I am\./);
  });
});
