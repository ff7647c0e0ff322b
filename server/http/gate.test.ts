import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Served } from '../rpc/serve.rig.js';
import type { TestPass } from '../rpc/test-tab.rig.js';
import { requestHead, sendRaw, UPGRADE_HEADERS } from './raw-http.rig.js';

type Header = readonly [string, string];

describe('the gate', () => {
  let served: Served;
  let pass: TestPass;
  let good: Header[];

  before(async () => {
    served = await Served.start();
    pass = await served.signIn();
    good = [
      ['Host', `127.0.0.1:${served.port}`],
      ['Origin', `http://127.0.0.1:${served.port}`],
      ['Cookie', pass.cookie],
      ['X-AcDeck-Key', pass.key],
    ];
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
    assert.equal(await statusOf('POST /whoami', without('Cookie')), 401);
    assert.equal(await statusOf('POST /whoami', without('X-AcDeck-Key')), 401);
  });

  it('[G23] says what is wrong with a request of somebody who is in', async () => {
    assert.equal(await statusOf('GET /nothing', good), 404);
    assert.equal(await statusOf('GET /whoami', good), 405);
    assert.equal(await statusOf('POST /', good), 404);
    assert.equal(await statusOf('GET /rpc', good), 426);
    const offer: Header = ['Sec-WebSocket-Protocol', `acdeck.v1, key.${pass.key}`];
    const upgrade = (line: string, replaced: Header) =>
      statusOf(line, [...good, offer, ...UPGRADE_HEADERS.filter(([name]) => name !== replaced[0]), replaced]);
    assert.equal(await upgrade('GET /other', ['Upgrade', 'websocket']), 404);
    assert.equal(await upgrade('POST /rpc', ['Upgrade', 'websocket']), 405);
    assert.equal(await upgrade('GET /rpc', ['Upgrade', 'h2c']), 426);
    assert.equal(await upgrade('GET /rpc', ['Sec-WebSocket-Version', '8']), 426);
    assert.equal(await upgrade('GET /rpc', ['Sec-WebSocket-Key', 'short']), 400);
  });

  it('[G22] selects our subprotocol and never sends the key back', async () => {
    const offer = (text: string) => send('GET /rpc', [...good, ['Sec-WebSocket-Protocol', text], ...UPGRADE_HEADERS]);
    const { status, headers } = await offer(`acdeck.v1, key.${pass.key}`);
    assert.equal(status, 101);
    assert.equal(headers['sec-websocket-protocol'], 'acdeck.v1');
    assert.ok(!JSON.stringify(headers).includes(pass.key));
    for (const text of [
      `key.${pass.key}`,
      'acdeck.v1',
      `key.${pass.key}, acdeck.v1`,
      `acdeck.v2, key.${pass.key}`,
      `acdeck.v1, key.${pass.key}, key.${pass.key}`,
      `acdeck.v1, ${pass.key}`,
      `acdeck.v1, key.`,
    ]) {
      assert.equal((await offer(text)).status, 401, text);
    }
  });

  it('[G24] takes credentials in their own place only', async () => {
    const host = good.slice(0, 2);
    const token = served.server.launchToken;
    const odd: Header[][] = [
      [['Authorization', `Bearer ${token}`]],
      [
        ['Cookie', `acdeck_${served.port}=${token}`],
        ['X-AcDeck-Key', token],
      ],
      [
        ['X-Forwarded-For', '127.0.0.1'],
        ['X-Forwarded-Host', `127.0.0.1:${served.port}`],
        ['Tailscale-User-Login', 'me'],
      ],
    ];
    for (const headers of odd) assert.equal(await statusOf('POST /whoami', [...host, ...headers]), 401);
    assert.equal(
      await statusOf(`POST /whoami?token=${token}&key=${pass.key}`, [...host, ['Cookie', pass.cookie]]),
      401,
    );
    assert.equal(await statusOf('GET /rpc', [...good, ...UPGRADE_HEADERS]), 401);
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
