import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { AskedCall } from '../protocol/api/permission-rule.js';
import { mustAsk } from './guarded-call.js';

/** A folder with Git's own files and links that lead to them. */
function scene(t: TestContext) {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'acdeck-guarded-')));
  t.after(() => rmSync(cwd, { recursive: true, force: true }));
  mkdirSync(join(cwd, '.git', 'hooks'), { recursive: true });
  mkdirSync(join(cwd, 'src'));
  writeFileSync(join(cwd, '.git', 'config'), '[core]\n\thooksPath = "scripts/git"\n');
  symlinkSync('.git/hooks', join(cwd, 'link'));
  symlinkSync('../.git/config', join(cwd, 'src', 'settings.ini'));
  const ask = (toolCall: object, entry: object | null = null) =>
    mustAsk({ agentId: 'a', cwd, toolCall: { toolCallId: 't', ...toolCall }, entry } as AskedCall);
  const runs = (command: string) => ask({ kind: 'execute', title: 'Run', rawInput: { command } });
  return { cwd, ask, runs };
}

const TARGETS = [
  '.git/hooks/pre-commit',
  '.git/config',
  '~/.bashrc',
  '$HOME/.zshrc',
  '.husky/pre-push',
  '.vscode/tasks.json',
];
/** Ways in which a command may write to a file. */
const WAYS: readonly ((file: string) => string)[] = [
  (file) => `echo x > ${file}`,
  (file) => `echo x >>${file}`,
  (file) => `cp evil.sh ${file}`,
  (file) => `cat evil | tee ${file}`,
  (file) => `npm test && install -m 755 x "${file}"`,
  (file) => `sh -c 'echo x > ${file}'`,
  (file) => `sudo mv x '${file}'`,
  (file) => `dd if=x of=${file}`,
  (file) => `python3 -c "open('${file}', 'w').write('x')"`,
  (file) => `node -e 'require("fs").writeFileSync("${file}", "x")'`,
  (file) => `ln -s ${file} x`,
  (file) => `rm -f -- ${file}`,
  (file) => `ls $(rm ${file})`,
  (file) => `sed -i s/a/b/ ./${file.replace(/^[~$]/, '')}`,
];

describe('a call that touches what runs by itself', () => {
  it('[PR60] is known by its command, however the file is named there', (t) => {
    const { runs } = scene(t);
    for (const target of TARGETS) for (const way of WAYS) assert.ok(runs(way(target)), way(target));
    const odd = [
      ...[
        "echo x > .g''it/hooks/a",
        'echo x > .gi\\t/config',
        'echo x > .g?t/config',
        'cp x .gi*/hooks/',
        'cp x {.git,a}/y',
      ],
      ...[
        'cd .git/hooks && cp ../../x pre-commit',
        'echo x > link/pre-commit',
        'cp x src/settings.ini',
        'tee ./link/a',
      ],
      ...[
        'cp x scripts/git/pre-commit',
        'crontab -',
        'git --git-dir=.git config a b',
        'chmod +x .git/hooks/pre-commit',
      ],
      ...["git config alias.x '!sh'", 'git config core.hooksPath tools', 'git -C . config --global core.pager x'],
      ...['git config --unset user.name', 'git config -e', 'sudo git config --file x a.b c'],
      ...['systemctl --user enable x', 'launchctl load x.plist', 'sudo systemctl link /tmp/x.service'],
      ...['cat ~/.ssh/id_ed25519', 'ls .ssh', 'echo x > /etc/profile.d/x.sh', 'cp a .GIT/config'],
    ];
    for (const command of odd) assert.ok(runs(command), command);
  });

  it('[PR60] is known although it only looks for shells that end quotes elsewhere', (t) => {
    const { runs } = scene(t);
    for (const deed of ['cp x .git/hooks/pre-commit', 'crontab x', 'cp x ~/.bashrc']) {
      assert.ok(runs(`git status 'a\\'b' ; ${deed} ; echo \\'c'`), `fish: ${deed}`);
      assert.ok(runs(`git status "a\\" ; ${deed} #"`), `PowerShell: ${deed}`);
    }
    assert.ok(!runs('grep "a\\\\|b" src/a.ts') && !runs('find src \\( -name a -o -name b \\)'));
  });

  it('[PR60] is known by its paths, its change and its patch, in whichever field', (t) => {
    const { cwd, ask } = scene(t);
    const patch = '*** Begin Patch\n*** Add File: .git/hooks/pre-commit\n+#!/bin/sh\n*** End Patch';
    const path = `${cwd}/.git/hooks/x`;
    const calls = [
      { kind: 'edit', locations: [{ path }] },
      { kind: 'edit', content: [{ type: 'diff', path: `${cwd}/link/x`, oldText: null, newText: 'x' }] },
      { kind: 'edit', rawInput: { file_path: '.bashrc', content: 'x' } },
      { kind: 'edit', rawInput: { path: 'src/settings.ini', new_string: 'x' } },
      { kind: 'other', rawInput: { input: patch } },
      { kind: 'edit', rawInput: { patch: '--- a/.git/config\n+++ b/.git/config\n@@ -1 +1 @@\n-a\n+b' } },
      { kind: 'other', rawInput: { operations: [{ type: 'create', target: '.husky/pre-commit' }] } },
      { kind: 'move', rawInput: { from: 'a', to: '.profile' } },
      { kind: 'read', rawInput: { path: `${cwd}/.ssh/id_rsa` } },
      { kind: 'execute', title: 'cp x .git/hooks/pre-commit' },
      { kind: 'think', rawInput: { command: 'touch .git/hooks/x' } },
      // In fields that nobody knows, however deep.
      ...['script', 'shell_line', 'code', 'x', 'stdin'].map((name) => ({
        ...{ kind: 'execute', rawInput: { [name]: 'echo x > .git/hooks/a' } },
      })),
      { kind: 'execute', rawInput: { command: 'ls', next: 'echo x > ~/.bashrc' } },
      { kind: 'other', rawInput: { code: 'fs.writeFileSync(".git/hooks/a", "x")' } },
      { kind: 'other', rawInput: { place: 'my files/.git/hooks/a' } },
      { kind: 'other', rawInput: { a: { b: [{ c: { d: { e: { f: { g: { h: '.git/hooks/a' } } } } } }] } } },
      { kind: 'other', rawInput: { a: { b: [{ c: { d: { e: { f: { run: 'tee .husky/pre-commit' } } } } }] } } },
    ];
    for (const call of calls) {
      assert.ok(ask(call), JSON.stringify(call));
      const {
        locations = [],
        content = [],
        rawInput = null,
        title = '',
        kind,
      } = call as unknown as Record<string, never>;
      assert.ok(
        ask({}, { locations, content, rawInput, title, toolKind: kind }),
        `told before: ${JSON.stringify(call)}`,
      );
    }
  });

  it('[RA34] is none by what a patch brings, and is one by what hides in it or beside it', (t) => {
    const { ask } = scene(t);
    const hunk = '@@ -1,2 +1,2 @@\n look at it\n-crontab -e\n+see ~/.bashrc\n\\ No newline at end of file\n';
    const diffs = [
      `--- a/x\n+++ b/x\n${hunk}`,
      `diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n${hunk}`,
      `*** Begin Patch\n*** Update File: x\n@@\n look at it\n-crontab -e\n+x\n*** End Patch\n`,
      hunk,
    ];
    for (const diff of diffs) {
      for (const field of ['diff', 'patch', 'input', 'unified_diff']) {
        const input = { path: 'x', [field]: diff };
        assert.ok(!ask({ kind: 'edit', rawInput: input }), JSON.stringify(input));
        assert.ok(ask({ kind: 'execute', rawInput: input }), 'a tool that runs something may run it');
        assert.ok(ask({ kind: 'other', rawInput: { [field]: `crontab -e\n${diff}` } }), 'a line before it');
        assert.ok(ask({ kind: 'edit', rawInput: { path: 'x', [field]: `crontab -e\n${diff}` } }), 'a line before it');
        assert.ok(ask({ kind: 'edit', rawInput: { path: 'x', [field]: `${diff}crontab -e\n` } }), 'a line after it');
        assert.ok(ask({ kind: 'edit', rawInput: { ...input, next: 'crontab -e' } }), 'a field beside it');
      }
      assert.ok(ask({ kind: 'edit', rawInput: { path: 'x', next: diff } }), 'a field that nobody knows');
    }
    for (const field of ['before', 'after', 'insert_text', 'new_source', 'code_edit']) {
      assert.ok(!ask({ kind: 'edit', rawInput: { path: 'x', [field]: 'look at ~/.bashrc' } }), field);
      assert.ok(ask({ kind: 'execute', rawInput: { path: 'x', [field]: 'look at ~/.bashrc' } }), field);
    }
    assert.ok(ask({ kind: 'edit', rawInput: { path: 'x', diff: 'Index: .git/hooks/a\n@@ -0,0 +1 @@\n+x y\n' } }));
  });

  it('[PR60] is none if it only looks, or is about something else', (t) => {
    const { cwd, ask, runs } = scene(t);
    const looks = [
      'cat .git/HEAD',
      'ls -la .git',
      'git status',
      'git log -3',
      'grep -r x . --exclude-dir=.git',
      'find . -path ./.git -prune',
      'git config --get user.name',
      'git config user.name',
      'git config --list --show-origin',
      'systemctl status x',
    ];
    const others = [
      'npm test',
      'git commit -m "x"',
      'git push',
      'git clone https://x.test/y.git',
      'echo x > .gitignore',
      'cp a src/b',
    ];
    for (const command of [...looks, ...others]) assert.ok(!runs(command), command);
    assert.ok(!ask({ kind: 'read', locations: [{ path: `${cwd}/.git/config` }] }));
    assert.ok(!ask({ kind: 'edit', locations: [{ path: `${cwd}/src/a.ts` }] }));
    const readme = { file_path: 'README.md', content: 'Hooks are in .git/hooks, see ~/.bashrc' };
    assert.ok(!ask({ kind: 'edit', rawInput: readme }), 'what a file says is not what it is');
  });
});
