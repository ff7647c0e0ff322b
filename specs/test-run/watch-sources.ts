import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SOURCES } from './test-files.js';

/** An editor saves in several steps, and people save several files: what comes so close together is one change. */
const TOGETHER_MS = 150;

/** The sources that change from now on, each time those that changed together, until the process ends. */
export function watchSources(root: string): AsyncIterable<string[]> {
  let changed = new Set<string>();
  let wake = () => {};
  for (const folder of SOURCES) {
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (!name) return;
      changed.add(`${folder}/${name}`);
      wake();
    });
  }
  return (async function* () {
    for (;;) {
      if (changed.size === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      await sleep(TOGETHER_MS);
      const together = [...changed];
      changed = new Set();
      yield together;
    }
  })();
}
