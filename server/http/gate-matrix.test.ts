import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Served } from '../rpc/serve.rig.js';
import type { TestPass } from '../rpc/test-tab.rig.js';
import { DEVICE_LIFE_MS } from './devices.js';
import { requestHead, sendRaw, UPGRADE_HEADERS } from './raw-http.rig.js';
import { newSecret } from './secrets.js';

type Header = readonly [string, string];
type Case = { name: string; isGood?: true; headers: Header[] };

describe('the handshake matrix', () => {
  let now = 0;
  let served: Served;
  let expired: TestPass;
  let pass: TestPass;
  let other: TestPass;

  before(async () => {
    served = await Served.start({ now: () => now });
    expired = await served.signIn();
    now = DEVICE_LIFE_MS;
    pass = await served.signIn();
    other = await served.signIn();
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

  const credentials = (keyHeader: (key: string) => Header): Case[] => {
    const both = (name: string, cookie: string, key: string): Case => ({
      name,
      headers: [['Cookie', cookie], keyHeader(key)],
    });
    return [
      { ...both('both', pass.cookie, pass.key), isGood: true },
      { name: 'cookie only', headers: [['Cookie', pass.cookie]] },
      { name: 'key only', headers: [keyHeader(pass.key)] },
      { name: 'none', headers: [] },
      both('expired', expired.cookie, expired.key),
      both('cut cookie', pass.cookie.slice(0, -1), pass.key),
      both('cut key', pass.cookie, pass.key.slice(0, -1)),
      both('unknown', `acdeck_${pass.port}=${newSecret()}`, newSecret()),
      both("another device's key", pass.cookie, other.key),
      both('swapped', `acdeck_${pass.port}=${pass.key}`, pass.cookie.split('=')[1]!),
      both('cookie of another port', pass.cookie.replace(String(pass.port), '1'), pass.key),
      both('two cookies', `${pass.cookie}; ${pass.cookie}`, pass.key),
    ];
  };

  /** Sends every combination; gives back the names of those that got in, and all that was answered otherwise than expected. */
  async function tryAll(line: string, extra: readonly Header[], keyHeader: (key: string) => Header) {
    const accepted: string[] = [];
    const surprises: string[] = [];
    const combinations = hosts(served.port).flatMap((h) =>
      origins(served.port).flatMap((o) => credentials(keyHeader).map((c) => [h, o, c] as const)),
    );
    const work = combinations.values();
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
    return { accepted, surprises, tried: combinations.length };
  }

  it('[G7] [G2] [G5] [G6] lets exactly the good requests in', async () => {
    const { accepted, surprises, tried } = await tryAll('POST /whoami', [], (key) => ['X-AcDeck-Key', key]);
    assert.ok(tried > 1_000);
    assert.deepEqual({ accepted, surprises }, { accepted: ['good / good / both'], surprises: [] });
  });

  it('[G7] [G2] [G5] [G6] lets exactly the good upgrades in', async () => {
    const offer = (key: string): Header => ['Sec-WebSocket-Protocol', `acdeck.v1, key.${key}`];
    const { accepted, surprises, tried } = await tryAll('GET /rpc', UPGRADE_HEADERS, offer);
    assert.ok(tried > 1_000);
    assert.deepEqual({ accepted, surprises }, { accepted: ['good / good / both'], surprises: [] });
  });
});
