import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { faultWith, scratchFolder } from '../connection/connection.rig.js';
import { oddEntry, testHost } from '../host.rig.js';
import { ODD_AGENT } from '../process/process.rig.js';
import type { CatalogEntry } from './catalog.js';

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
function scene(t: TestContext, agent = entry(NPX), more: NodeJS.ProcessEnv = {}) {
  const root = realpathSync(scratchFolder(t));
  const [folder, bin] = [join(root, 'project'), join(root, 'bin')];
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  mkdirSync(bin);
  const allowed = { folder: false, npx: false };
  const consent = { mayUseFolder: () => allowed.folder, mayUseNpx: () => allowed.npx };
  const test = testHost(t, () => [agent], { env: { PATH: bin, ...more }, folder, consent });
  return { ...test, bin, allowed };
}

/** A registry that has no package, and the paths that it was asked for. */
async function emptyRegistry(t: TestContext) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(decodeURIComponent(request.url ?? ''));
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  t.after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { asked, line: `registry=http://127.0.0.1:${(server.address() as AddressInfo).port}/\n` };
}

describe('an agent that only the folder has', () => {
  it('[AC9] does not start before the folder is trusted, and then by exactly that command', async (t) => {
    const { host, folder, allowed, until } = scene(t);
    const file = program(join(folder, 'node_modules/.bin/odd-agent'));
    host.lookAgain();
    const health = host.agents[0]?.health;
    assert.deepEqual([health?.state, health && 'command' in health && health.command], ['untrusted', `${file} --acp`]);
    await assert.rejects(host.connect('odd'), faultWith('untrusted', { command: `${file} --acp` }));
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
    await assert.rejects(host.connect('odd'), faultWith('not_installed'));
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
    assert.deepEqual(told[0]?.health, { state: 'starting', npx: 'odd@1.0.0 and more@2.0.0' });
    const argv: string[] = JSON.parse(readFileSync(`${npx}.argv`, 'utf8'));
    const prefix = argv.find((arg) => arg.startsWith('--prefix='))!;
    assert.ok(prefix.startsWith(`--prefix=${join(folder, 'data')}/`), prefix);
    assert.deepEqual(
      argv.filter((arg) => arg !== prefix),
      ['-y', '--fetch-retries=1', '--package=odd@1.0.0', '--package=more@2.0.0', '--', 'odd', '--acp'],
    );
    assert.equal(host.reports()[0]?.origin, 'npx');
  });

  it('[AC10] is asked of the person’s registry, whatever npm settings the folder brings', async (t) => {
    const [own, hostile] = [await emptyRegistry(t), await emptyRegistry(t)];
    const home = scratchFolder(t);
    writeFileSync(join(home, '.npmrc'), own.line);
    // The real npx, and nothing of the settings under which this test itself may have been started.
    const { host, folder, allowed } = scene(t, entry(NPX), { PATH: process.env.PATH, HOME: home });
    writeFileSync(join(folder, 'package.json'), '{"name":"project"}');
    writeFileSync(join(folder, '.npmrc'), hostile.line);
    allowed.npx = true;
    await assert.rejects(host.connect('odd'), faultWith('ended_early', { isNpx: true, output: { npmCode: 'E404' } }));
    assert.deepEqual(hostile.asked, []);
    assert.ok(own.asked.includes('/odd'), own.asked.join());
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
    await assert.rejects(
      host.connect('odd'),
      faultWith('ended_early', { isNpx: true, output: { npmCode: 'ENOTFOUND' } }),
    );
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
