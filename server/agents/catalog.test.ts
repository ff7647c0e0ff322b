import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { CUSTOM_AGENT_ID, customAgent } from './catalog.js';
import { CATALOG, DEMO_AGENT } from './catalog-entries.js';
import { scratchFolder } from './connection.rig.js';
import { findAgents } from './find-agents.js';

const KNOWN = ['copilot', 'claude', 'gemini', 'codex', 'opencode', 'qwen', 'cline', 'goose', 'kimi', 'pi', 'demo'];

describe('the catalog', () => {
  it('[A62] knows eleven agents, each with how to get it and how to sign in', () => {
    assert.deepEqual(
      CATALOG.map((entry) => entry.id),
      KNOWN,
    );
    for (const { id, name, commands, install, login } of CATALOG) {
      assert.ok(name && commands.length > 0 && install && login, id);
    }
    assert.equal(CATALOG.find((entry) => entry.id === 'gemini')?.quirks?.noFileAccess, true);
  });

  it('[AC1] says how each is run without an installation, and what it does unlike others', () => {
    const offers = CATALOG.filter(({ npx }) => npx).map(({ id }) => id);
    assert.deepEqual(
      offers,
      KNOWN.filter((id) => id !== 'goose' && id !== 'demo'),
    );
    for (const { npx } of CATALOG) for (const name of npx?.packages ?? []) assert.match(name, /.@\d+\.\d+\.\d+$/);
    const perSession = CATALOG.filter(({ quirks }) => quirks?.processPerSession).map(({ id }) => id);
    assert.deepEqual(perSession, ['pi']);
  });

  it('[A62] finds what is on PATH, in its own order, and the demo agent always', (t) => {
    const folder = scratchFolder(t);
    for (const name of ['gh', 'gemini', 'copilot']) {
      writeFileSync(join(folder, name), '#!/bin/sh\n');
      chmodSync(join(folder, name), name === 'copilot' ? 0o644 : 0o755);
    }
    mkdirSync(join(folder, 'goose'));
    const found = findAgents(CATALOG, { path: `/no/such/folder:${folder}`, folder: '/nowhere' });
    assert.deepEqual(
      found.map(({ entry, launch }) => [entry.id, launch.command]),
      [
        ['copilot', join(folder, 'gh')],
        ['gemini', join(folder, 'gemini')],
        ['demo', process.execPath],
      ],
    );
    assert.deepEqual(found[0]?.launch.args, ['copilot', '--', '--acp', '--stdio']);
  });

  it('[A63] takes a command line of the person as an agent', () => {
    const entry = customAgent(['/opt/my agent/run', '--acp', 'two words']);
    assert.equal(entry.id, CUSTOM_AGENT_ID);
    assert.equal(entry.name, 'run');
    assert.deepEqual(entry.commands, [{ command: '/opt/my agent/run', args: ['--acp', 'two words'] }]);
    assert.deepEqual(
      findAgents([entry, DEMO_AGENT], { path: '', folder: '/nowhere' }).map(({ entry: { id } }) => id),
      ['demo'],
    );
  });
});
