import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { until } from '../../server/testing/until.rig.js';
import { ROOT } from '../project-root.js';
import { commandLine } from '../rigs/server-process.rig.js';
import type { Half } from '../stale-build.mjs';
import { freshBuild } from './fresh-build.js';

// In a piece of its own: this file has no default export.
const EXPORT = ['export', 'default'].join(' ');
/** Builds one file for each half; `commit`, `edit` and `hang` are files with which a test steers it. */
const CONFIG = `
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
const steer = {
  name: 'steer',
  async buildStart() {
    if (existsSync('hang')) writeFileSync('hangs', '');
    while (existsSync('hang')) await new Promise((resolve) => setTimeout(resolve, 20));
  },
  generateBundle() {
    if (existsSync('edit')) utimesSync('server/main.ts', new Date(), new Date());
    this.emitFile({ type: 'asset', fileName: 'build.json', source: readFileSync('commit', 'utf8') });
  },
};
${EXPORT} ({ mode }) => ({
  root: mode === 'server' ? 'server' : 'webapp',
  plugins: mode === 'server' ? [steer] : [],
  ...(mode === 'server'
    ? { build: { ssr: true, rolldownOptions: { input: 'server/main.ts', output: { entryFileNames: '[name].js' } } } }
    : {}),
});
`;
const LONG_AGO = new Date(Date.now() - 3_600_000);

/** A project of a test's own, small enough to be built in a moment. */
class SmallProject {
  readonly root = mkdtempSync(join(tmpdir(), 'acdeck-build-'));

  constructor(t: TestContext) {
    t.after(() => rmSync(this.root, { recursive: true, force: true, maxRetries: 5 }));
    for (const folder of ['server/protocol', 'webapp', 'node_modules'])
      mkdirSync(join(this.root, folder), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules/vite'), join(this.root, 'node_modules/vite'));
    const files = {
      ...{ 'package.json': '{ "type": "module" }', 'vite.config.ts': CONFIG, commit: 'first' },
      ...{ 'server/main.ts': "console.log('first');", 'server/protocol/word.ts': '', 'server/main.test.ts': '' },
      ...{
        'webapp/index.html': '<script type="module" src="/main.ts"></script>',
        'webapp/main.ts': 'document.title = "x";',
      },
    };
    for (const [name, text] of Object.entries(files)) {
      this.write(name, text);
      utimesSync(join(this.root, name), LONG_AGO, LONG_AGO);
    }
  }

  write(name: string, text = ''): void {
    writeFileSync(join(this.root, name), text);
  }

  has(name: string): boolean {
    return existsSync(join(this.root, name));
  }

  get server(): string {
    return readFileSync(join(this.root, 'dist/server/main.js'), 'utf8');
  }

  async build(halves?: Half[]): Promise<Half[]> {
    return await freshBuild(halves, this.root);
  }

  /** The same in another process. */
  buildElsewhere(): ChildProcess {
    const module = JSON.stringify(new URL('fresh-build.ts', import.meta.url).href);
    const script = `const { freshBuild } = await import(${module}); await freshBuild(undefined, ${JSON.stringify(this.root)});`;
    const words = ['--import', 'tsx', '--input-type=module', '--eval', script];
    return spawn(process.execPath, words, { cwd: ROOT, stdio: ['ignore', 'inherit', 'pipe'] });
  }
}

describe('a fresh build', () => {
  it('[TR44] makes those halves anew whose sources are newer, and no other', async (t) => {
    const project = new SmallProject(t);
    assert.deepEqual(await project.build(), ['server', 'webapp']);
    assert.deepEqual(await project.build(), []);
    project.write('server/main.test.ts', 'export {};');
    assert.deepEqual(await project.build(), [], 'a test is not part of it');
    project.write('server/main.ts', "console.log('second');");
    assert.deepEqual(await project.build(), ['server']);
    assert.match(project.server, /second/);
    project.write('server/protocol/word.ts', 'export {};');
    assert.deepEqual(await project.build(['server']), ['server']);
    assert.deepEqual(await project.build(), ['webapp'], 'the page has the protocol too');
    project.write('package.json', '{ "type": "module", "version": "2" }');
    assert.deepEqual(await project.build(), ['server', 'webapp']);
  });

  it('[TR44] makes the page anew when its server is of another commit', async (t) => {
    const project = new SmallProject(t);
    await project.build();
    project.write('commit', 'second');
    project.write('server/main.ts', '');
    assert.deepEqual(await project.build(), ['server', 'webapp']);
  });

  it('[TR44] sees what was edited while it was made', async (t) => {
    const project = new SmallProject(t);
    project.write('edit');
    assert.deepEqual(await project.build(['server']), ['server']);
    rmSync(join(project.root, 'edit'));
    assert.deepEqual(await project.build(['server']), ['server']);
    assert.deepEqual(await project.build(['server']), []);
  });

  it('[TR44] fails with the reason where it cannot be made, and leaves the old one', async (t) => {
    const project = new SmallProject(t);
    await project.build();
    project.write('server/main.ts', 'const = 1;');
    await assert.rejects(project.build(), /The server cannot be built:[\s\S]*main\.ts/);
    assert.match(project.server, /first/);
    await assert.rejects(project.build(), /The server cannot be built/, 'and not only once');
  });

  it('[TR44] is what tests of processes start', async () => {
    assert.equal((await commandLine(['server'])).at(-1), join(ROOT, 'dist/server/main.js'));
    assert.deepEqual(await freshBuild(['server']), [], 'it is fresh');
  });

  it('[TR45] is made by one of many processes, and the others wait', async (t) => {
    const project = new SmallProject(t);
    const builders = [1, 2, 3].map(() => project.buildElsewhere());
    const said = await Promise.all(builders.map(readAll));
    assert.deepEqual(
      builders.map(({ exitCode }) => exitCode),
      [0, 0, 0],
    );
    assert.equal(said.join('').match(/made anew/g)?.length, 2, 'each half was made once');
    assert.ok(project.has('dist/webapp/index.html'));
  });

  it('[TR45] is made by the next process when the builder is killed', async (t) => {
    const project = new SmallProject(t);
    project.write('hang');
    const builder = project.buildElsewhere();
    await until(() => project.has('hangs'));
    builder.kill('SIGKILL');
    await once(builder, 'exit');
    rmSync(join(project.root, 'hang'));
    assert.deepEqual(await project.build(), ['server', 'webapp']);
  });
});

async function readAll(child: ChildProcess): Promise<string> {
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await once(child, 'close');
  return said;
}
