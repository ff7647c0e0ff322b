import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { workspace } from '../paths/workspace.rig.js';
import type { AskedCall, PermissionRule } from '../protocol/permission-rule.js';
import { call, prefix, rule, run } from './rule.rig.js';
import { ruleJudge } from './rule-judge.js';

const decides = async (asked: AskedCall, ...rules: PermissionRule[]) =>
  (await ruleJudge.judge(asked, rules))?.id ?? null;
const is = async (one: PermissionRule, asked: AskedCall) => (await decides(asked, one)) === one.id;

describe('a rule', () => {
  it('[PR1] is about a call if all that it names is so', async () => {
    const asked = call({ kind: 'fetch', title: 'Fetch docs' });
    const named = { agentId: 'demo', folder: '/work', toolKind: 'fetch', title: 'Fetch docs' } as const;
    assert.ok(await is(rule(named), asked));
    for (const wrong of [
      { agentId: 'other' },
      { folder: '/work/b' },
      { folder: '/wor' },
      { toolKind: 'read' as const },
      { title: 'Fetch doc' },
    ]) {
      assert.ok(!(await is(rule({ ...named, ...wrong }), asked)), JSON.stringify(wrong));
    }
  });

  it('[PR1] reads the command in all the forms that agents use', async () => {
    const forms = [
      ...[run('npm test'), run(['npm', 'test']), run(['bash', '-lc', 'npm test']), run('npm', { args: ['test'] })],
      ...[
        call({ kind: 'execute', rawInput: { cmd: 'npm test' } }),
        call({ rawInput: { commands: ['npm test', 'npm test x'] } }),
      ],
      call(
        {},
        { entry: { title: '', toolKind: 'execute', rawInput: { command: 'npm test' }, content: [], locations: [] } },
      ),
    ];
    for (const form of forms) assert.ok(await is(prefix('npm test'), form), JSON.stringify(form));
  });

  it('[PR7] does not match what the agent has not told, and takes a title word by word', async () => {
    const silent = [
      call({ kind: 'execute', title: 'npm test' }),
      run(''),
      run(7),
      run([1]),
      call({ rawInput: 'npm test' }),
    ];
    for (const asked of silent) assert.ok(!(await is(prefix('npm test'), asked)), JSON.stringify(asked));
    assert.ok(!(await is(rule({ path: '**', toolKind: 'edit' }), call({ kind: 'edit', title: 'Edit a.ts' }))));
    assert.ok(!(await is(rule({ title: 'Fetch *' }), call({ title: 'Fetch x' }))));
  });

  it('[PR7] must be right for what was announced and for what is asked', async () => {
    const entry = {
      title: '',
      toolKind: 'execute',
      rawInput: { command: 'rm x' },
      content: [],
      locations: [],
    } as const;
    const asked = call({ rawInput: { command: 'npm test' } }, { entry });
    assert.deepEqual([await is(prefix('npm test'), asked), await is(prefix('rm', 'reject'), asked)], [false, true]);
  });

  it('[PR1] for a folder does not let a command run in another one', async (t) => {
    const { root, outside } = workspace(t);
    const inFolder = (cwd: string) => ({ ...run('npm test', { cwd }), cwd: root });
    const here = prefix('npm test', 'allow', { folder: root });
    const results = [join(root, 'sub'), outside, join(root, 'out'), '/'].map((cwd) => is(here, inFolder(cwd)));
    assert.deepEqual(await Promise.all(results), [true, false, false, false]);
    assert.ok(await is(prefix('npm test'), inFolder(outside)));
  });

  it('[PR6] about a path never lets a command run', async () => {
    const asked = call({ kind: 'execute', rawInput: { command: 'rm x' }, locations: [{ path: '/work/a/x' }] });
    assert.ok(!(await is(rule({ path: '**' }), asked)));
    assert.ok(await is(rule({ path: '**', effect: 'reject' }), asked));
  });
});

describe('a path of a rule', () => {
  const edit = (cwd: string, ...paths: string[]) =>
    call({ kind: 'edit', locations: paths.map((path) => ({ path })) }, { cwd });

  it('[PR6] is compared with where a path really leads', async (t) => {
    const { root, outside } = workspace(t);
    const allowed = rule({ path: '**', toolKind: 'edit' });
    const inside = ['five', 'sub/new.txt', 'in/x', 'sub/../five'];
    for (const path of inside) assert.ok(await is(allowed, edit(root, join(root, path))), path);
    const tricks = [
      `${root}/out/secret`,
      `${root}/secret`,
      `${root}/dangling`,
      `${root}/../outside/x`,
      `${root}-twin/x`,
      `${root}/loop/x`,
      outside,
    ];
    for (const path of tricks) assert.ok(!(await is(allowed, edit(root, path))), path);
    assert.ok(await is(rule({ path: 'sub/**' }), edit(root, `${root}/in/x`)));
    assert.ok(await is(rule({ path: `${outside}/**`, effect: 'reject' }), edit(root, `${root}/out/x`)));
    assert.ok(await is(rule({ path: 'out/**', effect: 'reject' }), edit(root, `${root}/out/x`)));
  });

  it('[PR6] allows only if all places match, and rejects if one does', async (t) => {
    const { root } = workspace(t);
    const both = edit(root, `${root}/sub/a`, `${root}/five`);
    assert.deepEqual(
      [await is(rule({ path: 'sub/**' }), both), await is(rule({ path: 'sub/**', effect: 'reject' }), both)],
      [false, true],
    );
    const diff = { type: 'diff' as const, path: `${root}/five`, oldText: '', newText: '' };
    const hidden = call({ kind: 'edit', locations: [{ path: `${root}/sub/a` }], content: [diff] }, { cwd: root });
    assert.ok(!(await is(rule({ path: 'sub/**' }), hidden)));
    const many = edit(root, ...Array.from({ length: 101 }, (_, n) => `${root}/sub/${n}`));
    assert.ok(!(await is(rule({ path: 'sub/**' }), many)));
  });

  it('[PR6] is found where agents put it', async (t) => {
    const { root } = workspace(t);
    const path = `${root}/sub/a`;
    const inputs = [
      { path },
      { file_path: path },
      { fileName: 'sub/a' },
      { changes: { [path]: {} } },
      { edits: [{ path }] },
      { paths: [path] },
    ];
    for (const rawInput of inputs) {
      assert.ok(
        await is(rule({ path: 'sub/*' }), call({ kind: 'edit', rawInput }, { cwd: root })),
        JSON.stringify(rawInput),
      );
    }
    // The tools of some models call what they do with a file its command.
    assert.ok(
      await is(rule({ path: 'sub/*' }), call({ kind: 'edit', rawInput: { command: 'create', path } }, { cwd: root })),
    );
  });
});

describe('several rules', () => {
  it('[PR2] leave the decision to the most specific, and to the one that rejects if they are equal', async () => {
    const asked = run('npm test --watch');
    const kind = rule({ toolKind: 'execute', effect: 'reject' });
    const [wide, narrow] = [prefix('npm', 'reject'), prefix('npm test')];
    const exact = rule({ effect: 'reject', command: { text: 'npm test --watch', isPrefix: false } });
    assert.equal(await decides(asked, kind, wide, narrow), narrow.id);
    assert.equal(await decides(asked, narrow, exact, wide), exact.id);
    const equal = prefix('npm test', 'reject');
    assert.equal(await decides(asked, equal, narrow), equal.id);
    assert.equal(await decides(asked, narrow, equal), equal.id);
    const here = prefix('npm test', 'allow', { folder: '/work/a' });
    assert.equal(await decides(asked, equal, here), here.id);
    assert.equal(
      (await decides(asked, prefix('npm test', 'reject', { agentId: 'demo' }), narrow)) === narrow.id,
      false,
    );
  });
});

describe('suggestions', () => {
  const patterns = async (asked: AskedCall) =>
    (await ruleJudge.suggest(asked)).map(({ command, path, title, toolKind }) =>
      command ? `${command.text}${command.isPrefix ? ' *' : ''}` : `${toolKind} ${path ?? title ?? ''}`.trim(),
    );

  it('[PR10] go from this very command to what it begins with, and never to what could be anything', async () => {
    assert.deepEqual(await patterns(run('npm run build --prod')), [
      'npm run build --prod',
      'npm run build *',
      'npm run *',
    ]);
    assert.deepEqual(await patterns(run('git status')), ['git status', 'git status *']);
    assert.deepEqual(await patterns(run('ls -la src')), ['ls -la src', 'ls *']);
    for (const risky of [
      'rm -rf dist',
      'sudo ls',
      'sh x.sh',
      'node -e 1',
      'npm test && rm x',
      'curl x | sh',
      'A=1 make',
    ]) {
      assert.deepEqual(await patterns(run(risky)), [risky]);
    }
  });

  it('[PR10] go from this file to its folder and the project', async (t) => {
    const { root } = workspace(t);
    const edit = (path: string, kind: 'edit' | 'read' = 'edit') =>
      call({ kind, locations: [{ path: join(root, path) }] }, { cwd: root });
    assert.deepEqual(await patterns(edit('sub/a [1].ts')), ['edit sub/a \\[1\\].ts', 'edit sub/**', 'edit **']);
    assert.deepEqual(await patterns(edit('in/x', 'read')), ['read sub/x', 'read sub/**', 'read **', 'read']);
    assert.deepEqual(await patterns(call({ title: 'Ask the oracle' })), ['other Ask the oracle']);
  });

  it('[PR10] all answer the same question the next time', async (t) => {
    const { root } = workspace(t);
    const asked = [
      run('cargo test -q'),
      call({ kind: 'edit', locations: [{ path: `${root}/in/{a}` }] }, { cwd: root }),
      call({ title: 'T' }),
    ];
    for (const one of asked) {
      const drafts = await ruleJudge.suggest(one);
      assert.ok(drafts.length > 0);
      for (const draft of drafts) {
        assert.ok(await ruleJudge.isMatch(one, draft), JSON.stringify(draft));
        assert.equal(ruleJudge.trouble(draft), null);
      }
    }
  });
});

describe('a rule that cannot be kept', () => {
  it('[PR12] is refused with a sentence', () => {
    const bad = [
      rule({}),
      rule({ agentId: 'demo' }),
      rule({ effect: 'reject' }),
      prefix('npm test; rm'),
      prefix(''),
      rule({ path: '../**' }),
      rule({ path: 'a', folder: 'b' }),
    ];
    for (const one of bad) assert.match(ruleJudge.trouble(one) ?? '', /^[A-Z].*\.$/);
    assert.equal(ruleJudge.trouble(rule({ effect: 'reject', agentId: 'demo' })), null);
  });
});
