import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Served } from '../rpc/serve.rig.js';
import { signInWith, TestTab } from '../rpc/test-tab.rig.js';
import { MemoryDevices } from '../sessions/store/memory-tables.js';
import { DEVICE_LIFE_MS } from './devices.js';
import { requestHead, sendRaw } from './raw-http.rig.js';
import { newSecret } from './secrets.js';

const MINUTE = 60_000;

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

  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${served.port}/auth`, {
      method: 'POST',
      headers: { Origin: `http://127.0.0.1:${served.port}`, 'Content-Type': 'application/json', ...headers },
      body,
    });
  const token = () => JSON.stringify({ token: served.server.launchToken });

  it('[G10] gives a key and a cookie that only this port uses, again and again', async () => {
    const response = await post(token());
    const { key } = (await response.json()) as { key: string };
    const [cookie] = response.headers.getSetCookie();
    assert.match(key, /^[\w-]{43}$/);
    assert.match(
      cookie!,
      new RegExp(`^acdeck_${served.port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/; Max-Age=2592000$`),
    );
    assert.equal((await post(token())).status, 200);
  });

  it('[G11] takes a ticket once', async () => {
    const ticket = served.server.mintTicket();
    const both = await Promise.all([post(JSON.stringify({ ticket })), post(JSON.stringify({ ticket }))]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401]);
    assert.equal((await post(JSON.stringify({ ticket }))).status, 401);
  });

  it('[G11] takes a ticket for a minute', async () => {
    const [early, late] = [served.server.mintTicket(), served.server.mintTicket()];
    now += MINUTE - 1;
    assert.equal((await post(JSON.stringify({ ticket: early }))).status, 200);
    now += 1;
    assert.equal((await post(JSON.stringify({ ticket: late }))).status, 401);
  });

  it('[G27] gives a ticket for the token, and for nothing else', async () => {
    const asked = await post(JSON.stringify({ token: served.server.launchToken, want: 'ticket' }));
    const { ticket } = (await asked.json()) as { ticket: string };
    assert.deepEqual(asked.headers.getSetCookie(), []);
    assert.equal((await post(JSON.stringify({ ticket, want: 'ticket' }))).headers.getSetCookie().length, 1);
    assert.equal((await post(JSON.stringify({ token: newSecret(), want: 'ticket' }))).status, 401);
  });

  it('[G9] refuses what is not a small POST of JSON with one proof', async () => {
    const statusOf = async (body: string, headers?: Record<string, string>) => (await post(body, headers)).status;
    assert.equal(await statusOf(token(), { 'Content-Type': 'text/plain' }), 415);
    assert.equal(await statusOf(token(), { 'Content-Type': 'application/x-www-form-urlencoded' }), 415);
    assert.equal(await statusOf(token(), { 'Content-Type': 'application/json; charset=utf-8' }), 200);
    assert.equal(await statusOf(`${token()}${' '.repeat(8192)}`), 413);
    for (const body of ['', 'null', '[]', '{', '{}', '{"token":5}', '{"token":["a"]}', '{"token":"a","ticket":"b"}']) {
      assert.equal(await statusOf(body), 400, body);
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
    const wrong = async () => (await post(JSON.stringify({ token: newSecret() }))).status;
    const statuses = [];
    for (let i = 0; i < 12; i++) statuses.push(await wrong());
    assert.deepEqual(statuses, [...Array(10).fill(401), 429, 429]);
    assert.equal((await post(token())).status, 200);
    now += MINUTE;
    assert.equal(await wrong(), 401);
  });

  it('[G13] keeps hashes only', async () => {
    const { cookie, key } = await served.signIn();
    const kept = JSON.stringify(devices.list());
    assert.ok(devices.list().length > 0);
    for (const secret of [key, cookie.split('=')[1]!, served.server.launchToken]) assert.ok(!kept.includes(secret));
  });

  it('[G13] knows a device after a restart, and for 30 days', async () => {
    const first = await Served.start({ devices, now: () => now });
    const pass = await first.signIn();
    await first.stop();
    const second = await Served.start({ devices, now: () => now });
    // The cookie's name has the port in it; a server that comes back takes its old port.
    const moved = { ...pass, port: second.port, cookie: pass.cookie.replace(/_\d+/, `_${second.port}`) };
    const tab = await TestTab.open(moved);
    assert.equal((await tab.call<unknown[]>('Sessions.list')).length, 1);
    now += DEVICE_LIFE_MS;
    await assert.rejects(TestTab.open(moved), /401/);
    await assert.rejects(signInWith(second.port, { token: first.server.launchToken }), /401/);
    await second.stop();
  });

  it('[G14] renews the device of a browser that is known', async () => {
    const { cookie, key } = await served.signIn();
    const known = devices.list().length;
    now += DEVICE_LIFE_MS - 1;
    const response = await post(token(), { Cookie: cookie, 'X-AcDeck-Key': key });
    assert.deepEqual(await response.json(), { key });
    assert.ok(response.headers.getSetCookie()[0]!.startsWith(`${cookie};`));
    now += DEVICE_LIFE_MS - 1;
    assert.ok(await TestTab.open({ port: served.port, cookie, key }).then((tab) => tab.close().then(() => true)));
    assert.ok(devices.list().length <= known);
  });

  it('[G14] gives a new device to a browser that shows half of a pair', async () => {
    const { cookie, key } = await served.signIn();
    for (const headers of [{ Cookie: cookie }, { 'X-AcDeck-Key': key }]) {
      const response = await post(token(), headers);
      assert.notEqual(((await response.json()) as { key: string }).key, key);
    }
  });
});
