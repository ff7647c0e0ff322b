import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build, createLogger } from 'vite';

const LARGEST = 110_000;

describe('the built page', () => {
  const outDir = mkdtempSync(join(tmpdir(), 'acdeck-build-'));
  const read = (path: string) => readFileSync(join(outDir, path));
  const warnings: string[] = [];
  let page = '';

  before(async () => {
    const note = (text: string) => void warnings.push(text);
    const customLogger = { ...createLogger('silent'), warn: note, warnOnce: note };
    const configFile = resolve('vite.config.ts');
    await build({ configFile, customLogger, logLevel: 'warn', build: { outDir } });
    await build({
      configFile,
      customLogger,
      logLevel: 'warn',
      mode: 'server',
      build: { outDir: join(outDir, 'server') },
    });
    page = read('index.html').toString();
  });
  after(() => rmSync(outDir, { recursive: true, force: true }));

  it('[N125] was made without a warning, and the server too', () => {
    assert.ok(page.length > 0 && existsSync(join(outDir, 'server/main.js')), 'both were built');
    assert.deepEqual(warnings, []);
  });

  it(`[U56] [UX1] begins with at most ${LARGEST / 1000} kB of scripts, gzipped`, () => {
    const sizes = staticScripts(page, read).map((path) => [path, gzipSync(read(path), { level: 9 }).length] as const);
    const total = sizes.reduce((sum, [, size]) => sum + size, 0);
    assert.ok(total > 20_000, 'there is something to measure');
    assert.ok(total <= LARGEST, `it is ${total} bytes: ${JSON.stringify(sizes)}`);
  });

  it('[UX1] begins without what only some answers need', () => {
    const scripts = staticScripts(page, read).map((path) => read(path).toString());
    // Words that each of them keeps in its built form, and that stand somewhere in the build.
    const WORDS = ['tokenizeLine', 'xterm-helper', 'sequenceDiagram', 'mathvariant', 'ignoreWhitespace'];
    const all = readdirSync(join(outDir, 'assets'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.js'))
      .map((path) => read(join('assets', path)).toString());
    for (const word of WORDS) {
      assert.ok(
        all.some((text) => text.includes(word)),
        `${word} is somewhere`,
      );
      assert.equal(
        scripts.some((text) => text.includes(word)),
        false,
        `${word} comes later`,
      );
    }
  });

  it('[X49] has nothing of the shapes of events in any file, and nothing of zod', () => {
    // Words that stand in the server, which checks events.
    const WORDS = ['exactOptional', '_zod'];
    const filesWith = (word: string) =>
      readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter(
        (path) => path.endsWith('.js') && read(path).includes(word),
      );
    for (const word of WORDS) {
      const found = filesWith(word);
      assert.ok(found.length > 0, `${word} is somewhere`);
      assert.deepEqual(
        found.filter((path) => !path.startsWith('server/')),
        [],
      );
    }
  });

  it('[U56] [UX1] [SP21] holds what its first paint needs, nothing else inline, and nothing of another origin', () => {
    const [script = '', ...otherScripts] = page.match(/<script(?![^>]*\ssrc=).*?<\/script>/gs) ?? [];
    const [style = '', ...otherStyles] = page.match(/<style.*?<\/style>/gs) ?? [];
    assert.deepEqual([otherScripts, otherStyles], [[], []]);
    // What is named by its hash begins right after the tag.
    assert.match(script, /^<script>.*early-field/s);
    assert.match(style, /^<style>.*\.early-field/s);
    assert.doesNotMatch(page, /rel="?stylesheet/);
    assert.doesNotMatch(page.replace(script, '').replace(style, ''), /\sstyle=|\son\w+=/);
    assert.doesNotMatch(page, /(?:src|href)="(?:https?:)?\/\//);
  });
});

/** The scripts that the page loads by itself: those it names, and what they import at once. */
function staticScripts(page: string, read: (path: string) => Buffer): string[] {
  // One that is announced before it is used is there twice.
  const found = [...new Set([...page.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map((match) => match[1]!))];
  for (const path of found) {
    const imports = read(path)
      .toString()
      .matchAll(/(?:^|[;}])import(?:[^"'()]*?from)?["']\.\/([^"']+\.js)["']/g);
    for (const [, name] of imports) {
      const next = join('assets', name!);
      if (!found.includes(next)) found.push(next);
    }
  }
  return found;
}
