import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { SignedIn } from '../../protocol/api/door.js';
import { TestClock } from '../../protocol/clock.rig.js';
import { exportPublicKey, newKeyPair } from '../../protocol/handshake.js';
import { Served } from '../../rpc/serve.rig.js';
import { signInWith, TestTab } from '../../rpc/test-tab.rig.js';
import { MemoryDevices } from '../../sessions/store/memory-tables.rig.js';
import { requestHead, sendRaw } from '../raw-http.rig.js';
import { DEVICE_LIFE_MS } from './device-lives.js';
import { newSecret } from './secrets.js';
import { ServerIdentity } from './server-identity.js';
import { SignInPages } from './sign-in-pages.js';

const MINUTE = 60_000;

const newKey = async () => exportPublicKey((await newKeyPair(false)).publicKey);
const key = await newKey();

describe('signing in', () => {
  const devices = new MemoryDevices();
  let now = 1_000_000;
  let served: Served;

  before(async () => {
    served = await Served.start({ devices, now: () => now });
  });
  beforeEach(() => {
    now += MINUTE;
  });
  after(() => served.stop());

  const post = (body: object | string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${served.port}/auth`, {
      method: 'POST',
      headers: { Origin: `http://127.0.0.1:${served.port}`, 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const token = () => ({ token: served.server.launchToken, key });
  /** A page for the browser opener, and the ticket in it. */
  const page = async () => {
    const path = await served.server.writeSignInPage();
    return { path, ticket: /#ticket=([\w-]{43})"/.exec(readFileSync(path, 'utf8'))![1]! };
  };

  it('[G10] gives a cookie that only this port uses, and what the server is known by', async () => {
    const response = await post(token());
    const [cookie, ...expired] = response.headers.getSetCookie();
    assert.match(
      cookie!,
      new RegExp(`^acdeck_${served.port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/; Max-Age=2592000$`),
    );
    assert.deepEqual(
      expired.map((header) => /^acdeck_\d+=; .*Path=(.*); Max-Age=0$/.exec(header)?.[1]),
      ['/rpc', '/auth', '/whoami', '/upload'],
      '[G37] cookies of our name that others put at these paths go',
    );
    const { device, ...rest } = (await response.json()) as SignedIn;
    assert.match(device, /^[\w-]{36}$/);
    assert.deepEqual(rest, { folder: '/project', serverKey: served.identity.publicKey });
    assert.equal((await post(token())).status, 200);
  });

  it('[G11] takes a ticket once', async () => {
    const { ticket } = await page();
    const both = await Promise.all([post({ ticket, key }), post({ ticket, key })]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401]);
    assert.equal((await post({ ticket, key })).status, 401);
  });

  it('[G11] takes a ticket for a minute', async () => {
    const [{ ticket: early }, { ticket: late }] = [await page(), await page()];
    now += MINUTE - 1;
    assert.equal((await post({ ticket: early, key })).status, 200);
    now += 1;
    assert.equal((await post({ ticket: late, key })).status, 401);
  });

  it('[G27] gives nobody a page', async () => {
    assert.equal((await post({ token: served.server.launchToken, want: 'page' })).status, 400);
  });

  it('[G34] keeps a page to its owner, and only until it was used', async () => {
    const path = await served.server.writeSignInPage();
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.equal(statSync(dirname(path)).mode & 0o777, 0o700);
    const ticket = /#ticket=([\w-]{43})"/.exec(readFileSync(path, 'utf8'))![1]!;
    assert.equal((await post({ ticket, key })).status, 200);
    assert.equal(existsSync(path), false, 'it goes as soon as it was used');
  });

  it('[G35] raises an alarm when another browser comes with a used ticket', async () => {
    const { ticket } = await page();
    await post({ ticket, key }, { 'User-Agent': 'Firefox/140 Linux' });
    const before = served.news.length;
    assert.equal((await post({ ticket, key: await newKey() }, { 'User-Agent': 'Chrome/140 Mac OS X' })).status, 401);
    assert.deepEqual(served.news.slice(before), [
      { kind: 'ticket_reused', first: 'Firefox on Linux', again: 'Chrome on macOS' },
    ]);
  });

  it('[G35] raises none when the same browser comes back to its link, nor for tickets that were never given out', async () => {
    const { ticket } = await page();
    const before = served.news.length;
    for (let i = 0; i < 3; i++) await post({ ticket, key });
    await post({ ticket: newSecret(), key });
    const { ticket: late } = await page();
    now += MINUTE;
    await post({ ticket: late, key });
    await post({ ticket: late, key: await newKey() });
    assert.deepEqual(served.news.slice(before), []);
  });

  it('[G9] refuses what is not a small POST of JSON with one proof', async () => {
    const statusOf = async (body: object | string, headers?: Record<string, string>) =>
      (await post(body, headers)).status;
    assert.equal(await statusOf(token(), { 'Content-Type': 'text/plain' }), 415);
    assert.equal(await statusOf(token(), { 'Content-Type': 'application/x-www-form-urlencoded' }), 415);
    assert.equal(await statusOf(token(), { 'Content-Type': 'application/json; charset=utf-8' }), 200);
    assert.equal(await statusOf(`${JSON.stringify(token())}${' '.repeat(8192)}`), 413);
    const { token: secret } = token();
    const bodies = ['', 'null', '[]', '{', {}, { key }, { token: 5, key }, { token: ['a'], key }];
    for (const body of [
      ...bodies,
      { token: 'a', ticket: 'b', key },
      { token: secret },
      { token: secret, want: 'pages' },
    ]) {
      assert.equal(await statusOf(body), 400, JSON.stringify(body));
    }
    const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-384' }, false, ['sign']);
    const otherCurve = Buffer.from(await crypto.subtle.exportKey('raw', publicKey)).toString('base64url');
    for (const odd of ['', 'A'.repeat(87), `${key}A`, key.slice(1), otherCurve, 5, null, [key], { kty: 'EC' }]) {
      assert.equal(await statusOf({ token: secret, key: odd }), 400, String(odd));
    }
    const head = requestHead('GET /auth', [
      ['Host', `127.0.0.1:${served.port}`],
      ['Origin', `http://127.0.0.1:${served.port}`],
    ]);
    assert.equal((await sendRaw(served.port, head)).status, 405);
  });

  it('[G9] stops at the limit of a body that does not say its length', async () => {
    const head = requestHead('POST /auth', [
      ['Host', `127.0.0.1:${served.port}`],
      ['Origin', `http://127.0.0.1:${served.port}`],
      ['Content-Type', 'application/json'],
      ['Transfer-Encoding', 'chunked'],
    ]);
    assert.equal((await sendRaw(served.port, head, `4000\r\n${' '.repeat(0x4000)}\r\n`)).status, 413);
  });

  it('[G12] limits failures, and lets the right one in all the same', async () => {
    const wrong = async () => (await post({ token: newSecret(), key })).status;
    const statuses = [];
    for (let i = 0; i < 12; i++) statuses.push(await wrong());
    assert.deepEqual(statuses, [...Array(10).fill(401), 429, 429]);
    assert.equal((await post(token())).status, 200);
    now += MINUTE;
    assert.equal(await wrong(), 401);
  });

  it('[G13] keeps a hash and the public half of a key only', async () => {
    const { cookie, keys } = await served.signIn();
    const kept = JSON.stringify(devices.list());
    assert.ok(devices.list().length > 0);
    for (const secret of [cookie.split('=')[1]!, served.server.launchToken]) assert.ok(!kept.includes(secret));
    assert.ok(kept.includes(await exportPublicKey(keys.publicKey)));
    assert.deepEqual(Object.keys(devices.list()[0]!).toSorted(), [
      'cookieHash',
      'createdAt',
      'expiresAt',
      'folder',
      'id',
      'kind',
      'label',
      'lastSeenAt',
      'port',
      'publicKey',
      'role',
    ]);
  });

  it('[G13] knows a device after a restart, and for 30 days', async () => {
    const first = await Served.start({ devices, now: () => now });
    const pass = await first.signIn();
    const { port, identity } = first;
    await first.stop();
    const second = await Served.start({ port, identity, devices, now: () => now });
    const tab = await TestTab.open(pass);
    assert.equal((await tab.call<{ sessions: unknown[] }>('Sessions.list')).sessions.length, 1);
    now += DEVICE_LIFE_MS;
    await assert.rejects(TestTab.open(pass), /401/);
    await assert.rejects(signInWith(second.port, { token: first.server.launchToken }), /401/);
    await second.stop();
  });

  it('[G13] is known by the same key after a restart, and by a new one where the old cannot be read', async () => {
    const kept: JsonWebKey[] = [];
    const first = await ServerIdentity.load(undefined, (made) => kept.push(made));
    const again = await ServerIdentity.load(JSON.parse(JSON.stringify(kept[0])), () => assert.fail('a key was made'));
    assert.equal(again.publicKey, first.publicKey);
    for (const odd of [null, 5, 'x', {}, { ...kept[0], d: 'AAAA' }, { ...kept[0], crv: 'P-384' }]) {
      const fresh = await ServerIdentity.load(odd, () => {});
      assert.notEqual(fresh.publicKey, first.publicKey);
    }
  });

  it('[G14] renews the device of a browser that is known, with another cookie', async () => {
    const pass = await served.signIn();
    const known = devices.list().length;
    now += DEVICE_LIFE_MS - 1;
    const again = await signInWith(served.port, { token: served.server.launchToken }, pass.keys);
    assert.equal(again.device, pass.device);
    assert.notEqual(again.cookie, pass.cookie);
    assert.ok(devices.list().length <= known);
    now += DEVICE_LIFE_MS - 1;
    await assert.rejects(TestTab.open(pass), /401/);
    assert.ok(await TestTab.open(again));
  });

  it('[G14] gives a new device to a browser with another key', async () => {
    const pass = await served.signIn();
    assert.notEqual((await served.signIn()).device, pass.device);
  });
});

describe('pages that let a browser in', () => {
  it('[G34] go when their time is over, when the server ends, and when a killed one has left them', async () => {
    const clock = new TestClock();
    const served = await Served.start({ clock });
    const [first, second] = [await served.server.writeSignInPage(), await served.server.writeSignInPage()];
    clock.pass(MINUTE);
    assert.deepEqual([existsSync(first), existsSync(second)], [false, false]);
    const third = await served.server.writeSignInPage();
    assert.ok(existsSync(third));
    writeFileSync(join(served.pagesFolder, 'left.html'), '');
    utimesSync(join(served.pagesFolder, 'left.html'), 0, 0);
    await new SignInPages(async () => served.pagesFolder).write(1, newSecret());
    assert.equal(existsSync(join(served.pagesFolder, 'left.html')), false);
    await served.hub.close('stopped');
    await served.server.close();
    assert.equal(existsSync(third), false);
    rmSync(dirname(served.pagesFolder), { recursive: true });
  });
});
