import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { newNonce, writeHello } from '../../protocol/handshake.js';
import { Served } from '../../rpc/serve.rig.js';
import { type TestPass, TestTab } from '../../rpc/test-tab.rig.js';
import { requestHead, sendRaw, UPGRADE_HEADERS } from '../raw-http.rig.js';

type Header = readonly [string, string];

describe('the gate', () => {
  let served: Served;
  let pass: TestPass;
  let hello: string;
  let good: Header[];

  before(async () => {
    served = await Served.start();
    pass = await served.signIn();
    good = [
      ['Host', `127.0.0.1:${served.port}`],
      ['Origin', `http://127.0.0.1:${served.port}`],
      ['Cookie', pass.cookie],
      ['X-AcDeck-Pass', (await TestTab.open(pass)).pass],
    ];
    hello = writeHello(pass.device, newNonce());
  });
  after(() => served.stop());

  const send = (line: string, headers: readonly Header[]) => sendRaw(served.port, requestHead(line, headers));
  const without = (name: string) => good.filter(([other]) => other !== name);
  const statusOf = async (line: string, headers: readonly Header[]) => (await send(line, headers)).status;

  it('[G3] redirects reading at localhost to the same path, and refuses all else there', async () => {
    const local: Header[] = [['Host', `localhost:${served.port}`]];
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await send(`${method} /a/b?c=d`, local);
      assert.deepEqual([status, headers.location], [307, `http://127.0.0.1:${served.port}/a/b?c=d`]);
    }
    assert.equal(
      (await send('GET //evil.example/', local)).headers.location,
      `http://127.0.0.1:${served.port}//evil.example/`,
    );
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) assert.equal(await statusOf(`${method} /`, local), 421);
    assert.equal(await statusOf('GET /rpc', [...local, ...UPGRADE_HEADERS]), 421);
  });

  it('[G2] refuses the address of another server as the path', async () => {
    assert.equal(await statusOf('GET http://evil.example/', [['Host', 'evil.example']]), 421);
    assert.equal(await statusOf('GET http://evil.example/', good), 400);
    assert.equal(await statusOf('OPTIONS *', good), 400);
  });

  it('[G4] gives out the app with the right Host alone', async () => {
    const host: Header[] = [['Host', `127.0.0.1:${served.port}`]];
    assert.equal(await statusOf('GET /', host), 200);
    assert.equal(await statusOf('HEAD /', host), 200);
    assert.equal(await statusOf('GET /?x=1', host), 200);
    assert.equal(await statusOf('POST /', host), 403);
    assert.equal(await statusOf('GET /..%2findex', host), 403);
  });

  it('[G8] lets other sites link to the front page and do nothing else', async () => {
    const host: Header[] = [['Host', `127.0.0.1:${served.port}`]];
    const from = (site: string, mode: string, dest: string): Header[] => [
      ['Sec-Fetch-Site', site],
      ['Sec-Fetch-Mode', mode],
      ['Sec-Fetch-Dest', dest],
    ];
    for (const site of ['cross-site', 'same-site']) {
      assert.equal(await statusOf('GET /', [...host, ...from(site, 'navigate', 'document')]), 200);
      assert.equal(await statusOf('GET /', [...host, ...from(site, 'navigate', 'iframe')]), 403);
      assert.equal(await statusOf('GET /', [...host, ...from(site, 'no-cors', 'script')]), 403);
      assert.equal(await statusOf('POST /whoami', [...good, ...from(site, 'cors', 'empty')]), 403);
    }
    assert.equal(await statusOf('POST /whoami', [...good, ...from('same-origin', 'cors', 'empty')]), 204);
    assert.equal(await statusOf('GET /', [...host, ...from('none', 'navigate', 'document')]), 200);
  });

  it('[G16] tells a page whether it is signed in', async () => {
    assert.equal(await statusOf('POST /whoami', good), 204);
    const refusalOf = async (headers: readonly Header[]) =>
      (await send('POST /whoami', headers)).headers['x-acdeck-refusal'];
    const named: Header = ['X-AcDeck-Pass', `${pass.device}.`];
    assert.equal(await refusalOf(without('Cookie')), 'no_cookie');
    assert.equal(await refusalOf(without('X-AcDeck-Pass')), 'no_proof');
    assert.equal(await refusalOf([...without('X-AcDeck-Pass'), named]), 'no_proof');
    assert.equal(await refusalOf([...without('X-AcDeck-Pass'), ['X-AcDeck-Pass', 'nobody.']]), 'unknown_device');
    assert.equal(await refusalOf([...good, named]), 'no_proof');
  });

  it('[G23] says what is wrong with a request of somebody who is in', async () => {
    assert.equal(await statusOf('GET /nothing', good), 404);
    assert.equal(await statusOf('GET /whoami', good), 405);
    assert.equal(await statusOf('POST /', good), 404);
    assert.equal(await statusOf('GET /rpc', good), 426);
    const offer: Header = ['Sec-WebSocket-Protocol', `acdeck.v2, ${hello}`];
    const upgrade = (line: string, replaced: Header) =>
      statusOf(line, [...good, offer, ...UPGRADE_HEADERS.filter(([name]) => name !== replaced[0]), replaced]);
    assert.equal(await upgrade('GET /other', ['Upgrade', 'websocket']), 404);
    assert.equal(await upgrade('POST /rpc', ['Upgrade', 'websocket']), 405);
    assert.equal(await upgrade('GET /rpc', ['Upgrade', 'h2c']), 426);
    assert.equal(await upgrade('GET /rpc', ['Sec-WebSocket-Version', '8']), 426);
    assert.equal(await upgrade('GET /rpc', ['Sec-WebSocket-Key', 'short']), 400);
  });

  it('[G22] selects our subprotocol and takes a hello in its place only', async () => {
    const offer = (text: string) => send('GET /rpc', [...good, ['Sec-WebSocket-Protocol', text], ...UPGRADE_HEADERS]);
    const { status, headers } = await offer(`acdeck.v2, ${hello}`);
    assert.equal(status, 101);
    assert.equal(headers['sec-websocket-protocol'], 'acdeck.v2');
    const [device, nonce] = [pass.device, newNonce()];
    for (const text of [
      hello,
      'acdeck.v2',
      `${hello}, acdeck.v2`,
      `acdeck.v1, ${hello}`,
      `acdeck.v2, ${hello}, ${hello}`,
      `acdeck.v2, ${device}.${nonce}`,
      `acdeck.v2, hello.${device}`,
      `acdeck.v2, hello.${device}.${nonce.slice(1)}`,
      `acdeck.v2, hello.${device}.${nonce}x`,
      `acdeck.v2, hello..${nonce}`,
      `acdeck.v2, hello.${'d'.repeat(65)}.${nonce}`,
      'acdeck.v2, hello.',
    ]) {
      assert.equal((await offer(text)).status, 401, text);
    }
  });

  it('[G24] takes credentials in their own place only', async () => {
    const host = good.slice(0, 2);
    const token = served.server.launchToken;
    const [, shown] = good.find(([name]) => name === 'X-AcDeck-Pass')!;
    const odd: Header[][] = [
      [['Authorization', `Bearer ${token}`]],
      [
        ['Cookie', `acdeck_${served.port}=${token}`],
        ['X-AcDeck-Pass', `${pass.device}.${token}`],
      ],
      [
        ['Cookie', `${pass.cookie}; pass=${shown}`],
        ['X-AcDeck-Key', shown],
      ],
      [
        ['X-Forwarded-For', '127.0.0.1'],
        ['X-Forwarded-Host', `127.0.0.1:${served.port}`],
        ['Tailscale-User-Login', 'me'],
      ],
    ];
    for (const headers of odd) assert.equal(await statusOf('POST /whoami', [...host, ...headers]), 401);
    const query = `token=${token}&pass=${shown}&X-AcDeck-Pass=${shown}`;
    assert.equal(await statusOf(`POST /whoami?${query}`, [...host, ['Cookie', pass.cookie]]), 401);
    assert.equal(await statusOf('GET /rpc', [...good, ...UPGRADE_HEADERS]), 401, 'a pass opens no socket');
  });

  it('[G37] finds the right cookie among others of its name, up to sixteen', async () => {
    const strays = (count: number) => Array.from({ length: count }, (_, i) => `acdeck_${served.port}=stray${i}`);
    const withCookies = (...cookies: string[]): Header[] => [...without('Cookie'), ['Cookie', cookies.join('; ')]];
    for (const cookies of [
      [...strays(1), pass.cookie],
      [pass.cookie, ...strays(1)],
      [...strays(15), pass.cookie],
      ['a=b', `acdeck_1=x`, pass.cookie, `acdeck_${served.port}`, `acdeck_${served.port}=`],
      [pass.cookie, 'x'.repeat(30_000)],
    ]) {
      assert.equal(await statusOf('POST /whoami', withCookies(...cookies)), 204, cookies.join('; ').slice(0, 100));
    }
    const answer = await send('POST /whoami', withCookies(...strays(16), pass.cookie));
    assert.deepEqual([answer.status, answer.headers['x-acdeck-refusal']], [401, 'no_cookie']);
  });

  it('[G41] gives a browser that asks for a foreign service worker one that removes itself', async () => {
    const host: Header[] = [['Host', `127.0.0.1:${served.port}`]];
    for (const path of ['/sw.js', '/', '/rpc']) {
      const { status, headers, body } = await send(`GET ${path}`, [...host, ['Service-Worker', 'script']]);
      assert.deepEqual([status, headers['content-type']], [200, 'text/javascript; charset=utf-8']);
      assert.match(body, /registration\.unregister\(\)/);
    }
    assert.deepEqual(served.news.at(-1), { kind: 'foreign_worker' });
    assert.equal(
      await statusOf('GET /sw.js', [
        ['Host', 'evil.example'],
        ['Service-Worker', 'script'],
      ]),
      421,
    );
  });
});

describe("a development server's socket", () => {
  it('[G25] is reached only with the right Host and Origin', async () => {
    const seen: string[] = [];
    const served = await Served.start({
      assets: {
        has: () => true,
        serve: (_request, response) => void response.end(),
        upgrade: ({ request, socket }) => {
          seen.push(request.url ?? '');
          socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n');
          return true;
        },
      },
    });
    const host: Header = ['Host', `127.0.0.1:${served.port}`];
    const upgrade = (line: string, headers: Header[]) =>
      sendRaw(served.port, requestHead(line, [...headers, ...UPGRADE_HEADERS]));
    const origin: Header = ['Origin', `http://127.0.0.1:${served.port}`];
    assert.equal((await upgrade('GET /hot', [host, ['Origin', 'https://evil.example']])).status, 403);
    assert.equal((await upgrade('GET /hot', [['Host', 'evil.example'], origin])).status, 421);
    assert.equal((await upgrade('GET /rpc', [host, origin])).status, 401);
    assert.equal((await upgrade('GET /hot', [host, origin])).status, 101);
    assert.deepEqual(seen, ['/hot']);
    await served.stop();
  });
});
