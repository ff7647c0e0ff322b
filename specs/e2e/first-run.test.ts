import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { Locator } from 'playwright-core';
import type { TestPlace } from '../rigs/server-process.rig.js';
import { TestApp } from './app.rig.js';
import { type AppPage, deepText } from './app-page.rig.js';
import { faultsOf } from './axe.rig.js';
import { eventually } from './eventually.rig.js';

/** An agent that repeats what it is told. */
const ECHO = `
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  if (method === 'initialize') send({ id, result: { protocolVersion: 1 } });
  if (method === 'session/new') send({ id, result: { sessionId: 's1' } });
  if (method !== 'session/prompt') return;
  const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Echo: ' + params.prompt[0].text } };
  send({ method: 'session/update', params: { sessionId: params.sessionId, update } });
  send({ id, result: { stopReason: 'end_turn' } });
});`;

/** Says nothing until a file is there, and then ends. */
const endsAt = (file: string) => `
const look = () => require('node:fs').existsSync(${JSON.stringify(file)}) && (console.error('no such thing'), process.exit(1));
setInterval(look, 20);`;

const SILENT = 'process.stdin.resume();';

const binOf = ({ folder }: TestPlace) => join(dirname(folder), 'bin');

function install(place: TestPlace, name: string, script: string): void {
  mkdirSync(binOf(place), { recursive: true });
  writeFileSync(join(binOf(place), name), `#!${process.execPath}\n${script}\n`, { mode: 0o755 });
}

interface FirstRun {
  agent?: string | null;
  /** Programs of the machine besides nothing. */
  programs?: (place: TestPlace) => Record<string, string>;
}

/** A machine with exactly these programs, on which nobody has used AcDeck. */
async function firstRun(t: TestContext, { agent = null, programs = () => ({}) }: FirstRun): Promise<TestApp> {
  const app = await TestApp.start({
    agent,
    env: (place) => {
      for (const [name, script] of Object.entries(programs(place))) install(place, name, script);
      const home = dirname(place.folder);
      const own = { HOME: home, XDG_DATA_HOME: join(home, 'share'), XDG_CONFIG_HOME: join(home, 'config') };
      return { ...own, PATH: binOf(place), ACDECK_DEMO_PACE: '0' };
    },
  });
  t.after(() => app.stop());
  return app;
}

const button = ({ page }: AppPage, name: string) => page.getByRole('button', { name, exact: true });
const status = ({ page }: AppPage, name: string) => page.getByRole('status', { name, exact: true });

/** The sizes of windows that somebody may see it in first. */
const SCREENS = [
  { width: 1440, height: 900 },
  { width: 800, height: 900 },
  { width: 390, height: 844 },
];

/** Whether what a newcomer needs is in sight without scrolling: the field, and what is told or offered above it. */
async function fitsScreen({ page, composer }: AppPage, ...parts: readonly Locator[]): Promise<void> {
  for (const size of SCREENS) {
    await page.setViewportSize(size);
    for (const part of [composer, ...parts]) {
      const box = await eventually(
        () => part.boundingBox(),
        (found) => found !== null,
        'It should be drawn',
      );
      const isInside = box!.x >= 0 && box!.x + box!.width <= size.width && box!.y >= 0;
      assert.ok(isInside && box!.y + box!.height <= size.height, `${part} is in a window of ${size.width} px`);
    }
  }
  await page.setViewportSize(SCREENS[0]!);
}

/** How often the words stand in the conversation once all is quiet. */
async function answersTo(tab: AppPage, words: string): Promise<number> {
  const answer = `You wrote: “${words}”`;
  await tab.waitForText(new RegExp(answer));
  await tab.waitForIdle();
  await status(tab, 'Connection: Live').waitFor();
  return (await tab.text()).split(answer).length - 1;
}

describe('a first run', () => {
  it('[FR1] [FR2] with nothing installed: the demo answers, and ways to get an agent work without a restart', async (t) => {
    const app = await firstRun(t, {});
    const tab = await app.open();
    await tab.page.getByText('No coding agent found').waitFor();
    assert.deepEqual(await faultsOf(tab.page), []);
    await button(tab, 'Claude').click();
    await button(tab, 'Copy npm install -g @agentclientprotocol/claude-agent-acp').waitFor();
    await button(tab, 'Check again').click();
    await tab.page.getByText('No new agent found').waitFor();
    install(app.place, 'claude-agent-acp', ECHO);
    await button(tab, 'Check again').click();
    await button(tab, 'Use Claude').click();
    await tab.page.getByText('What should we work on in').waitFor();
    await tab.prompt('hello');
    await tab.waitForText(/Echo: hello/);
  });

  it('[FR1] [FR4] with nothing installed: a message can be sent at once', async (t) => {
    const app = await firstRun(t, {});
    const tab = await app.open();
    await tab.page.getByText('No coding agent found').waitFor();
    await fitsScreen(tab, button(tab, 'Check again'), button(tab, 'Claude'));
    await tab.prompt('hello');
    assert.equal(await answersTo(tab, 'hello'), 1);
  });

  for (const [what, script] of [
    ['a bare gh', `console.error('unknown command'); process.exit(1);`],
    ['a gh that hangs', SILENT],
  ] as const) {
    it(`[FR1] [FR4] [AC35] with ${what}: it is not taken for Copilot, and the demo answers`, async (t) => {
      const wasRun = (place: TestPlace) => join(dirname(place.folder), 'gh-was-run');
      const marking = (place: TestPlace) => `require('node:fs').writeFileSync(${JSON.stringify(wasRun(place))}, '');`;
      const app = await firstRun(t, { programs: (place) => ({ gh: `${marking(place)}\n${script}` }) });
      const tab = await app.open();
      await tab.page.getByText('No coding agent found').waitFor();
      await fitsScreen(tab);
      await tab.prompt('hello');
      assert.equal(await answersTo(tab, 'hello'), 1);
      const page = await deepText(tab.page.locator('body'));
      assert.doesNotMatch(page, /couldn’t start|unknown command/);
      assert.equal(existsSync(wasRun(app.place)), false);
    });
  }

  it('[FR1] [AC35] with a gh that has Copilot: it is the agent, and answers', async (t) => {
    const app = await firstRun(t, {
      programs: (place) => {
        mkdirSync(join(dirname(place.folder), 'share/gh/extensions/gh-copilot'), { recursive: true });
        return { gh: ECHO };
      },
    });
    const tab = await app.open();
    await tab.page.getByText('What should we work on in').waitFor();
    await tab.prompt('hello');
    await tab.waitForText(/Echo: hello/);
    assert.match(await deepText(tab.page.locator('body')), /GitHub Copilot/);
  });

  it('[FR1] [FR3] [AC38] with an agent that ends: the demo gets the early message, once, and a banner says so', async (t) => {
    const file = (place: TestPlace) => join(dirname(place.folder), 'end');
    const app = await firstRun(t, { programs: (place) => ({ gemini: endsAt(file(place)) }) });
    const tab = await app.open();
    await tab.prompt('hello');
    const queue = tab.page.getByRole('group', { name: 'Queue' });
    await queue.getByText('Starting Gemini CLI…').waitFor();
    await status(tab, 'Agent: Starting').waitFor();
    writeFileSync(file(app.place), '');
    assert.equal(await answersTo(tab, 'hello'), 1);
    await tab.page.getByText(/^Using Demo agent because Gemini CLI didn’t start\. .*no such thing/).waitFor();
    await button(tab, 'Show log').click();
    await tab.page.locator('logs-section').getByText('no such thing').waitFor();
  });

  it('[FR1] [FR3] [FR4] with an agent that hangs: another one is offered in place and answers the early message, once', async (t) => {
    const app = await firstRun(t, { programs: () => ({ gemini: SILENT }) });
    const [tab, second] = [await app.open(), await app.open()];
    await tab.prompt('hello');
    await button(tab, 'Use Demo agent').waitFor();
    await fitsScreen(tab, button(tab, 'Use Demo agent'), button(tab, 'Show log'));
    await button(tab, 'Use Demo agent').click();
    for (const each of [tab, second]) assert.equal(await answersTo(each, 'hello'), 1);
    await second.page.locator('startup-overlay').waitFor({ state: 'detached' });
  });

  it('[FR3] [FR4] [AC16] with a named agent that ends: one place says so, nothing contradicts it, and another takes the message', async (t) => {
    const app = await firstRun(t, { agent: 'gemini', programs: () => ({ gemini: 'process.exit(3);', qwen: ECHO }) });
    const tab = await app.open();
    await tab.prompt('hello');
    const sentence = /stopped before it answered \(exit code 3\)/g;
    await tab.page.getByRole('alert').filter({ hasText: sentence }).waitFor();
    await tab.page.getByRole('group', { name: 'Queue' }).getByText('Waiting for the agent').waitFor();
    await status(tab, 'Agent: Not running').waitFor();
    const shown = async () => await deepText(tab.page.locator('body'));
    assert.equal((await shown()).match(sentence)?.length, 1);
    assert.doesNotMatch(await shown(), /queued|Pause|Live/);
    for (const name of ['Try again', 'Show log', 'Use Demo agent']) await button(tab, name).waitFor();
    await fitsScreen(tab, button(tab, 'Try again'), button(tab, 'Show log'), button(tab, 'Use Demo agent'));
    assert.deepEqual(await faultsOf(tab.page), []);
    await button(tab, 'Hide').click();
    await eventually(
      async () => (await shown()).match(sentence)?.length,
      (count) => count === 1,
      'The banner should say it in its place',
    );
    await button(tab, 'Use Qwen Code').click();
    await tab.waitForText(/Echo: hello/);
    assert.equal((await tab.text()).split('Echo: hello').length - 1, 1);
    assert.equal((await shown()).match(sentence), null);
  });
});
