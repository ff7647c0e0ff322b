import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** A root with a file, a folder, and links of every kind; beside it a folder that is out of bounds. */
export function workspace(t: TestContext) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'acdeck-paths-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, 'root');
  const outside = join(folder, 'outside');
  mkdirSync(join(root, 'sub'), { recursive: true });
  mkdirSync(outside);
  mkdirSync(join(folder, 'root-twin'));
  writeFileSync(join(root, 'five'), '1\n2\n3\n4\n5\n');
  writeFileSync(join(outside, 'secret'), 'secret');
  symlinkSync(outside, join(root, 'out'));
  symlinkSync(join(outside, 'secret'), join(root, 'secret'));
  symlinkSync(join(outside, 'new'), join(root, 'dangling'));
  symlinkSync('sub', join(root, 'in'));
  symlinkSync('loop', join(root, 'loop'));
  return { folder, root, outside };
}
