import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { scratchFolder } from '../connection/connection.rig.js';
import { customAgent } from './catalog.js';
import { CATALOG } from './catalog-entries.js';
import { findAgents, findCommand } from './find-agents.js';
import { commandText, folderOffer } from './folder-offer.js';
import { pathWithoutFolder } from './folder-path.js';

function program(file: string, text = '#!/bin/sh\n'): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o755 });
  return file;
}

/** A project in a monorepo, and a folder of programs that is the person's. */
function places(t: TestContext) {
  const root = realpathSync(scratchFolder(t));
  const folder = join(root, 'repo', 'packages', 'shop');
  mkdirSync(folder, { recursive: true });
  return { root, folder, own: join(root, 'bin') };
}

describe('finding agents', () => {
  it('[A62] [AC4] tells what the folder brings from what the machine has, whichever way PATH names it', (t) => {
    const { root, folder, own } = places(t);
    program(join(folder, 'node_modules/.bin/copilot'));
    program(join(root, 'repo/node_modules/.bin/copilot'));
    program(join(folder, 'tools/copilot'));
    const find = (path: string | undefined) => findCommand(CATALOG[0]!, { path, folder });
    const theirs = [join(folder, 'tools'), './tools', 'node_modules/.bin', join(root, 'repo/node_modules/.bin'), ''];
    for (const path of [...theirs, undefined]) assert.equal(find(path)?.origin, 'folder', path);
    symlinkSync(join(folder, 'tools'), join(root, 'link'));
    assert.equal(find(join(root, 'link'))?.origin, 'folder', 'a link to the folder');
    program(join(own, 'copilot'));
    assert.deepEqual(find(`${folder}/node_modules/.bin:${own}`), {
      command: join(own, 'copilot'),
      args: ['--acp', '--stdio'],
      origin: 'machine',
    });
  });

  it('[AC4] takes a path that the person wrote out as theirs, a relative one as the folder’s', (t) => {
    const { folder } = places(t);
    const file = program(join(folder, 'agent.sh'));
    const origin = (command: string) => findCommand(customAgent([command]), { path: '', folder })?.origin;
    assert.deepEqual([origin(file), origin('./agent.sh')], ['machine', 'folder']);
    const named = { ...customAgent([file]), isOfFolder: true } as const;
    assert.equal(findCommand(named, { path: '', folder })?.origin, 'folder');
  });

  it('[AC4] leaves the project’s programs out of the PATH of other agents', () => {
    const path = '/usr/bin:/repo/shop/node_modules/.bin:/repo/node_modules/.bin:.::bin:/opt/node_modules/.bin';
    assert.equal(pathWithoutFolder(path, '/repo/shop'), '/usr/bin:/opt/node_modules/.bin');
  });
});

describe('what a folder brings', () => {
  it('[AC5] is named exactly, and has a print that changes with what would be run', (t) => {
    const { folder } = places(t);
    const target = program(join(folder, 'node_modules/copilot/run.js'));
    const bin = join(folder, 'node_modules/.bin/copilot');
    mkdirSync(dirname(bin), { recursive: true });
    symlinkSync(target, bin);
    const offer = (config: string | null = null) => folderOffer({ entries: CATALOG, path: '', folder, config });
    const first = offer();
    const command = `${bin} --acp --stdio`;
    assert.deepEqual(first?.agents, [{ id: 'copilot', name: 'GitHub Copilot', command }]);
    assert.equal(offer()?.fingerprint, first?.fingerprint);
    const prints = [first?.fingerprint, offer('agent: demo')?.fingerprint];
    program(target, '#!/bin/sh\nother');
    prints.push(offer()?.fingerprint);
    rmSync(bin);
    symlinkSync(program(join(folder, 'other.js'), '#!/bin/sh\nother'), bin);
    prints.push(offer()?.fingerprint);
    assert.equal(new Set(prints).size, 4);
    rmSync(bin);
    assert.equal(offer(), null);
  });

  it('[AC5] counts a script that a named command runs', (t) => {
    const { folder } = places(t);
    const script = program(join(folder, 'agent.js'), 'one');
    const entry = { ...customAgent([process.execPath, './agent.js']), isOfFolder: true } as const;
    const print = () => folderOffer({ entries: [entry], path: '', folder, config: 'x' })?.fingerprint;
    const before = print();
    writeFileSync(script, 'two');
    assert.notEqual(print(), before);
    assert.equal(findAgents([entry], { path: '', folder }).length, 1);
  });

  it('[AC5] is shown in one line, words with spaces in quotes', () => {
    assert.equal(commandText('/a b/c', ['--x', 'y\nz', '']), '"/a b/c" --x "y\\nz" ""');
  });
});
