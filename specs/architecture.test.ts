import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { checkArchitecture } from './check-architecture.js';
import { ROOT, readSources } from './read-sources.js';
import type { SourceFile } from './spec-rules.js';

const TOP = ['server', 'webapp', 'specs', 'package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'];
const TOP_TEXTS = ['README.md', 'LICENSE', 'SECURITY.md', 'CHANGELOG.md'];
const MADE_HERE = /^(node_modules|dist|coverage|shots|\..*|.*\.(log|tgz))$/;

const breachesOf = (...files: [path: string, ...lines: string[]][]) =>
  checkArchitecture(files.map(([path, ...lines]): SourceFile => ({ path, text: lines.join('\n') })));

describe('the architecture', () => {
  it('[X2] [X3] [X4] [X5] [X6] [X7] [X8] [X9] [X13] holds in this project', async () => {
    const files = await readSources(['server', 'webapp', 'specs'], (path) => path.endsWith('.ts'));
    assert.ok(files.length > 30, 'the sources were found');
    assert.deepEqual(checkArchitecture(files), []);
  });

  it('[X10] has the agreed top level', async () => {
    const found = (await readdir(ROOT)).filter((name) => !MADE_HERE.test(name));
    assert.deepEqual(
      found.filter((name) => ![...TOP, ...TOP_TEXTS].includes(name)),
      [],
    );
  });

  it('[X11] is made of small files', async () => {
    const files = await readSources(['server', 'webapp'], (path) => /(?<!test|rig)\.ts$/.test(path));
    const lengths = files.map(({ text }) => text.split('\n').length).sort((a, b) => a - b);
    const median = lengths[Math.floor(lengths.length / 2)]!;
    assert.ok(median <= 80, `half of the files have more than ${median} lines`);
  });
});

describe('the check of the architecture', () => {
  it('[X2] names an import that a layer may not have', () => {
    const found = breachesOf(
      ['server/protocol/a.ts', "import { b } from '../sessions/b.js';"],
      ['server/sessions/b.ts', "import type { C } from '../agents/c.js';"],
      ['server/agents/c.ts', 'import {', '  d,', "} from '../sessions/d.js';"],
      ['server/rpc/e.ts', "const f = await import('../agents/f.js');"],
      ['webapp/state/g.ts', "import '../../server/sessions/h.js';"],
      ['server/odd/i.ts', "import { z } from 'zod';"],
    );
    assert.deepEqual(found, [
      'server/protocol/a.ts: server/protocol may not import server/sessions/b.ts',
      'server/sessions/b.ts: server/sessions may not import server/agents/c.ts',
      'server/agents/c.ts: server/agents may not import server/sessions/d.ts',
      'server/rpc/e.ts: server/rpc may not import server/agents/f.ts',
      'webapp/state/g.ts: webapp/state may not import server/sessions/h.ts',
      'server/odd/i.ts: server/odd is no folder of the design',
    ]);
  });

  it('[X3] names a component that reaches for the connection', () => {
    const found = breachesOf(['webapp/components/a-b.ts', "import { c } from '../rpc/server-connection.js';"]);
    assert.deepEqual(found, [
      'webapp/components/a-b.ts: webapp/components may not import webapp/rpc/server-connection.ts',
    ]);
  });

  it('[X4] names a guarded package in the wrong folder', () => {
    const found = breachesOf(
      ['server/http/a.ts', "import JRPCCommon from '@flatmax/jrpc-oo/JRPCCommon.js';"],
      ['server/sessions/b.ts', "import { methods, type Stream } from '@agentclientprotocol/sdk';"],
      ['server/sessions/c.ts', "import { type ContentBlock } from '@agentclientprotocol/sdk';"],
      ['server/agents/d.ts', "import { methods } from '@agentclientprotocol/sdk';"],
      ['webapp/rpc/e.ts', "import JRPCCommon from '@flatmax/jrpc-oo/JRPCCommon.js';"],
    );
    assert.deepEqual(found, [
      'server/http/a.ts: only server/rpc and webapp/rpc may import @flatmax/jrpc-oo/JRPCCommon.js',
      'server/sessions/b.ts: only server/agents and server/testing may import @agentclientprotocol/sdk',
    ]);
  });

  it('[X5] names a cycle with its way round', () => {
    const found = breachesOf(
      ['server/http/a.ts', "import { b } from './b.js';"],
      ['server/http/b.ts', "import { c } from './c.js';"],
      ['server/http/c.ts', "import { b } from './b.js';", "import type { A } from './a.js';"],
    );
    assert.deepEqual(found, ['server/http/b.ts: imports itself by way of server/http/c.ts, server/http/b.ts']);
  });

  it('[X6] [X7] names a default export and a file that passes on others', () => {
    const found = breachesOf(
      ['server/http/a.ts', 'export default class A {}'],
      ['webapp/state/b.ts', "export { c } from './c.js';"],
      ['webapp/state/index.ts', 'export const d = 1;'],
    );
    assert.deepEqual(found, [
      'server/http/a.ts: has a default export',
      'webapp/state/b.ts: passes on what another file exports',
      'webapp/state/index.ts: passes on what another file exports',
    ]);
  });

  it('[X8] names a file that is too long, a test too', () => {
    const lines = (n: number) => Array.from({ length: n }, () => '//');
    const found = breachesOf(
      ['server/http/a.ts', ...lines(300)],
      ['server/http/b.ts', ...lines(301)],
      ['server/http/c.test.ts', ...lines(302)],
    );
    assert.deepEqual(found, [
      'server/http/b.ts: has 301 lines, more than 300',
      'server/http/c.test.ts: has 302 lines, more than 300',
    ]);
  });

  it('[X9] names a file or an element with a wrong name', () => {
    const found = breachesOf(
      ['server/http/fileGate.ts', ''],
      ['webapp/components/side-bar.ts', "@customElement('tool-bar')"],
    );
    assert.deepEqual(found, [
      'server/http/fileGate.ts: is not named in kebab-case',
      'webapp/components/side-bar.ts: holds <tool-bar>, which belongs in tool-bar.ts',
    ]);
  });

  it('[X13] names code that knows an agent by name', () => {
    const found = breachesOf(
      ['server/agents/catalog-entries.ts', "const entry = { id: 'gemini' };"],
      ['server/rpc/a.ts', "if (agent.id === 'gemini') stop();"],
      ['webapp/components/b-c.ts', "switch (id) { case 'pi': }"],
      ['webapp/components/d.browser-test.ts', "const agentId = 'demo';"],
    );
    assert.deepEqual(found, [
      "server/rpc/a.ts: names the agent 'gemini', which only the catalog may",
      "webapp/components/b-c.ts: names the agent 'pi', which only the catalog may",
    ]);
  });

  it('[X2] lets tests and rigs reach for what they test', () => {
    const found = breachesOf(['server/sessions/a.test.ts', "import { b } from '../agents/b.js';"]);
    assert.deepEqual(found, []);
  });
});
