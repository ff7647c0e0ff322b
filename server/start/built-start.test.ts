import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { build } from 'vite';

/** What a start loads by name, one after the other, until it answers. */
const STEPS = ['main.js', 'parts/start.js', 'parts/serve-app.js'];
/**
 * Words that each of these keeps in its built form: the parser of settings, the protocol of agents, that of tools, what
 * answers tabs and programs, and the forms of what they say.
 */
const LATER = [
  ...['parseAllDocuments', 'zInitializeRequest', 'new McpServer('],
  ...['RpcHub = class', 'Api = class', 'OFFERED = ', '"$ZodType"'],
];

describe('the built start', () => {
  const outDir = mkdtempSync(join(tmpdir(), 'acdeck-server-'));
  const read = (path: string) => readFileSync(join(outDir, path), 'utf8');

  before(async () => {
    await build({ configFile: resolve('vite.config.ts'), mode: 'server', logLevel: 'error', build: { outDir } });
  });
  after(() => rmSync(outDir, { recursive: true, force: true }));

  it('[SP15] answers before it has loaded what not every start needs', () => {
    const found = [...STEPS];
    for (const path of found) {
      for (const [, name] of read(path).matchAll(/^import .*?["']\.\/(?:parts\/)?([^"']+\.js)["']/gm)) {
        const next = `parts/${name}`;
        if (!found.includes(next)) found.push(next);
      }
    }
    assert.ok(found.length > STEPS.length, 'it has several files');
    const parts = readdirSync(join(outDir, 'parts')).map((name) => `parts/${name}`);
    for (const word of LATER) {
      assert.ok(
        parts.some((path) => read(path).includes(word)),
        `${word} is somewhere`,
      );
      assert.deepEqual(
        found.filter((path) => read(path).includes(word)),
        [],
        `${word} comes later`,
      );
    }
  });
});
