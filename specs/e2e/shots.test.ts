import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runTool } from '../rigs/tool-run.rig.js';

const TOOL = 'specs/shots.ts';

describe('npm run shots', () => {
  it('[TR53] takes a picture of a screen in each size, light and dark, into the folder that it is given', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'acdeck-shots-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const { code, output } = await runTool(TOOL, 'welcome', '--into', folder);
    assert.equal(code, 0, output);
    assert.match(output, /^welcome\n6 pictures are in /m);
    const names = ['desktop', 'phone', 'tablet'].flatMap((screen) => [`${screen}.dark`, `${screen}.light`]);
    assert.deepEqual(
      readdirSync(folder).sort(),
      names.map((name) => `welcome.${name}.png`),
    );
    const sizes = names.map((name) => readFileSync(join(folder, `welcome.${name}.png`)).readUInt32BE(16));
    assert.deepEqual(sizes, [1440, 1440, 390, 390, 834, 834]);
  });

  it('[TR52] refuses a picture that it does not know', async () => {
    const { code, output } = await runTool(TOOL, 'sunset');
    assert.equal(code, 2);
    assert.match(output, /^There is no picture of sunset\. There are: welcome, .*, tour\.\n$/);
  });
});
