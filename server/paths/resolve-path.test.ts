import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { seeded } from '../testing/seeded.rig.js';
import { PathFault } from './path-fault.js';
import { resolvePath } from './resolve-path.js';
import { workspace } from './workspace.rig.js';

describe('a path', () => {
  it('[A51] is absolute and inside of the session', async (t) => {
    const { folder, root } = workspace(t);
    const bad = [
      'five',
      '',
      './five',
      `${root}/../outside/secret`,
      `${root}/out/secret`,
      `${root}/secret`,
      `${root}/dangling`,
      `${root}/loop`,
      `${root}-twin/x`,
      folder,
      '/etc/passwd',
      `${root}/a\0b`,
      7,
      null,
      `${root}/five/below`,
      `${root}/out/new/deep`,
      `${root}/in/../../outside/secret`,
    ];
    for (const path of bad) await assert.rejects(resolvePath(path, [root]), PathFault, String(path));
    assert.equal(await resolvePath(`${root}/in/./x/../new`, [root]), join(root, 'sub', 'new'));
    assert.equal(await resolvePath(root, [root]), root);
    await assert.rejects(resolvePath(`${root}/five`, [join(folder, 'no-such-root')]), PathFault);
  });

  it('[A51] never leads outside, whatever it is made of', async (t) => {
    const { root } = workspace(t);
    const part = fc.constantFrom(
      '..',
      '.',
      'sub',
      'in',
      'out',
      'secret',
      'dangling',
      'loop',
      'five',
      'new',
      '',
      'outside',
      'root',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        const found = await resolvePath(`${root}/${parts.join('/')}`, [root]).catch(() => root);
        assert.ok(found === root || found.startsWith(`${root}/`), found);
      }),
      seeded(t, 250),
    );
  });
});
