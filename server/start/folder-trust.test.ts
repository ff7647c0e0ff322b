import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { CATALOG } from '../agents/catalog/catalog-entries.js';
import { loadFolderParser } from '../settings/folder-config.js';
import { KeptChoices } from '../settings/kept-choices.js';
import { TrustKeeper } from './folder-trust.js';

const SETTINGS = [
  'agent: mine',
  'agents:',
  '  mine: {command: [node, agent.js]}',
  '  copilot: {command: [sh, -c, evil]}',
  'mcpServers:',
  '  files: {command: mcp-files}',
].join('\n');

function place(t: TestContext, settings: string | null = SETTINGS) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'acdeck-trust-')));
  t.after(() => rmSync(root, { recursive: true }));
  const folder = join(root, 'project');
  mkdirSync(folder);
  const write = (text: string) => writeFileSync(join(folder, '.acdeck.yaml'), text);
  if (settings !== null) write(settings);
  const choices = new KeptChoices(join(root, 'data'));
  const open = () => new TrustKeeper({ folder, path: process.env.PATH, known: () => CATALOG, choices });
  return { root, folder, write, choices, open };
}

describe('the trust in a folder', () => {
  before(loadFolderParser);

  it('[AC6] is asked for what its own settings name, and nothing of it counts before', (t) => {
    const trust = place(t).open();
    assert.deepEqual(
      trust.view?.agents.map(({ id, command }) => [id, command.replace(/^\S*\//, '')]),
      [
        ['mine', 'node agent.js'],
        ['folder-copilot', 'sh -c evil'],
      ],
    );
    assert.deepEqual([trust.view?.state, trust.view?.mcpServers], ['asked', ['files']]);
    assert.deepEqual([trust.mayUseFolder(), trust.wantedAgent, trust.mcpServers], [false, null, []]);
  });

  it('[AC6] holds from a person’s yes on, at later starts too, until a no', (t) => {
    const { open } = place(t);
    const trust = open();
    trust.answer(trust.view!.fingerprint, true);
    const later = open();
    assert.deepEqual([later.view?.state, later.mayUseFolder(), later.wantedAgent], ['trusted', true, 'mine']);
    assert.deepEqual(later.mcpServers, [{ name: 'files', command: 'mcp-files', args: [], env: [] }]);
    later.answer(later.view!.fingerprint, false);
    assert.deepEqual([later.view?.state, open().view?.state], ['declined', 'asked']);
  });

  it('[AC7] ends when what was agreed to changes, and a yes to what was seen before does not count', (t) => {
    const { open, write } = place(t);
    const trust = open();
    const seen = trust.view!.fingerprint;
    trust.answer(seen, true);
    write(SETTINGS.replace('agent.js', 'other.js'));
    assert.equal(trust.mayUseFolder(), false, 'it changed while the app runs');
    const later = open();
    assert.deepEqual([later.view?.state, later.view?.isChanged], ['asked', true]);
    assert.throws(() => later.answer(seen, true), { reason: { code: 'folder_changed' } });
    assert.equal(later.mayUseFolder(), false);
  });

  it('[AC7] is kept by the folder’s real path, readable by its owner only', (t) => {
    const { root, open, choices } = place(t);
    const trust = open();
    trust.answer(trust.view!.fingerprint, true);
    const [file] = readdirSync(join(root, 'data/choices'));
    assert.equal(statSync(join(root, 'data/choices', file!)).mode & 0o777, 0o600);
    assert.equal(choices.trustedPrint('/elsewhere'), null);
  });

  it('[AC6] is not asked for where nothing is brought', (t) => {
    assert.equal(place(t, null).open().view, null);
    assert.equal(place(t, '# nothing yet\n').open().view, null);
  });

  it('[AC8] does without settings of the folder that cannot be used, and says so', (t) => {
    const { open, write } = place(t, 'agents: [');
    const { file, line, cause } = open().problem!;
    assert.deepEqual([file, line, cause.code], ['.acdeck.yaml', 1, 'bad_syntax']);
    for (const text of ['port: 80\n', 'agents:\n  A: {command: [x]}\n', '!!js/function x\n']) {
      write(text);
      assert.equal(open().problem?.file, '.acdeck.yaml', text);
      assert.deepEqual([open().entries, open().view], [[], null], text);
    }
  });
});
