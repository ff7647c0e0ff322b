import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { uploadBlock, uploadOf, uploadUri } from '../../protocol/api/uploads.js';
import { act, TestServer } from '../../sessions/registry/registry.rig.js';
import { MemoryDevices, MemoryFolders } from '../../sessions/store/memory-tables.rig.js';
import { until } from '../../testing/until.rig.js';
import { DeviceLives } from '../door/device-lives.js';
import { PromptFiles } from './prompt-files.js';
import { UploadStore } from './upload-store.js';
import { pngHead } from './uploads.rig.js';

const ALL = { image: true, audio: true, embedded: true };
const NONE = { image: false, audio: false, embedded: false };
const DAY = 24 * 60 * 60 * 1000;

function storeIn(t: TestContext, options: { now?: () => number; sureNow?: () => number; sessions?: string[] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'acdeck-prompts-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const hasSession = (id: string) => options.sessions?.includes(id) ?? true;
  const { now, sureNow } = options;
  const open = () => new UploadStore({ folder, hasSession, ...(now && { now }), ...(sureNow && { sureNow }) });
  return { folder, open, store: open() };
}

async function add(store: UploadStore, bytes: Buffer | string, { name = 'a', sessionId = 's1' } = {}) {
  const body = Buffer.from(bytes);
  const pieces = async function* () {
    yield body;
  };
  return store.add({ sessionId, name, claimedType: '', size: body.length, body: pieces() });
}

describe('prompts with uploads', () => {
  it('[UP10] become what the agent can take', async (t) => {
    const { store, folder } = storeIn(t);
    const [picture, notes] = [pngHead(1, 1), 'some notes'];
    const content = [
      { type: 'text' as const, text: 'Look' },
      uploadBlock(await add(store, picture)),
      uploadBlock(await add(store, Buffer.from('OggS....'), { name: 'voice.ogg' })),
      uploadBlock(await add(store, notes, { name: 'my notes.md' })),
      uploadBlock(await add(store, '%PDF-1.7', { name: 'paper.pdf' })),
    ];
    const files = new PromptFiles(store);
    const can = await files.fill(content, ALL);
    assert.deepEqual(
      can.map(({ type }) => type),
      ['text', 'image', 'audio', 'resource', 'resource_link'],
    );
    assert.equal((can[1] as { data: string }).data, picture.toString('base64'));
    const resource = { uri: 'attachment:/my%20notes.md', mimeType: 'text/plain', text: notes };
    assert.deepEqual(can[3], { type: 'resource', resource });
    const { uri, name } = can[4] as { uri: string; name: string };
    assert.ok(uri.startsWith(`file://${folder}/`) && uri.endsWith('/paper.pdf') && name === 'paper.pdf', uri);
    const cannot = await files.fill(content, NONE);
    assert.deepEqual(
      cannot.map(({ type }) => type),
      ['text', 'resource_link', 'resource_link', 'resource', 'resource_link'],
    );
  });

  it('[UP16] name their files as people do, by letters that need no decoding', async (t) => {
    const { store, folder } = storeIn(t);
    const cases: [sent: string, bytes: string, kept: string][] = [
      ['paper.pdf', '%PDF-1.7', 'paper.pdf'],
      ['Mein Aufsatz über Gärten (2).pdf', '%PDF-1.7', 'Mein_Aufsatz_uber_Garten_2.pdf'],
      ['日本語.pdf', '%PDF-1.7', 'file.pdf'],
      ['scan', '%PDF-1.7', 'scan.pdf'],
      ['Makefile', 'all:', 'Makefile'],
      ['.bashrc', 'x', 'file.bashrc'],
      ['-rf.txt', 'x', 'rf.txt'],
      ['a%2e%2e%2fb.txt', 'x', 'a_2e_2e_2fb.txt'],
      ['$(rm -rf ~);`x`.txt', 'x', 'rm_-rf_x.txt'],
      ['..', 'x', 'file'],
      [`${'a'.repeat(300)}.md`, 'x', `${'a'.repeat(100)}`],
    ];
    for (const [sent, bytes, kept] of cases) {
      const facts = await add(store, bytes, { name: sent });
      const [block] = await new PromptFiles(store).fill([{ ...uploadBlock(facts) }], NONE);
      const uri = block?.type === 'resource_link' ? block.uri : '';
      assert.equal(readdirSync(join(folder, facts.id)).join(), kept);
      if (uri) assert.equal(uri.slice('file://'.length), join(folder, facts.id, kept), 'also without decoding');
    }
  });

  it('[UP16] find files that an earlier version has kept, and delete them with their session', async (t) => {
    const { store, folder, open } = storeIn(t);
    const id = 'a'.repeat(32);
    const record = { id, name: 'paper.pdf', mimeType: 'application/pdf', size: 8, sessionId: 's1', extension: 'pdf' };
    writeFileSync(join(folder, `${id}.pdf`), '%PDF-1.7');
    writeFileSync(join(folder, `${id}.json`), JSON.stringify({ ...record, createdAt: Date.now(), isUsed: false }));
    const block = uploadBlock(record);
    const files = new PromptFiles(store);
    files.claim('s1', [block]);
    const [filled] = await files.fill([block], ALL);
    assert.equal(filled?.type === 'resource_link' && filled.uri, `file://${folder}/${id}.pdf`);
    const later = open();
    later.tidy();
    assert.equal(later.find(id)?.isUsed, true);
    later.forgetSession('s1');
    assert.deepEqual(readdirSync(folder), []);
  });

  it('[UP16] never leave the folder by a record that was tampered with', async (t) => {
    const { store, folder, open } = storeIn(t);
    const { id } = await add(store, '%PDF-1.7');
    const record = JSON.parse(readFileSync(join(folder, `${id}.json`), 'utf8')) as object;
    for (const file of ['../x', '..', '.', '', 'a/b', '/etc/passwd', '.ssh', 'a\0b', 7, null, ['a']]) {
      writeFileSync(join(folder, `${id}.json`), JSON.stringify({ ...record, file }));
      assert.equal(open().find(id), null, String(file));
    }
  });

  it('[UP10] say so where a file is gone', async (t) => {
    const { store, folder } = storeIn(t);
    const block = uploadBlock(await add(store, pngHead(1, 1)));
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    const [filled] = await new PromptFiles(store).fill([block], ALL);
    assert.match((filled as { text: string }).text, /no longer there/);
  });

  it('[UP9] use only what belongs to their session, ten files at most', async (t) => {
    const { store } = storeIn(t);
    const files = new PromptFiles(store);
    const block = uploadBlock(await add(store, 'x'));
    assert.throws(() => files.claim('s2', [block]), { name: 'not_found' });
    const unknown = { type: 'resource_link' as const, uri: uploadUri('0'.repeat(32)), name: 'x' };
    assert.throws(() => files.claim('s1', [unknown]), { name: 'not_found' });
    const many = await Promise.all(
      Array.from({ length: 11 }, () => 0).map((_, n) => (n < 6 ? add(store, `${n}`) : null)),
    );
    for (let n = 6; n < 11; n++) many[n] = await add(store, `${n}`);
    const blocks = many.map((facts) => uploadBlock(facts!));
    assert.throws(() => files.claim('s1', blocks), { name: 'too_large' });
    files.claim('s1', blocks.slice(1));
    assert.equal(store.discard(many[1]!.id), false);
    assert.equal(store.discard(many[0]!.id), true);
  });

  it('[UP9] [UP12] leave the reference in the log, and their files go with the session', async (t) => {
    const { store, folder } = storeIn(t);
    const server = await TestServer.ready({ uploads: new PromptFiles(store) });
    const picture = pngHead(1, 1, 5_000);
    const block = uploadBlock(await add(store, picture, { sessionId: server.id }));
    server.registry.acts.prompt(act(), server.id, [{ type: 'text', text: 'See: ' }, block]);
    const [agent] = server.host.sessions;
    await until(() => agent!.prompts.length > 0);
    assert.equal(agent!.prompts[0]!.text, 'See: [resource_link]');
    const sent = server.events().find(({ type }) => type === 'prompt_sent');
    assert.deepEqual((sent as { content: unknown[] }).content[1], block);
    server.registry.remove(act(), server.id);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('[UP14] go the other way too: a large picture of the agent is kept, what is none is not', async (t) => {
    const { store, folder } = storeIn(t);
    const server = await TestServer.ready({ uploads: new PromptFiles(store) });
    const { listener } = server.host.sessions[0]!;
    const picture = (bytes: Buffer) => ({
      type: 'image' as const,
      mimeType: 'image/png',
      data: bytes.toString('base64'),
    });
    const kept = listener.keepPicture(picture(pngHead(10, 10, 2_000_000)));
    const id = uploadOf(kept!)!;
    assert.deepEqual(kept, { type: 'image', data: '', mimeType: 'image/png', uri: uploadUri(id) });
    assert.equal(store.find(id)!.size, 2_000_024);
    assert.equal(statSync(join(folder, id, 'picture.png')).mode & 0o777, 0o600);
    assert.equal(store.discard(id), false);
    for (const bytes of [Buffer.from('<script>'), pngHead(50_000, 50_000), Buffer.alloc(26 * 1024 * 1024)]) {
      assert.equal(listener.keepPicture(picture(bytes)), null);
    }
    server.registry.remove(act(), server.id);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('[UP11] never reach the agent when they are stopped before', async (t) => {
    const { store } = storeIn(t);
    const server = await TestServer.ready({ uploads: new PromptFiles(store) });
    const block = uploadBlock(await add(store, 'x', { sessionId: server.id }));
    server.registry.acts.prompt(act(), server.id, [block]);
    server.registry.writable(server.id).turns.cancel(act());
    await until(() => server.types().includes('turn_ended'));
    assert.equal(server.host.sessions[0]!.prompts.length, 0);
    assert.deepEqual(server.lines(), ['user: ', 'mark: cancelled']);
  });

  it('[UP12] that were never sent are gone after a week, and so is what a dead server left', async (t) => {
    let now = Date.now();
    const { open, folder, store } = storeIn(t, { now: () => now, sessions: ['s1'] });
    const [used, unused] = [await add(store, 'a'), await add(store, 'b')];
    await add(store, 'c', { sessionId: 'deleted' });
    store.use([used.id]);
    const [part, placed] = [join(folder, `${'f'.repeat(32)}.part`), join(folder, 'e'.repeat(32))];
    writeFileSync(part, 'half');
    mkdirSync(placed);
    writeFileSync(join(placed, 'a.pdf'), 'whole');
    for (const left of [part, placed]) utimesSync(left, 0, 0);
    const after = open();
    after.tidy();
    assert.deepEqual(
      readdirSync(folder)
        .filter((name) => !name.endsWith('.json'))
        .sort(),
      [used.id, unused.id].sort(),
    );
    now += 8 * DAY;
    after.tidy();
    assert.deepEqual(readdirSync(folder).sort(), [used.id, `${used.id}.json`]);
  });

  it('[UP15] that were never sent stay at a start with a wrong clock', async (t) => {
    let now = Date.now();
    const lives = () => new DeviceLives({ store: new MemoryDevices(), folder: '/p', now: () => now, memory });
    const memory = new MemoryFolders();
    const { open, folder, store } = storeIn(t, { now: () => now, sureNow: () => lives().sureNow() });
    await add(store, 'a');
    open().tidy();
    for (const wrong of [365 * DAY, -365 * DAY]) {
      now += wrong;
      open().tidy();
      now -= wrong;
      open().tidy();
      assert.equal(readdirSync(folder).length, 2);
    }
    // A pause is believed after a day.
    now += 10 * DAY;
    open().tidy();
    assert.equal(readdirSync(folder).length, 2);
    now += DAY;
    open().tidy();
    assert.equal(readdirSync(folder).length, 0);
  });
});
