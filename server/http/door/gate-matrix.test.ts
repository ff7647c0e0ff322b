import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it, type TestContext } from 'node:test';
import { newNonce, writeHello } from '../../protocol/handshake.js';
import { Served } from '../../rpc/serve.rig.js';
import { signInWith, type TestPass, TestTab } from '../../rpc/test-tab.rig.js';
import { someOf } from '../../testing/seeded.rig.js';
import { requestHead, sendRaw, UPGRADE_HEADERS } from '../raw-http.rig.js';
import { DEVICE_LIFE_MS } from './device-lives.js';
import { hashSecret, newSecret } from './secrets.js';

type Header = readonly [string, string];
type Case = { name: string; isGood?: true; headers: Header[] };
/** How many of the combinations with several faults are sent. */
const OTHERS = 601;

describe('the handshake matrix', () => {
  let now = 0;
  let served: Served;
  let expired: TestPass;
  let pass: TestPass;
  let other: TestPass;
  let passes: Record<'own' | 'other' | 'expired' | 'former', string>;
  let tabs: number;

  before(async () => {
    const former = await Served.start({ now: () => now });
    pass = await former.signIn();
    const formerPass = (await TestTab.open(pass)).pass;
    const { port, identity, devices } = former;
    await former.stop();
    served = await Served.start({ port, identity, devices, now: () => now });
    expired = await served.signIn();
    const expiredPass = (await TestTab.open(expired)).pass;
    now = DEVICE_LIFE_MS;
    pass = await signInWith(port, { token: served.server.launchToken }, pass.keys);
    other = await served.signIn();
    const [own, others] = [await TestTab.open(pass), await TestTab.open(other)];
    passes = { own: own.pass, other: others.pass, expired: expiredPass, former: formerPass };
    tabs = served.hub.tabCount;
  });
  after(() => served.stop());

  const host = (name: string, value: string): Case => ({ name, headers: [['Host', value]] });
  const hosts = (port: number): Case[] => [
    { ...host('good', `127.0.0.1:${port}`), isGood: true },
    host('localhost', `localhost:${port}`),
    host('no port', '127.0.0.1'),
    host('other port', `127.0.0.1:${port + 1}`),
    host('evil', `evil.example:${port}`),
    host('good.evil', `127.0.0.1.evil.example:${port}`),
    host('trailing dot', `localhost.:${port}`),
    host('IPv6', `[::1]:${port}`),
    host('any address', `0.0.0.0:${port}`),
    host('odd number', `0x7f.1:${port}`),
    host('leading zero', `127.0.0.1:0${port}`),
    host('user', `me@127.0.0.1:${port}`),
    host('empty', ''),
    host('8 kB', `${'a'.repeat(8192)}:${port}`),
    { name: 'missing', headers: [] },
    {
      name: 'two',
      headers: [
        ['Host', `127.0.0.1:${port}`],
        ['Host', `127.0.0.1:${port}`],
      ],
    },
  ];

  const origin = (name: string, value: string): Case => ({ name, headers: [['Origin', value]] });
  const origins = (port: number): Case[] => [
    { ...origin('good', `http://127.0.0.1:${port}`), isGood: true },
    origin('localhost', `http://localhost:${port}`),
    origin('null', 'null'),
    origin('https', `https://127.0.0.1:${port}`),
    origin('other port', `http://127.0.0.1:${port + 1}`),
    origin('no port', 'http://127.0.0.1'),
    origin('evil', 'https://evil.example'),
    origin('good.evil', `http://127.0.0.1:${port}.evil.example`),
    origin('evil#good', `https://evil.example#http://127.0.0.1:${port}`),
    origin('upper case', `HTTP://127.0.0.1:${port}`),
    origin('trailing dot', `http://127.0.0.1.:${port}`),
    origin('with path', `http://127.0.0.1:${port}/`),
    origin('empty', ''),
    { name: 'none', headers: [] },
    {
      name: 'two',
      headers: [
        ['Origin', `http://127.0.0.1:${port}`],
        ['Origin', 'https://evil.example'],
      ],
    },
  ];

  const shown = (name: string, cookie: string, other: Header): Case => ({ name, headers: [['Cookie', cookie], other] });
  const secretIn = (cookie: string) => cookie.split('=')[1]!;
  const cookieCases = (header: Header): Case[] => [
    shown('cut cookie', pass.cookie.slice(0, -1), header),
    shown('longer cookie', `${pass.cookie}x`, header),
    shown('cookie in upper case', pass.cookie.toUpperCase(), header),
    shown('unknown cookie', `acdeck_${pass.port}=${newSecret()}`, header),
    shown("another device's cookie", other.cookie, header),
    shown('cookie of another port', pass.cookie.replace(String(pass.port), '1'), header),
    shown('hash of the cookie', `acdeck_${pass.port}=${hashSecret(secretIn(pass.cookie))}`, header),
    { ...shown('two cookies', `${pass.cookie}; ${pass.cookie}`, header), isGood: true },
    { ...shown('a stray cookie before', `acdeck_${pass.port}=x; ${pass.cookie}`, header), isGood: true },
    { name: 'no cookie', headers: [header] },
  ];

  /** What a request beside the socket may show. */
  const passCases = (): Case[] => {
    const header = (device: string, secret: string): Header => ['X-AcDeck-Pass', `${device}.${secret}`];
    const secretOf = (value: string) => value.split('.')[1]!;
    const good = header(pass.device, secretOf(passes.own));
    return [
      { ...shown('both', pass.cookie, good), isGood: true },
      ...cookieCases(good),
      { name: 'cookie only', headers: [['Cookie', pass.cookie]] },
      { name: 'nothing', headers: [] },
      shown('expired', expired.cookie, ['X-AcDeck-Pass', passes.expired]),
      shown('of a server that has ended', pass.cookie, header(pass.device, secretOf(passes.former))),
      shown('cut pass', pass.cookie, ['X-AcDeck-Pass', passes.own.slice(0, -1)]),
      shown('no pass', pass.cookie, header(pass.device, '')),
      shown('any pass', pass.cookie, header(pass.device, newSecret())),
      shown('the cookie as a pass', pass.cookie, header(pass.device, secretIn(pass.cookie))),
      shown("another device's pass", pass.cookie, header(pass.device, secretOf(passes.other))),
      shown('the name of another device', pass.cookie, header(other.device, secretOf(passes.own))),
      shown('another device with its pass', pass.cookie, ['X-AcDeck-Pass', passes.other]),
      shown('an unknown device', pass.cookie, header(randomUUID(), secretOf(passes.own))),
      { name: 'two passes', headers: [['Cookie', pass.cookie], good, good] },
    ];
  };

  /** What an upgrade may show; the proof comes later, on the socket. */
  const helloCases = (): Case[] => {
    const header = (text: string): Header => ['Sec-WebSocket-Protocol', text];
    const good = header(`acdeck.v2, ${writeHello(pass.device, newNonce())}`);
    return [
      { ...shown('both', pass.cookie, good), isGood: true },
      ...cookieCases(good),
      { name: 'cookie only', headers: [['Cookie', pass.cookie]] },
      { name: 'nothing', headers: [] },
      shown('expired', expired.cookie, header(`acdeck.v2, ${writeHello(expired.device, newNonce())}`)),
      shown('another device', pass.cookie, header(`acdeck.v2, ${writeHello(other.device, newNonce())}`)),
      shown('an unknown device', pass.cookie, header(`acdeck.v2, ${writeHello(randomUUID(), newNonce())}`)),
      shown('a pass', pass.cookie, ['X-AcDeck-Pass', passes.own]),
      shown('the former way', pass.cookie, header(`acdeck.v1, key.${newSecret()}`)),
      shown('no nonce', pass.cookie, header(`acdeck.v2, hello.${pass.device}.`)),
    ];
  };

  /** Sends what has one fault or none, and some of the other combinations; gives back the names of those that got in, and all that was answered otherwise than expected. */
  async function tryAll(t: TestContext, line: string, extra: readonly Header[], credentials: Case[]) {
    const accepted: string[] = [];
    const surprises: string[] = [];
    const combinations = hosts(served.port).flatMap((h) =>
      origins(served.port).flatMap((o) => credentials.map((c) => [h, o, c] as const)),
    );
    const isNear = (cases: readonly Case[]) => cases.filter(({ isGood }) => !isGood).length < 2;
    const others = combinations.filter((cases) => !isNear(cases));
    const work = [...combinations.filter(isNear), ...someOf(t, others, OTHERS)].values();
    const runOne = async () => {
      for (const [h, o, c] of work) {
        const name = `${h.name} / ${o.name} / ${c.name}`;
        const { status } = await sendRaw(
          served.port,
          requestHead(line, [...h.headers, ...o.headers, ...c.headers, ...extra]),
        );
        const expected = !h.isGood ? 421 : !o.isGood ? 403 : !c.isGood ? 401 : null;
        if (status < 300) accepted.push(name);
        if (expected !== null && status !== expected) surprises.push(`${name}: ${status} instead of ${expected}`);
      }
    };
    await Promise.all(Array.from({ length: 8 }, runOne));
    return { accepted: accepted.toSorted(), surprises, all: combinations.length };
  }

  const GOOD = ['good / good / a stray cookie before', 'good / good / both', 'good / good / two cookies'];

  it('[G7] [G2] [G5] [G6] lets exactly the good requests in', async (t) => {
    const { accepted, surprises, all } = await tryAll(t, 'POST /whoami', [], passCases());
    assert.ok(all > 5_000);
    assert.deepEqual({ accepted, surprises }, { accepted: GOOD, surprises: [] });
  });

  it('[G7] [G2] [G5] [G6] lets exactly the good upgrades knock', async (t) => {
    const { accepted, surprises, all } = await tryAll(t, 'GET /rpc', UPGRADE_HEADERS, helloCases());
    assert.ok(all > 4_000);
    assert.deepEqual({ accepted, surprises }, { accepted: GOOD, surprises: [] });
    assert.equal(served.hub.tabCount, tabs, 'and nobody who only knocks is in');
  });
});
