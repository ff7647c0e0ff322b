import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { settingsWords } from '../../webapp/components/settings/words.js';
import { TestApp } from './app.rig.js';

const SECRET = `ghp_${'Zx9'.repeat(12)}`;

describe('what went wrong', () => {
  it('[DG12] [DG13] [DG14] is found by /debug, in the log of the agent and in a trace without secrets', async (t) => {
    const app = await TestApp.start();
    t.after(() => app.stop());
    const tab = await app.open();
    await tab.prompt(`answer this: ${SECRET} is my token`);
    await tab.waitForText(/demo agent/);
    await tab.waitForIdle();
    await tab.composer.fill('/debug');
    await tab.page.keyboard.press('Enter');
    const lines = tab.page.getByRole('log', { name: settingsWords.logs.lines });
    await lines.getByText('is started').waitFor();
    await tab.page.getByRole('switch', { name: 'Protocol messages' }).check();
    await lines.getByText('session/prompt').first().waitFor();
    assert.ok(!((await lines.textContent()) ?? '').includes(SECRET));
    await tab.page.getByRole('switch', { name: 'Include texts' }).check();
    const [file] = await Promise.all([
      tab.page.waitForEvent('download'),
      tab.page.getByRole('button', { name: 'Download trace' }).click(),
    ]);
    const saved = join(app.place.dataDir, '../trace.jsonl');
    await file.saveAs(saved);
    const text = await readFile(saved, 'utf8');
    const trace = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(trace[0].trace, 'acdeck');
    assert.ok(trace.some(({ direction, message }) => direction === 'out' && message.method === 'session/prompt'));
    assert.ok(text.includes('is my token') && !text.includes(SECRET));
  });
});
