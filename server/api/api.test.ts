import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { type Acdeck, TestHome } from '../acdeck.rig.js';
import type { TokenRole } from '../protocol/api/programs.js';
import { type ApiAnswer, addToken, ask, bearer, Stream } from './api.rig.js';

/** A server with the demo agent and a token of each role, for all tests here. */
const cleanups: (() => Promise<void>)[] = [];
const home = new TestHome({ after: (act: () => Promise<void>) => void cleanups.push(act) });
const tokens = {} as Record<TokenRole, string>;
let server: Acdeck;
let port = 0;

before(async () => {
  // One is made before any server runs, in the store itself.
  tokens.viewer = await addToken(home, 'viewer');
  server = home.server(['--agent', 'demo', '--verbose']);
  port = (await server.door()).port;
  await server.line('ready');
  tokens.approver = await addToken(home, 'approver');
  tokens.full = await addToken(home, 'full');
});

after(async () => {
  for (const act of cleanups) await act();
});

const as = (role: TokenRole, path: string, given: Parameters<typeof ask>[2] = {}) =>
  ask(port, `/api/v1${path}`, { ...given, headers: { ...bearer(tokens[role]), ...given.headers } });

/** Begins a session with a message, and waits for the end of its turn. */
async function begun(text: string): Promise<{ id: string; lastEventId: string; stream: Stream }> {
  const { status, json } = await as('full', '/sessions', { body: { agentId: 'demo', prompt: { text } } });
  assert.equal(status, 201);
  const { session, prompt } = json;
  const stream = follow(session.id, { 'Last-Event-ID': prompt.lastEventId });
  return { id: session.id, lastEventId: prompt.lastEventId, stream };
}

function follow(id: string, headers: Record<string, string> = {}, role: TokenRole = 'viewer'): Stream {
  return new Stream(port, `/api/v1/sessions/${id}/events`, { ...bearer(tokens[role]), ...headers });
}

const has = (stream: Stream, type: string) => () => stream.sent.some(({ data }) => data.type === type);

describe('a token', () => {
  it('[PG9] is printed once, alone, and kept as a hash with its role and its end', async () => {
    const made = home.acdeck(['token', 'add', 'CI', '--role', 'approver', '--days', '3', '--folder', home.folder()]);
    assert.equal(await made.ended, 0);
    assert.match(made.stdout, /^acd_[\w-]{43}\n$/);
    assert.match(made.stderr, /"CI".*approver until \d{4}-\d\d-\d\d.*isn't shown again/);
    const listed = home.acdeck(['token', 'list', '--format', 'json', '--folder', home.folder()]);
    assert.equal(await listed.ended, 0);
    const found = JSON.parse(listed.stdout).find(({ label }: { label: string }) => label === 'CI');
    assert.deepEqual([found.role, Math.round((found.expiresAt - found.createdAt) / 86_400_000)], ['approver', 3]);
    assert.ok(!listed.stdout.includes(made.stdout.trim()));
  });

  it('[PG10] is refused once it was removed, and its streams end', async () => {
    const token = await addToken(home, 'full');
    const { json } = await as('viewer', '/sessions');
    const id = json.sessions[0]?.id ?? (await begun('Hello')).id;
    const stream = new Stream(port, `/api/v1/sessions/${id}/events`, bearer(token));
    await stream.until(() => stream.sent.length > 0);
    const removed = home.acdeck(['token', 'remove', 'test full', '--folder', home.folder()]);
    assert.equal(await removed.ended, 0);
    await stream.until(() => false);
    assert.equal((await ask(port, '/api/v1/agents', { headers: bearer(token) })).status, 401);
    tokens.full = await addToken(home, 'full');
    const unknown = home.acdeck(['token', 'remove', 'nobody', '--folder', home.folder()]);
    assert.equal(await unknown.ended, 1);
    assert.match(unknown.stderr, /no such token/);
  });

  it('[PG11] does what its role may', async () => {
    const { id } = await begun('Tell me what you can do.');
    const prompts = (role: TokenRole) => as(role, `/sessions/${id}/prompts`, { body: { text: 'Hi' } });
    const refused = await prompts('viewer');
    assert.deepEqual([refused.status, refused.json.error.code], [403, 'forbidden']);
    assert.match(refused.json.error.message, /role viewer; this takes the role full/);
    assert.equal((await prompts('approver')).status, 403);
    assert.equal((await as('viewer', '/sessions', { body: {} })).status, 403);
    assert.equal((await as('viewer', `/sessions/${id}/cancel`, { method: 'POST' })).status, 403);
    assert.equal(
      (await as('viewer', `/sessions/${id}/permissions/p`, { body: { optionId: 'o', digest: 'd' } })).status,
      403,
    );
    assert.equal((await as('approver', `/sessions/${id}/cancel`, { method: 'POST' })).status, 202);
    assert.equal((await prompts('full')).status, 202);
  });

  it('[PG11] opens nothing in another folder, no sign-in and no socket', async () => {
    const other = home.acdeck([home.folder('other'), '--json', '--no-open', '--port', '0', '--agent', 'demo']);
    const there = (await other.door()).port;
    assert.equal((await ask(there, '/api/v1/agents', { headers: bearer(tokens.full) })).status, 401);
    const origin = { Origin: `http://127.0.0.1:${port}` };
    const signIn = await ask(port, '/auth', { headers: origin, body: { token: tokens.full, key: 'k' } });
    assert.equal(signIn.status, 400);
    assert.equal(
      (await ask(port, '/whoami', { method: 'POST', headers: { ...origin, ...bearer(tokens.full) } })).status,
      401,
    );
    const socket = { ...bearer(tokens.full), Connection: 'Upgrade', Upgrade: 'websocket' };
    assert.equal((await ask(port, '/rpc', { headers: { ...socket, ...origin } })).status, 401);
    assert.equal((await ask(port, '/api/v1/agents', { headers: socket })).status, 404);
    await other.end();
  });
});

describe('a program that answers requests', () => {
  /** A session whose agent waits for leave to edit a file, and what it waits for. */
  async function asked() {
    const { id, stream } = await begun('Edit a file, but ask me first.');
    await stream.until(has(stream, 'permission_requested'));
    const [request] = (await as('viewer', `/sessions/${id}`)).json.requests;
    const answer = (role: TokenRole, kind: string) => {
      const { optionId } = request.options.find((option: { kind: string }) => option.kind === kind);
      const body = { optionId, digest: request.digest };
      return as(role, `/sessions/${id}/permissions/${request.id}`, { body });
    };
    return { id, stream, request, answer };
  }

  it('[PG30] reads what it decides, with a digest that it can check', async () => {
    const { request, answer, stream } = await asked();
    assert.equal(createHash('sha256').update(request.decided).digest('hex'), request.digest);
    const { toolCall, options } = JSON.parse(request.decided);
    assert.equal(toolCall.content[0].type, 'diff');
    assert.match(toolCall.content[0].newText, /demo/i);
    assert.deepEqual(options, request.options);
    assert.equal((await answer('approver', 'reject_once')).status, 200);
    stream.cut();
  });

  it('[PG31] answers that one request as approver, and more than that only as full', async () => {
    const { answer, stream, id } = await asked();
    const refused = await answer('approver', 'allow_always');
    assert.deepEqual([refused.status, refused.json.error.reason], [403, 'only_allow_or_deny']);
    assert.match(refused.json.error.message, /allow_once or reject_once/);
    assert.equal((await as('viewer', `/sessions/${id}`)).json.requests.length, 1, 'it still waits');
    assert.equal((await answer('full', 'allow_always')).status, 200);
    stream.cut();
  });
});

describe('the gate of the API', () => {
  it('[PG13] lets exactly the good ones in', async () => {
    const hosts = [`127.0.0.1:${port}`, `localhost:${port}`, '127.0.0.1', `evil.example:${port}`, `[::1]:${port}`];
    const origins = [null, `http://127.0.0.1:${port}`, 'null', 'http://evil.example'];
    const sites = [null, 'none', 'same-origin', 'cross-site'];
    const cookies = [null, `acdeck_${port}=x`, 'a=b'];
    const good = tokens.viewer;
    const bearers = [
      ...[`Bearer ${good}`, null, 'Bearer ', `Bearer ${good}x`, `Bearer ${good.slice(0, -1)}`, `Basic ${good}`],
      ...[good, `Bearer ${good}, Bearer ${good}`, `bearer ${good}`, `Bearer acd_${'A'.repeat(43)}`],
    ];
    let let_in = 0;
    for (const host of hosts) {
      for (const origin of origins) {
        for (const site of sites) {
          for (const cookie of cookies) {
            for (const authorization of bearers) {
              const given = {
                Host: host,
                Origin: origin,
                'Sec-Fetch-Site': site,
                Cookie: cookie,
                Authorization: authorization,
              };
              const headers = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as Record<
                string,
                string
              >;
              const isGood = host === hosts[0] && !origin && !site && !cookie && authorization === bearers[0];
              const { status } = await ask(port, '/api/v1/agents', { headers });
              const wanted = isGood ? 200 : host !== hosts[0] ? 421 : origin || site || cookie ? 403 : 401;
              assert.equal(status, wanted, JSON.stringify(headers));
              if (status === 200) let_in++;
            }
          }
        }
      }
    }
    assert.equal(let_in, 1);
    const answer = await as('viewer', '/agents');
    assert.deepEqual(
      Object.keys(answer.headers).filter((name) => /^access-control|set-cookie/.test(name)),
      [],
    );
    assert.equal((await ask(port, '/api/v1/agents', { method: 'OPTIONS' })).status, 401);
    assert.equal((await ask(port, `/api/v1/agents?token=${good}`)).status, 401);
  });
});

interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { content: Record<string, { schema: Record<string, unknown> }> }>;
}

describe('the description of the API', () => {
  it('[PG14] is true: each route answers by its schema, and there is no other', async () => {
    const { json: described } = await as('viewer', '/openapi.json');
    assert.equal(described.openapi, '3.1.0');
    const edit = await begun('Edit a file, but ask me first.');
    const form = await begun('Ask me something with a form.');
    const other = await begun('Hello');
    await edit.stream.until(has(edit.stream, 'permission_requested'));
    await form.stream.until(has(form.stream, 'question_asked'));
    const { id, stream } = edit;
    const [request] = (await as('viewer', `/sessions/${id}`)).json.requests;
    const [question] = (await as('viewer', `/sessions/${form.id}`)).json.requests;
    const { optionId } = request.options.find(({ kind }: { kind: string }) => kind === 'reject_once');
    /** What each is called with, by its name. */
    const calls: Record<string, { params?: Record<string, string>; body?: unknown }> = {
      describe: {},
      listAgents: {},
      listSessions: {},
      createSession: { body: { agentId: 'demo', title: 'Named', prompt: { text: 'Hello' } } },
      getSession: { params: { sessionId: id } },
      answerPermission: {
        params: { sessionId: id, requestId: request.id },
        body: { optionId, digest: request.digest },
      },
      answerQuestion: { params: { sessionId: form.id, requestId: question.id }, body: { action: 'decline' } },
      sendPrompt: { params: { sessionId: other.id }, body: { content: [{ type: 'text', text: 'Hello' }] } },
      cancel: { params: { sessionId: other.id } },
      followSession: { params: { sessionId: id } },
    };
    const seen: string[] = [];
    for (const [path, methods] of Object.entries(described.paths as Record<string, Record<string, Operation>>)) {
      for (const [method, operation] of Object.entries(methods)) {
        const { operationId, responses } = operation;
        seen.push(operationId);
        const { params = {}, body } = calls[operationId]!;
        const real = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!);
        if (operationId === 'followSession') {
          await stream.until(() => stream.sent.length > 0);
          assert.match(stream.head, /^HTTP\/1\.1 200 .*text\/event-stream/s);
          continue;
        }
        const given = { method: method.toUpperCase(), headers: bearer(tokens.full), ...(body ? { body } : {}) };
        const answer = await ask(port, real, given);
        const [status] = Object.keys(responses);
        assert.equal(String(answer.status), status, `${operationId}: ${answer.text}`);
        const { schema } = responses[status!]!.content['application/json']!;
        z.fromJSONSchema(schema as never).parse(answer.json);
        if (body) assert.equal((await ask(port, real, { ...given, body: { unknown: true } })).status, 400, operationId);
        // What is not described is not served.
        for (const other of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD']) {
          if (other.toLowerCase() in methods) continue;
          assert.equal(
            (await ask(port, real, { method: other, headers: bearer(tokens.full) })).status,
            405,
            `${other} ${real}`,
          );
        }
      }
    }
    assert.deepEqual(seen.sort(), Object.keys(calls).sort());
    const error = z.fromJSONSchema(described.components.schemas.Error);
    for (const path of [
      '',
      '/',
      '/v1',
      '/v2/agents',
      '/v1/',
      '/v1/agents/',
      '/v1/sessions/x/y',
      '/v1/sessions/../agents',
      '/v1/__proto__',
    ]) {
      const answer: ApiAnswer = await ask(port, `/api${path}`, { headers: bearer(tokens.full) });
      assert.equal(answer.status, 404, path);
      error.parse(answer.json);
    }
    const missing = await as('full', '/sessions/nobody');
    assert.deepEqual([missing.status, missing.json.error.reason], [404, 'no_session']);
    assert.equal((await as('full', '/sessions', { body: { agentId: 'nobody' } })).json.error.reason, 'no_agent');
    assert.equal((await ask(port, '/apis', { headers: bearer(tokens.full) })).status, 403, 'only pages ask there');
  });

  it('[PG15] sends a message once for each key', async () => {
    const { id, stream } = await begun('Tell me what you can do.');
    await stream.until(has(stream, 'turn_ended'));
    const send = (key: string, role: TokenRole = 'full') =>
      as(role, `/sessions/${id}/prompts`, { body: { text: 'Again' }, headers: { 'Idempotency-Key': key } });
    const [first, second, other] = [await send('k1'), await send('k1'), await send('k2')];
    assert.deepEqual([first.status, second.status], [202, 202]);
    assert.deepEqual(first.json, second.json);
    assert.notEqual(first.json.promptId, other.json.promptId);
    assert.equal((await send('with space')).status, 400);
    const sent = (promptId: string) =>
      stream.sent.filter(({ data }) => data.type === 'prompt_sent' && data.promptId === promptId);
    await stream.until(() => sent(other.json.promptId).length === 1);
    assert.equal(sent(first.json.promptId).length, 1);
    stream.cut();
  });
});

describe('an Idempotency-Key', () => {
  it('[PG35] is for one request of one token: another body, path or session is refused, and nothing is dropped silently', async () => {
    const { id, stream } = await begun('Tell me what you can do.');
    await stream.until(has(stream, 'turn_ended'));
    const other = await begun('Hello');
    await other.stream.until(has(other.stream, 'turn_ended'));
    other.stream.cut();
    const post = (path: string, body: unknown, key = 'one key', role: TokenRole = 'full') =>
      as(role, path, { method: 'POST', body, headers: { 'Idempotency-Key': key.replace(' ', '-') } });
    const first = await post(`/sessions/${id}/prompts`, { text: 'First' });
    assert.equal(first.status, 202);
    const reused: [string, unknown][] = [
      [`/sessions/${id}/prompts`, { text: 'Second' }],
      [`/sessions/${id}/prompts`, { content: [{ type: 'text', text: 'First' }] }],
      [`/sessions/${other.id}/prompts`, { text: 'First' }],
      [`/sessions/${id}/cancel`, undefined],
      ['/sessions', { agentId: 'demo', prompt: { text: 'First' } }],
    ];
    for (const [path, body] of reused) {
      const { status, json } = await post(path, body);
      assert.deepEqual([status, json.error.code], [422, 'idempotency_key_reused'], path);
      assert.match(json.error.message, /Nothing was done/);
    }
    // Spaces and the order of names are no other body.
    const again = await post(`/sessions/${id}/prompts`, '{ "text" : "First" }');
    assert.deepEqual([again.status, again.json], [202, first.json]);
    // What was refused may come again with its key.
    assert.equal((await post(`/sessions/${id}/prompts`, { text: '' }, 'two')).status, 400);
    assert.equal((await post('/sessions/none/prompts', { text: 'x' }, 'two')).status, 404);
    assert.equal((await post(`/sessions/${id}/prompts`, { text: 'Now' }, 'two')).status, 202);
    // At the same time, only one of several bodies is taken.
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => post(`/sessions/${id}/prompts`, { text: `Body ${n % 2}` }, 'three')),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [202, 202, 202, 422, 422, 422]);
    const sent = () => stream.sent.filter(({ data }) => data.type === 'prompt_sent').length;
    await stream.until(() => sent() === 4);
    assert.equal((await post(`/sessions/${id}/cancel`, undefined, 'four')).status, 202);
    stream.cut();
  });
});

describe('the events of a session', () => {
  it('[PG16] come once each, in order, through 1,000 cuts', async () => {
    const { json } = await as('full', '/sessions', { body: { agentId: 'demo', prompt: { text: 'long 3000' } } });
    const { id } = json.session;
    const [epoch] = json.prompt.lastEventId.split(':');
    const got: { id: string; seq: number; text: string }[] = [];
    let last: string = json.prompt.lastEventId;
    const first = Number(last.split(':')[1]);
    let isOver = false;
    let cuts = 0;
    // A reader with a token of its own, so that the rate of the others is not used up by it.
    let token = '';
    for (let n = 0; cuts < 1_000 || !isOver; n++) {
      if (n % 80 === 0) token = await addToken(home, 'viewer');
      const stream = new Stream(port, `/api/v1/sessions/${id}/events`, { ...bearer(token), 'Last-Event-ID': last });
      const wanted = 1 + ((n * 7) % 5);
      const isEnough = () => stream.sent.length >= wanted || stream.sent.some(({ data }) => data.type === 'turn_ended');
      // After the end nothing comes: what matters then is that nothing comes twice.
      if (isOver) await stream.until(() => stream.head !== '');
      else await stream.until(isEnough);
      stream.cut();
      await stream.closed;
      assert.match(stream.head, /^HTTP\/1\.1 200/);
      cuts++;
      for (const { id: at, event, data } of stream.sent) {
        assert.equal(event, 'message');
        got.push({ id: at!, seq: data.seq, text: data.update?.content?.text ?? '' });
        last = at!;
        isOver ||= data.type === 'turn_ended';
      }
    }
    assert.deepEqual(
      got.map(({ id: at }) => at),
      got.map((_, n) => `${epoch}:${first + 1 + n}`),
    );
    const words = got.map(({ text }) => text).join('');
    for (let n = 1; n <= 3_000; n++) assert.equal(words.split(`⟦${n}⟧`).length, 2, `part ${n}`);
    assert.ok(cuts >= 1_000);
  });

  it('[PG17] begin with the session as it is now where they cannot go on', async () => {
    const { id, stream } = await begun('Tell me what you can do.');
    await stream.until(has(stream, 'turn_ended'));
    for (const [since, event] of [
      [null, 'snapshot'],
      ['other-epoch:3', 'resync'],
      ['nonsense', 'resync'],
    ] as const) {
      const fresh = follow(id, since ? { 'Last-Event-ID': since } : {});
      await fresh.until(() => fresh.sent.length > 0);
      assert.equal(fresh.sent[0]!.event, event);
      assert.equal(fresh.sent[0]!.data.snapshot.seq, Number(fresh.sent[0]!.id!.split(':')[1]));
      assert.ok(fresh.sent[0]!.data.snapshot.entries.length > 0);
      fresh.cut();
    }
    stream.cut();
  });
});

describe('the API under rough handling', () => {
  it('[PG18] answers nonsense, wrong types and deep and large JSON with 4xx', async () => {
    const { id } = await begun('Hello');
    const path = `/sessions/${id}/prompts`;
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const odd: [body: unknown, status: number][] = [
      ...(['', '{', 'null', '[]', '"x"', '1', '{"text":1}', '{"text":""}', '{"content":[]}'] as const).map(
        (body) => [body, 400] as [string, number],
      ),
      ...([{ text: 'x', extra: 1 }, { content: [{ type: 'video' }] }, { content: 'x' }, { text: ['x'] }] as const).map(
        (body) => [body, 400] as [object, number],
      ),
      [deep, 400],
      [`{"text":${deep}}`, 400],
      [{ text: 'x'.repeat(5 * 1024 * 1024) }, 413],
      [{ __proto__: null, constructor: 1 }, 400],
    ];
    for (const [body, status] of odd) {
      const answer = await as('full', path, { body });
      assert.equal(answer.status, status, JSON.stringify(body).slice(0, 80));
      assert.equal(typeof answer.json.error.message, 'string');
    }
    assert.equal(
      (await as('full', path, { body: { text: 'x' }, headers: { 'Content-Type': 'text/plain' } })).status,
      400,
    );
    assert.equal((await as('full', `/sessions/${'x'.repeat(5_000)}`)).status, 404);
    assert.equal((await as('full', '/sessions/%00')).status, 404);
    assert.equal((await as('viewer', '/agents')).status, 200);
  });

  it('[PG18] ends a body that does not come, and goes on', async () => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => {});
    const head = ['POST /api/v1/sessions HTTP/1.1', `Host: 127.0.0.1:${port}`, `Authorization: Bearer ${tokens.full}`];
    socket.write([...head, 'Content-Type: application/json', 'Content-Length: 1000', '', '{"prompt"'].join('\r\n'));
    let said = '';
    for await (const part of socket) said += String(part);
    assert.match(said, /^HTTP\/1\.1 408/);
    assert.equal((await as('viewer', '/agents')).status, 200);
  });

  it('[PG18] limits how often a token asks, and how many streams it has', async () => {
    const token = await addToken(home, 'viewer');
    const { json } = await as('viewer', '/sessions');
    const { id } = json.sessions[0];
    const streams = Array.from({ length: 9 }, () => new Stream(port, `/api/v1/sessions/${id}/events`, bearer(token)));
    await Promise.all(streams.map((stream) => stream.until(() => stream.head !== '')));
    assert.deepEqual(streams.map(({ head }) => head.slice(9, 12)).sort(), [...Array(8).fill('200'), '429']);
    for (const stream of streams) stream.cut();
    const many = await Promise.all(
      Array.from({ length: 160 }, () => ask(port, '/api/v1/agents', { headers: bearer(token) })),
    );
    const limited = many.filter(({ status }) => status === 429);
    assert.ok(limited.length > 0);
    assert.match(String(limited[0]!.headers['retry-after']), /^\d+$/);
    assert.equal((await as('approver', '/agents')).status, 200, 'others are not limited by it');
  });

  it('[PG17] ends the stream of a session that is deleted', async () => {
    const { id, stream } = await begun('Hello');
    await stream.until(has(stream, 'turn_ended'));
    const { signInWith, TestTab } = await import('../rpc/test-tab.rig.js');
    const { token } = await server.door();
    const tab = await TestTab.open(await signInWith(port, { token }));
    await tab.call('Sessions.delete', 'c1', id);
    await stream.until(() => false);
    assert.equal(stream.sent.at(-1)!.event, 'gone');
  });

  it('[PG19] leaves a token in no argument, log, page or file', async () => {
    const secrets = Object.values(tokens);
    for (const secret of secrets) {
      assert.ok(!server.stdout.includes(secret) && !server.stderr.includes(secret));
      const found = spawnSync('grep', ['-rlaF', '-e', secret, home.root], { encoding: 'utf8' }).stdout;
      assert.equal(found, '', 'in no file');
    }
    for (const pid of [server.pid, ...server.descendants()]) {
      const shown = ['cmdline', 'environ'].map((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8')).join('');
      assert.ok(secrets.every((secret) => !shown.includes(secret)));
    }
  });
});
