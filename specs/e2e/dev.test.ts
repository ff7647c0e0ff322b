import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { ROOT } from '../project-root.js';

const run = promisify(execFile);
/** The story of another process, which starts the app and looks at its page. */
const STORY = `
  const { TestApp } = await import(${JSON.stringify(new URL('app.rig.ts', import.meta.url).href)});
  const app = await TestApp.start();
  console.log(await (await fetch(app.server.origin)).text());
  await app.stop();
`;

/** What Node says when it runs this with `TEST_DEV`, which the tests of this process know nothing of. */
async function runWithDev(...words: string[]): Promise<string> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const options = { cwd: ROOT, env: { ...env, TEST_DEV: '1' } };
  return (await run(process.execPath, ['--import', 'tsx', ...words], options)).stdout;
}

describe('stories with TEST_DEV', () => {
  it('[TR46] run against the sources', async () => {
    assert.match(
      await runWithDev('--input-type=module', '--eval', STORY),
      /src="\/@vite\/client"[\s\S]*src="\.\/start\.ts"/,
    );
  });

  it('[TR46] are skipped if they are about the build, and say why', async () => {
    const said = await runWithDev('--test', '--test-reporter=tap', 'specs/e2e/refresh.test.ts');
    assert.match(said, /\[E13\].*# SKIP it is about the build/);
    assert.match(said, /# fail 0/);
  });
});
