import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { workspace } from '../../paths/workspace.rig.js';
import { git } from '../../repo/repo.rig.js';
import { WorkspaceFiles } from './workspace-files.js';

const scene = (t: TestContext) => {
  const { root, outside } = workspace(t);
  return { root, outside, files: new WorkspaceFiles([root]) };
};

describe('files for an agent', () => {
  it('[A51] are refused outside of the session', async (t) => {
    const { root, outside, files } = scene(t);
    for (const path of ['five', `${root}/out/secret`, `${root}/dangling`, 7, join(outside, 'secret')]) {
      await assert.rejects(files.read(path), { code: -32602 });
      await assert.rejects(files.write(path, 'x'), { code: -32602 });
    }
  });

  it('[PG8] are refused where AcDeck keeps its own, unless the session works there', async (t) => {
    const { root } = scene(t);
    const own = join(root, 'acdeck');
    mkdirSync(own);
    writeFileSync(join(own, 'run.json'), 'secret');
    symlinkSync(own, join(root, 'way'));
    const files = new WorkspaceFiles([root], [own]);
    for (const path of [join(own, 'run.json'), join(root, 'way', 'run.json'), join(own, 'new')]) {
      await assert.rejects(files.read(path), /belongs to AcDeck|does not exist/);
      await assert.rejects(files.write(path, 'x'), /belongs to AcDeck/);
    }
    assert.equal(await new WorkspaceFiles([own], [own]).read(join(own, 'run.json')), 'secret');
  });

  it('[A52] stay inside though a folder becomes a link at the worst moment', async (t) => {
    const { root, outside, files } = scene(t);
    const spot = join(root, 'spot');
    const aside = join(root, 'aside');
    mkdirSync(spot);
    let isSwapping = true;
    // What is written may make the folder anew while it is away; the swap then clears its way.
    const swap = (step: () => void) => {
      for (;;) {
        try {
          return step();
        } catch {
          rmSync(spot, { recursive: true, force: true });
        }
      }
    };
    const swapping = (async () => {
      while (isSwapping) {
        swap(() => renameSync(spot, aside));
        swap(() => symlinkSync(outside, spot));
        await new Promise((resolve) => setImmediate(resolve));
        unlinkSync(spot);
        swap(() => renameSync(aside, spot));
        for (let round = 0; round < 4; round++) await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const outcomes = { written: 0, refused: 0 };
    for (let n = 0; n < 500; n++) {
      const isWritten = await files.write(join(spot, n % 2 ? `new${n}/f` : `f${n}`), 'x').then(
        () => true,
        () => false,
      );
      outcomes[isWritten ? 'written' : 'refused']++;
      await files.read(join(spot, 'secret')).then(
        (text) => assert.notEqual(text, 'secret'),
        () => {},
      );
    }
    isSwapping = false;
    await swapping;
    t.diagnostic(`${outcomes.written} written, ${outcomes.refused} refused`);
    assert.deepEqual(readdirSync(outside), ['secret']);
    assert.ok(outcomes.written > 0);
  });

  it('[A53] are read whole or by lines', async (t) => {
    const { root, files } = scene(t);
    const read = (line?: number, limit?: number) =>
      files.read(join(root, 'five'), { line: line ?? null, limit: limit ?? null });
    assert.equal(await read(), '1\n2\n3\n4\n5\n');
    assert.equal(await read(2, 2), '2\n3\n');
    assert.equal(await read(4), '4\n5\n');
    assert.equal(await read(undefined, 1), '1\n');
    assert.deepEqual([await read(9), await read(1, 0), await read(0, 1)], ['', '', '1\n']);
    await assert.rejects(files.read(join(root, 'none')), {
      code: -32002,
      message: `"${join(root, 'none')}" was not found.`,
    });
    await assert.rejects(files.read(join(root, 'sub')), { code: -32602 });
  });

  it('[A54] are written as a whole, with their folders and their mode', async (t) => {
    const { root, files } = scene(t);
    const path = join(root, 'a', 'b', 'new.txt');
    await files.write(path, 'one é');
    assert.equal(readFileSync(path, 'utf8'), 'one é');
    const script = join(root, 'run.sh');
    writeFileSync(script, 'old');
    chmodSync(script, 0o751);
    await files.write(script, 'new');
    assert.deepEqual([readFileSync(script, 'utf8'), statSync(script).mode & 0o777], ['new', 0o751]);
    await files.write(join(root, 'in', 'linked'), 'x');
    assert.equal(readFileSync(join(root, 'sub', 'linked'), 'utf8'), 'x');
    await assert.rejects(files.write(join(root, 'sub'), 'x'), { code: -32602 });
    await assert.rejects(files.write(join(root, 'x'), 7), { code: -32602 });
    await assert.rejects(files.write(join(root, 'five', 'x'), 'x'), { code: -32602 });
    assert.deepEqual(
      readdirSync(root).filter((name) => name.endsWith('.tmp')),
      [],
    );
  });

  it('[A96] are told with what was there and what is there now', async (t) => {
    const { root, files } = scene(t);
    const path = join(root, 'note.txt');
    const made = await files.write(path, 'one');
    assert.deepEqual(made, { path, bytes: 3, isNew: true, oldText: null, newText: 'one' });
    const changed = await files.write(path, 'two é');
    assert.deepEqual(changed, { path, bytes: 6, isNew: false, oldText: 'one', newText: 'two é' });
    await files.write(path, '');
    assert.deepEqual(await files.write(path, 'x'), { path, bytes: 1, isNew: false, oldText: '', newText: 'x' });
    const linked = await files.write(join(root, 'in', 'y'), 'y');
    assert.deepEqual([linked.path, linked.named], [join(root, 'sub', 'y'), join(root, 'in', 'y')]);
    const large = 'x'.repeat(256 * 1024 + 1);
    const untold = { oldText: null, newText: '', untold: 'large' };
    assert.deepEqual(await files.write(path, large), { path, bytes: large.length, isNew: false, ...untold });
    assert.deepEqual(await files.write(path, 'small'), { path, bytes: 5, isNew: false, ...untold });
  });

  it('[A97] that run by themselves are written only if a person says so', async (t) => {
    const { root, files } = scene(t);
    git(root, 'init', '-q');
    git(root, 'config', 'core.hooksPath', 'tools/run');
    mkdirSync(join(root, 'away'));
    git(root, 'init', '-q', '--bare', join(root, 'away', 'bare'));
    git(root, 'init', '-q', '--separate-git-dir', join(root, 'away', 'kept'), join(root, 'away', 'tree'));
    symlinkSync('.git/hooks', join(root, 'harmless'));
    symlinkSync('.git', join(root, 'sub', 'deep'));
    symlinkSync('../.git/config', join(root, 'sub', 'settings'));
    const guarded = [
      ...[
        '.git/hooks/pre-commit',
        '.git/config',
        '.git/modules/x/hooks/post-checkout',
        'vendor/lib/.git',
        '.GIT/config',
      ],
      ...['harmless/pre-push', 'sub/settings', 'tools/run/pre-commit', 'away/bare/hooks/update', 'away/kept/config'],
      ...[
        '.husky/pre-commit',
        '.githooks/x',
        '.bashrc',
        'home/.profile',
        '.zshrc',
        '.zshenv',
        '.bash_login',
        '.zprofile',
      ],
      ...[
        '.config/fish/config.fish',
        '.config/autostart/x.desktop',
        '.config/systemd/user/x.service',
        '.ssh/authorized_keys',
      ],
      ...[
        '.gitconfig',
        '.config/git/config',
        '.vscode/tasks.json',
        '.devcontainer/devcontainer.json',
        '.claude/settings.json',
      ],
      ...['.codex/config.toml', '.mcp.json', '.acdeck.yaml', 'Library/LaunchAgents/x.plist', 'a/../.git/hooks/x'],
    ];
    const asked: string[] = [];
    for (const name of guarded) {
      const path = `${root}/${name}`;
      const before = existsSync(path) ? readFileSync(path, 'utf8') : null;
      const no = async ({ newText }: { newText: string }) => asked.push(newText) < 0;
      await assert.rejects(files.write(path, name, no), { message: /was not allowed|leads nowhere/ }, name);
      assert.equal(existsSync(path) ? readFileSync(path, 'utf8') : null, before, name);
    }
    assert.deepEqual(asked, guarded);
    await files.write(join(root, '.git/hooks/pre-push'), 'yes', async () => true);
    assert.equal(readFileSync(join(root, '.git/hooks/pre-push'), 'utf8'), 'yes');
    const plain = [
      '.gitignore',
      '.gitattributes',
      'src/git/hooks/a.ts',
      'x.git',
      'hooks/a.ts',
      '.bashrc.md',
      'profile',
    ];
    for (const name of [
      ...plain,
      '.config/app.json',
      '.vscode/launch.json',
      'tools/other.sh',
      'away/tree/a.ts',
      '.github/x.yml',
    ])
      await files.write(join(root, name), 'x', async () => assert.fail(name));
    const large = files.write(join(root, '.bashrc'), 'x'.repeat(300_000), async () => true);
    await assert.rejects(large, { message: /cannot be shown/ });
  });
});
