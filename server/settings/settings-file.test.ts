import assert from 'node:assert/strict';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, beforeEach, describe, it } from 'node:test';
import { RpcError } from '../protocol/api/rpc-error.js';
import { DEFAULT_SETTINGS } from '../protocol/features/settings-table.js';
import { ConfigError } from './config.js';
import { type SettingsChange, SettingsFile } from './settings-file.js';

const root = mkdtempSync(join(tmpdir(), 'acdeck-settings-'));
after(() => rmSync(root, { recursive: true }));

const HAND_WRITTEN = `# My settings
theme: dark   # easier on the eyes

agents:
  mine:
    command: [mine, --acp] # by hand
`;

describe('SettingsFile', () => {
  let path: string;
  let settings: SettingsFile | null = null;

  beforeEach(() => {
    path = join(mkdtempSync(join(root, 'case-')), 'config.yaml');
  });
  afterEach(() => settings?.close());

  async function open(text?: string): Promise<SettingsFile> {
    if (text !== undefined) writeFileSync(path, text);
    settings = await SettingsFile.open(path, { mustExist: false });
    return settings;
  }

  /** The next thing the file tells. */
  function change(file: SettingsFile): Promise<SettingsChange> {
    return new Promise((resolve) => {
      // Watching does not keep a process alive, so the test does.
      const alive = setInterval(() => {}, 1_000);
      const stop = file.onChange((told) => {
        stop();
        clearInterval(alive);
        resolve(told);
      });
    });
  }

  it('[K1] has the defaults without a file, unless the file must exist', async () => {
    assert.deepEqual((await open()).get(), { revision: 1, values: DEFAULT_SETTINGS });
    await assert.rejects(SettingsFile.open(path, { mustExist: true }), ConfigError);
  });

  it('[K7] changes one line and nothing else', async () => {
    const file = await open(HAND_WRITTEN);
    assert.deepEqual(await file.update({ density: 'compact', theme: 'light' }), {
      revision: 2,
      values: { ...DEFAULT_SETTINGS, theme: 'light', density: 'compact' },
    });
    assert.equal(readFileSync(path, 'utf8'), `${HAND_WRITTEN.replace('dark', 'light')}density: compact\n`);
  });

  it('[K7] changes a file of any shape', async () => {
    for (const text of ['{theme: dark, port: 1}', '# none\n---\n', '"theme": "dark"', 'port: 1\n...\n', 'port: 1']) {
      const file = await open(text);
      await file.update({ theme: 'light' });
      const again = await SettingsFile.open(path, { mustExist: true });
      assert.deepEqual(again.config, { ...file.config, values: { ...DEFAULT_SETTINGS, theme: 'light' } }, text);
    }
  });

  it('[K8] makes a file that only its owner can read, with its folder', async () => {
    path = join(path, '..', 'deep', 'er', 'config.yaml');
    await (await open()).update({ theme: 'dark' });
    assert.equal(readFileSync(path, 'utf8'), 'theme: dark\n');
    assert.equal(statSync(path).mode & 0o777, 0o600);
  });

  it('[K8] writes through a link', async () => {
    const target = join(path, '..', 'dotfiles.yaml');
    writeFileSync(target, '# kept elsewhere\n');
    symlinkSync(target, path);
    await (await open()).update({ theme: 'dark' });
    assert.ok(lstatSync(path).isSymbolicLink());
    assert.match(readFileSync(target, 'utf8'), /kept elsewhere[\s\S]*theme: dark/);
  });

  it('[K9] keeps changes that are made at the same time', async () => {
    const file = await open();
    await Promise.all([file.update({ theme: 'dark' }), file.update({ density: 'compact' })]);
    assert.deepEqual(file.get(), { revision: 3, values: { ...DEFAULT_SETTINGS, theme: 'dark', density: 'compact' } });
    assert.equal(readFileSync(path, 'utf8'), 'theme: dark\ndensity: compact\n');
  });

  it('[K10] follows edits, also of a file that was not there', async () => {
    const file = await open();
    file.watch(20);
    const told = change(file);
    writeFileSync(path, 'theme: dark\n');
    const state = { revision: 2, values: { ...DEFAULT_SETTINGS, theme: 'dark' } };
    assert.deepEqual({ ...(await told), config: null }, { kind: 'changed', state, config: null, undone: [] });
  });

  it('[SP15] is not read again before somebody has touched it', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    writeFileSync(path, 'theme: dark\n');
    utimesSync(path, 1, 1);
    const file = await open();
    const themes: string[] = [];
    // A change that leaves no trace is seen only by whoever reads the file.
    writeFileSync(path, 'theme: auto\n');
    utimesSync(path, 1, 1);
    file.watch(20);
    const told = new Promise((resolve) => {
      file.onChange((change) => {
        themes.push(file.get().values.theme);
        resolve(change);
      });
    });
    t.mock.timers.tick(20);
    writeFileSync(path, 'theme: light\n');
    t.mock.timers.tick(20);
    await told;
    assert.deepEqual(themes, ['light']);
  });

  it('[K11] tells an error once and keeps the old values until the file is right again', async () => {
    const file = await open('theme: dark\n');
    const told: SettingsChange[] = [];
    file.onChange((next) => told.push(next));
    writeFileSync(path, 'theme: dark\ncolour: red\n');
    await file.reload();
    await file.reload();
    assert.deepEqual(file.get(), { revision: 1, values: { ...DEFAULT_SETTINGS, theme: 'dark' } });
    assert.ok(told[0]?.kind === 'invalid');
    assert.deepEqual([told[0].problem.line, told[0].problem.cause], [2, { code: 'unknown_key', key: 'colour' }]);
    writeFileSync(path, 'theme: dark\n');
    await file.reload();
    assert.deepEqual(
      told.map(({ kind }) => kind),
      ['invalid', 'changed'],
    );
    assert.equal(file.get().revision, 1);
  });

  it('[K12] refuses a change while the file has an error', async () => {
    const file = await open('theme: dark\n');
    writeFileSync(path, 'theme: [\n');
    await assert.rejects(
      file.update({ theme: 'light' }),
      (error) => error instanceof RpcError && error.name === 'conflict',
    );
    assert.equal(readFileSync(path, 'utf8'), 'theme: [\n');
  });

  it('[K12] says when the file cannot be written', async () => {
    path = '/proc/acdeck/config.yaml';
    const file = await open();
    await assert.rejects(
      file.update({ theme: 'light' }),
      (error) => error instanceof RpcError && error.name === 'storage',
    );
  });

  it('[K4] refuses what is no file or too large', async () => {
    mkdirSync(path);
    await assert.rejects(open(), /not a file/);
    rmSync(path, { recursive: true });
    await assert.rejects(open(`# ${'x'.repeat(256 * 1024)}`), /larger than 256 kB/);
  });

  it('[K5] refuses a file that anyone can change', async () => {
    writeFileSync(path, 'theme: dark\n');
    chmodSync(path, 0o666);
    await assert.rejects(open(), /Anyone can change/);
  });
});
