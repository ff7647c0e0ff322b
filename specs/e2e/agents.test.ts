import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { ODD_AGENT } from '../../server/agents/process/process.rig.js';
import type { StartOptions, TestPlace } from '../rigs/server-process.rig.js';
import { TestApp } from './app.rig.js';
import { deepText } from './app-page.rig.js';

async function start(t: TestContext, options: StartOptions): Promise<TestApp> {
  const app = await TestApp.start(options);
  t.after(() => app.stop());
  return app;
}

const odd = (behaviour: string) => `${process.execPath} ${ODD_AGENT} ${behaviour}`;

/** A project whose packages hold an agent. */
function bringAgent({ folder }: TestPlace): Record<string, string> {
  const bin = join(folder, 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  const script = `#!${process.execPath}\nprocess.argv[2] = 'plain'; process.argv.length = 3;\n`;
  writeFileSync(join(bin, 'goose'), `${script}import(${JSON.stringify(ODD_AGENT)});\n`, { mode: 0o755 });
  return { PATH: `${bin}:${process.env.PATH}`, ACDECK_DEMO_PACE: '0' };
}

describe('an agent that cannot be used, in the page', () => {
  const cases: [what: string, agent: string, message: RegExp][] = [
    ['a missing command', '/nonexistent/agent --acp', /isn’t installed: “\/nonexistent\/agent” was not/g],
    ['a command that prints help', odd('help'), /stopped before it answered \(exit code 2\)/g],
    ['another protocol version', odd('version2'), /speaks version 2 of ACP, and AcDeck speaks version 1/g],
  ];
  for (const [what, agent, message] of cases) {
    it(`[AC12] [AC16] ${what}: one sentence, and another agent answers`, async (t) => {
      const app = await start(t, { agent, env: () => ({ ACDECK_DEMO_PACE: '0' }) });
      const tab = await app.open();
      await tab.page.getByRole('alert').filter({ hasText: message }).waitFor();
      assert.equal((await deepText(tab.page.locator('body'))).match(message)?.length, 1);
      await tab.page.getByRole('button', { name: 'Use Demo agent' }).click();
      await tab.page.getByRole('alert').filter({ hasText: message }).waitFor({ state: 'detached' });
      await tab.prompt('hello');
      await tab.waitForText(/You wrote: “hello”/);
    });
  }
});

describe('a folder that brings an agent', () => {
  it('[AC15] is asked about in every tab, and the yes in one counts in all', async (t) => {
    const app = await start(t, { agent: 'goose', env: bringAgent });
    const [tab, second] = [await app.open(), await app.open()];
    const question = (page: typeof tab) =>
      page.page.getByRole('region', { name: 'This folder has its own agent. Trust this folder?' });
    await question(second).waitFor();
    const shown = await deepText(question(tab));
    assert.ok(shown.includes(join(app.place.folder, 'node_modules/.bin/goose acp')), shown);
    await question(tab).getByRole('button', { name: 'Trust this folder' }).click();
    for (const each of [tab, second]) await question(each).waitFor({ state: 'detached' });
  });
});
