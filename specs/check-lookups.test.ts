import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { checkLookups } from './check-lookups.js';
import { ROOT } from './project-root.js';

/** What is found in a project that has one file with these lines. */
function found(t: TestContext, lines: readonly string[]): string[] {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'acdeck-lookups-')));
  t.after(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'server'));
  const options = { strict: true, noUncheckedIndexedAccess: true, lib: ['es2023'], types: [] };
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['server'] }));
  writeFileSync(join(root, 'server', 'a.ts'), `${GIVEN}\n${lines.join('\n')}\n`);
  return checkLookups(root).map((breach) => breach.replace(/^server\/a\.ts:\d+: /, ''));
}

const GIVEN = [
  "type Kind = 'read' | 'edit';",
  'declare const word: string, kind: Kind, n: number, list: readonly string[], unknown: any;',
  'declare const costs: Record<string, number>, icons: Record<Kind, string>, calls: Record<Kind, () => void>;',
].join('\n');

describe('lookups of words', () => {
  it('[X46] meet nothing that objects inherit, anywhere in this project', () => {
    assert.deepEqual(checkLookups(ROOT.replace(/\/$/, '')), []);
  });

  it('[X46] that could are named', (t) => {
    const ways = [
      'costs[word]',
      `costs[\`a-\${word}\`]`,
      'costs[unknown]',
      'costs?.[word]',
      '({ read: 1 } as Record<string, number>)[word]',
      'icons[word as Kind]',
      'icons[kind] ?? word',
      'calls[kind]?.()',
      'word in costs',
      'Reflect.get(costs, word)',
    ];
    const written = ['costs[word] = 1;', 'const { [word]: taken } = costs;', 'Object.assign({}, icons, costs);'];
    const breaches = found(t, [...ways.map((way) => `void (${way});`), ...written]);
    const named = ways.map((way) => way.replace(' ?? word', '').replace('?.()', ''));
    assert.deepEqual(breaches, [...named, 'costs[word]', '[word]: taken', 'costs']);
  });

  it('[X46] that cannot are let be', (t) => {
    const lines = [
      'void [icons[kind], list[n], list[n] ?? word, "read" in icons, costs.usd, costs["usd"] ?? 0];',
      'void [{ ...costs, [word]: 1 }, Object.assign({}, icons), Object.fromEntries([[word, 1]])];',
      'const { [word]: _gone, ...rest } = costs;',
      'void [rest, Object.hasOwn(costs, word), new Map([[word, 1]]).get(word)];',
    ];
    assert.deepEqual(found(t, lines), []);
  });
});
