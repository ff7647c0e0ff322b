import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { applyEdit } from './places/apply.js';
import { EXAMPLES, placesOf } from './places/examples.js';
import { ROOT } from './project-root.js';

const SOURCES = ['server', 'webapp', 'specs', 'README.md', 'package.json', 'tsconfig.json'];

const example = EXAMPLES.find(({ kind }) => kind === 'a setting')!;

describe('a setting that is added to a copy of the sources', () => {
  const copy = mkdtempSync(join(tmpdir(), 'acdeck-places-'));
  const run = (program: string, ...args: string[]) =>
    execFileSync(process.execPath, [join(ROOT, 'node_modules', program), ...args], { cwd: copy, encoding: 'utf8' });

  before(() => {
    const isSource = (path: string) => !/\/(fixtures|images|shots)$/.test(path);
    for (const path of SOURCES) cpSync(join(ROOT, path), join(copy, path), { recursive: true, filter: isSource });
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    for (const edit of example.edits) applyEdit(copy, edit);
  });
  after(() => rmSync(copy, { recursive: true }));

  it('[K28] takes two places, one of them its use', () => {
    const files = placesOf(example);
    assert.equal(files.length, 2);
    writeFileSync(
      join(copy, 'tsconfig.places.json'),
      JSON.stringify({ extends: './tsconfig.json', include: [], files }),
    );
    const check = () => run('typescript/bin/tsc', '-p', 'tsconfig.places.json', '--noEmit');
    check();
    const uses = files.map((path) => readFileSync(join(copy, path), 'utf8'));
    writeFileSync(join(copy, files[1]!), uses[1]!.replace('return exampleSwitch', 'return exampleSwitch + 1'));
    assert.throws(check, (error: { stdout: string }) => /'boolean'/.test(error.stdout));
    writeFileSync(join(copy, files[1]!), uses[1]!);
  });

  it('[K28] is checked, drawn, found and worded', () => {
    const shown = JSON.parse(run('tsx/dist/cli.mjs', 'specs/places/show-setting.ts', 'exampleSwitch'));
    const words = { name: 'Example switch', help: 'Shows what a setting takes.' };
    assert.deepEqual(shown, {
      default: false,
      fromFile: true,
      refusal: 'config.yaml, line 1: "exampleSwitch": Invalid input: expected boolean, received number.',
      fromPage: [true, false],
      // The row, the name with the control that it labels, and the control.
      drawn: 4,
      found: [{ section: 'permissions', key: 'exampleSwitch', ...words }],
      words: { ...words, placeholder: '', options: {} },
    });
  });

  it('[K28] is explained in the README', () => {
    run('tsx/dist/cli.mjs', 'specs/settings-block.ts');
    assert.match(readFileSync(join(copy, 'README.md'), 'utf8'), /^exampleSwitch: false +# example switch$/m);
  });
});
