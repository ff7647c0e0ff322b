import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { type AgentDraft, HIDDEN_VALUE, type McpDraft, type SettingsUpdate } from '../protocol/api/config.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import { type SettingsChange, SettingsFile } from './settings-file.js';
import { SettingsFiles } from './settings-files.js';

const HAND = `# mine
theme: dark
agents:
  mine:
    command: [mine, --acp] # by hand
    env: {TOKEN: s3cret, "LEVEL": "9"}
mcpServers:
  web:
    url: https://example.com/mcp
    headers:
      Authorization: >-
        Bearer s3cret
`;

async function place(t: TestContext, text: string | null = HAND, folderText: string | null = null) {
  const root = mkdtempSync(join(tmpdir(), 'acdeck-files-'));
  t.after(() => rmSync(root, { recursive: true }));
  const path = join(root, 'config.yaml');
  const folder = join(root, 'project');
  mkdirSync(folder);
  const folderPath = join(folder, '.acdeck.yaml');
  if (text !== null) writeFileSync(path, text);
  if (folderText !== null) writeFileSync(folderPath, folderText);
  const user = await SettingsFile.open(path, { mustExist: false, isBuiltIn: (id) => id === 'demo' });
  const folderChanges: number[] = [];
  const files = new SettingsFiles({ user, folder, onFolderChange: () => void folderChanges.push(1) });
  t.after(() => files.close());
  const changes: SettingsChange[] = [];
  user.onChange((change) => changes.push(change));
  const read = () => readFileSync(path, 'utf8');
  return { user, files, path, read, folder, folderPath, folderChanges, changes };
}

/** What a refusal says, for a person who reads it. */
async function refusal(act: Promise<unknown>): Promise<(string | number | undefined)[]> {
  const error = await act.then(
    () => assert.fail('It was not refused.'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof RpcError, String(error));
  const { reason } = error;
  if (reason?.code !== 'settings_invalid') return [error.name, reason?.code];
  const { line, cause } = reason.problem;
  return [error.name, cause.code, line, 'key' in cause ? cause.key : undefined];
}

const AGENT: AgentDraft = { name: null, command: ['x'], env: {}, home: null };

describe('settings as text', () => {
  it('[K14] gives the text without what variables and headers hold', async (t) => {
    const { files, path } = await place(t);
    const { text, revision, ...rest } = await files.content('user');
    assert.deepEqual(rest, { place: 'user', path });
    assert.doesNotMatch(text, /s3cret|"9"/);
    assert.equal(text.split(HIDDEN_VALUE).length - 1, 3);
    assert.match(text, /command: \[mine, --acp\] # by hand/);
    assert.ok(revision);
  });

  it('[K14] hides them in a text with mistakes too', async (t) => {
    const { files, path } = await place(t);
    for (const text of [
      `${HAND}theme: [`,
      HAND.replace('theme: dark', 'theme: dark\n theme: x'),
      `${HAND}\n---\na: 1`,
    ]) {
      writeFileSync(path, text);
      assert.doesNotMatch((await files.content('user')).text, /s3cret/, text);
    }
  });

  it('[K15] saves a text and keeps what was hidden in it', async (t) => {
    const { files, read, changes } = await place(t);
    const { text, revision } = await files.content('user');
    const saved = await files.save('user', text.replace('dark', 'light'), revision);
    assert.equal(read(), HAND.replace('dark', 'light'));
    assert.notEqual(saved.revision, revision);
    assert.equal(changes.at(-1)?.kind, 'changed');
    // The same again is no conflict: the answer may have been lost.
    assert.deepEqual(await files.save('user', text.replace('dark', 'light'), revision), saved);
  });

  it('[K15] refuses a text that was made from an older file, and loses neither', async (t) => {
    const { files, path, read } = await place(t);
    const { text, revision } = await files.content('user');
    writeFileSync(path, HAND.replace('# mine', '# by hand meanwhile'));
    assert.deepEqual(await refusal(files.save('user', `${text}port: 1\n`, revision)), ['conflict', 'settings_changed']);
    assert.equal(read(), HAND.replace('# mine', '# by hand meanwhile'));
    const newer = await files.content('user');
    await files.save('user', `${newer.text}port: 1\n`, newer.revision);
    assert.equal(read(), `${HAND.replace('# mine', '# by hand meanwhile')}port: 1\n`);
  });

  it('[K15] refuses a hidden value that there is not', async (t) => {
    const { files, read } = await place(t);
    const { revision } = await files.content('user');
    const text = `agents:\n  mine:\n    command: [x]\n    env: {OTHER: "${HIDDEN_VALUE}"}\n`;
    assert.deepEqual(await refusal(files.save('user', text, revision)), [
      ...['bad_request', 'nothing_hidden', 4, 'agents.mine.env.OTHER'],
    ] as const);
    assert.equal(read(), HAND);
  });

  const bomb = ['agents:', '  a0: &a0 {command: [x, x]}'];
  for (let i = 1; i < 10; i++)
    bomb.push(
      `  a${i}: &a${i} [${Array(9)
        .fill(`*a${i - 1}`)
        .join(', ')}]`,
    );
  const HOSTILE: [what: string, text: string, refused: [code: string, line?: number, key?: string]][] = [
    ['a bomb of references', bomb.join('\n'), ['too_many_aliases', 3, 'agents']],
    ['a tag', 'theme: dark\nport: !!js/function "x"\n', ['bad_syntax', 2]],
    ['a prototype', 'theme: dark\n__proto__: {x: 1}\n', ['bad_key', 2, '__proto__']],
    ['a constructor', 'theme: dark\nconstructor: {x: 1}\n', ['unknown_key', 2, 'constructor']],
    ['a wrong type', 'theme: dark\nport: high\n', ['bad_value', 2, 'port']],
    ['a wrong type inside', 'agents:\n  a:\n    command: [1]\n', ['bad_value', 3, 'agents.a.command']],
    ['an unknown key', 'theme: dark\n\nallow: "*"\n', ['unknown_key', 3, 'allow']],
    ['an unknown key inside', 'agents:\n  a:\n    command: [x]\n    shell: yes\n', ['unknown_key', 4, 'shell']],
    ['brackets without end', `theme: dark\nagents: ${'['.repeat(1_000)}`, ['nested_too_deeply', 2, 'agents']],
    ['a program that is missing', 'theme: dark\nagents:\n  a: {name: A}\n', ['bad_value', 3, 'agents.a.command']],
    ['a megabyte', `# ${'x'.repeat(1024 * 1024)}`, ['too_large']],
  ];
  for (const [what, text, [code, line, key]] of HOSTILE) {
    it(`[K16] refuses ${what}, from the page and in the file, and the last good version holds`, async (t) => {
      const { files, user, path, read, changes } = await place(t);
      const { revision } = await files.content('user');
      const found = await refusal(files.save('user', text, revision));
      assert.deepEqual(found.slice(0, 3), ['bad_request', code, line]);
      if (key !== undefined) assert.equal(found[3], key);
      assert.equal(read(), HAND);
      writeFileSync(path, text);
      const { files: infos } = await files.reload();
      const { problem } = infos[0]!;
      assert.deepEqual([problem?.cause.code, problem?.line], [code, line]);
      assert.equal(changes.at(-1)?.kind, 'invalid');
      assert.equal(user.get().values.theme, 'dark');
      assert.ok(user.config.agents.has('mine'));
      assert.equal(Reflect.get({}, 'x'), undefined);
      assert.equal((await refusal(files.update({ theme: 'light' })))[0], 'conflict');
    });
  }

  it('[K22] reads both files again on request, and says what is in force', async (t) => {
    const { files, path, folderPath } = await place(t, 'port: 7\n');
    assert.deepEqual((await files.info()).host, {
      ...{ agent: null, port: 7, open: true, shell: 'local', additionalDirectories: [] },
      commitMessages: { agent: null, model: null },
    });
    writeFileSync(path, HAND);
    writeFileSync(folderPath, 'agents:\n  theirs: {command: [evil]}\n');
    const info = await files.reload();
    assert.deepEqual(info.agents, [
      { id: 'mine', name: null, command: ['mine', '--acp'], env: ['TOKEN', 'LEVEL'], home: null },
    ]);
    assert.deepEqual(info.mcpServers, [
      { name: 'web', kind: 'http', url: 'https://example.com/mcp', headers: ['Authorization'] },
    ]);
    assert.deepEqual(info.ofFolder, { agents: ['theirs'], mcpServers: [] });
    assert.deepEqual(
      info.files.map(({ exists, problem }) => [exists, problem]),
      [
        [true, null],
        [true, null],
      ],
    );
    assert.doesNotMatch(JSON.stringify(info), /s3cret|evil/);
  });
});

describe('settings by form', () => {
  it('[K19] sets every setting that has one value, and takes it out again', async (t) => {
    const { files, user, read } = await place(t, '# mine\n');
    const change: SettingsUpdate = {
      ...{ theme: 'dark' as const, agent: 'node my.js --acp', port: 8080, open: false, shell: 'off' as const },
      ...{ additionalDirectories: ['/a b'], commitMessages: { agent: 'demo', model: null } },
    };
    await files.update(change);
    const { agent, host, additionalDirectories, commitMessages } = user.config;
    assert.deepEqual({ theme: user.get().values.theme, agent, ...host, additionalDirectories, commitMessages }, change);
    await files.update({
      agent: null,
      port: null,
      additionalDirectories: [],
      commitMessages: { agent: null, model: null },
    });
    assert.equal(read(), '# mine\ntheme: dark\nopen: false\nshell: off\n');
  });

  it('[K20] adds, changes and removes an agent, and leaves the rest', async (t) => {
    const { files, user, read } = await place(t);
    await files.saveAgent('new', { ...AGENT, name: 'New', env: { KEY: 'v: #1' }, home: '/h' }, true);
    assert.ok(read().startsWith(HAND.slice(0, HAND.indexOf('mcpServers'))));
    assert.deepEqual(user.config.agents.get('new'), { name: 'New', command: ['x'], env: { KEY: 'v: #1' }, home: '/h' });
    await files.saveAgent('new', { ...AGENT, name: 'Newer', env: { KEY: null, B: '2' } }, false);
    assert.deepEqual(user.config.agents.get('new')?.env, { KEY: 'v: #1', B: '2' });
    await files.removeAgent('new');
    assert.equal(read(), HAND);
    await files.removeAgent('new');
    await files.removeAgent('mine');
    assert.doesNotMatch(read(), /agents/);
  });

  it('[K20] keeps a variable that was not changed, and refuses one that is not there', async (t) => {
    const { files, user, read } = await place(t);
    const mine = { name: null, command: ['mine', '--acp'], home: null };
    await files.saveAgent('mine', { ...mine, env: { TOKEN: null, LEVEL: null } }, false);
    assert.equal(read(), HAND);
    assert.deepEqual(await refusal(files.saveAgent('mine', { ...mine, env: { GHOST: null } }, false)), [
      ...['bad_request', 'no_kept_value'],
    ] as const);
    await files.saveAgent('mine', { ...mine, env: { TOKEN: null } }, false);
    assert.deepEqual(user.config.agents.get('mine')?.env, { TOKEN: 's3cret' });
  });

  it('[K20] refuses a new agent under a name that is taken, but not a repeat', async (t) => {
    const { files } = await place(t);
    assert.deepEqual(await refusal(files.saveAgent('mine', AGENT, true)), ['conflict', 'name_taken']);
    assert.deepEqual(await refusal(files.saveAgent('demo', AGENT, true)), ['conflict', 'name_taken']);
    await files.saveAgent('new', AGENT, true);
    await files.saveAgent('new', AGENT, true);
    assert.deepEqual(await refusal(files.saveAgent('new', { ...AGENT, command: ['y'] }, true)), [
      'conflict',
      'name_taken',
    ]);
  });

  it('[K20] adds, changes and removes MCP servers of each kind', async (t) => {
    const { files, user, read } = await place(t);
    const tool: McpDraft = { kind: 'stdio', command: 'tool', args: ['--a b'], env: { T: '1' } };
    await files.saveMcpServer('tool', tool, true);
    await files.saveMcpServer(
      'web',
      { kind: 'http', url: 'https://example.com/2', headers: { Authorization: null } },
      false,
    );
    assert.deepEqual(user.config.mcpServers, [
      {
        type: 'http',
        name: 'web',
        url: 'https://example.com/2',
        headers: [{ name: 'Authorization', value: 'Bearer s3cret' }],
      },
      { name: 'tool', command: 'tool', args: ['--a b'], env: [{ name: 'T', value: '1' }] },
    ]);
    await files.saveMcpServer('tool', { kind: 'sse', url: 'http://127.0.0.1:1/sse', headers: {} }, false);
    assert.deepEqual(user.config.mcpServers[1], {
      type: 'sse',
      name: 'tool',
      url: 'http://127.0.0.1:1/sse',
      headers: [],
    });
    assert.deepEqual(await refusal(files.saveMcpServer('tool', tool, true)), ['conflict', 'name_taken']);
    for (const name of ['tool', 'web']) await files.removeMcpServer(name);
    assert.equal(read(), HAND.slice(0, HAND.indexOf('mcpServers')));
    const bad: McpDraft = { kind: 'http', url: 'file:///etc/passwd', headers: {} };
    assert.equal((await refusal(files.saveMcpServer('bad', bad, true)))[0], 'bad_request');
  });

  it('[K21] refuses a change that references leave no room for', async (t) => {
    const text = 'agents:\n  a: &a {command: [x]}\n  b: *a\n';
    const { files, read } = await place(t, text);
    assert.deepEqual(await refusal(files.removeAgent('a')), ['conflict', 'settings_by_hand']);
    assert.equal(read(), text);
  });
});

describe('settings that others write too', () => {
  it('[K17] keeps an edit that is made while a change is written', async (t) => {
    const { user, path, read } = await place(t, 'theme: dark\n');
    let edits = 0;
    // The last look before the change is the moment at which it would get lost.
    const look = user.read.bind(user);
    user.read = () => {
      const text = look();
      if (edits < 3 && text?.includes('theme')) writeFileSync(path, `${text}# by hand ${++edits}\n`);
      return text;
    };
    await user.update({ density: 'compact' });
    for (const line of ['theme: dark', '# by hand 1', '# by hand 2', '# by hand 3', 'density: compact']) {
      assert.ok(read().includes(line), `${line} is in ${read()}`);
    }
  });

  it('[K18] says when an older text is saved over a change', async (t) => {
    const { user, files, path, changes } = await place(t, 'theme: dark\nport: 1\n');
    await files.update({ theme: 'light', density: 'compact' });
    writeFileSync(path, 'theme: dark\nport: 2\n');
    await user.reload();
    const told = changes.at(-1);
    assert.deepEqual(told?.kind === 'changed' && told.undone, ['theme', 'density']);
    writeFileSync(path, 'theme: dark\nport: 3\n');
    await user.reload();
    const later = changes.at(-1);
    assert.deepEqual(later?.kind === 'changed' && later.undone, []);
  });
});

describe('the settings of a folder', () => {
  it('[K23] refuses by name what only a person may set, and tools that it would allow', async (t) => {
    const { files, folderPath } = await place(t, HAND, '');
    const cases: [text: string, code: string, line: number, key: string][] = [
      ['agent: demo\nshell: all\n', 'not_for_folders', 2, 'shell'],
      ['delegation: on\n', 'not_for_folders', 1, 'delegation'],
      ['additionalDirectories: [/]\n', 'not_for_folders', 1, 'additionalDirectories'],
      ['rules:\n  - allow: "*"\n', 'unknown_key', 1, 'rules'],
      ['agent: demo\nallowAll: true\n', 'unknown_key', 2, 'allowAll'],
      ['permissions: {allow: [bash]}\n', 'unknown_key', 1, 'permissions'],
    ];
    for (const [text, code, line, key] of cases) {
      writeFileSync(folderPath, text);
      const { problem } = (await files.reload()).files[1]!;
      assert.deepEqual([problem?.line, problem?.cause], [line, { code, key }], text);
      const { revision } = await files.content('folder');
      assert.deepEqual(await refusal(files.save('folder', `${text}# more\n`, revision)), [
        'bad_request',
        code,
        line,
        key,
      ]);
    }
  });

  it('[K23] can be written from the page, as a file of the project, and is followed', async (t) => {
    const { files, folderPath, folderChanges } = await place(t);
    const { text, revision } = await files.content('folder');
    assert.deepEqual([text, revision], ['', null]);
    const wish = 'agents:\n  theirs:\n    command: [x]\n    env: {A: s3cret}\n';
    const saved = await files.save('folder', wish, null);
    assert.equal(readFileSync(folderPath, 'utf8'), wish);
    assert.doesNotMatch(saved.text, /s3cret/);
    assert.equal(statSync(folderPath).mode & 0o777, 0o644);
    assert.equal(folderChanges.length, 1);
    assert.deepEqual(await refusal(files.save('folder', '# other\n', null)), ['conflict', 'settings_changed']);
    writeFileSync(folderPath, '# by hand, and longer than a moment ago\n');
    await files.reload();
    assert.equal(folderChanges.length, 2);
  });

  it('[K23] is never written through a link', async (t) => {
    const { files, folderPath, path, read } = await place(t);
    symlinkSync(path, folderPath);
    assert.equal((await refusal(files.content('folder')))[1], 'link');
    assert.equal((await refusal(files.save('folder', '# x\n', null)))[1], 'link');
    assert.equal(read(), HAND);
  });
});
