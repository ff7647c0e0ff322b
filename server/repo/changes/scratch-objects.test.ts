import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ScratchObjects } from './scratch-objects.js';

describe('objects for a look', () => {
  it('[GT33] never take more room than two full folders, nor stay after the server', async (t) => {
    const home = mkdtempSync(join(tmpdir(), 'acdeck-scratch-'));
    t.after(() => rmSync(home, { recursive: true, force: true }));
    const place = join(home, 'scratch');
    mkdirSync(join(place, '0', 'left by a killed server'), { recursive: true });
    const scratch = new ScratchObjects(place, 100);
    for (let n = 0; n < 20; n++) {
      const folder = await scratch.folder();
      if (n === 0) assert.deepEqual(readdirSync(folder), []);
      writeFileSync(join(folder, `o${n}`), 'x'.repeat(40));
      await scratch.took(40);
      const known = [await scratch.folder(), ...scratch.older].some((each) => existsSync(join(each, `o${n}`)));
      assert.ok(known, 'what was just put there is found');
      assert.ok(readdirSync(place).length <= 2);
    }
    await scratch.clear();
    assert.equal(existsSync(place), false);
  });
});
