import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { runProgram, STARTED_BY_CLAUDE } from '../rigs/program.rig.js';
import { TestApp } from './app.rig.js';
import { eventually } from './eventually.rig.js';

describe('programs, in a browser', () => {
  let app: TestApp;
  before(async () => {
    app = await TestApp.start({ env: () => ({ ACDECK_DEMO_PACE: '0' }) });
    await app.server.line('ready');
  });
  after(() => app.stop());

  it('[PG28] shows a program that an agent started, and lets it in or not', async () => {
    const { page } = await app.open();
    const banner = page.locator('session-view .banners .banner', { hasText: 'Claude started a program' });
    const denied = await runProgram(app.place, ['ask', 'Tell me what you can do.'], STARTED_BY_CLAUDE);
    await banner.waitFor();
    assert.match((await banner.textContent())!, new RegExp(`acdeck ask.*process ${denied.pid}`, 's'));
    await banner.getByRole('button', { name: 'Deny' }).click();
    assert.equal(await denied.ended, 1);
    assert.equal(denied.said(), '');
    await banner.waitFor({ state: 'detached' });
    const allowed = await runProgram(app.place, ['ask', 'Tell me what you can do.'], STARTED_BY_CLAUDE);
    await banner.waitFor();
    await banner.getByRole('button', { name: 'Allow' }).click();
    assert.equal(await allowed.ended, 0);
    assert.match(allowed.said(), /built-in demo agent/);
    await page.close();
  });

  it('[PG27] lists tokens and programs, and signs them out', async () => {
    const made = await runProgram(app.place, ['token', 'add', 'Nightly build', '--role', 'approver']);
    assert.equal(await made.ended, 0);
    const { page } = await app.open();
    await page.goto(`${app.server.origin}/#/settings/programs`);
    const section = page.locator('programs-section');
    await section.getByText('Nightly build', { exact: true }).waitFor();
    await section.getByText('Can look, answer requests and stop agents').waitFor();
    await section.getByRole('listitem').filter({ hasText: 'started by Claude' }).first().waitFor();
    await section.getByRole('button', { name: 'Sign out programs' }).click();
    await section.getByText('No tokens yet').waitFor();
    const token = made.said().trim();
    const answer = await fetch(`${app.server.origin}/api/v1/agents`, { headers: { Authorization: `Bearer ${token}` } });
    assert.equal(answer.status, 401);
    const shown = await page.evaluate(() => document.documentElement.outerHTML);
    assert.ok(!shown.includes(token));
    await eventually(
      () => section.getByRole('button', { name: 'Sign out programs' }).isDisabled(),
      (isOff) => isOff,
      'Nobody is left to sign out',
    );
    await page.close();
  });
});
