import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { after, before, describe, it } from 'node:test';
import { onePage, Served } from '../rpc/serve.rig.js';
import { type TestPass, TestTab } from '../rpc/test-tab.rig.js';
import { MemoryDevices } from '../sessions/store/memory-tables.rig.js';
import { AppServer } from './app-server.js';
import { ServerIdentity } from './door/server-identity.js';
import { SignInPages } from './door/sign-in-pages.js';
import { type RawAnswer, requestHead, sendRaw, UPGRADE_HEADERS } from './raw-http.rig.js';

type Header = readonly [string, string];

describe('every answer', () => {
  let served: Served;
  let pass: TestPass;

  before(async () => {
    served = await Served.start();
    pass = await served.signIn();
  });
  after(() => served.stop());

  const policy = (port: number) =>
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data: blob:",
      'media-src data: blob:',
      "font-src 'self'",
      `connect-src 'self' ws://127.0.0.1:${port}`,
      "worker-src 'self'",
      "frame-src 'self'",
      "manifest-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types lit-html acdeck',
    ].join('; ');

  function assertSafe({ headers, status }: RawAnswer, what: string): void {
    const { 'permissions-policy': permissions, ...others } = headers;
    assert.match(permissions ?? '', /microphone=\(\)/, `${what} (${status})`);
    assert.deepEqual(
      Object.keys(headers).filter((name) => name.startsWith('access-control-')),
      [],
    );
    const expected = {
      'content-security-policy': policy(served.port),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    };
    const found = Object.fromEntries(Object.keys(expected).map((name) => [name, others[name]]));
    assert.deepEqual(found, expected, `${what} (${status})`);
  }

  it('[G17] has the security headers, and is one sentence where it is a refusal', async () => {
    const host: Header = ['Host', `127.0.0.1:${served.port}`];
    const origin: Header = ['Origin', `http://127.0.0.1:${served.port}`];
    const { pass: shown } = await TestTab.open(pass);
    const device: Header[] = [host, origin, ['Cookie', pass.cookie], ['X-AcDeck-Pass', shown]];
    const cases: [status: number, line: string, headers: Header[]][] = [
      [200, 'GET /', [host]],
      [307, 'GET /', [['Host', `localhost:${served.port}`]]],
      [421, 'GET /', []],
      [403, 'POST /auth', [host]],
      [403, 'OPTIONS /auth', [host, ['Origin', 'https://evil.example'], ['Access-Control-Request-Method', 'POST']]],
      [401, 'POST /whoami', [host, origin]],
      [204, 'POST /whoami', device],
      [404, 'GET /nothing', device],
      [405, 'GET /whoami', device],
      [415, 'POST /auth', [host, origin]],
      [403, 'POST /auth', [host, ['Expect', '100-continue']]],
      [403, 'POST /auth', [host, ['Expect', 'miracles']]],
      [421, 'GET /rpc', [...UPGRADE_HEADERS]],
      [403, 'GET /rpc', [host, ...UPGRADE_HEADERS]],
      [401, 'GET /rpc', [host, origin, ...UPGRADE_HEADERS]],
    ];
    for (const [status, line, headers] of cases) {
      const answer = await sendRaw(served.port, requestHead(line, headers));
      assert.equal(answer.status, status, line);
      assertSafe(answer, line);
      if (status >= 400) assert.match(answer.body, /^[A-Z][^\n]+\.\n$/, line);
    }
  });

  it('[G17] [G20] has them for what is no HTTP and for headers that are too large', async () => {
    const garbage: [number, string[]][] = [
      [400, ['\x16\x03\x01 hello']],
      [400, ['GET / HTTP/1.1', 'Content-Length: 5', 'Transfer-Encoding: chunked']],
      [400, ['GET / HTTP/1.1', 'Bad Header']],
      [431, ['GET / HTTP/1.1', `X: ${'x'.repeat(70_000)}`]],
    ];
    for (const [status, head] of garbage) {
      const answer = await sendRaw(served.port, head);
      assert.equal(answer.status, status);
      assertSafe(answer, head[0]!);
    }
    assert.equal((await served.openTab()).components['Sessions.list'], true);
  });

  it('[G38] has the browser clear cookies that are too large, and takes 64 kB of them', async () => {
    const send = (bytes: number) =>
      sendRaw(
        served.port,
        requestHead('GET /', [
          ['Host', `127.0.0.1:${served.port}`],
          ['Cookie', `a=${'x'.repeat(bytes)}`],
        ]),
      );
    assert.equal((await send(60_000)).status, 200);
    const { status, headers, body } = await send(70_000);
    assert.deepEqual([status, headers['clear-site-data']], [431, '"cookies"']);
    assert.match(body, /cookies.*asked to clear them/);
  });

  it('[G20] ends a connection whose headers do not arrive', async () => {
    const socket = connect(served.port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: ');
    const [part] = (await once(socket, 'data')) as [Buffer];
    assert.match(String(part), /^HTTP\/1\.1 408 /);
    await once(socket, 'close');
  });
});

describe('listening', () => {
  const identity = ServerIdentity.load(null, () => {});
  const create = async () =>
    new AppServer({
      ...{ assets: onePage, folder: '/project', identity: await identity, devices: new MemoryDevices() },
      tabs: { hasRoom: () => false, accept: () => {} },
      pages: new SignInPages(async () => '/nowhere'),
    });

  it('[G1] happens on 127.0.0.1 only', async () => {
    const server = await create();
    const port = await server.listen(0);
    assert.equal(server.port, port);
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ address }) => address !== '127.0.0.1' && !address.startsWith('fe80'));
    for (const { address } of others) {
      await assert.rejects(once(connect(port, address), 'connect'), /ECONNREFUSED|EADDRNOTAVAIL|ENETUNREACH/);
    }
    await server.close();
  });

  it('[G1] says that a port is taken, and works on another one then', async () => {
    const [first, second] = [await create(), await create()];
    const port = await first.listen(0);
    await assert.rejects(second.listen(port), { code: 'EADDRINUSE' });
    assert.notEqual(await second.listen(0), port);
    await Promise.all([first.close(), second.close()]);
  });

  it('[G1] ends with every connection, used or not', async () => {
    const server = await create();
    const port = await server.listen(0);
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const closed = once(socket.resume(), 'close');
    await server.close();
    assert.deepEqual(await closed, [false], 'it ended without an error');
    await assert.rejects(once(connect(port, '127.0.0.1'), 'connect'), /ECONNREFUSED/);
  });
});
