import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { markedProcesses } from '../../server/processes/process-table.js';
import { inTime, until } from '../../server/testing/until.rig.js';
import { ROOT } from '../project-root.js';
import type { RunRecord, TestFailure } from './test-record.js';

// In a piece of its own, so that the names of planted tests are not taken for names of this file's.
const IT = 'it';
const RUNNER = join(ROOT, 'node_modules/@web/test-runner/dist/bin.js');
const SHARED = [
  `import { expect } from '@open-wc/testing';`,
  `globalThis.isLoaded = true;`,
  `export interface Answer { text: string }`,
  `export const ANSWER: Answer = { text: 'forty-two' };`,
  `export function check({ text }: Answer): void {`,
  `  expect(text).to.equal('another');`,
  `}`,
];
const EXPECT = `import { expect } from '@open-wc/testing';`;
const TESTS = {
  one: [
    EXPECT,
    `import { ANSWER, check } from './shared.js';`,
    ``,
    `${IT}('[Q1] knows the answer', () => {`,
    `  expect(ANSWER.text).to.equal('forty-two');`,
    `});`,
    `${IT}('[Q2] fails', () => {`,
    `  check(ANSWER);`,
    `});`,
  ],
  two: [
    EXPECT,
    `import './shared.js';`,
    `${IT}('[Q3] has what it imports', () => { expect(globalThis.isLoaded).to.equal(true); });`,
  ],
  three: [
    EXPECT,
    `${IT}('[Q4] has nothing else, and comes in few files', () => {`,
    `  expect(globalThis.isLoaded).to.equal(undefined);`,
    `  expect(performance.getEntriesByType('resource').length).to.be.lessThan(10);`,
    `});`,
  ],
};

const ENDLESS = [`${IT}('never ends', () => new Promise(() => {}));`];

/** A project with test files of elements, within this one: the runner serves nothing else. */
class PlantedTests {
  readonly folder: string;
  readonly #config: string;
  readonly #record: string;
  /** For temporary files of what it starts, which is known by it. */
  readonly temporary: string;
  readonly #stops: (() => Promise<unknown>)[] = [];

  constructor(tests: Record<string, readonly string[]>) {
    const cache = join(ROOT, 'node_modules/.cache');
    mkdirSync(cache, { recursive: true });
    this.folder = mkdtempSync(join(cache, 'planted-'));
    this.temporary = join(this.folder, 'temporary');
    for (const name of ['webapp', 'server', 'temporary']) mkdirSync(join(this.folder, name));
    for (const [name, lines] of Object.entries(tests)) this.write(`${name}.browser-test.ts`, lines);
    const files = [`${relative(ROOT, this.folder)}/webapp/*.browser-test.ts`];
    this.#record = join(this.folder, 'record.json');
    this.#config = join(this.folder, 'wtr.config.mjs');
    const settings = JSON.stringify({ files, root: this.folder });
    const from = JSON.stringify(new URL('../wtr.config.mjs', import.meta.url));
    writeFileSync(this.#config, `import { settingsFor } from ${from};\nexport default settingsFor(${settings});\n`);
  }

  write(name: string, lines: readonly string[]): void {
    writeFileSync(join(this.folder, 'webapp', name), lines.join('\n'));
  }

  /** What the last run has left. */
  record(): RunRecord | null {
    try {
      return JSON.parse(readFileSync(this.#record, 'utf8'));
    } catch {
      return null;
    }
  }

  start(env: NodeJS.ProcessEnv, nodeWords: readonly string[] = [], words: readonly string[] = []) {
    rmSync(this.#record, { force: true });
    const child = spawn(process.execPath, [...nodeWords, RUNNER, '--config', this.#config, ...words], {
      cwd: ROOT,
      env: { ...process.env, TMPDIR: this.temporary, TEST_RUN_RECORD: this.#record, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const said: string[] = [];
    const [stdout, stderr] = [child.stdout!, child.stderr!];
    const failed = once(child, 'message') as Promise<[TestFailure[]]>;
    for (const stream of [stdout, stderr]) stream.on('data', (text) => said.push(String(text)));
    const ended = once(child, 'close').then(([code]) => ({ code, said: said.join('') }));
    const stop = () => {
      child.kill('SIGTERM');
      return ended;
    };
    this.#stops.push(stop);
    // It says so when it has built the tests.
    return { begun: Promise.race([once(stdout, 'data'), ended]), failed, ended, stop };
  }

  async run(env: NodeJS.ProcessEnv = {}) {
    return { ...(await this.start(env).ended), record: this.record() };
  }

  async remove(): Promise<void> {
    await Promise.all(this.#stops.map((stop) => stop()));
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const outcomes = (record: RunRecord | null) => record?.tests.map(({ name, outcome }) => [name, outcome]);

describe('a run of component tests', () => {
  const planted = new PlantedTests(TESTS);
  planted.write('shared.ts', SHARED);
  after(() => planted.remove());
  let first: Awaited<ReturnType<PlantedTests['run']>>;
  let failure: TestFailure;

  before(async () => {
    first = await planted.run();
    failure = first.record!.failures[0]!;
  });

  it('[TR31] gives a page a few files, of which only what its test imports is run', () => {
    assert.equal(first.code, 1, first.said);
    assert.deepEqual(outcomes(first.record)?.toSorted(), [
      ['[Q1] knows the answer', 'passed'],
      ['[Q2] fails', 'failed'],
      ['[Q3] has what it imports', 'passed'],
      ['[Q4] has nothing else, and comes in few files', 'passed'],
    ]);
  });

  it('[TR32] tells of a failure the file, the line and the calls as they are in the sources', () => {
    assert.equal(first.record?.failures.length, 1);
    assert.equal(failure.file, 'webapp/one.browser-test.ts');
    assert.equal(failure.why, "one.browser-test.ts:8: expected 'forty-two' to equal 'another'");
    assert.match(
      failure.calls!.join('\n'),
      /^at check \(\S*\/shared\.ts:6:\d+\)\nat .*\/one\.browser-test\.ts:8:\d+\)$/,
    );
  });

  it('[TR32] tells how long each file took', () => {
    const files = first.record!.files.toSorted((a, b) => a.file.localeCompare(b.file));
    assert.deepEqual(
      files.map(({ file, suite }) => [file, suite]),
      ['one', 'three', 'two'].map((name) => [`webapp/${name}.browser-test.ts`, 'components']),
    );
    for (const { file, wallMs } of files) assert.ok(wallMs > 0, file);
  });

  it('[TR30] [TR33] is made from the sources of its time, and runs the tests that are asked for', async () => {
    planted.write('shared.ts', SHARED.join('\n').replaceAll('forty-two', 'forty-three').split('\n'));
    const { code, record, said } = await planted.run({ TEST_NAME_PATTERN: 'Q[13]' });
    assert.equal(code, 1, said);
    assert.deepEqual(outcomes(record)?.toSorted(), [
      ['[Q1] knows the answer', 'failed'],
      ['[Q3] has what it imports', 'passed'],
    ]);
    assert.doesNotMatch(said, /\[Q2\]/, 'the others are not even run');
    assert.equal(record!.failures[0]!.why, "one.browser-test.ts:5: expected 'forty-three' to equal 'forty-two'");
  });

  it('[TR34] fails with the words of the builder where something cannot be built', async () => {
    planted.write('shared.ts', ["import './nothing.js';"]);
    const { code, record, said } = await planted.run();
    assert.equal(code, 1);
    assert.equal(record, null);
    assert.match(said, /Could not resolve '\.\/nothing\.js' in \S*\/shared\.ts/);
  });
});

describe('a failed component test', () => {
  it('[TR5] is reported when its file is through, while others run', async (t) => {
    const planted = new PlantedTests({ one: TESTS.one, endless: ENDLESS });
    planted.write('shared.ts', SHARED);
    t.after(() => planted.remove());
    const { failed, ended } = planted.start({});
    const [failures] = await inTime(Promise.race([failed, ended.then(({ said }) => assert.fail(said))]), () => 'it');
    assert.deepEqual(
      failures.map(({ why }) => why),
      ["one.browser-test.ts:8: expected 'forty-two' to equal 'another'"],
    );
    assert.equal(planted.record(), null, 'the run goes on');
  });
});

describe('a run of component tests that is stopped', () => {
  it('[TR35] leaves no browser, and nothing of it', async (t) => {
    const planted = new PlantedTests({ endless: ENDLESS });
    t.after(() => planted.remove());
    const profiles = () => readdirSync(planted.temporary).filter((name) => name.startsWith('puppeteer'));
    const { begun, stop } = planted.start({});
    await begun;
    await until(() => profiles().length > 0);
    const { code } = await stop();
    assert.equal(code, 1);
    await until(() => markedProcesses(planted.temporary).length === 0);
    assert.deepEqual(profiles(), []);
  });
});

describe('a watched run of component tests', () => {
  it('[TR36] builds and runs again when a source changes', async (t) => {
    const planted = new PlantedTests({ one: TESTS.one.slice(0, 6) });
    planted.write('shared.ts', SHARED);
    t.after(() => planted.remove());
    const terminal = ['--import', 'data:text/javascript,process.stdout.isTTY = true;'];
    const { begun, stop } = planted.start({}, terminal, ['--watch']);
    await begun;
    const whatBecame = () => outcomes(planted.record())?.[0]?.[1];
    await until(whatBecame, (outcome) => outcome === 'passed');
    planted.write('shared.ts', SHARED.join('\n').replaceAll('forty-two', 'forty-three').split('\n'));
    await until(whatBecame, (outcome) => outcome === 'failed');
    await stop();
    assert.match(planted.record()!.failures[0]!.why, /^one\.browser-test\.ts:5: expected 'forty-three'/);
  });
});
