import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { requestHead, sendRaw } from '../http/raw-http.rig.js';
import { Served } from '../rpc/serve.rig.js';
import { someOf } from '../testing/seeded.rig.js';
import { SessionSecrets } from './session-secrets.js';

type Header = readonly [string, string];
type Case = { name: string; isGood?: true; headers: Header[] };
/** How many of the combinations with several faults are sent. */
const OTHERS = 301;

describe('the matrix at /mcp', () => {
  const secrets = new SessionSecrets();
  const { secret } = secrets.issue('s1');
  const ended = secrets.issue('s1');
  ended.end();
  const answered: string[] = [];
  let served: Served;
  let cookie: string;

  before(async () => {
    served = await Served.start({
      tools: {
        sessionOf: (given) => secrets.sessionOf(given),
        answer: async (_request, response, sessionId) => {
          answered.push(sessionId);
          response.end('{}');
        },
      },
    });
    cookie = (await served.signIn()).cookie;
  });
  after(() => served.stop());

  const hosts = (port: number): Case[] => [
    { name: 'good host', isGood: true, headers: [['Host', `127.0.0.1:${port}`]] },
    { name: 'localhost', headers: [['Host', `localhost:${port}`]] },
    { name: 'evil host', headers: [['Host', `evil.example:${port}`]] },
    { name: 'no host', headers: [] },
  ];
  const origins = (port: number): Case[] => [
    { name: 'no origin', isGood: true, headers: [] },
    { name: 'own origin', headers: [['Origin', `http://127.0.0.1:${port}`]] },
    { name: 'null origin', headers: [['Origin', 'null']] },
    { name: 'evil origin', headers: [['Origin', 'https://evil.example']] },
  ];
  const sites: Case[] = [
    { name: 'no site', isGood: true, headers: [['Sec-Fetch-Mode', 'cors']] },
    { name: 'same site', headers: [['Sec-Fetch-Site', 'same-origin']] },
    { name: 'cross site', headers: [['Sec-Fetch-Site', 'cross-site']] },
    { name: 'none', headers: [['Sec-Fetch-Site', 'none']] },
  ];
  const cookies = (): Case[] => [
    { name: 'no cookie', isGood: true, headers: [] },
    { name: 'a device’s cookie', headers: [['Cookie', cookie]] },
    { name: 'any cookie', headers: [['Cookie', 'a=b']] },
  ];
  const bearer = (name: string, value: string): Case => ({ name, headers: [['Authorization', value]] });
  const bearers = (): Case[] => [
    { ...bearer('bearer', `Bearer ${secret}`), isGood: true },
    bearer('cut', `Bearer ${secret.slice(0, -1)}`),
    bearer('ended', `Bearer ${ended.secret}`),
    bearer('the launch token', `Bearer ${served.server.launchToken}`),
    bearer('basic', `Basic ${secret}`),
    bearer('bare', secret),
    { name: 'none', headers: [] },
    {
      name: 'two',
      headers: [
        ['Authorization', `Bearer ${secret}`],
        ['Authorization', `Bearer ${secret}`],
      ],
    },
  ];

  it('[G43] lets exactly the good ones in', async (t) => {
    const { port } = served;
    const accepted: string[] = [];
    const parts = [hosts(port), origins(port), sites, cookies(), bearers()];
    const all = parts.reduce<Case[][]>(
      (made, cases) => made.flatMap((before) => cases.map((one) => [...before, one])),
      [[]],
    );
    const isNear = (cases: Case[]) => cases.filter(({ isGood }) => !isGood).length < 2;
    const others = all.filter((cases) => !isNear(cases));
    for (const cases of [...all.filter(isNear), ...someOf(t, others, OTHERS)]) {
      const headers = [...cases.flatMap((one) => one.headers), ['Content-Length', '2'] as const];
      const { status } = await sendRaw(port, requestHead('POST /mcp', headers), '{}');
      if (status < 400) accepted.push(cases.map(({ name }) => name).join(' / '));
    }
    assert.deepEqual([all.length, accepted], [1536, ['good host / no origin / no site / no cookie / bearer']]);
    assert.deepEqual(answered, ['s1']);
  });

  it('[G43] opens nothing else with that secret, nor by another way', async () => {
    const { port } = served;
    const good: Header[] = [
      ['Host', `127.0.0.1:${port}`],
      ['Authorization', `Bearer ${secret}`],
    ];
    for (const path of ['/rpc', '/whoami', '/upload', '/mcp/', '/mcp/x', '/MCP', `/x?secret=${secret}`]) {
      const { status } = await sendRaw(port, requestHead(`POST ${path}`, good));
      assert.ok(status === 403 || status === 401 || status === 404, `${path}: ${status}`);
    }
    const query = await sendRaw(port, requestHead(`POST /mcp?secret=${secret}`, [good[0]!]));
    assert.equal(query.status, 401);
  });
});
