import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runTool } from '../rigs/tool-run.rig.js';

const TOOL = 'specs/try-browsers/try-browsers.ts';

describe('npm run try:browsers', () => {
  it('[TR50] plays every story in Chromium', async () => {
    const { code, output } = await runTool(TOOL, 'chromium');
    assert.equal(code, 0, output);
    const [head, , row] = output.split('\n').filter((line) => line.startsWith('|'));
    const stories = head!.split(' | ').slice(1);
    assert.ok(stories.length > 5, head);
    assert.match(row!, new RegExp(`^\\| Chromium [\\d.]+ ${'\\| ok '.repeat(stories.length)}\\|$`));
  });

  it('[TR51] notices a mark that is in the conversation twice', async () => {
    const { code, output } = await runTool(TOOL, 'chromium', '--planted');
    assert.equal(code, 0, output);
    const seen = [...output.matchAll(/^ +ok +(\S+) .* 0 are lost, 1 duplicated and 0 reordered$/gm)];
    assert.deepEqual(
      seen.map(([, story]) => story),
      ['streaming', 'refresh'],
    );
  });

  it('[TR52] refuses a browser that it does not know', async () => {
    const { code, output } = await runTool(TOOL, 'netscape');
    assert.deepEqual([code, output], [2, 'No such browser: netscape. There are: chromium, firefox, webkit.\n']);
  });
});
