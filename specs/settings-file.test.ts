import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { ConfigInfo, SettingsUpdate } from '../server/protocol/api/config.js';
import { RpcError } from '../server/protocol/api/rpc-error.js';
import { SettingsFile } from '../server/settings/settings-file.js';
import { SettingsFiles } from '../server/settings/settings-files.js';
import { ROOT } from './project-root.js';

/** A settings file with every key that version had, what it read in it, and what it made of it for each changed value. */
interface Fixture {
  readonly lines: readonly string[];
  readonly read: Pick<ConfigInfo, 'host' | 'agents' | 'mcpServers'> & { readonly values: object };
  readonly changes: Readonly<
    Record<string, { readonly value: unknown; readonly before?: string[]; readonly after?: string[]; refused?: string }>
  >;
}

const OLD = JSON.parse(readFileSync(join(ROOT, 'specs/fixtures/settings-file.json'), 'utf8')) as Fixture;

async function opened(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'acdeck-settings-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'config.yaml');
  writeFileSync(path, OLD.lines.join('\n'), { mode: 0o600 });
  const user = await SettingsFile.open(path, { mustExist: true });
  const files = new SettingsFiles({ user, folder, onFolderChange: () => {} });
  t.after(() => files.close());
  return { files, lines: () => readFileSync(path, 'utf8').split('\n') };
}

describe('a settings file of version 0.1.0', () => {
  it('[K27] has the values that it had', async (t) => {
    const { files } = await opened(t);
    const { host, agents, mcpServers } = await files.info();
    assert.deepEqual(within(files.get().values, OLD.read.values), OLD.read.values);
    assert.deepEqual(within(host, OLD.read.host), OLD.read.host);
    assert.deepEqual({ agents, mcpServers }, { agents: OLD.read.agents, mcpServers: OLD.read.mcpServers });
  });

  for (const [key, { value, before = [], after = [], refused }] of Object.entries(OLD.changes)) {
    it(`[K27] keeps its other lines and comments when ${key} changes`, async (t) => {
      const { files, lines } = await opened(t);
      const change = files.update({ [key]: value } as SettingsUpdate);
      if (refused) {
        await assert.rejects(change, (error) => error instanceof RpcError && error.reason?.code === refused);
        assert.deepEqual(lines(), OLD.lines);
        return;
      }
      await change;
      const from = OLD.lines.findIndex((_, n) => before.every((line, i) => OLD.lines[n + i] === line));
      assert.deepEqual(lines(), OLD.lines.toSpliced(from, before.length, ...after));
    });
  }
});

/** A newer version may know more, never less or otherwise. */
function within(values: object, earlier: object): object {
  return Object.fromEntries(Object.keys(earlier).map((key) => [key, values[key as keyof typeof values]]));
}
