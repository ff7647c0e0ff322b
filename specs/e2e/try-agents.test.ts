import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runTool } from '../rigs/tool-run.rig.js';

const TOOL = 'specs/try-agents/try-agents.ts';
/** Some of each part: an agent alone, tasks, and the page. */
const SCENARIOS = [
  ...['answer', 'create', 'shell', 'reject edit', 'cancel', 'clean stop'],
  ...['delegate', 'ends clean', 'sees edit', 'edit at a glance', 'denied', 'late Undo', 'ask names the file'],
  ...['page quiet', 'crash tells no key'],
];

describe('npm run try:agents', () => {
  it('[TR55] tries an agent that is not downloaded, on the wire and in a browser', async () => {
    const { code, output } = await runTool(TOOL, 'small', '--only', SCENARIOS.join(','));
    assert.equal(code, 0, output);
    const tried = [...output.matchAll(/^ {2}(\S+) +(\S+(?: \S+)*) +[\d.]+ s /gm)].map(([, result, name]) => [
      name,
      result,
    ]);
    const expected = ['start', ...SCENARIOS.slice(0, 8), 'page', ...SCENARIOS.slice(8)];
    assert.deepEqual(
      tried,
      expected.map((name) => [name, 'ok']),
    );
  });

  it('[TR52] refuses an agent that it does not know', async () => {
    const { code, output } = await runTool(TOOL, 'parrot');
    assert.equal(code, 2);
    assert.match(output, /^No such agent: parrot\. There are: small, copilot, /);
  });
});
