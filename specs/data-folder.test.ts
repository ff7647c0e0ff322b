import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { Device } from '../server/ports/devices.js';
import type { PermissionRule } from '../server/protocol/api/permission-rule.js';
import { entriesOf } from '../server/protocol/transcript/entry-list.js';
import { TestServer } from '../server/sessions/registry/registry.rig.js';
import { TestTab } from '../server/sessions/registry/tab.rig.js';
import { openStore } from '../server/sessions/store/open-store.js';
import { numberOf, SqliteConnection } from '../server/sessions/store/sqlite/sqlite-connection.js';
import { SettingsFile } from '../server/settings/settings-file.js';
import { ROOT } from './project-root.js';
import { asFarAs } from './rigs/as-far-as.rig.js';
import { shownBefore } from './rigs/shown-before.rig.js';

/** What an earlier version has left on disk, and what it showed of it. */
interface Fixture {
  readonly files: Readonly<Record<string, string>>;
  readonly shown: {
    readonly sessions: Readonly<Record<string, { title: string; seq: number; entries: readonly object[] }>>;
    readonly rules: readonly PermissionRule[];
    readonly settings: { readonly values: Readonly<Record<string, unknown>> };
  };
}

const FOLDER = '/tmp/acdeck-before/shop';
const DRAFTS = ['a draft that waits\nwith two lines', 'another draft'];

describe('a data folder of the version before', () => {
  const path = join(ROOT, 'specs/fixtures/data-folder.json.gz');
  const { files, shown } = JSON.parse(gunzipSync(readFileSync(path)).toString()) as Fixture;
  const home = mkdtempSync(join(tmpdir(), 'acdeck-before-'));
  const dataDir = join(home, 'data');
  let server: TestServer;

  before(() => {
    for (const [name, bytes] of Object.entries(files)) {
      mkdirSync(join(home, dirname(name)), { recursive: true });
      writeFileSync(join(home, name), Buffer.from(bytes, 'base64'));
    }
    const { store, mending } = openStore(dataDir);
    assert.equal(mending, null, 'nothing had to be mended');
    server = new TestServer({ store, folder: FOLDER });
    server.registry.restore();
  });
  after(() => {
    server.registry.close();
    server.store.close();
    rmSync(home, { recursive: true });
  });

  it('[D36] has every session, with each entry as it was shown', () => {
    const listed = server.app.current.sessions.map(({ id, title }) => [id, title]).sort();
    assert.deepEqual(
      listed,
      Object.entries(shown.sessions)
        .map(([id, { title }]) => [id, title])
        .sort(),
    );
    for (const [id, { entries }] of Object.entries(shown.sessions)) {
      const tab = new TestTab();
      tab.take(server.registry.sync(tab, id, null));
      const now = entriesOf(tab.transcript.entries);
      assert.deepEqual(
        now.map((entry, i) => asFarAs(shownBefore(entry), entries[i])),
        entries,
      );
    }
  });

  it('[D36] has the drafts', () => {
    assert.deepEqual(Object.values(server.app.current.drafts).sort(), DRAFTS);
  });

  it('[D36] has the rules', () => {
    const rules = server.registry.rules.list();
    assert.equal(shown.rules.length, 3);
    assert.deepEqual(
      rules.map((rule, i) => asFarAs(rule, shown.rules[i])),
      shown.rules,
    );
  });

  it('[D36] has the settings', async () => {
    const settings = await SettingsFile.open(join(home, 'config/acdeck/config.yaml'), { mustExist: true });
    assert.equal(shown.settings.values.rejectAfterMinutes, 7);
    assert.deepEqual(asFarAs(settings.get().values, shown.settings.values), shown.settings.values);
  });

  it('[D36] is left where it is: nothing was set aside', () => {
    assert.deepEqual(
      readdirSync(dataDir).filter((name) => /corrupt|replaced/.test(name)),
      [],
    );
  });
});

/** What a version before left of the devices that it had let in, when their owner's role was called otherwise. */
interface DevicesFixture {
  readonly file: string;
  readonly devices: readonly (Omit<Device, 'role'> & { readonly role: string })[];
}

describe('the devices that an earlier version let in', () => {
  const path = join(ROOT, 'specs/fixtures/devices.json.gz');
  const { file, devices } = JSON.parse(gunzipSync(readFileSync(path)).toString()) as DevicesFixture;
  const root = mkdtempSync(join(tmpdir(), 'acdeck-devices-'));
  const newDir = () => mkdtempSync(join(root, 'd'));
  after(() => rmSync(root, { recursive: true }));

  const expected = devices.map((device) => ({ ...device, role: device.role === 'desk' ? 'owner' : device.role }));

  it('[D42] keep their role: browsers are those of the owner, and a token may do what it could', () => {
    assert.deepEqual(
      devices.map(({ role }) => role),
      ['desk', 'desk', 'viewer', 'approver', 'full'],
    );
    const dir = newDir();
    writeFileSync(join(dir, 'acdeck.db'), Buffer.from(file, 'base64'));
    const { store, mending } = openStore(dir);
    assert.deepEqual([store.devices.list(), mending], [expected, null]);
    store.close();
  });

  it('[D42] keep it where the file is damaged, too', () => {
    const path = join(newDir(), 'acdeck.db');
    const bytes = Buffer.from(file, 'base64');
    writeFileSync(path, bytes);
    const db = new SqliteConnection(path);
    const { root } = db.first("SELECT CAST(rootpage AS INTEGER) AS root FROM sqlite_master WHERE name = 'events'")!;
    db.close();
    const pageBytes = bytes.readUInt16BE(16);
    writeFileSync(path, bytes.fill(7, (numberOf(root) - 1) * pageBytes, numberOf(root) * pageBytes));
    const { store, mending } = openStore(dirname(path));
    assert.deepEqual([store.devices.list(), mending?.cause], [expected, 'damaged']);
    store.close();
  });
});
