import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { callTool, ownTools, type ToolAddress } from '../../server/demo/stage/tool-client.js';
import { OPTIONS, OWN_REQUESTS, type OwnRequest } from '../../server/mcp/own-requests.rig.js';
import { ROOT } from '../project-root.js';
import type { AppPage } from './app-page.rig.js';
import { eventually } from './eventually.rig.js';
import { LedApp } from './led-app.rig.js';

/** An agent that takes our tools, and another one that could get a task. */
describe('our tools in the page', () => {
  const place = mkdtempSync(join(tmpdir(), 'acdeck-own-tools-'));
  let led: LedApp;
  let tab: AppPage;
  let at: ToolAddress;

  before(async () => {
    const config = join(place, 'acdeck.yaml');
    const command = JSON.stringify([process.execPath, join(ROOT, 'dist/server/demo/demo-agent.js')]);
    writeFileSync(config, `delegation: ask\nagents:\n  other:\n    name: Claude\n    command: ${command}\n`);
    const initialize = () => ({
      ...{ protocolVersion: 1, authMethods: [] },
      agentInfo: { name: 'led', title: 'Led', version: '1.0.0' },
      agentCapabilities: { mcpCapabilities: { http: true } },
    });
    led = await LedApp.start({ initialize }, { args: ['--config', config] });
    tab = await led.app.open();
    await tab.prompt('Go');
    await led.prompted();
    at = ownTools(led.calls('session/new').at(-1)!.params.mcpServers)!;
  });
  after(async () => {
    await led.stop();
    rmSync(place, { recursive: true, force: true });
  });

  async function ask(toolCallId: string, { told, asked }: OwnRequest): Promise<unknown> {
    for (const fields of told) led.tell({ sessionUpdate: 'tool_call_update', ...fields, toolCallId });
    const params = { sessionId: led.sessionId, toolCall: { ...asked, toolCallId }, options: OPTIONS };
    return (await led.agent.request('session/request_permission', params)).result;
  }

  it('[DL38] [U95] ask a person at once, who answers by one press', async () => {
    await callTool(at, 'list_agents', {});
    const input = { question: 'Which colour?', choices: ['Red', 'Blue'] };
    const answer = await ask('t1', OWN_REQUESTS.claude!('ask_person', input));
    assert.deepEqual(answer, { outcome: { outcome: 'selected', optionId: 'once' } });
    assert.equal(await tab.page.locator('permission-dock').count(), 0);
    const asked = callTool(at, 'ask_person', input);
    const blue = tab.page.locator('question-dock').getByRole('button', { name: 'Blue' });
    await blue.click();
    assert.match((await asked).text, /: answered\nBlue$/);
    led.tell({ sessionUpdate: 'tool_call_update', toolCallId: 't1', status: 'completed' });
    await tab.page.locator('tool-card .tool-line').filter({ hasText: 'acdeck · ask person' }).click();
    await eventually(
      async () => (await tab.page.locator('asked-request').first().textContent()) ?? '',
      (text) => text.includes('Allowed by AcDeck'),
      'The card should say who answered',
    );
  });

  it('[DL39] are headed by who gets a task', async () => {
    const input = { task: 'Fix the test.', name: 'helper', agent: 'other' };
    const answer = ask('t2', OWN_REQUESTS.copilot!('delegate', input));
    await tab.page.getByText('Delegate to Claude: helper?').waitFor();
    assert.match((await tab.page.locator('permission-dock .request-box').textContent()) ?? '', /Task\s*Fix the test\./);
    await tab.answer('Deny');
    assert.deepEqual(await answer, { outcome: { outcome: 'selected', optionId: 'no' } });
    led.end();
  });
});
