import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { UPLOAD_LIMITS, type UploadFacts } from '../../protocol/api/uploads.js';
import { until } from '../../testing/until.rig.js';
import { pngHead, UploadRig } from './uploads.rig.js';

const factsOf = async (response: Response) => (await response.json()) as UploadFacts;
const names = (rig: UploadRig) => readdir(rig.folder, { recursive: true }).catch(() => []);
const MB = 1024 * 1024;

describe('uploading', () => {
  it('[UP1] needs everything that the gate asks for', async (t) => {
    const rig = await UploadRig.start(t);
    for (const [missing, status] of [
      ['Origin', 403],
      ['Cookie', 401],
      ['X-AcDeck-Pass', 401],
    ] as const) {
      const { [missing]: _gone, ...headers } = rig.headers as Record<string, string>;
      assert.equal((await rig.send('hello', { headers })).status, status, missing);
    }
    assert.deepEqual(await names(rig), []);
    assert.equal((await rig.send('hello')).status, 201);
  });

  it('[UP2] keeps a file for its owner only, by its name in a folder of ours', async (t) => {
    const rig = await UploadRig.start(t);
    const { id } = await factsOf(await rig.send('hello', { name: 'notes.md' }));
    assert.match(id, /^[0-9a-f]{32}$/);
    assert.deepEqual((await names(rig)).sort(), [id, `${id}.json`, `${id}/notes.md`]);
    for (const name of ['', ...(await names(rig))]) {
      const about = await stat(`${rig.folder}/${name}`);
      assert.equal(about.mode & 0o777, about.isDirectory() ? 0o700 : 0o600, name);
    }
    assert.equal(await readFile(`${rig.folder}/${id}/notes.md`, 'utf8'), 'hello');
  });

  it('[UP2] keeps files of the same name, and of the same content, apart', async (t) => {
    const rig = await UploadRig.start(t);
    const sent = [
      ['a.txt', 'one'],
      ['a.txt', 'two'],
      ['b.txt', 'one'],
    ] as const;
    for (const [name, body] of sent) {
      const { id } = await factsOf(await rig.send(body, { name }));
      assert.equal(await readFile(`${rig.folder}/${id}/${name}`, 'utf8'), body);
    }
    assert.equal((await names(rig)).length, 3 * sent.length);
  });

  it('[UP3] takes names as text, whatever they hold', async (t) => {
    const rig = await UploadRig.start(t);
    const cases: [sent: string, kept: string][] = [
      ['../../x', 'x'],
      ['..', '..'],
      ['C:\\temp\\CON', 'CON'],
      ['a\u202Egpj.exe', 'agpj.exe'],
      ['a\0b\nc', 'abc'],
      ['e\u0301.txt', 'é.txt'],
      ['', 'file'],
      ['ä'.repeat(300), 'ä'.repeat(127)],
    ];
    for (const [sent, kept] of cases) assert.equal((await factsOf(await rig.send('x', { name: sent }))).name, kept);
    const strange = (await names(rig)).filter((name) => !/^[0-9a-f]{32}(\.json|\/[A-Za-z0-9][\w.-]*)?$/.test(name));
    assert.deepEqual(strange, []);
  });

  it('[UP4] reads the type from the bytes', async (t) => {
    const rig = await UploadRig.start(t);
    const typeOf = async (body: Uint8Array | string, name: string) =>
      (await factsOf(await rig.send(body, { name }))).mimeType;
    assert.equal(await typeOf(pngHead(2, 2), 'a.txt'), 'image/png');
    assert.equal(await typeOf('<svg onload="alert(1)"/>', 'a.svg'), 'text/plain');
    assert.equal(await typeOf('<!doctype html><script>1</script>', 'a.png'), 'text/plain');
    assert.equal(await typeOf('GIF89a\x01\0\x01\0<script>1</script>', 'a.html'), 'image/gif');
    assert.equal(await typeOf(Buffer.from('PK\x03\x04rest'), '42.zip'), 'application/zip');
    assert.equal(await typeOf(Buffer.from([1, 0, 2]), 'a.png'), 'application/octet-stream');
    assert.equal(await typeOf('%PDF-1.7', 'a.pdf'), 'application/pdf');
  });

  it('[UP4] refuses a picture that is none', async (t) => {
    const rig = await UploadRig.start(t);
    const answer = await rig.send('<script>1</script>', { name: 'a.png', type: 'image/png' });
    assert.equal(answer.status, 415);
    assert.deepEqual(await answer.json(), { code: 'not_an_image' });
    assert.deepEqual(await names(rig), []);
  });

  it('[UP5] [UP13] holds files and sessions to their limits, also at the same time', async (t) => {
    const rig = await UploadRig.start(t);
    const large = await rig.send(Buffer.alloc(UPLOAD_LIMITS.fileBytes + 1));
    assert.deepEqual([large.status, await large.json()], [413, { code: 'file_too_large', megabytes: 25 }]);
    const whole = Buffer.alloc(UPLOAD_LIMITS.fileBytes, 'x');
    const four = await Promise.all([1, 2, 3, 4, 5].map(() => rig.send(whole)));
    const statuses = four.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [201, 201, 201, 201, 413]);
    assert.equal((await rig.send('one more')).status, 413);
    assert.equal((await rig.send('elsewhere', { session: 's2' })).status, 201);
    assert.equal((await rig.send('nowhere', { session: 's3' })).status, 404);
  });

  it('[UP6] refuses a picture of too many pixels by its header', async (t) => {
    const rig = await UploadRig.start(t);
    const answer = await rig.send(pngHead(50_000, 50_000), { type: 'image/png' });
    assert.equal(answer.status, 413);
    assert.deepEqual(await answer.json(), { code: 'too_many_pixels', millions: 50 });
    assert.deepEqual(await names(rig), []);
  });

  it('[UP7] says that the disk is full and leaves nothing behind', {
    skip: process.platform !== 'linux',
  }, async (t) => {
    const rig = await UploadRig.start(t, { createFile: () => open('/dev/full', 'w') });
    const answer = await rig.send('hello');
    assert.equal(answer.status, 507);
    assert.deepEqual(await answer.json(), { code: 'disk_full' });
    assert.deepEqual(await names(rig), []);
  });

  it('[UP7] forgets a file whose sender goes away, and wants to know the length', async (t) => {
    const signal = new EventEmitter();
    const begun = once(signal, 'begun');
    const createFile = async (path: string) => {
      signal.emit('begun');
      return open(path, 'wx', 0o600);
    };
    const rig = await UploadRig.start(t, { createFile });
    const head = Object.entries({ ...rig.headers, Host: `127.0.0.1:${rig.served.port}`, 'Content-Length': '10' });
    const socket = connect(rig.served.port, '127.0.0.1');
    const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.write(`POST /upload?session=s1&name=a HTTP/1.1\r\n${lines}\r\nhalf`);
    await begun;
    socket.destroy();
    await once(socket, 'close');
    await until(async () => (await names(rig)).length === 0);
    assert.equal((await rig.send('')).status, 400);
    const stream = new Blob(['hello']).stream();
    const init = { method: 'POST', headers: rig.headers, body: stream, duplex: 'half' } as RequestInit;
    assert.equal((await fetch(rig.url('?session=s1&name=a'), init)).status, 411);
    assert.deepEqual(rig.served.faults, []);
  });

  it('[UP8] gives a file back to signed-in pages only, and nothing in it can run', async (t) => {
    const rig = await UploadRig.start(t);
    const [picture, page] = [pngHead(3, 3, 100), '<script>document.cookie</script>'];
    const ids = [await factsOf(await rig.send(picture)), await factsOf(await rig.send(page, { name: 'a.html' }))];
    const types: (string | null)[] = [];
    for (const { id } of ids) {
      const answer = await fetch(rig.url(`/${id}`), { method: 'POST', headers: rig.headers });
      types.push(answer.headers.get('content-type'));
      assert.equal(answer.headers.get('content-security-policy'), "sandbox; default-src 'none'");
      assert.equal(answer.headers.get('content-disposition'), 'attachment');
      assert.equal((await answer.arrayBuffer()).byteLength, id === ids[0]!.id ? picture.length : page.length);
    }
    assert.deepEqual(types, ['image/png', 'application/octet-stream']);
    assert.equal((await fetch(rig.url(`/${ids[0]!.id}`))).status, 403);
    const { 'X-AcDeck-Pass': _key, ...noKey } = rig.headers as Record<string, string>;
    assert.equal((await fetch(rig.url(`/${ids[0]!.id}`), { headers: noKey })).status, 401);
    for (const id of ['0'.repeat(32), '..%2f..%2fetc%2fpasswd', `${ids[0]!.id}.json`]) {
      assert.equal((await fetch(rig.url(`/${id}`), { headers: rig.headers })).status, 404, id);
    }
  });

  it('[UP12] throws away what no prompt has used, and keeps the rest', async (t) => {
    const rig = await UploadRig.start(t);
    const [a, b] = [await factsOf(await rig.send('a')), await factsOf(await rig.send('b'))];
    rig.store.use([b.id]);
    const discard = async (id: string) =>
      (await fetch(rig.url(`/${id}`), { method: 'DELETE', headers: rig.headers })).status;
    assert.deepEqual([await discard(a.id), await discard(b.id)], [204, 409]);
    assert.deepEqual((await names(rig)).sort(), [b.id, `${b.id}.json`, `${b.id}/a.txt`]);
    rig.store.forgetSession('s1');
    assert.deepEqual(await names(rig), []);
  });

  it('[UP13] takes many files at once, each whole', async (t) => {
    const rig = await UploadRig.start(t);
    const bodies = Array.from({ length: 8 }, (_, n) => Buffer.alloc(MB, `part ${n} `));
    const facts = await Promise.all(bodies.map(async (body) => factsOf(await rig.send(body))));
    for (const [n, { id }] of facts.entries()) {
      assert.ok((await readFile(`${rig.folder}/${id}/a.txt`)).equals(bodies[n]!), `file ${n}`);
    }
  });
});
