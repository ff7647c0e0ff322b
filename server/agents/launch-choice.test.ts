import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { AgentHealth } from '../protocol/app-state.js';
import type { CatalogEntry } from './catalog.js';
import { scratchFolder } from './connection.rig.js';
import { oddEntry, testHost } from './host.rig.js';
import { ODD_AGENT } from './process.rig.js';

/** A program that writes down how it was called and then is an odd agent. */
function program(file: string, behaviour = 'plain'): string {
  const text = [
    `#!${process.execPath}`,
    `require('node:fs').writeFileSync(${JSON.stringify(`${file}.argv`)}, JSON.stringify(process.argv.slice(2)));`,
    `process.argv[2] = ${JSON.stringify(behaviour)};`,
    `process.argv.length = 3;`,
    `import(${JSON.stringify(ODD_AGENT)});`,
  ];
  writeFileSync(file, text.join('\n'), { mode: 0o755 });
  return file;
}

const entry = (npx?: CatalogEntry['npx']): CatalogEntry => ({
  ...oddEntry('odd', 'plain'),
  commands: [{ command: 'odd-agent', args: ['--acp'] }],
  ...(npx ? { npx } : {}),
});

const NPX = { packages: ['odd@1.0.0', 'more@2.0.0'], command: 'odd', args: ['--acp'] };

/** A project and a folder of programs; `allowed` is what a person has said yes to. */
function scene(t: TestContext, agent = entry(NPX)) {
  const root = realpathSync(scratchFolder(t));
  const [folder, bin] = [join(root, 'project'), join(root, 'bin')];
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  mkdirSync(bin);
  const allowed = { folder: false, npx: false };
  const consent = { mayUseFolder: () => allowed.folder, mayUseNpx: () => allowed.npx };
  const test = testHost(t, () => [agent], { env: { PATH: bin }, folder, consent });
  return { ...test, bin, allowed };
}

const messageOf = (health: AgentHealth | undefined) => (health && 'message' in health ? health.message : '');

describe('an agent that only the folder has', () => {
  it('[AC9] does not start before the folder is trusted, and then by exactly that command', async (t) => {
    const { host, folder, allowed, until } = scene(t);
    const file = program(join(folder, 'node_modules/.bin/odd-agent'));
    host.lookAgain();
    const health = host.agents[0]?.health;
    assert.deepEqual([health?.state, health && 'command' in health && health.command], ['untrusted', `${file} --acp`]);
    await assert.rejects(host.connect('odd'), /is not started before you trust the folder: .*odd-agent --acp$/);
    host.restart('odd');
    await until('untrusted');
    assert.equal(existsSync(`${file}.argv`), false, 'nothing of it ran');
    allowed.folder = true;
    host.restart('odd');
    await until('ready');
    assert.deepEqual(JSON.parse(readFileSync(`${file}.argv`, 'utf8')), ['--acp']);
    assert.deepEqual([host.reports()[0]?.origin, host.reports()[0]?.command], ['folder', `${file} --acp`]);
  });
});

describe('an agent that is not installed', () => {
  it('[AC10] offers npx and does not use it by itself', async (t) => {
    const { host, bin } = scene(t);
    const npx = program(join(bin, 'npx'));
    const health = host.agents[0]?.health;
    assert.deepEqual([health?.state, health && 'npx' in health && health.npx], ['missing', 'odd@1.0.0 and more@2.0.0']);
    await assert.rejects(host.connect('odd'), /not installed/);
    assert.equal(existsSync(`${npx}.argv`), false);
  });

  it('[AC10] runs the packages by npx once that was chosen, away from what the folder could put in their place', async (t) => {
    const { host, bin, folder, allowed, until, told } = scene(t);
    const npx = program(join(bin, 'npx'));
    program(join(folder, 'node_modules/.bin/npx'));
    program(join(folder, 'node_modules/.bin/odd-agent'));
    allowed.npx = true;
    host.restart('odd');
    await until('ready');
    assert.match(
      messageOf(told[0]?.health),
      /^Starting Odd odd with npx; the first time odd@1\.0\.0 and more@2\.0\.0 is/,
    );
    const argv: string[] = JSON.parse(readFileSync(`${npx}.argv`, 'utf8'));
    const prefix = argv.find((arg) => arg.startsWith('--prefix='))!;
    assert.ok(prefix.startsWith(`--prefix=${join(folder, 'data')}/`), prefix);
    assert.deepEqual(
      argv.filter((arg) => arg !== prefix),
      ['-y', '--fetch-retries=1', '--package=odd@1.0.0', '--package=more@2.0.0', '--', 'odd', '--acp'],
    );
    assert.equal(host.reports()[0]?.origin, 'npx');
  });

  it('[AC10] says so when npx cannot get it', async (t) => {
    const { host, bin, allowed } = scene(t);
    writeFileSync(
      join(bin, 'npx'),
      '#!/bin/sh\necho "npm error code ENOTFOUND" >&2; echo "npm error x" >&2; exit 1\n',
      {
        mode: 0o755,
      },
    );
    allowed.npx = true;
    const sentence =
      'Odd odd ended before it answered (exit code 1). Check that the network is there and that npm can download packages. npm failed with ENOTFOUND.';
    await assert.rejects(host.connect('odd'), { message: sentence });
    assert.equal(host.agents[0]?.health.state, 'crashed');
  });

  it('[AC11] is found when it was installed meanwhile', (t) => {
    const { host, bin } = scene(t, entry());
    assert.equal(host.agents[0]?.health.state, 'missing');
    program(join(bin, 'odd-agent'));
    host.lookAgain();
    assert.equal(host.agents[0]?.health.state, 'idle');
  });
});
