import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { CATALOG } from './catalog/catalog-entries.js';
import { scratchFolder } from './connection/connection.rig.js';
import { testHost } from './host.rig.js';
import { writeWorkspaceTitle } from './workspace-title.js';

function workspace(t: TestContext, text: string) {
  const home = scratchFolder(t);
  const folder = join(home, 'session-state', 'id-1');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'workspace.yaml');
  writeFileSync(file, text, { mode: 0o640 });
  return { home, folder, file, read: () => readFileSync(file, 'utf8') };
}

describe("a title in Copilot's own files", () => {
  it('[AS9] changes the name and says that a person gave it; all else stays', async (t) => {
    const before = '# mine\nid: id-1\nname: Old name # by itself\nuser_named: false\nsummary_count: 2\n';
    const { home, folder, file, read } = workspace(t, before);
    await writeWorkspaceTitle(home, 'id-1', 'A: "new" #name');
    const name = `name: 'A: "new" #name' # by itself`;
    assert.equal(
      read(),
      before.replace('name: Old name # by itself', name).replace('user_named: false', 'user_named: true'),
    );
    assert.deepEqual([readdirSync(folder), statSync(file).mode & 0o777], [['workspace.yaml'], 0o640]);
  });

  it('[AS9] changes the summary of an older version, which has no name', async (t) => {
    const { home, read } = workspace(t, 'id: id-1\nsummary: Old\n');
    await writeWorkspaceTitle(home, 'id-1', 'New');
    assert.equal(read(), 'id: id-1\nsummary: New\n');
  });

  it('[AS9] leaves what is no such file alone, whatever the id says', async (t) => {
    const { home, read } = workspace(t, 'a: [1\n');
    await assert.rejects(writeWorkspaceTitle(home, 'id-1', 'New'), /is not valid YAML/);
    for (const id of ['../session-state/id-1', '..', '', 'nobody', 'a/b']) await writeWorkspaceTitle(home, id, 'New');
    assert.equal(read(), 'a: [1\n');
  });

  it('[AS9] is found where the agent keeps its data, also while it does not run', async (t) => {
    const { home, read } = workspace(t, 'name: Old\n');
    const copilot = CATALOG.find(({ quirks }) => quirks?.titlesInWorkspace)!;
    const { host } = testHost(t, () => [{ ...copilot, homePath: home }]);
    await host.renameSession(copilot.id, 'id-1', 'New');
    assert.equal(read(), 'name: New\nuser_named: true\n');
  });
});
