import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkWaits, unusedLeave } from './check-waits.js';
import { readSources } from './read-sources.js';

const SOME = ['server/a.test.ts', 'webapp/b.browser-test.ts', 'specs/rigs/c.rig.ts'];
// In pieces, so that this file does not look as if it did what it finds.
const WAIT = 'await';
const [SET, LIMIT] = ['setTimeout', 'timeout'];

describe('waits of tests', () => {
  it('[TR23] are all made by those who know how long', async () => {
    const files = await readSources(['server', 'webapp', 'specs'], (path) => path.endsWith('.ts'));
    assert.ok(files.length > 30, 'the sources were found');
    assert.deepEqual(checkWaits(files), []);
    assert.deepEqual(unusedLeave(files), []);
  });

  it('[TR23] that a test makes by itself are named', () => {
    const lines: [line: string, what: string][] = [
      [`${WAIT} sleep(50);`, 'sleeps'],
      [`while (!exists(path)) ${WAIT} sleep(20);`, 'sleeps'],
      [`${WAIT} new Promise((resolve) => ${SET}(resolve, 100));`, 'sleeps'],
      [`import { ${SET} as pause } from 'node:timers/promises';`, 'sleeps'],
      [`${WAIT} page.waitFor${'Timeout'}(300);`, 'sleeps'],
      [`while (Date.now${'()'} < end) look();`, 'watches the clock'],
      [`const dead${'line'} = performance.now() + 5_000;`, 'watches the clock'],
      [`for (let tri${'es'} = 0; tries < 100; tries++) look();`, 'counts its tries'],
      [`for (let n = 0; n < 50; n++) ${WAIT} settled();`, 'counts its tries'],
      [`run(command, { ${LIMIT}: 20_000 });`, 'sets a limit'],
      [`button.click({ ${LIMIT}: 1_000 });`, 'sets a limit'],
    ];
    for (const path of SOME) {
      for (const [line, what] of lines) {
        assert.deepEqual(checkWaits([{ path, text: `\n${line}\n` }]), [`${path}:2: ${what} by itself: ${line}`]);
      }
    }
  });

  it('[TR23] that only let others have their turn are none', () => {
    const fine = [
      `${WAIT} new Promise((resolve) => ${SET}(resolve, 0));`,
      `${WAIT} new Promise((resolve) => ${SET}(resolve));`,
      `${WAIT} until(() => there);`,
      `run(command, { ${LIMIT}: patienceMs() });`,
    ];
    assert.deepEqual(checkWaits([{ path: SOME[0]!, text: fine.join('\n') }]), []);
    assert.deepEqual(checkWaits([{ path: 'server/shipped.ts', text: `${WAIT} sleep(50);` }]), []);
  });
});
